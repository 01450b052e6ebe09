import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { randomUUID } from "node:crypto"
import { OrganisationId } from "../../../domain/money/ids.ts"
import { listOtherPayments } from "../../../rails/otherPaymentsOf.ts"
import { carriedInOf } from "../../../rails/sepa/checkPayment.ts"
import type { Collection } from "../../../rails/sepa/store/Collection.ts"
import { debitPayment } from "../../../rails/sepa/otherPayments.ts"
import { collectionOf } from "./support/samples.ts"

const organisation = OrganisationId.make(randomUUID())
const at = 1_768_478_400_000

it("the history of a debit is in the order in which it happened, and ends with its present state", () => {
  const paid = { status: "succeeded", settledAt: at, refundedCents: 100n, refundedAt: at + 1 } as const
  expect(debitPayment(collectionOf(organisation, paid), at + 2)).toMatchObject({
    status: "settled",
    more: { refunded_minor: 100 },
    lastError: null,
  })
  expect(debitPayment(collectionOf(organisation, { ...paid, refundedCents: 1_000n }), at + 2).status).toBe("refunded")

  const taken = { ...paid, status: "disputed", disputedAt: at + 2 } as const
  const disputed = debitPayment(collectionOf(organisation, taken), at + 3)
  expect(disputed.events.map(({ type }) => type)).toEqual(["noticed", "settled", "refunded", "disputed"])
  expect(disputed.lastError).toContain("owed again")
  const next = randomUUID()
  expect(debitPayment(collectionOf(organisation, { ...taken, next }), at + 3).lastError).toContain(`claimed again by the debit ${next}`)
  const given = collectionOf(organisation, { ...taken, writtenOffAt: at + 3, writtenOffBy: "ada", writtenOffFor: "bankrupt" })
  expect(debitPayment(given, at + 4)).toMatchObject({ lastError: "The payer took the debit back. It was given up.", more: { final: true } })
  expect(debitPayment(given, at + 4).events.at(-1)).toEqual({ type: "written_off", at: at + 3, data: { by: "ada", reason: "bankrupt" } })
})

it("the reasons of banks are kept apart: no money, no mandate, and a payer who wants the money back", () => {
  const failed = (failureCode: string) => debitPayment(collectionOf(organisation, { status: "failed", failedAt: at, failureCode }), at)
  const codes = ["insufficient_funds", "debit_not_authorized", "account_closed", "new_at_stripe"]
  expect(codes.map((code) => (failed(code).more["failure"] as { sepa_code: string | null }).sepa_code)).toEqual([
    "AM04",
    "MD01",
    "AC04",
    null,
  ])
  expect(failed("insufficient_funds").lastError).toBe(
    "The debit failed (AM04: the account did not cover the debit). What it was for is owed again.",
  )
  const taken = { status: "disputed", settledAt: at, disputedAt: at, disputeReason: "customer_initiated" } as const
  expect(debitPayment(collectionOf(organisation, taken), at).more).toMatchObject({
    failure: null,
    dispute: { code: "customer_initiated", sepa_code: "MD06" },
  })
})

it("a second debit that is not needed says so, and a dispute that was won and its loss that was booked back are in the history", () => {
  const won = (over: Parameters<typeof collectionOf>[1]) => debitPayment(collectionOf(organisation, over), at + 9)
  const canceled = won({ status: "failed", failedAt: at + 5, failureCode: "canceled", voidedAt: at + 4, attempt: 2 })
  expect(canceled.lastError).toBe(
    "Not needed: the dispute of an earlier debit for the same amount was won, so that one is paid. Nothing is debited.",
  )
  expect(canceled.more).toMatchObject({ not_needed_since: new Date(at + 4).toISOString() })
  const move = { dispute: "du_1", feeCents: 0n, feeCurrency: "eur" }
  const moves = [
    { ...move, id: "txn_1", cents: -1_000n, at: at + 2 },
    { ...move, id: "txn_2", cents: 1_000n, at: at + 4 },
  ]
  const disputed = { settledAt: at, disputedAt: at + 2, disputeReason: "customer_initiated", writtenOffAt: at + 3 } as const
  const back = won({ ...disputed, status: "succeeded", moves })
  expect(back.events.map(({ type }) => type)).toEqual(["noticed", "settled", "disputed", "written_off", "reinstated", "booked_back"])
  expect(back.events[2]!.data).toMatchObject({ sepa_code: "MD06" })
  expect(back).toMatchObject({
    status: "settled",
    more: {
      dispute: { sepa_code: "MD06", outcome: "won", funds_returned_at: new Date(at + 4).toISOString() },
      booked_back_at: new Date(at + 4).toISOString(),
    },
  })
  // It is owed again, and stays in the month in which the bank paid it.
  const taken = won({ ...disputed, writtenOffAt: null, status: "disputed", moves: moves.slice(0, 1) })
  expect(taken).toMatchObject({
    status: "failed",
    settledAt: at,
    more: { dispute: { sepa_code: "MD06", outcome: null, funds_returned_at: null }, booked_back_at: null },
  })
})

it("a debit that claims another one again takes over the same remainder, unless it claims a part of it", () => {
  const first = collectionOf(organisation, { carriedIn: 5_000n })
  const again = { claim: first.id, attempt: 2 }
  expect(carriedInOf(first, first)).toBe(5_000n)
  expect(carriedInOf(collectionOf(organisation, again), first)).toBe(5_000n)
  expect(carriedInOf(collectionOf(organisation, { ...again, micro: 1n }), first)).toBeUndefined()
})

it.effect("payments are filtered by status and settlement through all of their pages", () =>
  Effect.gen(function* () {
    const idOf = (index: number) => String(index).padStart(6, "0")
    const debits = Array.from({ length: 2_500 }, (_, index) =>
      collectionOf(organisation, index === 3 ? { id: idOf(index), status: "succeeded", settledAt: at } : { id: idOf(index) }),
    ).toReversed()
    const list = listOtherPayments({
      kind: "collection",
      rail: "sepa",
      page: (_, { before, limit }) => Effect.succeed(debits.filter(({ id }) => before === undefined || id < before).slice(0, limit)),
      view: (debit: Collection) => Effect.succeed(debitPayment(debit, at)),
    })
    const ids = (filter: Parameters<typeof list>[1]) => Effect.map(list(null, filter, 10), (found) => found.map(({ id }) => id))
    expect(yield* ids({ status: "settled" })).toEqual([idOf(3)])
    expect(yield* ids({ by: "settled", from: at, to: at + 1 })).toEqual([idOf(3)])
    expect(yield* ids({ status: "settling" })).toHaveLength(10)
  }),
)
