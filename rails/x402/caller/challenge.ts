import type { Challenge, Quote } from "../../../domain/rail/Rail.ts"
import type { Chain } from "../chain/Chain.ts"
import { encodeOfferHeader, encodeOfferMembers, type Offer } from "../protocol/encodeOffer.ts"
import { offeredIdentifier } from "../protocol/paymentIdentifier.ts"
import { aboveCap, requirementFor, type Terms } from "../Terms.ts"

/** The offer that goes with a 402, in both versions of the protocol. Undefined where no single request is paid for. */
export const challengeFor = (chain: Pick<Chain["Service"], "asset" | "network">, terms: Terms, quote: Quote): Challenge | undefined => {
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
