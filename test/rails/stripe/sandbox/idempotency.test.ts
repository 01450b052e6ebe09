import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { dayMs, debitParams, key, mandated, scene } from "./bench.ts"

const intents = ({ emulator }: ReturnType<typeof scene>) => emulator.state.all("payment_intent").length

it.effect("the same key again gets the first answer, whatever has become of it, and nothing happens twice", () =>
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

it.effect("a key is forgotten after 24 hours: the same request is a second debit", () =>
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

it.effect("the same key with other parameters is a mistake of ours", () =>
  Effect.gen(function* () {
    const stage = scene()
    const who = yield* mandated(stage)
    yield* stage.api.createPaymentIntent(debitParams(who), { idempotencyKey: "debit:1" })
    const other = yield* Effect.flip(stage.api.createPaymentIntent(debitParams(who, 999), { idempotencyKey: "debit:1" }))
    expect(other).toMatchObject({ _tag: "StripeMisuse", status: 400 })
    expect(intents(stage)).toBe(1)
  }),
)

it.effect("a refusal of what was asked for is remembered; parameters that could not be read are not", () =>
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

it.effect("a 500 after it took effect is what the key says from then on", () =>
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

it.effect("what is refused half way has changed nothing", () =>
  Effect.gen(function* () {
    const stage = scene()
    const who = yield* mandated(stage)
    const before = stage.emulator.counts()
    const options = { payment_method_options: { sepa_debit: { target_date: "2026-11-31" } } }
    yield* Effect.flip(stage.api.createPaymentIntent({ ...debitParams(who), ...options }, key()))
    expect(stage.emulator.counts()).toEqual({ ...before, key: (before["key"] ?? 0) + 1 })
  }),
)
