import { expect, it } from "@effect/vitest"
import { randomUUID } from "node:crypto"
import { OrganisationId } from "../../../domain/money/ids.ts"
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
