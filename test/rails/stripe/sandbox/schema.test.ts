import { describe, expect, it } from "vitest"
import { readFileSync } from "node:fs"
import { Stripe } from "stripe"
import { routes } from "../../../../rails/stripe/sandbox/routes.ts"
import { apiVersion, checkObject } from "../../../../rails/stripe/sandbox/schema.ts"
import { deriveStripeSchema } from "../../../../scripts/stripeSchema/derive.ts"
import { scene } from "./bench.ts"

const committed = JSON.parse(readFileSync(new URL("../../../../rails/stripe/sandbox/schema.json", import.meta.url), "utf8"))

describe("the schema of Stripe's API", () => {
  it("the committed schema equals the installed SDK's (after an update, run `node scripts/deriveStripeSchema.ts`)", () => {
    const derived: unknown = JSON.parse(JSON.stringify(deriveStripeSchema()))
    expect(derived).toEqual(committed)
    expect(apiVersion).toBe(Stripe.API_VERSION)
  })

  it("the schema and the emulator have the same routes", () => {
    const operations = Object.entries<object>(committed.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    )
    expect(routes.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual(operations.toSorted())
  })

  it("the emulator stops at an answer that Stripe would not give, also behind the SDK", async () => {
    const { emulator, sdk } = scene()
    const customer = await sdk.customers.create({ name: "A" })
    const kept = emulator.state.get("customer", customer.id)
    if (kept === undefined) throw new Error("the customer was not kept")
    emulator.state.put("customer", { ...kept, balance: 0.5 })
    await expect(sdk.customers.retrieve(customer.id)).rejects.toThrow("connection")
    expect(() => emulator.advance(1)).toThrow("at fault")
    await expect(sdk.customers.create({})).rejects.toThrow("connection")
  })

  it("the schema refuses an answer that Stripe would not give", () => {
    const { emulator } = scene()
    const session = emulator.handle({
      method: "POST",
      path: "/v1/checkout/sessions",
      headers: { authorization: "Bearer sk_test_1" },
      body: "success_url=https://a.example&line_items[0][price_data][currency]=usd&line_items[0][price_data][unit_amount]=500&line_items[0][price_data][product_data][name]=x",
    })
    if (session.dropped) throw new Error("the connection was dropped")
    const answer: Record<string, unknown> = JSON.parse(session.body)
    expect(() => checkObject("Checkout.Session", answer)).not.toThrow()
    expect(() => checkObject("Checkout.Session", { ...answer, amount_total: 5.5 })).toThrow("amount_total must be integer")
    expect(() => checkObject("Checkout.Session", { ...answer, object: "session" })).toThrow("object")
    const { status: _, ...without } = answer
    expect(() => checkObject("Checkout.Session", without)).toThrow("must have required property 'status'")
  })
})
