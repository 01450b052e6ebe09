import { type Cause, Effect } from "effect"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { protocolVersion } from "../../domain/catalogue/views.ts"
import { isRefused, type Refused, ServiceUnavailable, StorageUnavailable } from "../../domain/Refusal.ts"
import { Exchange, type ExchangeState } from "./Exchange.ts"

/** The one error envelope. A refusal never moved money; a ledger that could not be reached leaves it unknown. */
export const refuse = (error: Refused, exchange: ExchangeState): HttpServerResponse.HttpServerResponse => {
  if (exchange.moneyMoved !== undefined && error instanceof StorageUnavailable) exchange.moneyMoved = "unknown"
  exchange.refusal = error.code
  const headers: Record<string, string> = {}
  if (error.status === 429 || error.status === 503) headers["retry-after"] = String(error.retryAfterSeconds ?? 1)
  if (error.status === 401) headers["www-authenticate"] = "Bearer"
  const body = exchange.gatewayEnvelope ? gatewayEnvelope(error) : { ...error.toEnvelope(), ...exchange.members }
  return HttpServerResponse.jsonUnsafe(body, { status: error.status, headers })
}

/** The shared source list answers a missing key and a bad query in a shape of its own. */
const gatewayEnvelope = (error: Refused) => ({
  protocol_version: protocolVersion,
  errors: [{ code: error.code, message: error.message, ...(error.field === undefined ? {} : { field: error.field }) }],
})

/** Runs a handler to an answer: its refusals become the envelope, anything else is a fault of ours. */
export const answer = <A extends HttpServerResponse.HttpServerResponse, E, R>(
  handler: Effect.Effect<A, E, R>,
): Effect.Effect<HttpServerResponse.HttpServerResponse, never, R> =>
  Effect.flatMap(Exchange, (exchange) =>
    Effect.catch(handler, (error) => (isRefused(error) ? Effect.succeed(refuse(error, exchange)) : Effect.die(error))),
  )

/** 503 with the request id in place of whatever went wrong; the log has the cause. */
export const fault = Effect.fnUntraced(function* (cause: Cause.Cause<unknown>, exchange: ExchangeState) {
  yield* Effect.logError("request failed", cause)
  if (exchange.moneyMoved !== undefined) exchange.moneyMoved = "unknown"
  return refuse(
    new ServiceUnavailable({
      message: `The request could not be completed. Retry with the same Idempotency-Key, or tell support the request id ${exchange.requestId}.`,
    }),
    exchange,
  )
})

export const json = (body: unknown, options?: { readonly status?: number; readonly headers?: Record<string, string> }) =>
  HttpServerResponse.jsonUnsafe(body, options)
