import { queryOptions } from "@tanstack/react-query"
import { get, type ResponseOf } from "../../api/client.ts"

export type RailState = ResponseOf<"GET", "/v1/me">["rails"][number]
export type Sepa = ResponseOf<"GET", "/v1/me/sepa">
export type OrganisationSettings = ResponseOf<"GET", "/v1/organisation">

export const railsQuery = queryOptions({
  queryKey: ["me", "rails"],
  queryFn: ({ signal }) => get("/v1/me", undefined, { signal }),
})

export const sepaQuery = queryOptions({
  queryKey: ["sepa"],
  queryFn: ({ signal }) => get("/v1/me/sepa", undefined, { signal }),
})

export const organisationQuery = queryOptions({
  queryKey: ["organisation"],
  queryFn: ({ signal }) => get("/v1/organisation", undefined, { signal }),
})

/** What changed the organisation's accounts beside its calls. */
export const bookingsQuery = queryOptions({
  queryKey: ["payments", "bookings"],
  queryFn: ({ signal }) => get("/v1/bookings", { limit: 50 }, { signal }),
})
