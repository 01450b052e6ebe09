import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query"
import { get } from "../../api/client.ts"

export const alertsKey = ["alerts"] as const

export const alertsQuery = (seen: boolean) =>
  infiniteQueryOptions({
    queryKey: [...alertsKey, seen],
    queryFn: ({ pageParam, signal }) =>
      get("/v1/alerts", { cursor: pageParam, limit: 20, ...(!seen && { acknowledged: "false" }) }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next_cursor ?? undefined,
  })

export const organisationQuery = queryOptions({
  queryKey: ["organisation"],
  queryFn: ({ signal }) => get("/v1/organisation", undefined, { signal }),
})

export const autoTopupQuery = queryOptions({
  queryKey: ["autoTopup"],
  queryFn: ({ signal }) => get("/v1/me/credits/auto-top-up", undefined, { signal }),
  retry: false,
})

export const tagsQuery = queryOptions({
  queryKey: ["spending", "tag"],
  queryFn: ({ signal }) => get("/v1/spending", { group_by: "tag" }, { signal }),
})
