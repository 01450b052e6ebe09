import { describe, expect, it } from "@effect/vitest"
import { Result } from "effect"
import { microUsd, sum } from "../../../domain/money/Money.ts"
import { correctionOf, feeRateOf, type FeeRate, reversibleRoom } from "../../../domain/publishing/earnings.ts"
import { choosePayout, type PayoutCandidates } from "../../../domain/publishing/Payout.ts"
import { missingProofs, type ProviderProof, PublisherId, verificationState } from "../../../domain/publishing/Publisher.ts"

const usd = (micro: number) => microUsd(BigInt(micro))
const item = (amount: number, reversible = false) => ({
  call: `call ${amount}`,
  payee: "Co",
  kind: "call" as const,
  amount: usd(amount),
  reversible,
})
const choose = (given: Partial<PayoutCandidates> & Pick<PayoutCandidates, "items">, requested: number | null = null, minimum = 1) => {
  const all = sum(given.items.map(({ amount }) => amount))
  const chosen = choosePayout({ available: all, reversibleRoom: all, ...given }, requested === null ? null : usd(requested), usd(minimum))
  return Result.isSuccess(chosen) ? chosen.success.map(({ amount }) => Number(amount)) : chosen.failure.message
}

describe("the calls of a payout", () => {
  it("all mature calls are paid, whole", () => expect(choose({ items: [item(10), item(20), item(30)] })).toEqual([10, 20, 30]))

  it("a requested amount is filled with the oldest whole calls and never exceeded", () => {
    expect(choose({ items: [item(10), item(20), item(30)] }, 45)).toEqual([10, 20])
    expect(choose({ items: [item(10), item(50), item(30)] }, 45)).toEqual([10, 30])
    expect(choose({ items: [item(10)] }, 1000)).toEqual([10])
  })

  it("what earlier payouts paid for calls that were taken back is kept back", () => {
    expect(choose({ items: [item(10), item(20), item(30)], available: usd(35) })).toEqual([10, 20])
    expect(choose({ items: [item(10)], available: usd(-5) })).toContain(
      "Earlier payouts paid for calls that were refunded or charged back since.",
    )
  })

  it("what payers may still take back is paid up to the operator's bound, and other calls beyond it", () => {
    const items = [item(10, true), item(20, true), item(30)]
    expect(choose({ items, reversibleRoom: usd(15) })).toEqual([10, 30])
    expect(choose({ items, reversibleRoom: usd(0) })).toEqual([30])
    expect(reversibleRoom({ reversible: usd(30), atRisk: usd(0) }, 50)).toBe(15n)
    expect(reversibleRoom({ reversible: usd(31), atRisk: usd(10) }, 50)).toBe(5n)
  })

  it("a payout below the minimum is refused with what can be paid and that nothing moved", () => {
    expect(choose({ items: [item(10)] }, null, 1_000)).toBe(
      "0.00001 USD can be paid out now. Calls can be paid out once their rail has settled them. The smallest payout is 0.001 USD. No money moved.",
    )
    expect(choose({ items: [item(10)] }, 5, 1_000)).toContain("You requested 0.000005 USD.")
    expect(choose({ items: [] })).toContain("0 USD can be paid out now.")
  })
})

describe("the rate of a call", () => {
  const cut = Date.UTC(2026, 4, 1)
  const rates: ReadonlyArray<FeeRate> = [
    { rail: "x402", settledFrom: 0, basisPoints: 1000 },
    { rail: "x402", settledFrom: cut, basisPoints: 200 },
    { rail: "sepa", settledFrom: 0, basisPoints: 0 },
  ]
  it("is that of its rail at its settlement", () => {
    expect(feeRateOf(rates, "x402", cut - 1)?.basisPoints).toBe(1000)
    expect(feeRateOf(rates, "x402", cut)?.basisPoints).toBe(200)
    expect(feeRateOf(rates, "sepa", cut)?.basisPoints).toBe(0)
    expect(feeRateOf(rates, "gold", cut)).toBeUndefined()
  })
  it("corrects a fee that was booked too high by the difference of both rounded fees, and takes nothing back", () => {
    expect(correctionOf(usd(1_049), 1000, feeRateOf(rates, "x402", cut))).toBe(104n - 20n)
    expect(correctionOf(usd(1_049), 1000, feeRateOf(rates, "x402", cut - 1))).toBe(0n)
    expect(correctionOf(usd(1_049), 200, { rail: "x402", settledFrom: 0, basisPoints: 1000 })).toBe(0n)
    expect(correctionOf(usd(9), 1000, feeRateOf(rates, "x402", cut))).toBe(0n)
    expect(correctionOf(usd(1_049), 1000, undefined)).toBe(0n)
  })
})

describe("the verification of a publisher", () => {
  const now = Date.UTC(2026, 5, 1)
  const proof = (kind: ProviderProof["kind"], over: Partial<ProviderProof> = {}): ProviderProof => ({
    id: kind,
    publisher: PublisherId.make("p"),
    kind,
    subject: "",
    evidence: "",
    submittedBy: "",
    submittedAt: 0,
    expiresAt: now + 1,
    approvedAt: 1,
    approvedBy: "operator",
    ...over,
  })
  const waiting = { approvedAt: null, approvedBy: null }
  it("needs a verified proof of each kind", () => {
    expect(verificationState([], now)).toBe("unverified")
    expect(verificationState([proof("wallet")], now)).toBe("unverified")
    expect(verificationState([proof("wallet"), proof("iban", waiting)], now)).toBe("pending")
    expect(verificationState([proof("wallet"), proof("iban")], now)).toBe("verified")
    expect(verificationState([proof("wallet", { expiresAt: now }), proof("iban")], now)).toBe("expired")
    expect(verificationState([proof("wallet", { expiresAt: now }), proof("wallet"), proof("iban")], now)).toBe("verified")
    expect(verificationState([proof("wallet", { expiresAt: now }), proof("wallet", waiting), proof("iban")], now)).toBe("pending")
  })
  it("names what is missing and what to do", () => {
    expect(missingProofs([proof("wallet"), proof("iban")], now)).toEqual([])
    expect(missingProofs([proof("wallet", waiting), proof("iban", { expiresAt: now })], now)).toEqual([
      "The proof of your wallet waits for the operator's approval.",
      "The proof of your bank account expired on 2026-06-01. Send a proof of your bank account to the operator of this gateway, who records it.",
    ])
  })
})
