import type { HttpApi, HttpApiGroup } from "effect/http-api"
import type { Schema } from "effect"
import type { autoTopupRoutes } from "../../../rails/credits/autoTopup/routes.ts"
import type { TopupsGroup } from "../../../rails/credits/topups/routes.ts"
import type { SepaGroup } from "../../../rails/sepa/routes.ts"
import type { Api } from "../../http/Api.ts"
import { noticeGatewayTime } from "../format/gatewayClock.ts"
import type { OperatorGroup } from "../../http/operator/api.ts"

type GroupsOf<A> = A extends HttpApi.HttpApi<infer _Id, infer Groups> ? Groups : never
type Endpoint = HttpApiGroup.Endpoints<
  GroupsOf<typeof Api> | typeof OperatorGroup | typeof SepaGroup | typeof TopupsGroup | (typeof autoTopupRoutes)["group"]
>

/** What the definition of an endpoint says of its JSON. Only types come from the definitions: their code is the server's. */
interface Shape {
  readonly method: string
  readonly path: string
  readonly "~Query": Schema.Top
  readonly "~Payload": Schema.Top
  readonly "~Success": Schema.Top
}
type At<M extends string, P extends string> = Extract<Endpoint, { readonly method: M; readonly path: P }>
/** A definition wraps each schema in a codec to JSON, whose own encoded side has no shape. */
type Encoded<S> = S extends { readonly schema: { readonly Encoded: infer E } } ? E : S extends { readonly Encoded: infer E } ? E : never
export type ResponseOf<M extends string, P extends string> = At<M, P> extends infer E extends Shape ? Encoded<E["~Success"]> : never
type Payload<M extends string, P extends string> = At<M, P> extends infer E extends Shape ? Encoded<E["~Payload"]> : never
type Query<M extends string, P extends string> =
  At<M, P> extends infer E extends Shape ? { readonly [K in keyof E["~Query"]["Type"]]?: string | number | boolean | undefined } : never

type PathOf<M extends string> = Extract<Endpoint, { readonly method: M }>["path"]

/** A refusal of the gateway, as its envelope says it. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  /** The member that is wrong, where the gateway names one. */
  readonly field: string | undefined
  /** What happened to the money, on routes that move some: `X-Money-Moved`. */
  readonly moneyMoved: string | undefined
  constructor(status: number, code: string, message: string, field?: string, moneyMoved?: string) {
    super(message)
    this.moneyMoved = moneyMoved
    this.status = status
    this.code = code
    this.field = field
  }
}

export interface CallOptions {
  readonly params?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
}

/** A search parameter that is undefined is left out. */
const addressOf = (path: string, params: Readonly<Record<string, string>>, query: object) => {
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ""))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined && value !== "") search.set(name, String(value))
  return search.size === 0 ? filled : `${filled}?${search}`
}

/** Sends a request with the session's cookie and reads its JSON. Every failure is an `ApiError` whose message says what to do. */
export const sendJson = async (method: string, address: string, body: unknown, options: CallOptions = {}): Promise<unknown> =>
  (await send(method, address, body, options)).json

/** The same with the headers of the answer. */
export const send = async (method: string, address: string, body: unknown, { headers, signal }: CallOptions = {}) => {
  const response = await fetch(address, {
    method,
    credentials: "same-origin",
    headers: { ...(body !== undefined && { "content-type": "application/json" }), ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(signal !== undefined && { signal }),
  }).catch((cause: unknown) => {
    if (cause instanceof DOMException && cause.name === "AbortError") throw cause
    throw new ApiError(0, "unreachable", "The gateway cannot be reached. Check the connection and try again.")
  })
  noticeGatewayTime(response.headers.get("x-gateway-time"))
  const text = await response.text()
  let json: unknown
  try {
    json = text === "" ? undefined : JSON.parse(text)
  } catch {
    throw new ApiError(response.status, "no_json", "The gateway answered something else than JSON. Try again in a moment.")
  }
  if (response.ok) return { json, headers: response.headers }
  // The envelope of the gateway, or that of the sign-in library.
  const { code, field, message } = ((json as { error?: object } | undefined)?.error ?? json ?? {}) as Record<string, string | undefined>
  throw new ApiError(
    response.status,
    code ?? "failed",
    message ?? `The gateway answered ${response.status}. Try again in a moment.`,
    field ?? (response.status === 400 && message !== undefined ? fieldNamedIn(message) : undefined),
    response.headers.get("x-money-moved") ?? undefined,
  )
}

/** The member with which the sentence of a malformed request begins: `amount: …`, `The member "amount" is missing`, "`amount` must be …". */
const fieldNamedIn = (message: string) =>
  /^(?:The (?:member|parameter) )?(?:"([\w.]+)"|`([\w.]+)`|([\w.]+):)/.exec(message)?.slice(1).find(Boolean)

/** Reads from the public API. The path is that of the definition; `params` fill its `:names`. */
export const get = <P extends PathOf<"GET">>(path: P, query?: Query<"GET", P>, options: CallOptions = {}) =>
  sendJson("GET", addressOf(path, options.params ?? {}, query ?? {}), undefined, options) as Promise<ResponseOf<"GET", P>>

const writer =
  <M extends "POST" | "PUT" | "PATCH" | "DELETE">(method: M) =>
  <P extends PathOf<M>>(path: P, body?: Payload<M, P>, options: CallOptions = {}) =>
    sendJson(method, addressOf(path, options.params ?? {}, {}), body, options) as Promise<ResponseOf<M, P>>

export const post = writer("POST")
export const put = writer("PUT")
export const patch = writer("PATCH")
export const remove = writer("DELETE")
