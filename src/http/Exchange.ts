import { Context } from "effect"
import type { Caller } from "../../domain/identity/Authenticator.ts"

export type MoneyMoved = "none" | "held" | "charged" | "refunded" | "unknown"

/** What the answer to one request must say beside its body; written on the way, read once at the edge. */
export interface ExchangeState {
  readonly requestId: string
  readonly startedAt: number
  /** By the clock that only goes forward. */
  readonly begunAt: number
  readonly method: string
  /** The template of the route that serves it, once that is known. */
  route: string | undefined
  /** The code of the refusal that answers it, if one does. */
  refusal: string | undefined
  /** Undefined on routes that never cost anything. */
  moneyMoved: MoneyMoved | undefined
  caller: Caller | undefined
  /** The source list's own envelope, for a missing key and a bad query. */
  gatewayEnvelope: boolean
  /** What makes a repetition of this request one: its Idempotency-Key, or the name of the payment it presents. */
  idempotency: { readonly key: string; readonly payment?: string } | undefined
  headers: Record<string, string>
  /** Go beside `error` in a refusal. */
  members?: Readonly<Record<string, unknown>>
}

/** Installed by the edge around every request, whatever serves it. */
export const Exchange = Context.Reference<ExchangeState>("farthing/src/http/Exchange", {
  defaultValue: () => {
    throw new Error("no exchange: the edge is not installed")
  },
})

/** The organisation key of this request, past the gate. */
export class CurrentCaller extends Context.Service<CurrentCaller, Caller>()("farthing/src/http/CurrentCaller") {}

/** The request's body as it came, at most 64 KB, and the headers that say what it is. Empty where there is none. */
export class RequestBody extends Context.Service<
  RequestBody,
  { readonly bytes: Uint8Array; readonly headers: Readonly<Record<string, string | undefined>> }
>()("farthing/src/http/RequestBody") {}
