import { createRoute, lazyRouteComponent } from "@tanstack/react-router"
import { Megaphone } from "lucide-react"
import { shellRoute } from "../../shell/routes.tsx"

interface PublishingSearch {
  /** The linked publisher. */
  readonly account?: string
  /** The month of the statement, for instance 2026-11. */
  readonly month?: string
}

export const publishingRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/publishing",
  validateSearch: ({ account, month }: Record<string, unknown>): PublishingSearch => ({
    ...(typeof account === "string" && { account }),
    ...(typeof month === "string" && /^20\d\d-(0[1-9]|1[0-2])$/.test(month) && { month }),
  }),
  staticData: { navigation: { label: "Publishing", icon: Megaphone, order: 100, isVisible: ({ mayManage }) => mayManage } },
  component: lazyRouteComponent(() => import("./PublishingPage.tsx"), "PublishingPage"),
})
