import { type Context, Effect, Schema } from "effect"
import type { HttpServerRequest } from "effect/http/HttpServerRequest"
import { Refusal } from "../../domain/Refusal.ts"
import { envelope } from "../http/errors.ts"
import { publicBase } from "../http/RequestContext.ts"

/** 404: this gateway has no direct debits and takes no cards. */
export class NotOffered extends Refusal("route_not_found", 404) {}

export const notOfferedError = envelope(NotOffered, "This gateway is not set up for direct debits and cards.")

/** A service of these rails. A gateway that is not set up for it answers as if there were no such route. */
export const offered = Effect.fnUntraced(function* <A>(reference: Context.Reference<A | undefined>) {
  const service = yield* reference
  return service ?? (yield* new NotOffered({ message: "This gateway is not set up for direct debits and cards." }))
})

const address = Schema.String.check(
  Schema.isMaxLength(2_000),
  Schema.makeFilter((text: string) => (URL.canParse(text) && /^https?:/.test(text)) || "must be an http or https address"),
)

/** Where the browser goes from Stripe's page. Without them, to the status page of the gateway. */
export const returnAddresses = { success_url: Schema.optionalKey(address), cancel_url: Schema.optionalKey(address) }

interface ReturnAddresses {
  readonly success_url?: string
  readonly cancel_url?: string
}

/** The addresses of the request, or the gateway's status page under the host name of the request. */
export const returnsOf = Effect.fnUntraced(function* (given: ReturnAddresses, request: HttpServerRequest) {
  const base = yield* publicBase(request)
  return { successUrl: given.success_url ?? `${base}/status`, cancelUrl: given.cancel_url ?? `${base}/status` }
})
