import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { dayMs, debitParams, key, mandated, scene } from "./bench.ts"

const intents = ({ emulator }: ReturnType<typeof scene>) => emulator.state.all("payment_intent").length

it.effect("a repeated idempotency key gets the first answer, and nothing happens twice", () =>
  Effect.gen(function* () {
    const stage = scene()
    const params = debitParams(yield* mandated(stage))
    const first = yield* stage.api.createPaymentIntent(params, { idempotencyKey: "debit:1" })
    stage.emulator.advance(dayMs - 1)
    const second = yield* stage.api.createPaymentIntent(params, { idempotencyKey: "debit:1" })
    expect(second).toEqual(first)
    expect(intents(stage)).toBe(1)
  }),
)

it.effect("an idempotency key is forgotten after 24 hours, and the same request makes a second debit", () =>
  Effect.gen(function* () {
    const stage = scene()
    const params = debitParams(yield* mandated(stage))
    const first = yield* stage.api.createPaymentIntent(params, { idempotencyKey: "debit:1" })
    stage.emulator.advance(dayMs)
    const second = yield* stage.api.createPaymentIntent(params, { idempotencyKey: "debit:1" })
    expect(second.id).not.toBe(first.id)
    stage.emulator.pruneKeys()
    yield* stage.api.createPaymentIntent(params, { idempotencyKey: "debit:1" })
    expect(intents(stage)).toBe(3)
  }),
)

it.effect("the same idempotency key with other parameters is refused as StripeMisuse", () =>
  Effect.gen(function* () {
    const stage = scene()
    const who = yield* mandated(stage)
    yield* stage.api.createPaymentIntent(debitParams(who), { idempotencyKey: "debit:1" })
    const other = yield* Effect.flip(stage.api.createPaymentIntent(debitParams(who, 999), { idempotencyKey: "debit:1" }))
    expect(other).toMatchObject({ _tag: "StripeMisuse", status: 400 })
    expect(intents(stage)).toBe(1)
  }),
)

it.effect("a refused request is replayed for its key, and a request with invalid parameters is not", () =>
  Effect.gen(function* () {
    const stage = scene()
    const who = yield* mandated(stage)
    stage.emulator.setMandate(who.mandate, "inactive")
    const refused = yield* Effect.flip(stage.api.createPaymentIntent(debitParams(who), { idempotencyKey: "debit:1" }))
    stage.emulator.setMandate(who.mandate, "active")
    const again = yield* Effect.flip(stage.api.createPaymentIntent(debitParams(who), { idempotencyKey: "debit:1" }))
    expect([refused.replayed, again.replayed]).toEqual([false, true])
    expect(again).toMatchObject({ code: "payment_intent_mandate_invalid" })
    yield* Effect.flip(stage.api.createPaymentIntent(debitParams(who, 1.5), { idempotencyKey: "debit:2" }))
    expect((yield* stage.api.createPaymentIntent(debitParams(who), { idempotencyKey: "debit:2" })).status).toBe("processing")
  }),
)

it.effect("a 500 after the request took effect is replayed for its key", () =>
  Effect.gen(function* () {
    const stage = scene()
    const who = yield* mandated(stage)
    stage.emulator.addFault({ kind: "error_after", route: "POST /v1/payment_intents" })
    const params = debitParams(who)
    const first = yield* Effect.flip(stage.api.createPaymentIntent(params, { idempotencyKey: "debit:1" }))
    expect(first).toMatchObject({ _tag: "StripeUncertain", status: 500, replayed: false })
    const second = yield* Effect.flip(stage.api.createPaymentIntent(params, { idempotencyKey: "debit:1" }))
    expect(second).toMatchObject({ _tag: "StripeUncertain", status: 500, replayed: true })
    const { complete, items } = yield* stage.api.paymentIntents({ customer: who.customer }, 100)
    expect(complete).toBe(true)
    expect(items.filter(({ metadata }) => metadata["debit_id"] === "d-1")).toHaveLength(1)
  }),
)

it.effect("a request that is refused halfway has changed nothing but its key", () =>
  Effect.gen(function* () {
    const stage = scene()
    const who = yield* mandated(stage)
    const before = stage.emulator.counts()
    const options = { payment_method_options: { sepa_debit: { target_date: "2026-11-31" } } }
    yield* Effect.flip(stage.api.createPaymentIntent({ ...debitParams(who), ...options }, key()))
    expect(stage.emulator.counts()).toEqual({ ...before, key: (before["key"] ?? 0) + 1 })
  }),
)
