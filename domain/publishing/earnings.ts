import type { CallState, Settlement } from "../ledger/state.ts"
import { type MicroUsd, microUsd, share, sum } from "../money/Money.ts"

/** The platform's share of calls that a rail settled from a moment on, in hundredths of a percent. Times are milliseconds since 1970. */
export interface FeeRate {
  readonly rail: string
  readonly settledFrom: number
  readonly basisPoints: number
}

/** The rate of a call by its rail and the moment of its settlement; undefined where there is no rate for it. */
export const feeRateOf = (rates: ReadonlyArray<FeeRate>, rail: string, settledAt: number): FeeRate | undefined =>
  rates
    .filter((rate) => rate.rail === rail && rate.settledFrom <= settledAt)
    .reduce<FeeRate | undefined>(
      (latest, rate) => (latest === undefined || rate.settledFrom > latest.settledFrom ? rate : latest),
      undefined,
    )

/**
 * What the platform owes the publisher of a call that was booked at a higher fee than the rate of its settlement, on what was not refunded. Both fees are
 * rounded down, as at the capture. Never below zero: a higher rate takes nothing back.
 */
export const correctionOf = (charged: MicroUsd, bookedBasisPoints: number, rate: FeeRate | undefined): MicroUsd => {
  if (rate === undefined || rate.basisPoints >= bookedBasisPoints) return microUsd(0n)
  return microUsd(share(charged, BigInt(bookedBasisPoints)) - share(charged, BigInt(rate.basisPoints)))
}

/** One call as its publisher sees it. The buyer is not part of it. Times are milliseconds since 1970. */
export interface Earning {
  readonly call: string
  readonly payee: string
  readonly source: string
  readonly operation: string
  readonly rail: string
  readonly capturedAt: number
  readonly settledAt: number | null
  readonly state: CallState
  readonly settlement: Settlement
  /** The share that the ledger booked at the capture. */
  readonly earned: MicroUsd
  /** Given back to the buyer by the operator. */
  readonly refunded: MicroUsd
  /** Taken back because the payment did not last: a reorganised chain, or a debit that was given up after the payer took it back. */
  readonly chargedBack: MicroUsd
  /** Posted because the call was booked at a higher fee than the rate of its settlement. */
  readonly corrected: MicroUsd
  /** The payout that pays or paid this call. */
  readonly payout: string | null
}

/** What the call is worth to its publisher now. */
export const netOf = ({ chargedBack, corrected, earned, refunded }: Earning): MicroUsd =>
  microUsd(earned - refunded - chargedBack + corrected)

/**
 * The rail has settled the call for good: on x402 it is final, on credits it was captured, on sepa its debit was paid. The payer of a debit may still take it back
 * for a time: see `ReversalWindow`.
 */
export const isMature = ({ settlement }: Pick<Earning, "settlement">): boolean => settlement === "settled"

/** For how long after its settlement a payment may be taken back by the payer's bank. */
export interface ReversalWindow {
  readonly rail: string
  readonly withoutReasonMs: number
  readonly unauthorisedMs: number
}

/** The amounts of a publisher that add up: `balance` = `maturing` + `available` + `inPayout`. All in micro-USD. */
export interface PublisherBalance {
  /** What the ledger owes to all payees of the publisher. */
  readonly balance: MicroUsd
  /** Of calls that their rail has not settled for good. */
  readonly maturing: MicroUsd
  /** In a payout that was requested and not paid yet. */
  readonly inPayout: MicroUsd
  /** Can be paid out. Below zero where calls that were paid out have been taken back since. */
  readonly available: MicroUsd
  /** Of what was paid out or requested, what payers may still take back without a reason, and as not authorised. */
  readonly atRisk: MicroUsd
  readonly atRiskUnauthorised: MicroUsd
  /** Everything that payers may still take back without a reason, paid out or not: the base of the operator's bound. */
  readonly reversible: MicroUsd
}

/** What may be paid out now of payments that may still be taken back, where at most `percent` of all of them may be. Rounded down. */
export const reversibleRoom = ({ atRisk, reversible }: Pick<PublisherBalance, "atRisk" | "reversible">, percent: number): MicroUsd =>
  microUsd((reversible * BigInt(percent)) / 100n - atRisk)

/** What an operator sets for all payouts. */
export interface PayoutTerms {
  readonly minimum: MicroUsd
  /** The share of what payers may still take back that may be paid out before they no longer can, in percent. */
  readonly reversiblePercent: number
}

/** A line of a statement: the sum of one kind of movements, of earnings also by operation. */
export interface StatementLine {
  readonly kind: "earned" | "refunded" | "reversed" | "charged_back" | "corrected" | "paid_out"
  readonly rail: string | null
  readonly source: string | null
  readonly operation: string | null
  readonly calls: number
  /** Below zero where the publisher's balance went down. */
  readonly amount: MicroUsd
}

export interface PublisherStatement {
  /** `2026-03` */
  readonly month: string
  readonly opening: MicroUsd
  readonly lines: ReadonlyArray<StatementLine>
  readonly closing: MicroUsd
}

export const makeStatement = (month: string, opening: MicroUsd, lines: ReadonlyArray<StatementLine>): PublisherStatement => ({
  month,
  opening,
  lines,
  closing: microUsd(opening + sum(lines.map(({ amount }) => amount))),
})
