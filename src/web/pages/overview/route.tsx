import { createRoute, lazyRouteComponent, redirect } from "@tanstack/react-router"
import { LayoutDashboard } from "lucide-react"
import { shellRoute } from "../../shell/routes.tsx"
import { gatewayMonth } from "../../format/gatewayClock.ts"
import { keysQuery } from "../keys/queries.ts"
import { isMonth } from "./months.ts"
import { attentionQuery, groupings, meQuery, monthSpendingQuery, recentPaymentsQuery, type SpendingGrouping } from "./queries.ts"

const isGrouping = (value: unknown): value is SpendingGrouping => groupings.some((grouping) => grouping === value)

export const overviewRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/",
  /** `by`: what the spending of the month is grouped by. `month`: an earlier one, as in `2026-10`. */
  validateSearch: ({ by, month }: Record<string, unknown>): { by?: SpendingGrouping; month?: string } => ({
    ...(isGrouping(by) && { by }),
    ...(isMonth(month) && month < gatewayMonth() && { month }),
  }),
  /** An operator without an organisation has only the pages of the operators. */
  beforeLoad: ({ context: { session } }) => {
    if (session.organisation === null && session.isOperator) throw redirect({ to: "/operators" })
  },
  loaderDeps: ({ search: { by = "day", month } }) => ({ by, month }),
  /** Starts every read beside the page's code. The page waits for them itself. */
  loader: ({ context: { queryClient, session }, deps: { by, month } }) => {
    if (session.organisation === null) return
    void queryClient.prefetchQuery(meQuery)
    void queryClient.prefetchQuery(attentionQuery)
    void queryClient.prefetchQuery(recentPaymentsQuery)
    void queryClient.prefetchQuery(monthSpendingQuery(by, month))
    if (session.mayManage) void queryClient.prefetchQuery(keysQuery)
  },
  staticData: { navigation: { label: "Overview", icon: LayoutDashboard, order: 10 } },
  component: lazyRouteComponent(() => import("./OverviewPage.tsx"), "OverviewPage"),
})
