import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import type { Stripe } from "stripe"
import { debitParams, key, mandated, scene, setupParams, topUpParams } from "./bench.ts"

/** What the SDK throws, as far as it says what was wrong. */
const refusal = async (asking: Promise<unknown>) => {
  const error: { type?: string; code?: string; param?: string; statusCode?: number } = await asking.then(
    () => ({ type: "was not refused" }),
    (thrown: unknown) => (thrown instanceof Error ? { ...thrown } : {}),
  )
  return { type: error.type, code: error.code, param: error.param, status: error.statusCode }
}

const wrong = "StripeInvalidRequestError"

describe("parameters, through the real SDK", () => {
  const stage = scene()
  const { sdk } = stage
  const debit = Effect.runPromise(Effect.map(mandated(stage), (who) => debitParams(who)))
  const before = () => stage.emulator.state.all("payment_intent").length
  /** Parameters that the SDK's types do not let through, or that they let through by mistake. */
  const paramsWith = (more: object): Promise<Stripe.PaymentIntentCreateParams> => debit.then((params) => Object.assign({ ...params }, more))

  const cases: ReadonlyArray<readonly [string, object, object]> = [
    ["a parameter that does not exist", { bogus_param: "1" }, { code: "parameter_unknown", param: "bogus_param" }],
    [
      "one inside another",
      { payment_method_options: { sepa_debit: { target_dat: "2026-11-12" } } },
      { code: "parameter_unknown", param: "payment_method_options[sepa_debit][target_dat]" },
    ],
    [
      "payment_method_types",
      { payment_method_types: ["sepa_debit"] },
      { code: "payment_method_types_no_longer_supported", param: "payment_method_types" },
    ],
    ["a part of a cent", { amount: 12.5 }, { code: "parameter_invalid_integer", param: "amount" }],
    ["a value that is not allowed", { allowed_payment_method_types: ["sepa_debits"] }, { param: "allowed_payment_method_types[0]" }],
    ["another kind of payment", { allowed_payment_method_types: ["ideal"] }, { param: "allowed_payment_method_types" }],
    [
      "an account in the place of a card",
      { allowed_payment_method_types: ["card"] },
      { code: "payment_method_unexpected_state", param: "payment_method" },
    ],
    ["dollars", { currency: "usd" }, { code: "payment_intent_invalid_currency", param: "currency" }],
    ["49 cents", { amount: 49 }, { code: "amount_too_small", param: "amount" }],
    ["more than 10,000 euro", { amount: 1_000_001 }, { code: "amount_too_large", param: "amount" }],
    ["a customer that does not exist", { customer: "cus_none" }, { code: "resource_missing", param: "customer" }],
    ["a payment method that does not exist", { payment_method: "pm_none" }, { code: "resource_missing", param: "payment_method" }],
    ["a mandate that does not exist", { mandate: "mandate_none" }, { code: "resource_missing", param: "mandate" }],
    ["off_session without confirm", { confirm: false }, { param: "off_session" }],
    ["setup_future_usage on a later debit", { setup_future_usage: "off_session" }, { code: "parameter_missing", param: "mandate_data" }],
    [
      "a debit day that is too near",
      { payment_method_options: { sepa_debit: { target_date: "2026-11-04" } } },
      { param: "payment_method_options[sepa_debit][target_date]" },
    ],
    [
      "a debit day that is too far",
      { payment_method_options: { sepa_debit: { target_date: "2026-11-18" } } },
      { param: "payment_method_options[sepa_debit][target_date]" },
    ],
    ["too much metadata", { metadata: { note: "x".repeat(501) } }, { param: "metadata[note]" }],
    ["an expansion of nothing", { expand: ["latest_chrage"] }, { param: "expand" }],
  ]

  it.each(cases)("%s is refused, and nothing is created", async (_, more, expected) => {
    const params = await paramsWith(more)
    const there = before()
    const error = await refusal(sdk.paymentIntents.create(params, key()))
    expect(error).toEqual({ code: undefined, param: undefined, ...expected, type: wrong, status: 400 })
    expect(before()).toBe(there)
  })

  it("an unknown object or route is answered 404", async () => {
    expect(await refusal(sdk.paymentIntents.retrieve("pi_none"))).toEqual({
      type: wrong,
      code: "resource_missing",
      param: "id",
      status: 404,
    })
    expect(await refusal(sdk.subscriptions.list())).toEqual({ type: wrong, code: undefined, param: undefined, status: 404 })
  })

  it.each([
    [
      "a reference prefix that Stripe keeps for itself",
      { payment_method_options: { sepa_debit: { mandate_options: { reference_prefix: "STRIPE-" } } } },
    ],
    ["a success_url that is not a URL", { success_url: "gateway.example" }],
    ["lines to pay", { line_items: [{ price: "price_1" }] }],
    ["dollars", { currency: "usd" }],
  ])("a mandate with %s is refused", async (_, more) => {
    expect(await refusal(sdk.checkout.sessions.create({ ...setupParams((await debit).customer ?? ""), ...more }))).toMatchObject({
      type: wrong,
      status: 400,
    })
  })

  it.each([
    ["less than 50 cents", topUpParams(49)],
    ["nothing to pay for", { ...topUpParams(), line_items: [] }],
    ["a direct debit", { ...topUpParams(), allowed_payment_method_types: ["sepa_debit" as const] }],
    ["payment_method_types", Object.assign(topUpParams(), { payment_method_types: ["card"] })],
  ])("a top-up of %s is refused", async (_, params) => {
    expect(await refusal(sdk.checkout.sessions.create(params))).toMatchObject({ type: wrong, status: 400 })
  })

  it("a debit on the earliest and on the latest day is accepted", async () => {
    for (const target_date of ["2026-11-05", "2026-11-17"]) {
      const params = await paramsWith({ payment_method_options: { sepa_debit: { target_date } } })
      expect((await sdk.paymentIntents.create(params, key())).status).toBe("processing")
    }
  })

  it("lists are paged, the newest first", async () => {
    const all = await sdk.paymentIntents.list({ limit: 1 }).autoPagingToArray({ limit: 100 })
    expect(all.length).toBe(before())
    expect(all.map(({ id }) => id)).toEqual(
      stage.emulator.state
        .all("payment_intent")
        .map(({ id }) => id)
        .toReversed(),
    )
    const back = await sdk.paymentIntents.list({ limit: 1, ending_before: all[1]?.id ?? "" })
    expect(back.data.map(({ id }) => id)).toEqual([all[0]?.id])
    expect(await refusal(sdk.paymentIntents.list({ limit: 101 }))).toMatchObject({ param: "limit", status: 400 })
    expect(await refusal(sdk.paymentIntents.list({ starting_after: "pi_none" }))).toMatchObject({ code: "resource_missing", status: 400 })
  })
})
