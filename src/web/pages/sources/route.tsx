import { createRoute, lazyRouteComponent } from "@tanstack/react-router"
import { Library } from "lucide-react"
import { searchText } from "../../searchText.ts"
import { shellRoute } from "../../shell/routes.tsx"

export const sourcesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/sources",
  staticData: { navigation: { label: "Sources", icon: Library, order: 15 } },
  validateSearch: (search: Record<string, unknown>) => searchText(search, ["search", "category", "offset"]),
  component: lazyRouteComponent(() => import("./SourcesPage.tsx"), "SourcesPage"),
})

export const sourceRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/sources/$source",
  component: lazyRouteComponent(() => import("./SourcePage.tsx"), "SourcePage"),
})

export const operationRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/sources/$source/$operation",
  component: lazyRouteComponent(() => import("./OperationPage.tsx"), "OperationPage"),
})
