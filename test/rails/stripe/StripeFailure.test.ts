import { expect, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import type { FaultKind } from "../../../rails/stripe/sandbox/faults.ts"
import { emulatorFetch } from "./support/emulatorFetch.ts"
import { StripeApi } from "../../../rails/stripe/StripeApi.ts"
import { debitParams, key, mandated, scene } from "./sandbox/bench.ts"

const route = "POST /v1/payment_intents"

it.effect.each([
  ["drop_before", "StripeUncertain", undefined, 0],
  ["drop_after", "StripeUncertain", undefined, 1],
  ["error_before", "StripeUncertain", 500, 0],
  ["error_after", "StripeUncertain", 500, 1],
  ["conflict", "StripeBusy", 409, 0],
  ["rate_limit", "StripeBusy", 429, 0],
] as const satisfies ReadonlyArray<readonly [FaultKind, string, number | undefined, number]>)(
  "a fault %s fails as %s without a hidden retry, and the same key then makes one debit",
  ([kind, tag, status, took]) =>
    Effect.gen(function* () {
      const stage = scene()
      const params = debitParams(yield* mandated(stage))
      stage.emulator.addFault({ kind, route })
      const failure = yield* Effect.flip(stage.api.createPaymentIntent(params, { idempotencyKey: "debit:1" }))
      expect(failure).toMatchObject({ _tag: tag, status })
      expect(stage.emulator.counts()["payment_intent"]).toBe(took)
      expect(stage.emulator.faults).toEqual([])
      yield* Effect.exit(stage.api.createPaymentIntent(params, { idempotencyKey: "debit:1" }))
      expect(stage.emulator.counts()["payment_intent"]).toBe(1)
    }),
)

it.effect("a request whose connection closes after it took effect is sent again by the SDK with the same key and makes one debit", () =>
  Effect.gen(function* () {
    const stage = scene()
    const params = debitParams(yield* mandated(stage))
    const api = yield* StripeApi.make({ secretKey: Redacted.make("sk_test_1"), fetch: emulatorFetch(stage.emulator, { asNode: true }) })
    stage.emulator.addFault({ kind: "drop_after", route })
    expect((yield* api.createPaymentIntent(params, { idempotencyKey: "debit:1" })).status).toBe("processing")
    expect(stage.emulator.counts()["payment_intent"]).toBe(1)
    stage.emulator.addFault({ kind: "drop_after", route, times: 2 })
    expect(yield* Effect.flip(api.createPaymentIntent(params, { idempotencyKey: "debit:2" }))).toMatchObject({ _tag: "StripeUncertain" })
    expect(stage.emulator.counts()["payment_intent"]).toBe(2)
  }),
)

it.effect("a refusal of Stripe has its reason and where to look it up", () =>
  Effect.gen(function* () {
    const failure = yield* Effect.flip(scene().api.mandate("mandate_none"))
    expect(failure).toMatchObject({
      _tag: "StripeRefused",
      status: 404,
      code: "resource_missing",
      param: "id",
      requestId: expect.stringMatching(/^req_/),
    })
    expect(failure.message).toBe("Stripe refused: No such mandate: 'mandate_none'")
  }),
)

/** An answer of anybody on the way. */
const answering = (status: number, body: string, headers: Record<string, string> = {}) =>
  StripeApi.make({ secretKey: Redacted.make("sk_test_1"), fetch: () => Promise.resolve(new Response(body, { status, headers })) })

const problem = (error: object) => JSON.stringify({ error })

it.effect.each([
  ["a proxy's page", 502, "<html>Bad gateway</html>", "StripeUncertain"],
  ["a page with a 200", 200, "<html>Sign in to the WLAN</html>", "StripeUncertain"],
  ["an answer that is null", 200, "null", "StripeUncertain"],
  ["an answer that breaks off", 200, '{"id": "pi_', "StripeUncertain"],
  ["503", 503, problem({ type: "api_error", message: "down" }), "StripeUncertain"],
  ["a key that is wrong", 401, problem({ type: "invalid_request_error", message: "Invalid API Key provided" }), "StripeMisuse"],
  ["a key without the right", 403, problem({ type: "invalid_request_error", message: "Not allowed" }), "StripeMisuse"],
  [
    "a card that is declined",
    402,
    problem({ type: "card_error", code: "card_declined", decline_code: "lost_card", message: "No", payment_intent: { id: "pi_1" } }),
    "StripeRefused",
  ],
  ["a rate limit as 400", 400, problem({ type: "invalid_request_error", code: "rate_limit", message: "Slow down" }), "StripeBusy"],
  ["a lock", 409, problem({ type: "idempotency_error", code: "idempotency_key_in_use", message: "In use" }), "StripeBusy"],
  ["a key used for something else", 400, problem({ type: "idempotency_error", message: "Other parameters" }), "StripeMisuse"],
] as const)("%s is classified", ([, status, body, tag]) =>
  Effect.gen(function* () {
    const api = yield* answering(status, body)
    const failure = yield* Effect.flip(api.createRefund({ payment_intent: "pi_1" }, key()))
    expect(failure._tag).toBe(tag)
    if (body.startsWith("<html>")) expect(failure.message).toContain("did not arrive")
    if (status === 402) expect(failure).toMatchObject({ code: "card_declined", declineCode: "lost_card", paymentIntent: "pi_1" })
  }),
)

it.effect("a missing answer becomes StripeUncertain after the time-out", () =>
  Effect.gen(function* () {
    const never: typeof fetch = (_, init) =>
      new Promise((_resolve, reject) => init?.signal?.addEventListener("abort", () => reject(init.signal?.reason)))
    const api = yield* StripeApi.make({ secretKey: Redacted.make("sk_test_1"), fetch: never, timeoutMs: 30 })
    const failure = yield* Effect.flip(api.createRefund({ payment_intent: "pi_1" }, key()))
    expect(failure).toMatchObject({ _tag: "StripeUncertain", message: expect.stringContaining("30ms") })
  }),
)

it.effect("a list that was cut off is reported as incomplete", () =>
  Effect.gen(function* () {
    const stage = scene()
    const who = yield* mandated(stage)
    for (let i = 0; i < 3; i++) yield* stage.api.createPaymentIntent(debitParams(who), key())
    expect(yield* stage.api.paymentIntents({ customer: who.customer }, 2)).toMatchObject({ complete: false, items: [{}, {}] })
    expect((yield* stage.api.paymentIntents({ customer: who.customer }, 3)).complete).toBe(true)
    expect((yield* stage.api.paymentIntents({ customer: "cus_other" }, 3)).items).toEqual([])
  }),
)

it.effect("a list is read over all its pages", () =>
  Effect.gen(function* () {
    const stage = scene()
    const who = yield* mandated(stage)
    for (let i = 0; i < 120; i++) yield* stage.api.createPaymentIntent(debitParams(who), key())
    const { complete, items } = yield* stage.api.paymentIntents({ customer: who.customer }, 1000)
    expect([complete, new Set(items.map(({ id }) => id)).size]).toEqual([true, 120])
  }),
)
