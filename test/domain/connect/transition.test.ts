import { describe, expect, it } from "@effect/vitest"
import { Result } from "effect"
import type { Checkout, CheckoutStatus } from "../../../domain/connect/Checkout.ts"
import { checkoutEventOf } from "../../../domain/connect/CheckoutEvent.ts"
import type { CheckoutProof } from "../../../domain/connect/CheckoutChain.ts"
import {
  CheckoutInput,
  type CheckoutOutcome,
  confirmWithinMs,
  nextLookAt,
  payWithinMs,
  statusAt,
  transition,
  unknownWithinMs,
} from "../../../domain/connect/transition.ts"
import { newCheckout } from "../../support/checkout.ts"
import { Dice } from "../ledger/model/Dice.ts"

const hashOf = (n: number) => `0x${n.toString(16).padStart(64, "0")}`
const buyer = `0x${"b".repeat(40)}`

const fresh = newCheckout({ createdAt: 0, expiresAt: payWithinMs })

const paidBy = (n: number, final: boolean): CheckoutProof => ({
  _tag: "Paid",
  buyer,
  transactionHash: hashOf(n),
  blockNumber: BigInt(n),
  blockHash: hashOf(1000 + n),
  logIndex: 3,
  final,
})
const presented = (n: number) => CheckoutInput.Presented({ hash: hashOf(n), buyer })
const proven = (n: number, proof: CheckoutProof) => CheckoutInput.Proven({ hash: hashOf(n), proof })
const notPaid: CheckoutProof = { _tag: "NotPaid", reason: "The transaction was reverted." }
const unknown: CheckoutProof = { _tag: "Unknown", reason: "No node knows the transaction." }
const awaited: CheckoutProof = { _tag: "Pending", reason: "The transaction is in no block." }

/** The checkout after the inputs, each at its time, with the outcomes that were reported. */
const after = (...inputs: ReadonlyArray<readonly [at: number, input: CheckoutInput]>) => {
  let checkout = fresh
  const outcomes: Array<CheckoutOutcome> = []
  for (const [at, input] of inputs) {
    const step = Result.getOrThrow(transition(checkout, input, at))
    checkout = step.checkout
    if (step.outcome !== null) outcomes.push(step.outcome)
  }
  return { checkout, status: checkout.status, outcomes }
}
const refusalOf = (checkout: Checkout, input: CheckoutInput, at: number) => {
  const result: Result.Result<unknown, { readonly code: string }> = transition(checkout, input, at)
  return Result.isFailure(result) ? result.failure.code : "accepted"
}
const minute = 60_000

describe("a checkout", () => {
  it("is confirming from the first claim of a transaction, and paid once the block is final", () => {
    const included = after([1, presented(1)], [2, proven(1, paidBy(1, false))])
    expect(included).toMatchObject({ status: "confirming", outcomes: [], checkout: { blockNumber: 1n } })
    const final = after([1, presented(1)], [2, proven(1, paidBy(1, false))], [3, proven(1, paidBy(1, true))])
    expect(final).toMatchObject({ status: "paid", outcomes: ["paid"], checkout: { settledAt: 3, transactionHash: hashOf(1), buyer } })
  })

  it("is never paid by a claim alone", () => {
    expect(after([1, presented(1)], [2, proven(1, awaited)], [3, CheckoutInput.TimePassed()]).status).toBe("confirming")
  })

  it("can be paid again after a transaction that did not pay, and reports no failure while it can", () => {
    const failed = after([1, presented(1)], [2, proven(1, notPaid)])
    expect(failed).toMatchObject({ status: "failed", outcomes: [], checkout: { lastError: "The transaction was reverted." } })
    expect(after([1, presented(1)], [2, proven(1, notPaid)], [3, presented(2)], [4, proven(2, paidBy(2, true))])).toMatchObject({
      status: "paid",
      outcomes: ["paid"],
    })
  })

  it("gives up a transaction that is in no block after 10 minutes, and not before", () => {
    const at = 1 + confirmWithinMs
    expect(after([1, presented(1)], [at - 1, proven(1, awaited)]).status).toBe("confirming")
    expect(after([1, presented(1)], [at, proven(1, awaited)])).toMatchObject({ status: "failed", outcomes: [] })
  })

  it("gives up a transaction that no node knows after a minute, and can then be cancelled or paid again", () => {
    const at = 1 + unknownWithinMs
    expect(after([1, presented(1)], [at - 1, proven(1, unknown)]).status).toBe("confirming")
    const given = after([1, presented(1)], [at, proven(1, unknown)])
    expect(given).toMatchObject({ status: "failed", outcomes: [], checkout: { lastError: "No node knows the transaction." } })
    expect(after([1, presented(1)], [at, proven(1, unknown)], [at, CheckoutInput.Cancelled()]).status).toBe("cancelled")
    expect(after([1, presented(1)], [at, proven(1, unknown)], [at, presented(2)]).status).toBe("confirming")
    expect(after([1, presented(1)], [at, proven(1, unknown)], [at + 1, proven(1, paidBy(1, true))]).outcomes).toEqual(["paid"])
  })

  it("reports no wallet and no transaction that was only claimed", () => {
    const { checkout } = after([1, presented(1)], [2, proven(1, notPaid)], [payWithinMs, CheckoutInput.TimePassed()])
    const data = (one: typeof checkout, status: "paid" | "failed") => checkoutEventOf(one, { id: "e", at: 1, status }).data
    expect([checkout.buyer, checkout.transactionHash]).toEqual([buyer, hashOf(1)])
    expect(data(checkout, "failed")).toMatchObject({ buyer_address: null, tx_hash: null })
    expect(data(after([1, proven(1, paidBy(1, true))]).checkout, "paid")).toMatchObject({ buyer_address: buyer, tx_hash: hashOf(1) })
  })

  it("expires after 20 minutes and reports the failure once", () => {
    expect(after([payWithinMs - 1, CheckoutInput.TimePassed()]).status).toBe("pending")
    const expired = after([payWithinMs, CheckoutInput.TimePassed()], [payWithinMs + 1, CheckoutInput.TimePassed()])
    expect(expired).toMatchObject({ status: "expired", outcomes: ["failed"] })
    expect(statusAt(fresh, payWithinMs)).toBe("expired")
  })

  it("awaits a transaction that was presented in the last second for 10 minutes, and then it has expired", () => {
    const late = [payWithinMs - 1, presented(1)] as const
    expect(after(late, [payWithinMs + 9 * minute, proven(1, awaited)]).status).toBe("confirming")
    expect(after(late, [payWithinMs + 10 * minute, proven(1, awaited)])).toMatchObject({ status: "expired", outcomes: ["failed"] })
  })

  it("is not held open by one claim after the other", () => {
    const claims = Array.from({ length: 40 }, (_, i) => [i * 2 * minute, presented(i)] as const)
    const { checkout } = after(...claims)
    expect(checkout.confirmBy).toBe(payWithinMs + confirmWithinMs)
  })

  it("is paid by a late transaction also when it has expired or was cancelled", () => {
    const expired = [payWithinMs, CheckoutInput.TimePassed()] as const
    expect(after(expired, [payWithinMs + 5, proven(1, paidBy(1, true))])).toMatchObject({ status: "paid", outcomes: ["failed", "paid"] })
    const cancelled = [1, CheckoutInput.Cancelled()] as const
    expect(after(cancelled, [2, proven(1, paidBy(1, true))])).toMatchObject({ status: "paid", outcomes: ["cancelled", "paid"] })
  })

  it("returns to cancelled or expired when the chain removes such a late payment", () => {
    const late = [
      [2, proven(1, paidBy(1, false))],
      [3, proven(1, awaited)],
      [3 + confirmWithinMs, proven(1, awaited)],
    ] as const
    expect(after([1, CheckoutInput.Cancelled()], ...late).status).toBe("cancelled")
  })

  it("is confirming again when the chain removes the block of its payment, also a final one", () => {
    const paid = [
      [1, presented(1)],
      [2, proven(1, paidBy(1, true))],
    ] as const
    const removed = after(...paid, [3, proven(1, awaited)])
    expect(removed).toMatchObject({
      status: "confirming",
      checkout: { settledAt: null, blockNumber: null, confirmBy: 3 + confirmWithinMs },
    })
    expect(after(...paid, [3, proven(1, awaited)], [4, proven(1, paidBy(1, true))]).status).toBe("paid")
  })

  it("is cancelled from pending and failed only", () => {
    expect(after([1, CheckoutInput.Cancelled()])).toMatchObject({ status: "cancelled", outcomes: ["cancelled"] })
    expect(after([1, presented(1)], [2, proven(1, notPaid)], [3, CheckoutInput.Cancelled()]).status).toBe("cancelled")
    const others = [after([1, presented(1)]), after([1, proven(1, paidBy(1, true))]), after([1, CheckoutInput.Cancelled()])]
    for (const { checkout } of others) expect(refusalOf(checkout, CheckoutInput.Cancelled(), 5)).toBe("not_cancellable")
    expect(refusalOf(fresh, CheckoutInput.Cancelled(), payWithinMs)).toBe("not_cancellable")
  })

  it("takes no claim when it is paid, cancelled or expired", () => {
    expect(refusalOf(after([1, proven(1, paidBy(1, true))]).checkout, presented(2), 5)).toBe("already_paid")
    expect(refusalOf(after([1, proven(1, paidBy(1, true))]).checkout, presented(1), 5)).toBe("accepted")
    expect(refusalOf(after([1, CheckoutInput.Cancelled()]).checkout, presented(2), 5)).toBe("checkout_cancelled")
    expect(refusalOf(fresh, presented(2), payWithinMs)).toBe("checkout_expired")
  })

  it("is paid once: a second transaction changes nothing", () => {
    const paid = after([1, proven(1, paidBy(1, true))], [2, proven(2, paidBy(2, true))])
    expect(paid).toMatchObject({ checkout: { transactionHash: hashOf(1) }, outcomes: ["paid"] })
  })

  it("keeps its laws over 20,000 random inputs", () => {
    const dice = new Dice(1511)
    for (let round = 0; round < 1_000; round++) {
      let [checkout, now] = [fresh, 0]
      const seen = new Set<CheckoutStatus>()
      for (let i = 0; i < 20; i++) {
        now += dice.below(3 * minute)
        const before = checkout
        const input = anyInput(dice)
        const result = transition(checkout, input, now)
        if (Result.isFailure(result)) continue
        ;({ checkout } = result.success)
        expectLaws(before, input, result.success, now)
        seen.add(checkout.status)
      }
    }
  })
})

const anyInput = (dice: Dice): CheckoutInput => {
  const n = 1 + dice.below(3)
  const proofs = [paidBy(n, true), paidBy(n, false), notPaid, awaited, unknown]
  return dice.pick([
    () => presented(n),
    () => CheckoutInput.Presented({ hash: null, buyer }),
    () => proven(n, dice.pick(proofs)),
    () => proven(n, dice.pick(proofs)),
    () => CheckoutInput.TimePassed(),
    () => (dice.chance(20) ? CheckoutInput.Cancelled() : CheckoutInput.TimePassed()),
  ])()
}

const frozen = ({ amount, expiresAt, id, marketplace, merchant, split, wallets }: Checkout) => ({
  amount,
  expiresAt,
  id,
  marketplace,
  merchant,
  split,
  wallets,
})

const expectLaws = (
  before: Checkout,
  input: CheckoutInput,
  { checkout, outcome }: { readonly checkout: Checkout; readonly outcome: CheckoutOutcome | null },
  now: number,
) => {
  const { blockNumber, cancelledAt, confirmBy, settledAt, status, transactionHash } = checkout
  const proof = input._tag === "Proven" ? input.proof : undefined
  expect(frozen(checkout)).toEqual(frozen(before))
  expect(confirmBy !== null).toBe(status === "confirming")
  expect(settledAt !== null).toBe(status === "paid")
  if (status === "paid") expect([blockNumber, transactionHash]).not.toContain(null)
  // Only a final proof pays.
  if (status === "paid" && before.status !== "paid") expect(proof).toMatchObject({ _tag: "Paid", final: true })
  expect(outcome === "paid").toBe(status === "paid" && before.status !== "paid")
  if (outcome === "failed") expect([status, now >= checkout.expiresAt]).toEqual(["expired", true])
  if (outcome === "cancelled") expect(input._tag).toBe("Cancelled")
  if (status === "cancelled") expect(cancelledAt).not.toBeNull()
  // Where no payment is under way something is due, or nothing can happen any more.
  const due = nextLookAt(checkout, now, 0)
  if (status === "pending" || status === "failed" || status === "confirming") expect(due).not.toBeNull()
}
