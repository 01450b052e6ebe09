import { expect, layer } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { sum } from "../../../domain/money/Money.ts"
import { Payouts } from "../../../domain/publishing/Payouts.ts"
import { Publishers } from "../../../domain/publishing/Publishers.ts"
import { decidePayout, requestPayout } from "../../../domain/publishing/requestPayout.ts"
import { postAdjustments, settlePayouts } from "../../../domain/publishing/settlePayouts.ts"
import { secretHash } from "../../../layers/identity/secret.ts"
import { refundOf } from "../../domain/ledger/contract/corrections.ts"
import { day, run, usd } from "../../support/ledger/commands.ts"
import { noon, setTime } from "../../support/ledger/LedgerFixture.ts"
import { FakePayoutChain } from "../../support/publishing/fakePayoutChain.ts"
import {
  bought,
  consistent,
  cut,
  failureOf,
  newBuyer,
  payAll,
  prove,
  publishingFixture,
  requested,
  settled,
  statementOf,
  terms,
  verifiedPublisher,
  wallet,
  withChain,
} from "../../support/publishing/publishers.ts"

layer(publishingFixture, { excludeTestServices: true })("earnings and payouts of publishers", (it) => {
  it.effect("a whole life on three rails adds up to the unit in ledger, statement and chain", () =>
    Effect.gen(function* () {
      yield* setTime(noon)
      const publisher = yield* verifiedPublisher
      const buyer = yield* newBuyer
      const onCredits = yield* bought(buyer, publisher, "credits", 1_049)
      const onChain = yield* bought(buyer, publisher, "x402", 2_001)
      const debits = [yield* bought(buyer, publisher, "sepa", 3_000), yield* bought(buyer, publisher, "sepa", 5_000)] as const
      expect(yield* consistent(publisher)).toMatchObject({
        balance: 1_029n + 1_961n + 8_000n,
        maturing: 1_961n + 8_000n,
        available: 1_029n,
      })
      yield* settled(onChain)
      yield* settled(debits[0])
      yield* settled(debits[1])
      expect(yield* consistent(publisher)).toMatchObject({ maturing: 0n, available: 10_990n, atRisk: 0n, reversible: 8_000n })

      const chain = new FakePayoutChain()
      const paid = yield* payAll(publisher, chain)
      expect(paid).toMatchObject({ status: "paid", amount: 10_990n, calls: 4, wallet, blockNumber: 7 })
      expect([...chain.received]).toEqual([[wallet, 10_990n]])
      expect(yield* consistent(publisher)).toMatchObject({
        balance: 0n,
        available: 0n,
        inPayout: 0n,
        atRisk: 8_000n,
        atRiskUnauthorised: 8_000n,
      })

      // A refund of a paid call and a debit that was taken back and given up leave the publisher below zero.
      yield* run(refundOf(onCredits))
      yield* settled(debits[0], "pending")
      yield* settled(debits[0], "failed")
      yield* postAdjustments
      yield* postAdjustments
      expect(yield* consistent(publisher)).toMatchObject({ balance: -4_029n, available: -4_029n, atRisk: 5_000n })
      expect(
        (yield* statementOf(publisher)).lines.map(({ amount, calls, kind, operation, rail }) => [kind, rail, operation, calls, amount]),
      ).toEqual([
        ["charged_back", null, null, 1, -3_000n],
        ["earned", "credits", "company.read", 1, 1_029n],
        ["earned", "sepa", "company.read", 2, 8_000n],
        ["earned", "x402", "company.read", 1, 1_961n],
        ["paid_out", null, null, 1, -10_990n],
        ["refunded", "credits", null, 1, -1_029n],
      ])

      // What is earned next pays the debt first: the next payout pays only what is above it, in whole calls.
      for (const amount of [3_000, 2_000, 1_000]) yield* bought(buyer, publisher, "credits", amount)
      expect(yield* consistent(publisher)).toMatchObject({ available: 5_880n - 4_029n })
      const next = yield* payAll(publisher, chain)
      expect(next.amount).toBe(980n)
      expect(chain.received.get(wallet)).toBe(10_990n + next.amount)

      // The dispute is won after all.
      yield* settled(debits[0])
      yield* postAdjustments
      expect(yield* consistent(publisher)).toMatchObject({ available: 5_880n - 1_029n - next.amount })
      yield* setTime(noon + 60 * day)
      expect(yield* consistent(publisher)).toMatchObject({ atRiskUnauthorised: 8_000n, atRisk: 0n, reversible: 0n })
    }),
  )

  it.effect("months of a statement follow on each other", () =>
    Effect.gen(function* () {
      yield* setTime(noon)
      const publisher = yield* verifiedPublisher
      const buyer = yield* newBuyer
      const call = yield* bought(buyer, publisher, "credits", 1_000)
      yield* setTime(noon + 31 * day)
      yield* run(refundOf(call, { amount: usd(500) }))
      yield* bought(buyer, publisher, "credits", 2_000)
      const [january, february] = [
        yield* statementOf(publisher, Date.UTC(2026, 0), Date.UTC(2026, 1)),
        yield* statementOf(publisher, Date.UTC(2026, 1), Date.UTC(2026, 2)),
      ]
      expect([january.opening, january.closing, february.opening, february.closing]).toEqual([0n, 980n, 980n, 980n - 490n + 1_960n])
      yield* setTime(noon)
    }),
  )

  it.effect("calls that the chain settled since the fee was cut are corrected once, and earlier ones keep their fee", () =>
    Effect.gen(function* () {
      const publisher = yield* verifiedPublisher
      const buyer = yield* newBuyer
      yield* setTime(cut - day)
      const before = yield* bought(buyer, publisher, "x402", 1_049, 1_000)
      yield* settled(before)
      const between = yield* bought(buyer, publisher, "x402", 1_049, 1_000)
      yield* setTime(cut)
      yield* settled(between)
      const part = yield* bought(buyer, publisher, "x402", 2_000, 1_000)
      yield* settled(part)
      yield* run(refundOf(part, { amount: usd(1_000) }))
      yield* bought(buyer, publisher, "x402", 1_049)
      yield* Effect.all([postAdjustments, postAdjustments], { concurrency: 2 })
      yield* postAdjustments
      expect(yield* consistent(publisher)).toMatchObject({ available: 945n + (1_049n - 20n) + 980n, maturing: 1_029n })
      const chain = new FakePayoutChain()
      const paid = yield* payAll(publisher, chain)
      const items = yield* Effect.flatMap(Payouts, (payouts) => payouts.items(paid.id, null, 100))
      expect(
        items
          .filter(({ kind }) => kind === "correction")
          .map(({ amount }) => amount)
          .sort(),
      ).toEqual([80n, 84n])
      expect(sum(items.map(({ amount }) => amount))).toBe(paid.amount)
      const pages = yield* Effect.flatMap(Payouts, (payouts) =>
        Effect.map(payouts.items(paid.id, null, 2), (first) => [first, first.at(-1)!.call] as const).pipe(
          Effect.flatMap(([first, last]) => Effect.map(payouts.items(paid.id, last, 2), (second) => [...first, ...second])),
        ),
      )
      expect(pages).toEqual(items)

      // A correction that comes after the payout of its call is paid by the next one.
      yield* Effect.flatMap(Publishers, (publishers) => publishers.setRate({ rail: "x402", settledFrom: cut - day, basisPoints: 200 }))
      yield* postAdjustments
      expect(yield* consistent(publisher)).toMatchObject({ available: 84n })
      expect((yield* payAll(publisher, chain)).amount).toBe(84n)
      yield* setTime(noon)
    }),
  )

  it.effect("a payment that a reorganised chain removed is no earning any more", () =>
    Effect.gen(function* () {
      const publisher = yield* verifiedPublisher
      const buyer = yield* newBuyer
      const call = yield* bought(buyer, publisher, "x402", 1_000)
      yield* settled(call, "failed")
      const [payee, payer] = [`payee:${call.payee}`, "buyer:x402"]
      const transfers = [
        { debit: payee, credit: payer, amount: usd(980) },
        { debit: "platform:fees", credit: payer, amount: usd(20) },
      ]
      yield* run({ _tag: "Post", organisation: buyer.organisation, ref: `unpaid:${call.id}`, transfers })
      yield* postAdjustments
      expect(yield* consistent(publisher)).toMatchObject({ balance: 0n, available: 0n, maturing: 0n })
    }),
  )

  it.effect("one payout at a time, each call in one payout, and a rejected one frees its calls", () =>
    Effect.gen(function* () {
      const payouts = yield* Payouts
      const publisher = yield* verifiedPublisher
      const buyer = yield* newBuyer
      for (let i = 0; i < 3; i++) yield* bought(buyer, publisher, "credits", 1_000)
      const both = yield* Effect.all([Effect.result(requested(publisher, 2_000)), Effect.result(requested(publisher, 2_000))], {
        concurrency: 2,
      })
      expect(
        both.map((result) => (result._tag === "Success" ? result.success.amount : (result.failure as { code: string }).code)).sort(),
      ).toEqual([1_960n, "payout_in_progress"])
      const [first] = yield* payouts.list(publisher.id, {}, 10)
      expect(yield* consistent(publisher)).toMatchObject({ available: 980n, inPayout: 1_960n })
      const removed = Effect.flatMap(Publishers, ({ change }) => change(publisher.id, { removedPayees: publisher.payees }))
      expect(yield* failureOf(removed)).toMatchObject({ code: "payee_in_use" })
      expect((yield* Effect.flatMap(Publishers, ({ find }) => find(publisher.id))).payees).toEqual(publisher.payees)
      yield* decidePayout(first!.id, false, "the letter is missing")
      expect(yield* failureOf(decidePayout(first!.id, true, "again"))).toMatchObject({ code: "payout_already_decided" })
      expect(yield* consistent(publisher)).toMatchObject({ available: 2_940n, inPayout: 0n })
      expect((yield* requested(publisher)).amount).toBe(2_940n)
    }),
  )

  it.effect("a payout whose earnings were taken back since cannot be approved", () =>
    Effect.gen(function* () {
      const publisher = yield* verifiedPublisher
      const buyer = yield* newBuyer
      const call = yield* bought(buyer, publisher, "credits", 1_000)
      const payout = yield* requested(publisher)
      yield* run(refundOf(call))
      expect(yield* failureOf(decidePayout(payout.id, true, "checked"))).toMatchObject({ code: "payout_not_covered" })
      yield* decidePayout(payout.id, false, "refunded")
      expect(yield* consistent(publisher)).toMatchObject({ available: 0n })
    }),
  )

  it.effect("no payout without a verified proof of each kind, nor for a suspended publisher", () =>
    Effect.gen(function* () {
      yield* setTime(noon)
      const publishers = yield* Publishers
      const { publisher } = yield* publishers.create("Unproven", ["Unproven Ltd"])
      const buyer = yield* newBuyer
      yield* bought(buyer, publisher, "credits", 1_000)
      expect((yield* failureOf(requested(publisher))).message).toContain("Prove your wallet")
      yield* publishers.addProof(publisher.id, { kind: "wallet", subject: wallet, evidence: "{}", submittedBy: "publisher" })
      expect(yield* failureOf(requested(publisher))).toMatchObject({
        code: "publisher_not_verified",
        message: expect.stringContaining("waits for the operator's approval"),
      })
      yield* prove(publisher)
      const other = yield* verifiedPublisher
      const [foreign] = yield* publishers.proofs(other.id)
      const naming = requestPayout(publisher, { amount: null, proofs: [foreign!.id] }, terms)
      expect((yield* failureOf(naming)).message).toContain("is not one of your verified proofs")
      const suspended = yield* publishers.change(publisher.id, { status: "suspended" })
      expect(yield* failureOf(requested(suspended))).toMatchObject({ code: "publisher_suspended" })
      const active = yield* publishers.change(publisher.id, { status: "active" })
      const payout = yield* requested(active)
      yield* setTime(noon + 366 * day)
      expect((yield* failureOf(decidePayout(payout.id, true, "late"))).message).toContain("expired on 2027-01-15")
      yield* setTime(noon)
    }),
  )

  it.effect("a payment that the chain refuses for good frees its calls, and one whose answer is lost is paid once", () =>
    Effect.gen(function* () {
      const payouts = yield* Payouts
      const publisher = yield* verifiedPublisher
      const buyer = yield* newBuyer
      yield* bought(buyer, publisher, "credits", 1_000)
      const chain = new FakePayoutChain()
      const round = withChain(chain)(settlePayouts)
      const refused = yield* requested(publisher)
      yield* round
      expect(chain.pays).toBe(0)
      yield* decidePayout(refused.id, true, "checked")
      yield* settlePayouts
      expect(yield* payouts.find(null, refused.id)).toMatchObject({
        status: "approved",
        lastError: expect.stringContaining("no wallet for payouts"),
      })
      yield* round
      expect(yield* failureOf(decidePayout(refused.id, false, "too late"))).toMatchObject({ code: "payout_already_decided" })
      chain.refuse(refused.id)
      yield* round
      expect(yield* payouts.find(null, refused.id)).toMatchObject({ status: "failed", lastError: "the authorization expired unused" })
      expect(yield* consistent(publisher)).toMatchObject({ available: 980n, inPayout: 0n })

      const lost = yield* requested(publisher)
      yield* decidePayout(lost.id, true, "checked")
      chain.outage = true
      yield* round
      yield* round
      expect(yield* payouts.find(null, lost.id)).toMatchObject({ status: "sending", lastError: "the chain does not answer" })
      chain.outage = false
      yield* round
      chain.include(lost.id, false)
      yield* round
      expect(yield* payouts.find(null, lost.id)).toMatchObject({ status: "sending" })
      chain.include(lost.id)
      yield* Effect.all([round, round], { concurrency: 2 })
      expect(yield* payouts.find(null, lost.id)).toMatchObject({ status: "paid", amount: 980n })
      expect([...chain.received]).toEqual([[wallet, 980n]])
      expect(yield* consistent(publisher)).toMatchObject({ balance: 0n })
    }),
  )

  it.effect("keys are renewed at once, payees belong to one publisher, and nonces are good once for their publisher", () =>
    Effect.gen(function* () {
      const publishers = yield* Publishers
      const { publisher, secret } = yield* publishers.create("One", ["Payee one"])
      const { publisher: other } = yield* publishers.create("Two", ["Payee two"])
      const hash = (key: Redacted.Redacted) => secretHash(Redacted.value(key))
      expect((yield* publishers.authenticate(hash(secret)))?.id).toBe(publisher.id)
      const renewed = yield* publishers.renewKey(publisher.id)
      expect([(yield* publishers.authenticate(hash(secret)))?.id, (yield* publishers.authenticate(hash(renewed)))?.id]).toEqual([
        undefined,
        publisher.id,
      ])
      expect(yield* failureOf(publishers.change(other.id, { payees: ["Payee three", "Payee one"] }))).toMatchObject({ code: "payee_taken" })
      expect((yield* publishers.find(other.id)).payees).toEqual(["Payee two"])
      // A payee that was mistyped goes back to its own publisher.
      yield* publishers.change(publisher.id, { payees: ["Payee tow"], removedPayees: ["Payee one"] })
      const { payees } = yield* publishers.change(other.id, { payees: ["Payee one"] })
      expect(payees).toEqual(["Payee one", "Payee two"])
      expect(yield* failureOf(publishers.change(publisher.id, { removedPayees: ["Payee two"] }))).toMatchObject({ code: "invalid_request" })
      yield* publishers.newNonce(publisher.id, "abc", 1_000)
      expect([
        yield* publishers.takeNonce(other.id, "abc"),
        yield* publishers.takeNonce(publisher.id, "abc"),
        yield* publishers.takeNonce(publisher.id, "abc"),
      ]).toEqual([false, true, false])
    }),
  )
})
