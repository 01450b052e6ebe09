import { createRoute, lazyRouteComponent } from "@tanstack/react-router"
import { MessageCircleQuestion } from "lucide-react"
import { searchText } from "../../searchText.ts"
import { shellRoute } from "../../shell/routes.tsx"

export const askRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/ask",
  staticData: { navigation: { label: "Ask", icon: MessageCircleQuestion, order: 12 } },
  component: lazyRouteComponent(() => import("./AskPage.tsx"), "AskPage"),
})

/** `result` and `pointer` name the place in a document that the page shows as evidence. */
export const runRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/runs/$id",
  validateSearch: (search: Record<string, unknown>) => searchText(search, ["result", "pointer"]),
  component: lazyRouteComponent(() => import("./RunPage.tsx"), "RunPage"),
})
