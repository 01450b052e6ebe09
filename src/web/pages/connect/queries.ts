import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query"
import { get } from "../../api/client.ts"
import { asAccount } from "../../links/links.ts"

export const marketplaceQuery = (account: string) =>
  queryOptions({
    queryKey: ["marketplace", account],
    queryFn: ({ signal }) => get("/v1/marketplaces/me", undefined, { signal, ...asAccount(account) }),
  })

export const keysQuery = (account: string) =>
  queryOptions({
    queryKey: ["marketplace", account, "keys"],
    queryFn: ({ signal }) => get("/v1/marketplaces/me/keys", undefined, { signal, ...asAccount(account) }),
  })

export const webhookQuery = (account: string) =>
  queryOptions({
    queryKey: ["marketplace", account, "webhook"],
    queryFn: ({ signal }) => get("/v1/marketplaces/me/webhook", undefined, { signal, ...asAccount(account) }),
  })

export const eventsKey = (account: string) => ["marketplace", account, "events"] as const

export const eventsQuery = (account: string) =>
  infiniteQueryOptions({
    queryKey: eventsKey(account),
    queryFn: ({ pageParam, signal }) =>
      get("/v1/marketplaces/me/events", { cursor: pageParam, limit: 20 }, { signal, ...asAccount(account) }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next_cursor ?? undefined,
    // Until every attempt has ended.
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ events }) => events.some(({ status }) => status === "pending" || status === "sending")) === true
        ? 2_000
        : false,
  })

export const eventQuery = (account: string, id: string) =>
  queryOptions({
    queryKey: [...eventsKey(account), id],
    queryFn: ({ signal }) => get("/v1/marketplaces/me/events/:id", undefined, { params: { id }, signal, ...asAccount(account) }),
  })

export const merchantsQuery = (account: string) =>
  infiniteQueryOptions({
    queryKey: ["marketplace", account, "merchants"],
    queryFn: ({ pageParam, signal }) => get("/v1/merchants", { cursor: pageParam, limit: 20 }, { signal, ...asAccount(account) }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next_cursor ?? undefined,
  })
