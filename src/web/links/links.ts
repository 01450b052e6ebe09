import { queryOptions } from "@tanstack/react-query"
import { get, type ResponseOf } from "../api/client.ts"

export type LinkedRow = ResponseOf<"GET", "/v1/organisation/links">["links"][number]

/** The marketplaces and publishers that the organisation has linked. */
export const linksQuery = queryOptions({
  queryKey: ["links"],
  queryFn: ({ signal }) => get("/v1/organisation/links", undefined, { signal }),
})

/** The header that names the linked marketplace or publisher, for its routes. */
export const asAccount = (account: string) => ({ headers: { "x-farthing-account": account } })
