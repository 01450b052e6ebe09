import { type MicroUsd, toDecimal } from "../../domain/money/Money.ts"
import { Gap, type Quote } from "../../domain/rail/Rail.ts"
import type { Chain } from "./evm/Chain.ts"
import type { Hex } from "./evm/hex.ts"
import type { Requirement } from "./protocol/Requirement.ts"

/** On what terms this gateway is paid. */
export interface PaymentTerms {
  /** Where payments go. */
  readonly payTo: Hex
  /** What one payer may owe at once: calls that are executed before their payment is settled. */
  readonly exposureCap: MicroUsd
  /** The most that a managed wallet signs for in one transfer. */
  readonly maxPerTransfer: MicroUsd
  /** How long an offer stays payable, and for how long a client is asked to sign. */
  readonly maxTimeoutSeconds: number
  /** Calls that may cost this much are settled before the source is asked; undefined: none. */
  readonly upfrontFrom: MicroUsd | undefined
  /** How deep a block has to be until its payments are settled for good. */
  readonly confirmations: number
  /** How long a call waits for its payment to be in a block. */
  readonly answerWithinMs: number
}

export const feeBasisPoints = 200

/** What a payment for this quote has to be. */
export const requirementFor = (
  { asset, network }: Pick<Chain["Service"], "asset" | "network">,
  terms: PaymentTerms,
  { max }: Quote,
): Requirement => ({
  scheme: "exact",
  network: network.caip2,
  amount: max,
  asset: lower(asset.address),
  domain: { name: asset.name, version: asset.version },
  payTo: lower(terms.payTo),
  maxTimeoutSeconds: terms.maxTimeoutSeconds,
  flow: terms.upfrontFrom !== undefined && max >= terms.upfrontFrom ? "upfront" : "authorization",
})

/** A call above the cap would never be reserved. */
export const aboveCap = ({ exposureCap }: PaymentTerms, { max }: Quote) =>
  max <= exposureCap
    ? undefined
    : new Gap({
        code: "above_exposure_cap",
        message: `one payment covers calls of up to ${toDecimal(exposureCap)} USD here; use prepaid credits for this one`,
      })

/** A managed wallet would never sign for more: the call would be delivered and not paid. */
export const aboveTransfer = ({ maxPerTransfer: mostPerTransfer }: PaymentTerms, { max }: Quote) =>
  max <= mostPerTransfer
    ? undefined
    : new Gap({
        code: "above_transfer_limit",
        message: `the organisation's wallet signs for calls of up to ${toDecimal(mostPerTransfer)} USD; use prepaid credits for this one`,
      })

const lower = (address: Hex): Hex => `0x${address.slice(2).toLowerCase()}`
