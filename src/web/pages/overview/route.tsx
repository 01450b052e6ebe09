import { createRoute, lazyRouteComponent } from "@tanstack/react-router"
import { LayoutDashboard } from "lucide-react"
import { shellRoute } from "../../shell/routes.tsx"
import { groupings, type SpendingGrouping } from "./queries.ts"

const isGrouping = (value: unknown): value is SpendingGrouping => groupings.some((grouping) => grouping === value)

export const overviewRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/",
  /** `by`: what the spending of the month is grouped by. */
  validateSearch: ({ by }: Record<string, unknown>): { by?: SpendingGrouping } => (isGrouping(by) ? { by } : {}),
  staticData: { navigation: { label: "Overview", icon: LayoutDashboard, order: 10 } },
  component: lazyRouteComponent(() => import("./OverviewPage.tsx"), "OverviewPage"),
})
