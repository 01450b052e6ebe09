import { createRoute, lazyRouteComponent } from "@tanstack/react-router"
import { LayoutDashboard } from "lucide-react"
import { shellRoute } from "../../shell/routes.tsx"

export const overviewRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/",
  staticData: { navigation: { label: "Overview", icon: LayoutDashboard, order: 10 } },
  component: lazyRouteComponent(() => import("./OverviewPage.tsx"), "OverviewPage"),
})
