import { Result, type Stream } from "effect"
import type { Dispatcher } from "undici"
import type { SourceFailure } from "../../domain/catalogue/Source.ts"
import { type BaseUrl, readBaseUrl } from "./baseUrl.ts"
import { invalidOrigin, invalidRequest, type OriginError } from "./OriginError.ts"

/** A request to the server of another company. It is sent at most once and never follows a redirect. */
export interface OriginRequest {
  /** `https://api.example.com[:port]`, without a path. */
  readonly origin: string
  readonly method: string
  /** Path and query as they came, one character a byte; never encoded again. */
  readonly path: string
  readonly headers: RawHeaders
  readonly body: Uint8Array | undefined
  /** From now until the last byte of the answer. */
  readonly deadlineMs: number
  /** The maximum size of the answer's body. */
  readonly maxBytes: number
  /** Who sends it: every caller gets a share of the connections to an origin. Absent for a request of the gateway itself. */
  readonly caller?: string
  /** The endpoint that is called, whose failures are counted apart from those of other endpoints. */
  readonly endpoint?: string
  /** The operator allowed this exact origin: it may speak plain HTTP and be at a private address. */
  readonly allowed?: boolean
  /** What messages call it; its public host name without this. */
  readonly displayName?: string
}

/** An answer of any status but 1xx. Encodings are untouched. */
export interface OriginAnswer {
  readonly status: number
  readonly headers: RawHeaders
  readonly body: Uint8Array
}

export interface StreamedAnswer {
  readonly status: number
  readonly headers: RawHeaders
  readonly body: Stream.Stream<Uint8Array, SourceFailure>
}

/** Names and values as they were on the wire: order, case and duplicates kept, one character a byte. */
export type RawHeaders = ReadonlyArray<readonly [name: string, value: string]>

export const rawHeaders = ({ rawHeaders: raw }: Dispatcher.DispatchController): RawHeaders => {
  if (!Array.isArray(raw)) return []
  const text = raw.map((part) => (typeof part === "string" ? part : part.toString("latin1")))
  return Array.from({ length: text.length >> 1 }, (_, index) => [text[index * 2] ?? "", text[index * 2 + 1] ?? ""] as const)
}

/** The length an answer declares; NaN where it declares none. */
export const declaredLength = (headers: RawHeaders): number =>
  Number(headers.find(([name]) => name.toLowerCase() === "content-length")?.[1] ?? Number.NaN)

export interface Destination {
  readonly baseUrl: BaseUrl
  readonly allowed: boolean
  readonly caller: string | undefined
  readonly endpoint: string
  /** The origin's name in messages: its public host name, and no inner address. */
  readonly displayName: string
  readonly dispatchOptions: Dispatcher.DispatchOptions
}

/** The destination and the bytes of a request, or the reason why it cannot be sent. `idleMs`: how long the body may be silent, 0 for as long as it likes. */
export const destinationOf = (request: OriginRequest, idleMs: number): Result.Result<Destination, OriginError> => {
  const allowed = request.allowed === true
  const baseUrl = readBaseUrl(request.origin, allowed)
  if (Result.isFailure(baseUrl)) return Result.fail(invalidOrigin(baseUrl.failure))
  if (baseUrl.success.path !== "") return Result.fail(invalidOrigin("must not have a path"))
  const wrong = requestProblem(request)
  if (wrong !== undefined) return Result.fail(invalidRequest(wrong))
  const { hostname } = baseUrl.success
  const named = !allowed && !/^[\d.]+$|:/.test(hostname)
  return Result.succeed({
    baseUrl: baseUrl.success,
    allowed,
    caller: request.caller,
    endpoint: request.endpoint ?? "",
    displayName: request.displayName ?? (named ? hostname : "The origin"),
    dispatchOptions: dispatchOptionsOf(request, idleMs),
  })
}

const requestProblem = ({ method, path }: OriginRequest): string | undefined => {
  if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,40}$/.test(method)) return "its method is not valid HTTP"
  if (method.toUpperCase() === "CONNECT") return "CONNECT opens a tunnel"
  // "http://elsewhere/" in place of a path would ask the origin to be a proxy.
  return path.startsWith("/") ? undefined : "its path does not begin with a slash"
}

/**
 * The request as undici sends it: path, header order, case and duplicates as they came. What frames a message or names its
 * host is this connection's own and never the caller's; undici would also ask for the
 * certificate of another Host header's name.
 */
const dispatchOptionsOf = ({ body, headers, method, path }: OriginRequest, idleMs: number): Dispatcher.DispatchOptions => ({
  method,
  path,
  headers: headers.filter(([name]) => !framingHeaders.has(name.toLowerCase())).flat(),
  body: body ?? null,
  // The deadline of the exchange covers its headers.
  headersTimeout: 0,
  bodyTimeout: idleMs,
})

const framingHeaders = new Set([
  "host",
  "connection",
  "keep-alive",
  "proxy-connection",
  "transfer-encoding",
  "content-length",
  "upgrade",
  "expect",
])
