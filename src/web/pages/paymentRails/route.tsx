import { createRoute, lazyRouteComponent } from "@tanstack/react-router"
import { Wallet } from "lucide-react"
import { shellRoute } from "../../shell/routes.tsx"

export const railsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/rails",
  staticData: { navigation: { label: "Rails", icon: Wallet, order: 50 } },
  component: lazyRouteComponent(() => import("./RailsPage.tsx"), "RailsPage"),
})
