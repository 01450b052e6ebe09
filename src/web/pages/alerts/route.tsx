import { createRoute, lazyRouteComponent } from "@tanstack/react-router"
import { Bell } from "lucide-react"
import { shellRoute } from "../../shell/routes.tsx"

interface AlertSearch {
  /** Also the acknowledged alerts. */
  readonly seen?: true
}

export const alertsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/alerts",
  validateSearch: ({ seen }: Record<string, unknown>): AlertSearch => (seen === true ? { seen } : {}),
  staticData: { navigation: { label: "Alerts and tags", icon: Bell, order: 90 } },
  component: lazyRouteComponent(() => import("./AlertsPage.tsx"), "AlertsPage"),
})
