import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import type { Challenge, Quote } from "../../domain/rail/Rail.ts"
import { besideRequest, forRequest } from "../RailUnavailable.ts"
import { Chain, ChainUnavailable } from "./evm/Chain.ts"
import { aboveExposureCap, type PaymentTerms, requirementFor } from "./paymentTerms.ts"
import { bindingOf, offeredIdentifier } from "./protocol/paymentIdentity.ts"
import { encodeOfferHeader, encodeOfferMembers, type Offer } from "./protocol/responses.ts"

/** The offer of a 402 response. It can be paid until it expires, even if the price changes. `refused` is the reason why a presented payment was not accepted. */
export const recordedChallenge = Effect.fnUntraced(function* (terms: PaymentTerms, quote: Quote, refused?: string) {
  const challenge = challengeFor(yield* Chain, terms, quote, refused)
  if (challenge !== undefined && quote.resource !== undefined) {
    yield* (yield* OfferedPrices).record(bindingOf(quote.resource), quote.max, terms.maxTimeoutSeconds)
  }
  return challenge
})

/** The offer in both versions of the protocol. Undefined if the quote is not for a single request, is free, or is above the cap. */
const challengeFor = (
  chain: Pick<Chain["Service"], "asset" | "network">,
  terms: PaymentTerms,
  quote: Quote,
  refused = "Payment required",
): Challenge | undefined => {
  const { max, resource } = quote
  if (resource === undefined || max === 0n || aboveExposureCap(terms, quote) !== undefined) return undefined
  const { description, mimeType, url } = resource
  const offer: Offer = {
    error: refused,
    resource: { url, description, mimeType },
    requirements: [requirementFor(chain, terms, quote)],
    extensions: offeredIdentifier,
  }
  return { headers: { "PAYMENT-REQUIRED": encodeOfferHeader(offer) }, members: { ...encodeOfferMembers(offer) } }
}

/** Prices that were offered for a request and have not expired. Stored, because a version 1 payment contains nothing of its offer. */
export class OfferedPrices extends Context.Service<
  OfferedPrices,
  {
    /** `binding`: hash of method, URL and body. Never fails: without the record only the current price can be paid. */
    readonly record: (binding: string, amount: bigint, seconds: number) => Effect.Effect<void>
    readonly isOffered: (binding: string, amount: bigint) => Effect.Effect<boolean, ChainUnavailable>
    readonly deleteExpired: Effect.Effect<void>
  }
>()("farthing/rails/x402/OfferedPrices") {
  static readonly layer = Layer.suspend(() => Layer.effect(OfferedPrices, make))
}

const make = Effect.gen(function* () {
  const sql = yield* SqlClient
  const logFailure = <A, E extends { readonly message: string }>(statement: Effect.Effect<A, E>) =>
    Effect.asVoid(Effect.catch(statement, ({ message }) => Effect.logWarning(`x402: an offered price could not be stored: ${message}`)))
  return OfferedPrices.of({
    record: (binding, amount, seconds) =>
      besideRequest(
        logFailure(
          forRequest(sql`insert into rail_x402.offer (binding, amount, until) values (${binding}, ${amount}, clock_timestamp() + make_interval(secs => ${seconds}))
          on conflict (binding, amount) do update set until = excluded.until`),
        ),
      ),
    isOffered: (binding, amount) =>
      sql`select from rail_x402.offer where binding = ${binding} and amount = ${amount} and until > clock_timestamp()`.pipe(
        forRequest,
        Effect.map((rows) => rows.length > 0),
        Effect.mapError(({ message }) => new ChainUnavailable({ message: `the offered price cannot be read: ${message}` })),
      ),
    deleteExpired: logFailure(sql`delete from rail_x402.offer where until < clock_timestamp()`),
  })
})
