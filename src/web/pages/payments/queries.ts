import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query"
import { railsQuery } from "../paymentRails/queries.ts"
import { get, type ResponseOf } from "../../api/client.ts"
import { gatewayNow } from "../../format/gatewayClock.ts"
import { type PaymentsSearch, queryOf } from "./filter.ts"

type Listed = ResponseOf<"GET", "/v1/payments">["payments"][number]
/** A payment of the organisation. Checkouts belong to marketplaces and are not among them. */
export type PaymentJson = Extract<Listed, { readonly transfers: unknown }>

type Page = { readonly payments: ReadonlyArray<PaymentJson>; readonly next_cursor: string | null }

export const readPayments = (filter: PaymentsSearch, page: { cursor?: string | undefined; limit: number }, signal?: AbortSignal) =>
  get("/v1/payments", { ...queryOf(filter), ...page }, signal === undefined ? {} : { signal }) as Promise<Page>

export const pageSize = 50

export const paymentsQuery = (filter: PaymentsSearch, cursor: string | undefined) =>
  queryOptions({
    queryKey: ["payments", filter, cursor ?? null],
    queryFn: ({ signal }) => readPayments(filter, { cursor, limit: pageSize }, signal),
  })

export const paymentQuery = (id: string) =>
  queryOptions({
    queryKey: ["payment", id],
    queryFn: ({ signal }) => get("/v1/payments/:id", {}, { params: { id }, signal }) as Promise<PaymentJson>,
  })

/** A top-up with the address of its page while that is open. */
export const topupQuery = (id: string) =>
  queryOptions({ queryKey: ["topup", id], queryFn: ({ signal }) => get("/v1/topups/:id", undefined, { params: { id }, signal }) })

/** The calls that a collection debits. */
export const collectedQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: ["payments", "collection", id],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) => get("/v1/payments", { collection: id, cursor: pageParam, limit: 20 }, { signal }) as Promise<Page>,
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
  })

/** The names of the keys that bought something in the last 91 days, which with today is the longest period. Every member may read them, the list of keys only who manages it. */
export const keyNamesQuery = queryOptions({
  queryKey: ["spending", "keys", "newest"],
  staleTime: 60_000,
  queryFn: async ({ client, signal }) => {
    // An answer states the gateway's time, from which the period is counted.
    await client.ensureQueryData(railsQuery)
    const from = new Date(gatewayNow() - 91 * 86_400_000).toISOString().slice(0, 10)
    const to = new Date(gatewayNow() + 86_400_000).toISOString().slice(0, 10)
    const { rows } = await get("/v1/spending", { from, to, group_by: "key" }, { signal })
    return new Map(rows.flatMap(({ group, label }) => (group === null ? [] : [[group, label] as const])))
  },
})
