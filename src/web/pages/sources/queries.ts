import { queryOptions } from "@tanstack/react-query"
import { get, post, type ResponseOf } from "../../api/client.ts"

export type SourceJson = ResponseOf<"GET", "/v2/sources/:source_id">
export type OperationJson = SourceJson["operations"][number]
export type OperationInput = OperationJson["input"][number]
export type RunJson = ResponseOf<"GET", "/v2/runs/:id">
export type Preflight = ResponseOf<"POST", "/v1/apis/:slug/preflight">
export type InputValues = Readonly<Record<string, unknown>>

export const pageSize = 24

export interface DirectorySearch {
  readonly search?: string
  readonly category?: string
  readonly offset?: string
}

export const sourcesQuery = (search: DirectorySearch) =>
  queryOptions({
    queryKey: ["sources", search],
    queryFn: ({ signal }) => get("/v2/sources", { ...search, limit: pageSize }, { signal }),
  })

export const sourceQuery = (id: string) =>
  queryOptions({
    queryKey: ["source", id],
    queryFn: ({ signal }) => get("/v2/sources/:source_id", undefined, { params: { source_id: id }, signal }),
  })

/** What the call would cost with these inputs, and which rail would pay it. Nothing is called or charged. */
export const preflightQuery = (source: string, operation: string, input: InputValues | undefined, rail: string) =>
  queryOptions({
    queryKey: ["preflight", source, operation, input ?? null, rail],
    staleTime: 20_000,
    queryFn: ({ signal }) =>
      post(
        "/v1/execute/:source/:operation/preflight",
        { ...(input !== undefined && { input }), ...(rail !== "" && { rail }) },
        { params: { source, operation }, signal },
      ),
  })

export interface Execution {
  readonly source: string
  readonly operation: string
  readonly input: InputValues
  readonly rail: string
  readonly headers: Readonly<Record<string, string>>
}

/** Buys the call. A repeated key answers the same run and charges nothing. */
export const execute = ({ headers, input, operation, rail, source }: Execution) =>
  post("/v1/execute/:source/:operation", input, {
    params: { source, operation },
    headers: { ...headers, ...(rail !== "" && { "x-payment-rail": rail }) },
  }) as Promise<RunJson>

/** A run that had not ended within the wait is read until it has. */
export const unfinishedRunQuery = (run: RunJson | undefined) =>
  queryOptions({
    queryKey: ["run", run?.id],
    enabled: run?.status === "running",
    queryFn: ({ signal }) => get("/v2/runs/:id", { wait_seconds: 20 }, { params: { id: run!.id }, signal }),
    refetchInterval: ({ state }) => (state.data?.status === "running" || state.data === undefined ? 1_000 : false),
  })
