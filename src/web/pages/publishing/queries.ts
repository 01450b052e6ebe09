import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query"
import { get } from "../../api/client.ts"
import { asAccount } from "../../links/links.ts"

export const publisherKey = (account: string) => ["publisher", account] as const

export const publisherQuery = (account: string) =>
  queryOptions({
    queryKey: publisherKey(account),
    queryFn: ({ signal }) => get("/v1/publishers/me", undefined, { signal, ...asAccount(account) }),
  })

export const listingsQuery = (account: string) =>
  queryOptions({
    queryKey: [...publisherKey(account), "listings"],
    queryFn: ({ signal }) => get("/v1/publishers/me/listings", undefined, { signal, ...asAccount(account) }),
  })

export const statementQuery = (account: string, month: string) =>
  queryOptions({
    queryKey: [...publisherKey(account), "statement", month],
    queryFn: ({ signal }) => get("/v1/publishers/me/statement", { month }, { signal, ...asAccount(account) }),
  })

export const payoutsQuery = (account: string) =>
  infiniteQueryOptions({
    queryKey: [...publisherKey(account), "payouts"],
    queryFn: ({ pageParam, signal }) =>
      get("/v1/publishers/me/payouts", { cursor: pageParam, limit: 20 }, { signal, ...asAccount(account) }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next_cursor ?? undefined,
  })
