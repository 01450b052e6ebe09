import { Context, Effect } from "effect"
import type { Caller, RateWindow } from "../../domain/identity/Authenticator.ts"

/** The facts of one request. The request middleware makes it before anything else runs. */
export interface RequestContext {
  readonly requestId: string
  /** Milliseconds since 1970. */
  readonly startedAt: number
  /** By the monotonic clock, for durations. */
  readonly begunAt: number
  readonly method: string
  /** Written by the guard (who calls what) and by `refuse` (why not); read by the request middleware for headers, log and metrics. */
  readonly record: RequestRecord
}

export interface RequestRecord {
  /** The template of the route that serves the request. */
  route: string | undefined
  /** The route can move money: every response carries `X-Money-Moved`. */
  paid: boolean
  caller: Caller | undefined
  /** The e-mail of the person whose session of the app stands for the key. */
  person?: string
  /** The marketplace whose key the request presents. */
  marketplace?: { readonly id: string; readonly key: string; readonly requests: RateWindow }
  /** No response of this route may be cached. */
  noStore?: boolean
  /** Called when the request has delivered and waits for its rail alone: it gives its place back to requests that execute. */
  onRailWait?: () => void
  /** The code of the refusal that is the response, if it is one. */
  refusal: string | undefined
  /** The shared source list has an envelope of its own, for a missing key and a bad query. */
  sourceListEnvelope: boolean
  /** What makes a repeated request the same one: its Idempotency-Key, or the name of the payment that it presents. */
  idempotency: { readonly key: string; readonly payment?: string } | undefined
}

export const RequestContext = Context.Reference<RequestContext>("farthing/rails/http/RequestContext", {
  defaultValue: () => {
    throw new Error("The request middleware is not installed.")
  },
})

/** The organisation key of this request. The guard has authenticated it. */
export class CurrentCaller extends Context.Service<CurrentCaller, Caller>()("farthing/rails/http/CurrentCaller") {}

/** The request's body as it was sent, at most 64 KB, and its headers. */
export class RequestBody extends Context.Service<
  RequestBody,
  {
    /** Empty if the request has no body. */
    readonly bytes: Uint8Array
    readonly headers: Readonly<Record<string, string | undefined>>
    /** The body before its schema, on routes with a payload: idempotency hashes cover it. */
    readonly json?: Readonly<Record<string, unknown>>
  }
>()("farthing/rails/http/RequestBody") {}

/** The public address of this gateway, without a slash at its end. Undefined: the Host header of each request names it. */
export const PublicUrl = Context.Reference<string | undefined>("farthing/rails/http/PublicUrl", { defaultValue: () => undefined })

/** The address of this gateway, as its clients reach it: the public one of the settings, otherwise the host name of the request. */
export const publicBase = ({ headers }: Pick<RequestBody["Service"], "headers">) =>
  Effect.map(PublicUrl, (publicUrl) => publicUrl ?? `http://${headers["host"] ?? "localhost"}`)
