import { createRoute, lazyRouteComponent } from "@tanstack/react-router"
import { Store } from "lucide-react"
import { shellRoute } from "../../shell/routes.tsx"

interface ConnectSearch {
  /** The linked marketplace. */
  readonly account?: string
  /** The event that is open. */
  readonly event?: string
}

export const connectRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/connect",
  validateSearch: ({ account, event }: Record<string, unknown>): ConnectSearch => ({
    ...(typeof account === "string" && { account }),
    ...(typeof event === "string" && { event }),
  }),
  staticData: { navigation: { label: "Connect", icon: Store, order: 110, isVisible: ({ mayManage }) => mayManage } },
  component: lazyRouteComponent(() => import("./ConnectPage.tsx"), "ConnectPage"),
})
