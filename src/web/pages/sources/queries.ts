import { queryOptions } from "@tanstack/react-query"
import { get, post, type ResponseOf, send } from "../../api/client.ts"

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

/** A listed API is called with the methods and paths of its own document, so its operations are named by them: `POST /send`. */
export const isRelayed = ({ id }: OperationJson): boolean => /^[A-Z]+ \//.test(id)

/** The request of a listed API: `path.…`, `query.…` and `header.…` name the parts in which an input is sent, `body` is the body. */
const relayedRequest = (operation: string, input: InputValues) => {
  const [method, template] = operation.split(" ", 2) as [string, string]
  const search = new URLSearchParams()
  const headers: Record<string, string> = {}
  let path = template
  for (const [field, value] of Object.entries(input)) {
    const [part, name = ""] = field.split(/\.(.*)/s, 2) as [string, string?]
    const texts = (Array.isArray(value) ? value : [value]).map(String)
    if (part === "path") path = path.replace(`{${name}}`, encodeURIComponent(texts.join(",")))
    if (part === "query") for (const text of texts) search.append(name, text)
    if (part === "header") headers[name] = texts.join(",")
  }
  return { method, path: search.size === 0 ? path : `${path}?${search}`, headers, body: input["body"] }
}

/** What the call would cost with these inputs, and which rail would pay it. Nothing is called or charged. */
export const preflightQuery = (source: string, operation: OperationJson, input: InputValues | undefined, rail: string) =>
  queryOptions({
    queryKey: ["preflight", source, operation.id, input ?? null, rail],
    staleTime: 20_000,
    queryFn: ({ signal }) => {
      const pinned = rail !== "" && { rail }
      if (isRelayed(operation)) {
        const { body, method, path } = relayedRequest(operation.id, input ?? {})
        const request = { method, path, ...(body !== undefined && { input: body }), ...pinned }
        return post("/v1/apis/:slug/preflight", request, { params: { slug: source }, signal })
      }
      return post(
        "/v1/execute/:source/:operation/preflight",
        { ...(input !== undefined && { input }), ...pinned },
        { params: { source, operation: operation.id }, signal },
      )
    },
  })

export interface Execution {
  readonly source: string
  readonly operation: OperationJson
  readonly input: InputValues
  readonly rail: string
  readonly headers: Readonly<Record<string, string>>
}

/** What a listed API answered, and the payment that the gateway made for it. */
export interface RelayedAnswer {
  readonly document: unknown
  readonly payment: string | null
  /** In dollars; null: the call was free. */
  readonly price: string | null
}

/** Buys the call. A repeated key answers the same call and charges nothing. */
export const execute = async ({ headers, input, operation, rail, source }: Execution): Promise<RunJson | RelayedAnswer> => {
  const pinned = { ...headers, ...(rail !== "" && { "x-payment-rail": rail }) }
  if (!isRelayed(operation)) {
    const options = { params: { source, operation: operation.id }, headers: pinned }
    return (await post("/v1/execute/:source/:operation", input, options)) as RunJson
  }
  const request = relayedRequest(operation.id, input)
  const answer = await send(request.method, `/${source}${request.path}`, request.body, { headers: { ...request.headers, ...pinned } })
  const isCharged = answer.headers.get("x-money-moved") === "charged"
  return {
    document: answer.json ?? null,
    payment: answer.headers.get("x-payment-id"),
    price: isCharged ? answer.headers.get("x-payment-price") : null,
  }
}

/** A run that had not ended within the wait is read until it has. */
export const unfinishedRunQuery = (run: RunJson | undefined) =>
  queryOptions({
    queryKey: ["run", run?.id],
    enabled: run?.status === "running",
    queryFn: ({ signal }) => get("/v2/runs/:id", { wait_seconds: 20 }, { params: { id: run!.id }, signal }),
    refetchInterval: ({ state }) => (state.data?.status === "running" || state.data === undefined ? 1_000 : false),
  })
