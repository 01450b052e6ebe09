import { type MicroUsd, toDecimal } from "../../domain/money/Money.ts"
import { Gap, type Quote } from "../../domain/rail/Rail.ts"
import type { Chain } from "./evm/Chain.ts"
import { type Hex, lowerCase } from "./evm/hex.ts"
import type { Requirement } from "./protocol/Requirement.ts"

/** The terms on which the gateway accepts payments. */
export interface PaymentTerms {
  readonly payTo: Hex
  /** The most that one payer may owe for calls that are executed before their payment is settled. */
  readonly exposureCap: MicroUsd
  /** A payer with this number of delivered and unpaid calls in 30 days pays before its calls are executed. */
  readonly declinedUntilUpfront: number
  /** The most that a managed wallet signs for in one transfer. */
  readonly maxPerTransfer: MicroUsd
  /** How long an offer can be paid, and how long a client's authorization should be valid. */
  readonly maxTimeoutSeconds: number
  /** An authorization that is valid for longer, counted from the request, is refused. */
  readonly maxValidSeconds: number
  /** Calls whose maximum is at least this are settled before they are executed. Undefined: no call is. */
  readonly upfrontFrom: MicroUsd | undefined
  /** Number of blocks, the payment's own included, until a payment is final. */
  readonly confirmations: number
  /** How long a call waits for the verification of its payment. */
  readonly verifyWithinMs: number
  /** How long a call waits for its payment to be in a block. */
  readonly answerWithinMs: number
}

export const feeBasisPoints = 200

/** What a payment for this quote must be. */
export const requirementFor = (
  { asset, network }: Pick<Chain["Service"], "asset" | "network">,
  terms: PaymentTerms,
  { effects = false, max }: Quote,
): Requirement => ({
  scheme: "exact",
  network: network.caip2,
  amount: max,
  asset: lowerCase(asset.address),
  domain: { name: asset.name, version: asset.version },
  payTo: lowerCase(terms.payTo),
  maxTimeoutSeconds: terms.maxTimeoutSeconds,
  flow: effects || (terms.upfrontFrom !== undefined && max >= terms.upfrontFrom) ? "upfront" : "authorization",
})

/** The credit limit of a payer's account is the cap, so the ledger would never reserve a call above it. */
export const aboveExposureCap = ({ exposureCap }: PaymentTerms, { max }: Quote) =>
  max <= exposureCap
    ? undefined
    : new Gap({
        code: "above_exposure_cap",
        message: `one payment covers calls of up to ${toDecimal(exposureCap)} USD here; use prepaid credits for this one`,
      })

/** The wallet would not sign above its limit: the call would be delivered and never paid. */
export const aboveTransferLimit = ({ maxPerTransfer }: PaymentTerms, { max }: Quote) =>
  max <= maxPerTransfer
    ? undefined
    : new Gap({
        code: "above_transfer_limit",
        message: `the organisation's wallet signs for calls of up to ${toDecimal(maxPerTransfer)} USD; use prepaid credits for this one`,
      })
