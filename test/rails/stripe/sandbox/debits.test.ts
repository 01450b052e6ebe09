import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { chargeOf, dayMs, debitParams, eventTypes, key, mandated, monday, scene } from "./bench.ts"

const noon = 12 * 3_600_000
/** 10 November 2026: six business days after Monday the 2nd. */
const sixthDay = Date.UTC(2026, 10, 10) + noon

it.effect.each([
  { iban: "DE89370400440532013000", name: "good", until: sixthDay, status: "succeeded", failure: null },
  { iban: "DE08370400440532013003", name: "slow", until: Date.UTC(2026, 10, 16) + noon, status: "succeeded", failure: null },
  {
    iban: "DE62370400440532013001",
    name: "failing",
    until: Date.UTC(2026, 10, 6) + noon,
    status: "requires_payment_method",
    failure: "generic_could_not_process",
  },
  {
    iban: "DE78370400440532013004",
    name: "slowly failing",
    until: Date.UTC(2026, 10, 16) + noon,
    status: "requires_payment_method",
    failure: "generic_could_not_process",
  },
  {
    iban: "DE65370400440002222227",
    name: "empty",
    until: Date.UTC(2026, 10, 6) + noon,
    status: "requires_payment_method",
    failure: "insufficient_funds",
  },
  {
    iban: "DE27370400440000121212",
    name: "limited",
    until: Date.UTC(2026, 10, 3) + noon,
    status: "requires_payment_method",
    failure: "charge_exceeds_weekly_limit",
  },
  { iban: "FR1420041010050500013M02606", name: "any other", until: sixthDay, status: "succeeded", failure: null },
] as const)("the $name account: processing, then $status", ({ failure, iban, status, until }) =>
  Effect.gen(function* () {
    const stage = scene()
    const who = yield* mandated(stage, iban)
    const created = yield* stage.api.createPaymentIntent(debitParams(who), key())
    expect(created).toMatchObject({ status: "processing", amount: 1234, amount_received: 0, metadata: { debit_id: "d-1" } })
    expect(chargeOf(created)).toMatchObject({
      status: "pending",
      paid: false,
      payment_method_details: { sepa_debit: { mandate: who.mandate, last4: iban.slice(-4) } },
    })

    stage.emulator.setNow(until - 1)
    expect((yield* stage.api.paymentIntent(created.id)).status).toBe("processing")
    stage.emulator.setNow(until)
    const after = yield* stage.api.paymentIntent(created.id)
    expect(after.status).toBe(status)
    expect(chargeOf(after)).toMatchObject({ status: failure === null ? "succeeded" : "failed", failure_code: failure })
    expect(after.amount_received).toBe(failure === null ? 1234 : 0)
    expect((yield* stage.api.charge(chargeOf(after).id)).failure_code).toBe(failure)
    const [made, settled] = stage.emulator.state
      .all("event")
      .filter(({ type }) => /^payment_intent\.(created|succeeded|payment_failed)$/.test(type))
    expect(made?.request).toMatchObject({ id: expect.stringMatching(/^req_/), idempotency_key: expect.stringMatching(/^key-/) })
    expect(settled?.request).toEqual({ id: null, idempotency_key: null })
    const types = eventTypes(stage)
    expect(types).toContain(failure === null ? "payment_intent.succeeded" : "payment_intent.payment_failed")
    expect(types).toContain(failure === null ? "charge.succeeded" : "charge.failed")
  }),
)

it.effect("collected money is on the balance, less the fee", () =>
  Effect.gen(function* () {
    const stage = scene()
    const { id } = yield* stage.api.createPaymentIntent(debitParams(yield* mandated(stage)), key())
    stage.emulator.setNow(sixthDay)
    const line = chargeOf(yield* stage.api.paymentIntent(id)).balance_transaction
    const lineId = typeof line === "string" ? line : line!.id
    const booked = yield* Effect.promise(() => stage.sdk.balanceTransactions.retrieve(lineId))
    expect(booked).toMatchObject({ amount: 1234, fee: 35, net: 1199, currency: "eur", type: "payment" })
  }),
)

it.effect("a disputed debit is paid, and taken back with a fee a day later, without an appeal", () =>
  Effect.gen(function* () {
    const stage = scene()
    const { id } = yield* stage.api.createPaymentIntent(debitParams(yield* mandated(stage, "DE35370400440532013002")), key())
    stage.emulator.setNow(sixthDay)
    expect((yield* stage.api.paymentIntent(id)).status).toBe("succeeded")
    stage.emulator.advance(dayMs)
    const charge = chargeOf(yield* stage.api.paymentIntent(id))
    expect(charge).toMatchObject({ status: "succeeded", disputed: true })
    const { complete, items } = yield* stage.api.disputes({ payment_intent: id }, 10)
    expect(complete).toBe(true)
    expect(items).toMatchObject([
      { status: "lost", amount: 1234, charge: charge.id, balance_transactions: [{ amount: -1234, fee: 750, net: -1984 }] },
    ])
    expect(eventTypes(stage).slice(-3)).toEqual(["charge.dispute.created", "charge.dispute.funds_withdrawn", "charge.dispute.closed"])
    const again = yield* Effect.flip(stage.api.createRefund({ payment_intent: id }, key()))
    expect(again).toMatchObject({ _tag: "StripeRefused", code: "charge_disputed" })
  }),
)

it.effect("a dispute may end the mandate", () =>
  Effect.gen(function* () {
    const stage = scene()
    const who = yield* mandated(stage)
    const created = yield* stage.api.createPaymentIntent(debitParams(who), key())
    expect(() => stage.emulator.dispute(chargeOf(created).id)).toThrow("Only a payment that succeeded")
    stage.emulator.setNow(sixthDay)
    stage.emulator.dispute(chargeOf(created).id, { endsMandate: true })
    expect((yield* stage.api.mandate(who.mandate)).status).toBe("inactive")
    expect(() => stage.emulator.dispute(chargeOf(created).id)).toThrow("once")
  }),
)

it.effect("a dispute moves funds only by its balance transactions, and they may come back and be withdrawn again", () =>
  Effect.gen(function* () {
    const stage = scene()
    const who = yield* mandated(stage)
    const pay = Effect.gen(function* () {
      const { id } = yield* stage.api.createPaymentIntent(debitParams(who), key())
      stage.emulator.advance(15 * dayMs)
      return chargeOf(yield* stage.api.paymentIntent(id)).id
    })
    const disputeOf = (charge: string) => Effect.map(stage.api.disputes({ charge }, 10), ({ items }) => items[0]!)
    for (const status of ["inquiry", "prevented"] as const) {
      const charge = yield* pay
      stage.emulator.dispute(charge, { status })
      expect(yield* disputeOf(charge)).toMatchObject({ is_charge_refundable: true, balance_transactions: [] })
    }
    const charge = yield* pay
    const { id } = stage.emulator.dispute(charge, { reason: "insufficient_funds" })
    stage.emulator.moveDisputedFunds(id, "reinstated")
    expect(yield* disputeOf(charge)).toMatchObject({ status: "won", reason: "insufficient_funds" })
    expect(eventTypes(stage).slice(-2)).toEqual(["charge.dispute.funds_reinstated", "charge.dispute.closed"])
    expect(() => stage.emulator.moveDisputedFunds(id, "reinstated")).toThrow("already")
    stage.emulator.moveDisputedFunds(id, "withdrawn")
    const moves = (yield* disputeOf(charge)).balance_transactions.map(({ amount, fee }) => [amount, fee])
    expect(moves).toEqual([
      [-1234, 750],
      [1234, -750],
      [-1234, 750],
    ])
  }),
)

it.effect("a mandate that was revoked at the bank stays active until a debit fails", () =>
  Effect.gen(function* () {
    const stage = scene()
    const who = yield* mandated(stage)
    stage.emulator.revokeAtBank(who.mandate)
    expect((yield* stage.api.mandate(who.mandate)).status).toBe("active")
    const { id } = yield* stage.api.createPaymentIntent(debitParams(who), key())
    stage.emulator.advance(30 * dayMs)
    const failed = yield* stage.api.paymentIntent(id)
    expect(failed.status).toBe("requires_payment_method")
    expect(chargeOf(failed).failure_code).toBe("authorization_revoked")
    expect((yield* stage.api.mandate(who.mandate)).status).toBe("inactive")
    expect(eventTypes(stage).filter((type) => type === "mandate.updated")).toHaveLength(1)
    const refused = yield* Effect.flip(stage.api.createPaymentIntent(debitParams(who), key()))
    expect(refused).toMatchObject({ _tag: "StripeRefused", code: "payment_intent_mandate_invalid", status: 400 })
  }),
)

it.effect("a mandate is cancelled by detaching its payment method, for good", () =>
  Effect.gen(function* () {
    const stage = scene()
    const who = yield* mandated(stage)
    expect((yield* stage.api.detachPaymentMethod(who.method, key())).customer).toBeNull()
    expect((yield* stage.api.mandate(who.mandate)).status).toBe("inactive")
    expect(eventTypes(stage).slice(-2)).toEqual(["payment_method.detached", "mandate.updated"])
    expect(yield* Effect.flip(stage.api.createPaymentIntent(debitParams(who), key()))).toMatchObject({
      code: "payment_method_unexpected_state",
    })
    expect(yield* Effect.flip(stage.api.detachPaymentMethod(who.method, key()))).toMatchObject({ code: "payment_method_not_attached" })
  }),
)

it.effect("a mandate shows its reference, account and acceptance", () =>
  Effect.gen(function* () {
    const stage = scene()
    const who = yield* mandated(stage)
    expect(yield* stage.api.mandate(who.mandate)).toMatchObject({
      status: "active",
      payment_method: who.method,
      customer_acceptance: { accepted_at: monday / 1000, type: "online" },
      payment_method_details: { sepa_debit: { reference: expect.stringMatching(/^GW-[0-9A-F]{12}$/) } },
    })
    expect(yield* stage.api.paymentMethod(who.method)).toMatchObject({ type: "sepa_debit", sepa_debit: { last4: "3000", country: "DE" } })
  }),
)

it.effect("a pending mandate collects nothing yet", () =>
  Effect.gen(function* () {
    const stage = scene()
    const who = yield* mandated(stage)
    stage.emulator.setMandate(who.mandate, "pending")
    expect(yield* Effect.flip(stage.api.createPaymentIntent(debitParams(who), key()))).toMatchObject({
      code: "payment_intent_mandate_invalid",
    })
    stage.emulator.setMandate(who.mandate, "active")
    expect((yield* stage.api.createPaymentIntent(debitParams(who), key())).status).toBe("processing")
  }),
)

it.effect("failNextDebit fails one debit and not the next", () =>
  Effect.gen(function* () {
    const stage = scene()
    const who = yield* mandated(stage)
    stage.emulator.failNextDebit(who.mandate, "refer_to_customer")
    const first = yield* stage.api.createPaymentIntent(debitParams(who), key())
    const second = yield* stage.api.createPaymentIntent(debitParams(who), key())
    stage.emulator.advance(30 * dayMs)
    expect(chargeOf(yield* stage.api.paymentIntent(first.id)).failure_code).toBe("refer_to_customer")
    expect((yield* stage.api.paymentIntent(second.id)).status).toBe("succeeded")
    expect((yield* stage.api.mandate(who.mandate)).status).toBe("active")
  }),
)

it.effect("holidays and weekends are not business days, and a business day ends at half past ten", () =>
  Effect.gen(function* () {
    const stage = scene()
    const who = yield* mandated(stage)
    // Thursday, 24 December, 10:00 in Frankfurt: the 25th and 26th are holidays, the 1st too.
    stage.emulator.setNow(Date.UTC(2026, 11, 24, 9))
    const early = yield* stage.api.createPaymentIntent(debitParams(who), key())
    stage.emulator.setNow(Date.UTC(2026, 11, 24, 10))
    const late = yield* stage.api.createPaymentIntent(debitParams(who), key())
    stage.emulator.setNow(Date.UTC(2027, 0, 5) + noon - 1)
    expect((yield* stage.api.paymentIntent(early.id)).status).toBe("processing")
    stage.emulator.setNow(Date.UTC(2027, 0, 5) + noon)
    expect((yield* stage.api.paymentIntent(early.id)).status).toBe("succeeded")
    expect((yield* stage.api.paymentIntent(late.id)).status).toBe("processing")
    stage.emulator.setNow(Date.UTC(2027, 0, 6) + noon)
    expect((yield* stage.api.paymentIntent(late.id)).status).toBe("succeeded")
  }),
)

it.effect("a debit with a target day is made on that day, or on the next business day", () =>
  Effect.gen(function* () {
    const stage = scene()
    const who = yield* mandated(stage)
    const debitOn = (target_date: string) => ({ ...debitParams(who), payment_method_options: { sepa_debit: { target_date } } })
    // Saturday, 7 November.
    for (const [target, day] of [
      ["2026-11-06", "2026-11-06"],
      ["2026-11-07", "2026-11-09"],
    ] as const) {
      const made = yield* stage.api.createPaymentIntent(debitOn(target), key())
      expect(made.payment_method_options).toEqual({ sepa_debit: { target_date: target } })
      expect(chargeOf(made).payment_method_details?.sepa_debit?.expected_debit_date).toBe(day)
    }
    stage.emulator.setNow(Date.UTC(2027, 1, 20, 8))
    expect(yield* Effect.flip(stage.api.createPaymentIntent(debitOn("2027-02-30"), key()))).toMatchObject({
      _tag: "StripeRefused",
      param: "payment_method_options[sepa_debit][target_date]",
    })
  }),
)

it.effect("Easter is a holiday", () =>
  Effect.gen(function* () {
    const stage = scene()
    const who = yield* mandated(stage)
    // Monday, 22 March 2027; Good Friday is the 26th, Easter Monday the 29th.
    stage.emulator.setNow(Date.UTC(2027, 2, 22, 8))
    const { id } = yield* stage.api.createPaymentIntent(debitParams(who), key())
    stage.emulator.setNow(Date.UTC(2027, 3, 1) + noon - 1)
    expect((yield* stage.api.paymentIntent(id)).status).toBe("processing")
    stage.emulator.setNow(Date.UTC(2027, 3, 1) + noon)
    expect((yield* stage.api.paymentIntent(id)).status).toBe("succeeded")
  }),
)

it.effect("a debit that is created without confirmation waits for it, and can be cancelled", () =>
  Effect.gen(function* () {
    const stage = scene()
    const who = yield* mandated(stage)
    const params = { amount: 500, currency: "eur", customer: who.customer, allowed_payment_method_types: ["sepa_debit" as const] }
    const waiting = yield* stage.api.createPaymentIntent({ ...params, payment_method: who.method }, key())
    expect(waiting.status).toBe("requires_confirmation")
    const { sdk } = stage
    expect((yield* Effect.promise(() => sdk.paymentIntents.confirm(waiting.id, { mandate: who.mandate }))).status).toBe("processing")
    expect(yield* Effect.promise(() => sdk.paymentIntents.cancel(waiting.id).catch((error: { code: string }) => error.code))).toBe(
      "payment_intent_unexpected_state",
    )
    const other = yield* stage.api.createPaymentIntent(params, key())
    expect(other.status).toBe("requires_payment_method")
    expect((yield* Effect.promise(() => sdk.paymentIntents.cancel(other.id))).status).toBe("canceled")
  }),
)

it.effect("the same seed gives the same identities", () =>
  Effect.gen(function* () {
    const once = Effect.fnUntraced(function* (seed: string) {
      const stage = scene(seed)
      yield* stage.api.createPaymentIntent(debitParams(yield* mandated(stage)), { idempotencyKey: "same" })
      stage.emulator.advance(30 * dayMs)
      return stage.emulator.state.all("event").map(({ id }) => id)
    })
    const [first, second, other] = [yield* once("a"), yield* once("a"), yield* once("b")]
    expect(first).toEqual(second)
    expect(first).not.toEqual(other)
  }),
)
