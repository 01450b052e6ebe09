import { queryOptions } from "@tanstack/react-query"
import { get } from "../../api/client.ts"
import { monthsLater } from "./months.ts"

/** What the organisation has, and the state of each rail. */
export const meQuery = queryOptions({ queryKey: ["me"], queryFn: ({ signal }) => get("/v1/me", undefined, { signal }) })

export const groupings = ["day", "key", "source", "tag", "rail"] as const
export type SpendingGrouping = (typeof groupings)[number]

/** What the organisation spent in a month of UTC, as in `2026-11`; without one in the current month. */
export const monthSpendingQuery = (by: SpendingGrouping, month?: string) =>
  queryOptions({
    queryKey: ["spending", "month", by, month],
    queryFn: ({ signal }) => {
      const days = month === undefined ? {} : { from: `${month}-01`, to: `${monthsLater(month, 1)}-01` }
      return get("/v1/spending", { group_by: by, ...days }, { signal })
    },
  })

export const recentPaymentsQuery = queryOptions({
  queryKey: ["payments", "recent"],
  queryFn: ({ signal }) => get("/v1/payments", { kind: "call", limit: 8 }, { signal }),
})

/** What keeps the organisation from paying, and what may cost it money. */
export const attentionQuery = queryOptions({
  queryKey: ["attention"],
  queryFn: ({ signal }) => get("/v1/attention", undefined, { signal }),
})
