import { createRoute, lazyRouteComponent } from "@tanstack/react-router"
import { Wallet } from "lucide-react"
import { shellRoute } from "../../shell/routes.tsx"
import { paymentsQuery } from "../payments/queries.ts"
import { organisationQuery, railsQuery, sepaQuery } from "./queries.ts"

export const railsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/rails",
  /** The page appears with all that its cards show: one that grew later would move the others. */
  loader: async ({ context: { queryClient, session } }) => {
    if (session.organisation === null) return
    await Promise.all([
      queryClient.prefetchQuery(railsQuery),
      queryClient.prefetchQuery(sepaQuery),
      queryClient.prefetchQuery(paymentsQuery({ kind: "topup" }, undefined)),
      queryClient.prefetchQuery(paymentsQuery({ kind: "collection" }, undefined)),
      ...(session.mayManage ? [queryClient.prefetchQuery(organisationQuery)] : []),
    ])
  },
  staticData: { navigation: { label: "Rails", icon: Wallet, order: 50 } },
  component: lazyRouteComponent(() => import("./RailsPage.tsx"), "RailsPage"),
})
