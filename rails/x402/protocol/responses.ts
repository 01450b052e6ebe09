import { toHeader } from "./wire.ts"
import { type OfferedResource, type Requirement, toV1, toV2 } from "./Requirement.ts"
import type { Hex } from "../evm/hex.ts"
import { v1NameOf } from "./networks.ts"

/** Proxies and clients refuse longer headers, and what is offered comes back with the payment. */
const mostCharacters = 8_192

export interface Offer {
  /** Why there is something to pay: a sentence. */
  readonly error: string
  readonly resource: OfferedResource
  /** Best first. */
  readonly requirements: ReadonlyArray<Requirement>
  readonly extensions: Readonly<Record<string, unknown>>
}

/**
 * The value of version 2's `PAYMENT-REQUIRED`, under 8 KB: where it would be longer, first the description is cut short, then
 * what is optional is left out, then the address loses its query and at last its path.
 */
export const encodeOfferHeader = (offer: Offer): string => {
  const { description, mimeType, url } = offer.resource
  const accepts = offer.requirements.map(toV2)
  const whole = { x402Version: 2, error: offer.error, resource: { url, description, mimeType }, accepts, extensions: offer.extensions }
  const brief = { x402Version: 2, error: shorten(offer.error, 200), accepts }
  const { origin, pathname } = new URL(url)
  const candidates = [
    whole,
    { ...whole, resource: { url, description: shorten(description, 160), mimeType } },
    { ...brief, resource: { url, description: shorten(description, 160), mimeType } },
    { ...brief, resource: { url } },
    { ...brief, resource: { url: `${origin}${pathname}` } },
  ]
  return candidates.map(toHeader).find((header) => header.length < mostCharacters) ?? toHeader({ ...brief, resource: { url: origin } })
}

/** Members of version 1's body, beside whatever else is in it. Undefined where version 1 has no name for any network offered. */
export const encodeOfferMembers = ({ requirements, resource }: Offer) => {
  const accepts = requirements.map((requirement) => toV1(requirement, resource)).filter((entry) => entry !== undefined)
  return accepts.length === 0 ? undefined : ({ x402Version: 1, accepts } as const)
}

const shorten = (text: string, most: number) => {
  const characters = [...text]
  return characters.length <= most ? text : `${characters.slice(0, most - 1).join("")}…`
}

/** How a payment fared. `transaction` is empty where there is none. */
export type ReceiptOutcome =
  | { readonly success: true; readonly transaction: Hex; readonly amount: bigint }
  | { readonly success: false; readonly transaction: Hex | ""; readonly errorReason: string; readonly errorMessage: string }

/** `network` is CAIP-2. */
export type Receipt = ReceiptOutcome & { readonly network: string; readonly payer?: Hex }

/** The receipt as both versions write it; version 1 calls the network by its own name. */
export const receiptWire = (receipt: Receipt, version: 1 | 2) => {
  const network = version === 1 ? (v1NameOf(receipt.network) ?? receipt.network) : receipt.network
  const payer = receipt.payer === undefined ? {} : { payer: receipt.payer }
  return receipt.success
    ? { success: true, transaction: receipt.transaction, network, ...payer, amount: receipt.amount.toString() }
    : {
        success: false,
        errorReason: receipt.errorReason,
        errorMessage: receipt.errorMessage,
        transaction: receipt.transaction,
        network,
        ...payer,
      }
}

/** The header in which a client of that version looks for its receipt. */
export const encodeReceipt = (receipt: Receipt, version: 1 | 2): Readonly<Record<string, string>> => ({
  [version === 1 ? "X-PAYMENT-RESPONSE" : "PAYMENT-RESPONSE"]: toHeader(receiptWire(receipt, version)),
})
