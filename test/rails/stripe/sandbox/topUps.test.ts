import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { dayMs, debitParams, eventTypes, idOf, key, mandated, monday, scene, setupParams, topUpParams } from "./bench.ts"

const intentOf = Effect.fnUntraced(function* ({ api }: ReturnType<typeof scene>, session: string) {
  const { payment_intent } = yield* api.session(session)
  if (payment_intent === null || typeof payment_intent === "string") throw new Error("the session has no PaymentIntent")
  return payment_intent
})

it.effect("a card pays at once, the session is complete and paid, and the PaymentIntent has the gateway's metadata", () =>
  Effect.gen(function* () {
    const stage = scene()
    const opened = yield* stage.api.createSession(topUpParams(), key())
    expect(opened).toMatchObject({ status: "open", payment_status: "unpaid", payment_intent: null, amount_total: 5000, currency: "usd" })
    expect(opened.url).toMatch(/\/pay\/cs_test_/)
    stage.emulator.pay(opened.id, { number: "4242 4242 4242 4242", name: "Anna" })
    const paid = yield* stage.api.session(opened.id)
    expect(paid).toMatchObject({ status: "complete", payment_status: "paid", url: null, metadata: { topup_id: "t-1" } })
    expect(yield* intentOf(stage, opened.id)).toMatchObject({ status: "succeeded", amount_received: 5000, metadata: { topup_id: "t-1" } })
    expect(eventTypes(stage)).toEqual([
      "payment_intent.created",
      "charge.succeeded",
      "payment_intent.succeeded",
      "checkout.session.completed",
    ])
    expect(() => stage.emulator.pay(opened.id, { number: "4242424242424242" })).toThrow("complete")
  }),
)

it.effect.each([
  ["4000000000000002", "card_declined", "generic_decline"],
  ["4000000000009995", "card_declined", "insufficient_funds"],
  ["4000000000000069", "expired_card", undefined],
  ["4000000000000127", "incorrect_cvc", undefined],
  ["4000000000000119", "processing_error", undefined],
] as const)("the card %s is declined with %s; the session stays open for another", ([number, code, decline_code]) =>
  Effect.gen(function* () {
    const stage = scene()
    const { id } = yield* stage.api.createSession(topUpParams(), key())
    expect(() => stage.emulator.pay(id, { number })).toThrow("declined")
    expect(yield* stage.api.session(id)).toMatchObject({ status: "open", payment_status: "unpaid" })
    const declined = yield* intentOf(stage, id)
    expect(declined).toMatchObject({
      status: "requires_payment_method",
      amount_received: 0,
      last_payment_error: { type: "card_error", code },
    })
    expect(declined.last_payment_error?.decline_code).toBe(decline_code)
    stage.emulator.pay(id, { number: "5555555555554444" })
    expect((yield* intentOf(stage, id)).id).toBe(declined.id)
    expect((yield* stage.api.session(id)).payment_status).toBe("paid")
  }),
)

it.effect("a card number that is not a test card pays nothing", () =>
  Effect.gen(function* () {
    const stage = scene()
    const { id } = yield* stage.api.createSession(topUpParams(), key())
    expect(() => stage.emulator.pay(id, { number: "1234" })).toThrow("test cards only")
    expect((yield* stage.api.session(id)).status).toBe("open")
  }),
)

it.effect("a card payment is refunded at once, in parts, and never twice", () =>
  Effect.gen(function* () {
    const stage = scene()
    const { id } = yield* stage.api.createSession(topUpParams(), key())
    stage.emulator.pay(id, { number: "4242424242424242" })
    const intent = (yield* intentOf(stage, id)).id
    const part = yield* stage.api.createRefund(
      { payment_intent: intent, amount: 2000, reason: "requested_by_customer", metadata: { why: "too much" } },
      key(),
    )
    expect(part).toMatchObject({ status: "succeeded", amount: 2000, payment_intent: intent, metadata: { why: "too much" } })
    expect(yield* Effect.flip(stage.api.createRefund({ payment_intent: intent, amount: 3001 }, key()))).toMatchObject({
      code: "amount_too_large",
    })
    const rest = stage.emulator.refund(idOf((yield* intentOf(stage, id)).latest_charge))
    expect(rest.amount).toBe(3000)
    expect(yield* Effect.flip(stage.api.createRefund({ payment_intent: intent }, key()))).toMatchObject({ code: "charge_already_refunded" })
    const { items } = yield* stage.api.refunds({ payment_intent: intent }, 10)
    expect(items.map(({ amount }) => amount)).toEqual([3000, 2000])
    expect(eventTypes(stage).filter((type) => type === "charge.refunded")).toHaveLength(2)
  }),
)

it.effect("a refund to a bank account takes some days", () =>
  Effect.gen(function* () {
    const stage = scene()
    const { id } = yield* stage.api.createPaymentIntent(debitParams(yield* mandated(stage)), key())
    expect(yield* Effect.flip(stage.api.createRefund({ payment_intent: id }, key()))).toMatchObject({ code: "charge_not_refundable" })
    stage.emulator.advance(20 * dayMs)
    const refund = yield* stage.api.createRefund({ payment_intent: id }, key())
    expect(refund.status).toBe("pending")
    stage.emulator.advance(7 * dayMs)
    expect((yield* stage.api.refunds({ payment_intent: id }, 10)).items).toMatchObject([{ id: refund.id, status: "succeeded" }])
    expect(eventTypes(stage).at(-1)).toBe("refund.updated")
  }),
)

it.effect("a card payment that is disputed costs a fee at once, and is lost a week later", () =>
  Effect.gen(function* () {
    const stage = scene()
    const { id } = yield* stage.api.createSession(topUpParams(), key())
    stage.emulator.pay(id, { number: "4000000000000259" })
    stage.emulator.advance(dayMs)
    const intent = (yield* intentOf(stage, id)).id
    const dispute = (yield* stage.api.disputes({ payment_intent: intent }, 10)).items[0]
    expect(dispute).toMatchObject({ status: "needs_response", reason: "fraudulent", balance_transactions: [{ amount: -5000, fee: 2000 }] })
    stage.emulator.advance(7 * dayMs)
    expect((yield* stage.api.disputes({ payment_intent: intent }, 10)).items[0]?.status).toBe("lost")
    expect(eventTypes(stage).slice(-3)).toEqual(["charge.dispute.created", "charge.dispute.funds_withdrawn", "charge.dispute.closed"])
  }),
)

it.effect("an unused session expires after a day, or when it is expired by request", () =>
  Effect.gen(function* () {
    const stage = scene()
    const idle = yield* stage.api.createSession(topUpParams(), key())
    const ended = yield* stage.api.createSession(topUpParams(), key())
    expect(idle.expires_at).toBe(monday / 1000 + 86_400)
    expect((yield* stage.api.expireSession(ended.id, key())).status).toBe("expired")
    expect(yield* Effect.flip(stage.api.expireSession(ended.id, key()))).toMatchObject({ _tag: "StripeRefused", status: 400 })
    stage.emulator.advance(dayMs - 1)
    expect((yield* stage.api.session(idle.id)).status).toBe("open")
    stage.emulator.advance(1)
    expect((yield* stage.api.session(idle.id)).status).toBe("expired")
    expect(() => stage.emulator.pay(idle.id, { number: "4242424242424242" })).toThrow("expired")
    expect(eventTypes(stage)).toEqual(["checkout.session.expired", "checkout.session.expired"])
  }),
)

it.effect("an IBAN with a wrong digit or outside SEPA gives no mandate", () =>
  Effect.gen(function* () {
    const stage = scene()
    const { id: customer } = yield* stage.api.createCustomer({}, key())
    const { id } = yield* stage.api.createSession(setupParams(customer), key())
    for (const iban of ["DE89370400440532013001", "SA0380000000608010167519", "", "x"]) {
      expect(() => stage.emulator.acceptMandate(id, { iban, name: "Anna" })).toThrow("IBAN")
    }
    expect(() => stage.emulator.acceptMandate(id, { iban: "DE89370400440532013000", name: " " })).toThrow("name")
    expect((yield* stage.api.session(id)).status).toBe("open")
    expect(stage.emulator.counts()).toMatchObject({ payment_method: 0, mandate: 0 })
  }),
)

it.effect("a mandate can be given by a SetupIntent without the hosted page", () =>
  Effect.gen(function* () {
    const { api, sdk } = scene()
    const { id: customer } = yield* api.createCustomer({ name: "Anna" }, key())
    const params = {
      customer,
      allowed_payment_method_types: ["sepa_debit" as const],
      usage: "off_session" as const,
      confirm: true,
      payment_method_data: {
        type: "sepa_debit" as const,
        sepa_debit: { iban: "DE89370400440532013000" },
        billing_details: { name: "Anna", email: "anna@example.com" },
      },
      mandate_data: { customer_acceptance: { type: "online" as const, online: { ip_address: "192.0.2.1", user_agent: "test" } } },
    }
    const done = yield* Effect.promise(() => sdk.setupIntents.create(params, key()))
    expect((yield* Effect.promise(() => sdk.setupIntents.retrieve(done.id))).status).toBe("succeeded")
    expect((yield* api.mandate(idOf(done.mandate))).customer_acceptance.online?.ip_address).toBe("192.0.2.1")
    const without = yield* Effect.promise(() =>
      sdk.setupIntents.create({ ...params, mandate_data: "" }, key()).catch((error: { param: string }) => error.param),
    )
    expect(without).toBe("mandate_data")
  }),
)
