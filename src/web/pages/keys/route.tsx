import { createRoute, lazyRouteComponent } from "@tanstack/react-router"
import { KeyRound } from "lucide-react"
import { shellRoute } from "../../shell/routes.tsx"

interface KeysSearch {
  /** All keys, or else the active ones. */
  readonly show?: "all"
  /** The id of the key whose limits are open to be changed. */
  readonly limits?: string
}

export const keysRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/keys",
  validateSearch: ({ limits, show }: Record<string, unknown>): KeysSearch => ({
    ...(show === "all" && { show }),
    ...(typeof limits === "string" && { limits }),
  }),
  staticData: { navigation: { label: "Keys", icon: KeyRound, order: 20 } },
  component: lazyRouteComponent(() => import("./KeysPage.tsx"), "KeysPage"),
})
