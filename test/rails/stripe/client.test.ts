import { expect, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { StripeApi } from "../../../rails/stripe/StripeApi.ts"
import { scene } from "./sandbox/bench.ts"

const base = "http://127.0.0.1:4242"

it.effect.each([
  ["sk_live_abc", base],
  ["rk_live_abc", base],
  ["sk_live_abc", "https://api.stripe.example"],
] as const)("the live key %s is never sent to %s", ([key, baseUrl]) =>
  Effect.gen(function* () {
    const refused = yield* Effect.flip(StripeApi.make({ secretKey: Redacted.make(key), baseUrl }))
    expect(refused).toMatchObject({ _tag: "StripeMisuse", message: expect.stringContaining("FARTHING_STRIPE_URL") })
    expect(refused.message).not.toContain(key)
  }),
)

it.effect("a live key is never sent through another fetch", () =>
  Effect.gen(function* () {
    const refused = yield* Effect.flip(StripeApi.make({ secretKey: Redacted.make("rk_live_abc"), fetch: globalThis.fetch }))
    expect(refused._tag).toBe("StripeMisuse")
  }),
)

it.effect("a live key alone, and a test key with another address, are accepted", () =>
  Effect.gen(function* () {
    yield* StripeApi.make({ secretKey: Redacted.make("sk_live_abc") })
    yield* StripeApi.make({ secretKey: Redacted.make("sk_test_abc"), baseUrl: base })
  }),
)

it.effect.each(["", "pk_test_abc", "sk_test_", "sk_test_a b"])("%j is refused as a secret key", (key) =>
  Effect.gen(function* () {
    expect((yield* Effect.flip(StripeApi.make({ secretKey: Redacted.make(key) }))).message).toContain("FARTHING_STRIPE_SECRET_KEY")
  }),
)

it.effect.each(["localhost:4242", "ftp://localhost", "http://localhost/v1", "http://u:p@localhost"])(
  "%j is refused as an address of Stripe",
  (baseUrl) =>
    Effect.gen(function* () {
      expect((yield* Effect.flip(StripeApi.make({ secretKey: Redacted.make("sk_test_a"), baseUrl }))).message).toContain(
        "FARTHING_STRIPE_URL",
      )
    }),
)

it.effect("a request has the idempotency key, the API version of the types, and no telemetry", () =>
  Effect.gen(function* () {
    const seen: Array<Request> = []
    const { emulator } = scene()
    const watching: typeof fetch = (input, init) => {
      seen.push(new Request(input, init))
      return Promise.resolve(new Response("{}", { headers: { "request-id": "req_1" } }))
    }
    const api = yield* StripeApi.make({ secretKey: Redacted.make("sk_test_a"), fetch: watching })
    yield* api.createCustomer({ name: "A" }, { idempotencyKey: "customer:1" })
    yield* api.createCustomer({ name: "B" }, { idempotencyKey: "customer:2" })
    expect(seen.map(({ headers }) => headers.get("idempotency-key"))).toEqual(["customer:1", "customer:2"])
    for (const { headers, url } of seen) {
      expect(url).toBe("https://api.stripe.com/v1/customers")
      expect(headers.get("stripe-version")).toBe("2026-10-28.endive")
      expect(headers.get("x-stripe-client-telemetry")).toBeNull()
      expect(headers.get("authorization")).toBe("Bearer sk_test_a")
    }
    expect(emulator.counts()["customer"]).toBe(0)
  }),
)

it("a write without an idempotency key does not compile", () => {
  const { api } = scene()
  // @ts-expect-error the key is missing
  expect(() => api.createCustomer({ name: "A" })).not.toThrow()
  // @ts-expect-error a key is a text
  expect(() => api.createCustomer({ name: "A" }, { idempotencyKey: undefined })).not.toThrow()
})

it.effect("livemode of every object that the client receives is checked: an object of the other mode than the key is never used", () =>
  Effect.gen(function* () {
    const answering = (livemode: boolean) => () =>
      Promise.resolve(new Response(JSON.stringify({ id: "cus_1", object: "customer", livemode }), { headers: { "request-id": "req_1" } }))
    const create = (api: Parameters<typeof StripeApi.of>[0]) => Effect.result(api.createCustomer({}, { idempotencyKey: "a" }))
    const test = yield* StripeApi.make({ secretKey: Redacted.make("sk_test_a"), fetch: answering(true) })
    expect(yield* create(test)).toMatchObject({ _tag: "Failure", failure: { _tag: "StripeMisuse" } })
    const same = yield* StripeApi.make({ secretKey: Redacted.make("sk_test_a"), fetch: answering(false) })
    expect(yield* create(same)).toMatchObject({ _tag: "Success" })
  }),
)
