import type { Hex } from "../evm/hex.ts"
import { v1NameOf } from "./networks.ts"
import { type OfferedResource, type Requirement, toV1, toV2 } from "./Requirement.ts"
import { toHeader } from "./wire.ts"

/** Proxies and clients refuse longer headers, and a client sends parts of the offer back with its payment. */
const maxHeaderLength = 8_192

/** The payment requirements of a 402 response. */
export interface Offer {
  /** A sentence, or the protocol's reason why the presented payment was refused. */
  readonly error: string
  readonly resource: OfferedResource
  /** The best one first. */
  readonly requirements: ReadonlyArray<Requirement>
  readonly extensions: Readonly<Record<string, unknown>>
}

/**
 * The value of version 2's `PAYMENT-REQUIRED`, under 8 KB. A longer one is shortened in this order: the description is cut, optional
 * members are omitted, the URL loses its query, and at last its path.
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
  return candidates.map(toHeader).find((header) => header.length < maxHeaderLength) ?? toHeader({ ...brief, resource: { url: origin } })
}

/** Version 1's members of a 402 body. Undefined if version 1 has no name for any offered network. */
export const encodeOfferMembers = ({ requirements, resource }: Offer) => {
  const accepts = requirements.map((requirement) => toV1(requirement, resource)).filter((entry) => entry !== undefined)
  return accepts.length === 0 ? undefined : ({ x402Version: 1, accepts } as const)
}

const shorten = (text: string, maxLength: number) => {
  const characters = [...text]
  return characters.length <= maxLength ? text : `${characters.slice(0, maxLength - 1).join("")}…`
}

/** The result of a payment. `transaction` is empty if there is none. */
export type ReceiptOutcome =
  | { readonly success: true; readonly transaction: Hex; readonly amount: bigint }
  | { readonly success: false; readonly transaction: Hex | ""; readonly errorReason: string; readonly errorMessage: string }

/** `network` is CAIP-2. */
export type Receipt = ReceiptOutcome & { readonly network: string; readonly payer?: Hex }

/** The receipt in the form of either version; version 1 has its own names of networks. */
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

/** The response header in which a client of that version looks for its receipt. */
export const encodeReceipt = (receipt: Receipt, version: 1 | 2): Readonly<Record<string, string>> => ({
  [version === 1 ? "X-PAYMENT-RESPONSE" : "PAYMENT-RESPONSE"]: toHeader(receiptWire(receipt, version)),
})
