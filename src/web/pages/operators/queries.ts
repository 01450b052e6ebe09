import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query"
import { get } from "../../api/client.ts"

/** All reads of the operators: an action makes every one of them stale. */
export const operatorKey = ["operator"] as const

export const organisationsQuery = (search: string | undefined) =>
  infiniteQueryOptions({
    queryKey: [...operatorKey, "organisations", search ?? ""],
    queryFn: ({ pageParam, signal }) => get("/v1/operator/organisations", { search, after: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next_cursor ?? undefined,
  })

export const organisationQuery = (id: string) =>
  queryOptions({
    queryKey: [...operatorKey, "organisation", id],
    queryFn: ({ signal }) => get("/v1/operator/organisations/:id", undefined, { params: { id }, signal }),
  })

export const queuesQuery = queryOptions({
  queryKey: [...operatorKey, "queues"],
  queryFn: ({ signal }) => get("/v1/operator/queues", undefined, { signal }),
  refetchInterval: 15_000,
})

export const holdsQuery = (unknown: boolean) =>
  queryOptions({
    queryKey: [...operatorKey, "holds", unknown],
    queryFn: ({ signal }) => get("/v1/operator/holds", unknown ? { unknown: "true" } : {}, { signal }),
  })

export const callQuery = (id: string) =>
  queryOptions({
    queryKey: [...operatorKey, "call", id],
    queryFn: ({ signal }) => get("/v1/operator/calls/:id", undefined, { params: { id }, signal }),
  })

export const railsQuery = queryOptions({
  queryKey: [...operatorKey, "rails"],
  queryFn: ({ signal }) => get("/v1/operator/rails", undefined, { signal }),
})

export const listingsQuery = queryOptions({
  queryKey: [...operatorKey, "listings"],
  queryFn: ({ signal }) => get("/v1/operator/listings", undefined, { signal }),
})

export const payoutsQuery = (status: "requested" | undefined) =>
  queryOptions({
    queryKey: [...operatorKey, "payouts", status ?? ""],
    queryFn: ({ signal }) => get("/v1/operator/payouts", { status }, { signal }),
  })

export const publishersQuery = queryOptions({
  queryKey: [...operatorKey, "publishers"],
  queryFn: ({ signal }) => get("/v1/operator/publishers", undefined, { signal }),
})

export const logQuery = (organisation: string | undefined) =>
  infiniteQueryOptions({
    queryKey: [...operatorKey, "log", organisation ?? ""],
    queryFn: ({ pageParam, signal }) => get("/v1/operator/log", { organisation, before: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next_cursor ?? undefined,
  })
