import { describe, expect, it } from "@effect/vitest"
import { OrganisationId } from "../../../../domain/money/ids.ts"
import { exposureOf, isBarred } from "../../../../rails/sepa/mandates/exposure.ts"
import { newDebtor } from "../../../../rails/sepa/store/Debtor.ts"
import { collectionOf } from "../support/samples.ts"
import { sepaTerms } from "../support/sepaTerms.ts"

const dayMs = 86_400_000
const now = Date.UTC(2027, 0, 1)
const organisation = OrganisationId.make("01940000-0000-7000-8000-00000000000a")
const debit = (cents: bigint, daysAgo: number, over: Parameters<typeof collectionOf>[1] = {}) =>
  collectionOf(organisation, { status: "succeeded", cents, settledAt: now - daysAgo * dayMs, ...over })
const of = (...debits: ReadonlyArray<ReturnType<typeof debit>>) => exposureOf(debits, now, sepaTerms)

describe("the exposure of an organisation", () => {
  it("counts what is settled but can still come back, so the first debit does not raise what may be owed", () => {
    expect(of()).toEqual({ capCents: 5_000n, reversibleCents: 0n, owedLimitCents: 5_000n })
    expect(of(debit(2_500n, 0))).toEqual({ capCents: 5_000n, reversibleCents: 2_500n, owedLimitCents: 2_500n })
    expect(of(debit(2_500n, 28))).toEqual({ capCents: 7_500n, reversibleCents: 2_500n, owedLimitCents: 5_000n })
    expect(of(debit(2_500n, 55)).owedLimitCents).toBe(7_410n)
    expect(of(debit(2_500n, 56))).toEqual({ capCents: 10_000n, reversibleCents: 0n, owedLimitCents: 10_000n })
  })

  it("has a cap that grows with amount and age up to the trusted cap, and is never below zero", () => {
    expect(of(debit(2_500n, 60), debit(5_000n, 90)).capCents).toBe(20_000n)
    expect(of(debit(100_000n, 90)).capCents).toBe(50_000n)
    expect(of(debit(100_000n, 1)).owedLimitCents).toBe(0n)
    expect(of(debit(2_500n, 60, { refundedCents: 2_000n })).capCents, "what was refunded proves nothing").toBe(6_000n)
  })

  it("begins anew after a loss, and not after a loss that came back", () => {
    const before = debit(10_000n, 100)
    const taken = debit(1_000n, 80, { status: "disputed" })
    const givenUp = debit(1_000n, 80, { status: "failed", writtenOffAt: now - 70 * dayMs })
    for (const lost of [taken, givenUp]) expect(of(debit(1_000n, 60), lost, before).capCents).toBe(7_000n)
    expect(of({ ...givenUp, status: "succeeded" }, before).capCents).toBe(27_000n)
    expect(of(debit(1_000n, 60, { voidedAt: now }), before).capCents, "a voided debit proves nothing").toBe(25_000n)
  })

  it("bars a mandate whose debit was given up, until it is replaced or resumed, or the money came back", () => {
    const mandate = { id: "mandate_1", status: "active", paymentMethod: "pm_1", reference: null, last4: null, acceptedAt: 1 } as const
    const debtor = { ...newDebtor(organisation), mandate }
    const lost = debit(1_000n, 80, { status: "failed", writtenOffAt: now - dayMs })
    expect(isBarred(debtor, [lost])).toBe(true)
    expect(isBarred({ ...debtor, mandate: { ...mandate, id: "mandate_2" } }, [lost])).toBe(false)
    expect(isBarred({ ...debtor, resumedAt: now }, [lost])).toBe(false)
    expect(isBarred({ ...debtor, resumedAt: now - 2 * dayMs }, [lost])).toBe(true)
    expect(isBarred(debtor, [{ ...lost, status: "succeeded" }])).toBe(false)
  })
})
