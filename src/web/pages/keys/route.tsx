import { createRoute, lazyRouteComponent } from "@tanstack/react-router"
import { KeyRound } from "lucide-react"
import { shellRoute } from "../../shell/routes.tsx"

export const keysRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/keys",
  /** `show`: all keys, or else the active ones. */
  validateSearch: ({ show }: Record<string, unknown>): { show?: "all" } => (show === "all" ? { show } : {}),
  staticData: { navigation: { label: "Keys", icon: KeyRound, order: 20 } },
  component: lazyRouteComponent(() => import("./KeysPage.tsx"), "KeysPage"),
})
