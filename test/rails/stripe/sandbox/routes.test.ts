import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { Stripe } from "stripe"
import { emulatorFetch } from "../support/emulatorFetch.ts"
import { find, routes } from "../../../../rails/stripe/sandbox/routes.ts"
import { chargeOf, dayMs, debitParams, idOf, key, mandated, scene, topUpParams } from "./bench.ts"

/** The SDK, and the routes that answered it well. */
const watched = () => {
  const stage = scene()
  const answered = new Set<string>()
  const fetchEmulator = emulatorFetch(stage.emulator)
  const watching: typeof fetch = async (input, init) => {
    const answer = await fetchEmulator(input, init)
    const { method, url } = new Request(input, init)
    const route = find(routes, method, new URL(url).pathname)?.route
    if (answer.ok && route !== undefined) answered.add(`${route.method} ${route.path}`)
    return answer
  }
  const httpClient = Stripe.createFetchHttpClient(watching)
  return { stage, answered, sdk: new Stripe("sk_test_1", { httpClient, maxNetworkRetries: 0, telemetry: false }) }
}

it.effect("every route of the emulator answers the SDK in the shape of Stripe's types", () =>
  Effect.gen(function* () {
    const { answered, sdk, stage } = watched()
    const who = yield* mandated(stage)
    const { id: intent } = yield* stage.api.createPaymentIntent(debitParams(who), key())
    stage.emulator.advance(10 * dayMs)
    const charge = chargeOf(yield* stage.api.paymentIntent(intent))
    const refund = yield* stage.api.createRefund({ charge: charge.id, amount: 1 }, key())
    const { id: dispute } = stage.emulator.dispute(charge.id)
    yield* Effect.promise(async () => {
      const { customer, mandate, method } = who
      await sdk.customers.create({ name: "B" })
      expect((await sdk.customers.retrieve(customer)).id).toBe(customer)
      expect((await sdk.customers.update(customer, { name: "C" })).name).toBe("C")
      expect((await sdk.customers.list()).data.map(({ id }) => id)).toContain(customer)
      const session = await sdk.checkout.sessions.create(topUpParams())
      expect((await sdk.checkout.sessions.retrieve(session.id)).id).toBe(session.id)
      expect((await sdk.checkout.sessions.list({ status: "open" })).data.map(({ id }) => id)).toEqual([session.id])
      await sdk.checkout.sessions.expire(session.id)
      const setup = await sdk.setupIntents.create({ customer, allowed_payment_method_types: ["sepa_debit"] })
      expect((await sdk.setupIntents.retrieve(setup.id)).status).toBe("requires_payment_method")
      expect((await sdk.mandates.retrieve(mandate, { expand: ["payment_method"] })).payment_method).toMatchObject({ id: method })

      const waiting = await sdk.paymentIntents.create({
        amount: 99,
        currency: "eur",
        customer,
        payment_method: method,
        allowed_payment_method_types: ["sepa_debit"],
      })
      await sdk.paymentIntents.confirm(waiting.id, { mandate })
      const other = await sdk.paymentIntents.create({ amount: 99, currency: "eur", allowed_payment_method_types: ["sepa_debit"] })
      expect((await sdk.paymentIntents.cancel(other.id, { cancellation_reason: "duplicate" })).cancellation_reason).toBe("duplicate")
      expect(
        (await sdk.paymentIntents.retrieve(intent, { expand: ["latest_charge.balance_transaction", "customer"] })).customer,
      ).toMatchObject({ id: customer })
      expect((await sdk.paymentIntents.list({ customer, created: { lt: 1 } })).data).toEqual([])
      expect((await sdk.charges.list({ payment_intent: intent })).data.map(({ id }) => id)).toEqual([charge.id])
      expect((await sdk.charges.retrieve(charge.id)).amount_refunded).toBe(1)

      await sdk.checkout.sessions.create(topUpParams()).then(({ id }) => stage.emulator.pay(id, { number: "4242424242424242" }))
      const [card] = (await sdk.charges.list()).data
      await sdk.refunds.create({ charge: card?.id ?? "" })
      expect((await sdk.refunds.retrieve(refund.id)).charge).toBe(charge.id)
      expect((await sdk.refunds.list({ charge: charge.id, expand: ["data.charge"] })).data[0]?.charge).toMatchObject({ id: charge.id })
      expect((await sdk.disputes.retrieve(dispute)).status).toBe("lost")
      expect((await sdk.disputes.list({ charge: charge.id })).data.map(({ id }) => id)).toEqual([dispute])
      expect((await sdk.balanceTransactions.list({ source: charge.id })).data).toMatchObject([{ source: charge.id, type: "payment" }])
      expect((await sdk.balanceTransactions.retrieve(idOf(charge.balance_transaction), { expand: ["source"] })).source).toMatchObject({
        id: charge.id,
      })

      await sdk.checkout.sessions.create(topUpParams()).then(({ id }) => stage.emulator.pay(id, { number: "4242424242424242" }))
      const [payout] = stage.emulator.payOut()
      expect((await sdk.payouts.list({ arrival_date: { gte: payout!.created } })).data.map(({ id }) => id)).toContain(payout!.id)
      expect((await sdk.payouts.retrieve(payout!.id)).amount).toBe(payout!.amount)
      const lines = (await sdk.balanceTransactions.list({ payout: payout!.id, expand: ["data.source"] })).data
      expect(lines.reduce((sum, { net }) => sum + net, 0)).toBe(0)

      const [event] = (await sdk.events.list({ type: "charge.*", limit: 1 })).data
      expect((await sdk.events.retrieve(event?.id ?? "")).type).toBe(event?.type)
      const endpoint = await sdk.webhookEndpoints.create({ url: "http://127.0.0.1:9/", enabled_events: ["*"] })
      expect(endpoint.secret).toMatch(/^whsec_/)
      expect((await sdk.webhookEndpoints.retrieve(endpoint.id)).secret).toBeUndefined()
      expect((await sdk.webhookEndpoints.list()).data).toHaveLength(1)
      await sdk.paymentMethods.detach(method)
      expect((await sdk.paymentMethods.retrieve(method)).customer).toBeNull()
    })
    expect([...answered].toSorted()).toEqual(routes.map(({ method, path }) => `${method} ${path}`).toSorted())
  }),
)
