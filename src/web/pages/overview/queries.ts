import { queryOptions } from "@tanstack/react-query"
import { get } from "../../api/client.ts"

export const meQuery = queryOptions({ queryKey: ["me"], queryFn: ({ signal }) => get("/v1/me", undefined, { signal }) })
