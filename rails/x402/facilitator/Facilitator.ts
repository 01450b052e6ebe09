import { Context, type Effect } from "effect"

/** The caller's organisation, and its `Idempotency-Key`. */
export interface FacilitatorCaller {
  readonly id: string
  readonly idempotencyKey: string | null
}

/** A response of a route: `body` is JSON in the form of the protocol. A refused payment is a 200, because both generations of clients require it. */
export interface FacilitatorResponse {
  readonly status: 200 | 400 | 503
  readonly body: Readonly<Record<string, unknown>>
  /** Of a 503. */
  readonly retryAfterSeconds?: number
}

/** The body of `GET /supported`. */
export interface SupportedPayments {
  readonly kinds: ReadonlyArray<{ readonly x402Version: number; readonly scheme: string; readonly network: string }>
  readonly extensions: ReadonlyArray<string>
  readonly signers: Readonly<Record<string, ReadonlyArray<string>>>
}

/** Verifies and settles payments for other servers, from parsed JSON to the response. */
export interface FacilitatorService {
  readonly verify: (json: unknown) => Effect.Effect<FacilitatorResponse>
  /** Moves the money once, however many callers present the payment and however often. Only one of concurrent requests gets a success. */
  readonly settle: (json: unknown, caller: FacilitatorCaller) => Effect.Effect<FacilitatorResponse>
  readonly supported: FacilitatorResponse & { readonly body: SupportedPayments }
  /** The operator allows callers without an API key. */
  readonly keyless: boolean
}

/** For the routes. Undefined if this gateway has no x402 rail. */
export const Facilitator = Context.Reference<FacilitatorService | undefined>("farthing/rails/x402/Facilitator", {
  defaultValue: () => undefined,
})
