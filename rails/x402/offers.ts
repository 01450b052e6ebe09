import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { type Chain, ChainUnavailable } from "./evm/Chain.ts"
import type { Quote, Challenge } from "../../domain/rail/Rail.ts"
import { type PaymentTerms, aboveCap, requirementFor } from "./paymentTerms.ts"
import { offeredIdentifier } from "./protocol/paymentIdentity.ts"
import { type Offer, encodeOfferHeader, encodeOfferMembers } from "./protocol/responses.ts"

/**
 * What was offered for which request, until it expires: a price that changed meanwhile is not the buyer's fault. Version 1
 * sends nothing of an offer back, so that it has to be kept here.
 */
export class OfferedPrices extends Context.Service<
  OfferedPrices,
  {
    /** `binding`: hash of method, URL and body. Never fails: an offer that is not kept is payable at its own price only. */
    readonly keep: (binding: string, amount: bigint, seconds: number) => Effect.Effect<void>
    readonly isOffered: (binding: string, amount: bigint) => Effect.Effect<boolean, ChainUnavailable>
    /** Forgets what has expired. */
    readonly deleteExpired: Effect.Effect<void>
  }
>()("farthing/rails/x402/Offers") {
  static readonly layer = Layer.suspend(() => Layer.effect(OfferedPrices, make))
}

const make = Effect.gen(function* () {
  const sql = yield* SqlClient
  const kept = <A, E extends { readonly message: string }>(statement: Effect.Effect<A, E>) =>
    Effect.asVoid(Effect.catch(statement, ({ message }) => Effect.logWarning(`x402: an offer could not be kept: ${message}`)))
  return OfferedPrices.of({
    keep: (binding, amount, seconds) =>
      kept(sql`insert into rail_x402.offer (binding, amount, until) values (${binding}, ${amount}, clock_timestamp() + make_interval(secs => ${seconds}))
        on conflict (binding, amount) do update set until = excluded.until`),
    isOffered: (binding, amount) =>
      sql`select from rail_x402.offer where binding = ${binding} and amount = ${amount} and until > clock_timestamp()`.pipe(
        Effect.map((rows) => rows.length > 0),
        Effect.mapError(({ message }) => new ChainUnavailable({ message: `the offer cannot be looked up: ${message}` })),
      ),
    deleteExpired: kept(sql`delete from rail_x402.offer where until < clock_timestamp()`),
  })
})

/** The offer that goes with a 402, in both versions of the protocol. Undefined where no single request is paid for. */
export const challengeFor = (
  chain: Pick<Chain["Service"], "asset" | "network">,
  terms: PaymentTerms,
  quote: Quote,
): Challenge | undefined => {
  const { max, resource } = quote
  if (resource === undefined || max === 0n || aboveCap(terms, quote) !== undefined) return undefined
  const { description, mimeType, url } = resource
  const offer: Offer = {
    error: "Payment required",
    resource: { url, description, mimeType },
    requirements: [requirementFor(chain, terms, quote)],
    extensions: offeredIdentifier,
  }
  return { headers: { "PAYMENT-REQUIRED": encodeOfferHeader(offer) }, members: { ...encodeOfferMembers(offer) } }
}
