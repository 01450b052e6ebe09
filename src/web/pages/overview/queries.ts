import { queryOptions } from "@tanstack/react-query"
import { get } from "../../api/client.ts"

/** What the organisation has, and the state of each rail. */
export const meQuery = queryOptions({ queryKey: ["me"], queryFn: ({ signal }) => get("/v1/me", undefined, { signal }) })

export const groupings = ["day", "key", "source", "tag", "rail"] as const
export type SpendingGrouping = (typeof groupings)[number]

/** What the organisation spent in the current month (UTC). */
export const monthSpendingQuery = (by: SpendingGrouping) =>
  queryOptions({ queryKey: ["spending", "month", by], queryFn: ({ signal }) => get("/v1/spending", { group_by: by }, { signal }) })

export const recentPaymentsQuery = queryOptions({
  queryKey: ["payments", "recent"],
  queryFn: ({ signal }) => get("/v1/payments", { kind: "call", limit: 8 }, { signal }),
})

/** What keeps the organisation from paying, and what may cost it money. */
export const attentionQuery = queryOptions({
  queryKey: ["attention"],
  queryFn: ({ signal }) => get("/v1/attention", undefined, { signal }),
})
