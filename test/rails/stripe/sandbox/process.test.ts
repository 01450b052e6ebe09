import { expect, layer } from "@effect/vitest"
import { Context, Effect, Layer, Redacted } from "effect"
import { createServer } from "node:http"
import { portOf } from "../../../../src/sandbox/loopback.ts"
import { verifiedEvent } from "../../../../rails/stripe/webhook.ts"
import { until } from "../../../support/until.ts"
import { chargeOf, debitParams, good, idOf, key, setupParams, topUpParams } from "./bench.ts"
import { apiAt, control, freshStripe, visit } from "./stripeProcess.ts"

class Process extends Context.Service<
  Process,
  {
    readonly url: string
    readonly advance: (days: number) => Effect.Effect<void>
    /** Moves the clock without a notification to the process. */
    readonly move: (days: number) => Effect.Effect<void>
    /** By the sandbox's clock. */
    readonly now: Effect.Effect<number>
  }
>()("farthing/test/rails/sepa/StripeProcess") {}

const running = Layer.effect(
  Process,
  Effect.gen(function* () {
    const { owner, start } = yield* freshStripe
    const { baseUrl } = yield* start
    const move = (days: number) => Effect.orDie(Effect.asVoid(owner`update clock set ahead = ahead + make_interval(days => ${days}::int)`))
    const advance = (days: number) => Effect.asVoid(Effect.andThen(move(days), control(baseUrl, "POST /clock")))
    const now = Effect.orDie(Effect.map(owner<{ now: number }>`select ms(farthing_now())::float8 as now`, ([row]) => row!.now))
    return { url: baseUrl, advance, move, now }
  }),
)

/** A customer who has accepted a mandate on an account. */
const mandatedAt = Effect.fnUntraced(function* (url: string) {
  const api = yield* apiAt(url)
  const { id: customer } = yield* api.createCustomer({}, key())
  const { id } = yield* api.createSession(setupParams(customer), key())
  expect((yield* control(url, `POST /checkout/sessions/${id}/accept`, { iban: good, name: "Anna" })).status).toBe(200)
  const { setup_intent } = yield* api.session(id)
  if (setup_intent === null || typeof setup_intent === "string") throw new Error("the session has no SetupIntent")
  return { customer, method: idOf(setup_intent.payment_method), mandate: idOf(setup_intent.mandate) }
})

layer(running, { excludeTestServices: true })("the sandbox's Stripe, as a process", (it) => {
  it.effect("the mandate page refuses a wrong IBAN, accepts the right one, and redirects to the success URL", () =>
    Effect.gen(function* () {
      const { url } = yield* Process
      const api = yield* apiAt(url)
      const { id: customer } = yield* api.createCustomer({ name: "Anna" }, key())
      const session = yield* api.createSession(setupParams(customer), key())
      const page = yield* visit(session.url ?? "")
      expect(page.status).toBe(200)
      expect(page.headers.get("content-security-policy")).toContain("default-src 'none'")
      expect(page.text).not.toContain("<script")
      for (const field of ["iban", "name", "email"]) {
        expect(page.text).toContain(`<label for="${field}">`)
        expect(page.text).toMatch(new RegExp(`<input\\s+id="${field}"\\s+name="${field}"`))
      }
      expect(page.text).toContain('href="https://gateway.example/cancelled"')

      const wrong = yield* visit(session.url ?? "", { iban: 'DE00"><b>', name: "Anna", email: "" })
      expect(wrong.status).toBe(422)
      expect(wrong.text).toContain('role="alert"')
      expect(wrong.text).toContain("DE00&quot;&gt;&lt;b&gt;")

      const right = yield* visit(session.url ?? "", { iban: "DE89 3704 0044 0532 0130 00", name: "Anna", email: "a@example.com" })
      expect([right.status, right.headers.get("location")]).toEqual([303, `https://gateway.example/done?session=${session.id}`])
      const done = yield* api.session(session.id)
      expect(done).toMatchObject({ status: "complete", setup_intent: { status: "succeeded", mandate: { status: "active" } } })
      expect((yield* visit(session.url ?? "")).status).toBe(410)
      expect((yield* visit(session.url ?? "", { iban: good, name: "Anna" })).status).toBe(410)
      const mandate = yield* api.mandate(idOf(typeof done.setup_intent === "object" ? (done.setup_intent?.mandate ?? null) : null))
      expect((yield* visit(mandate.payment_method_details.sepa_debit?.url ?? "")).text).toContain("is active")
    }),
  )

  it.effect("the payment page declines one card and accepts another", () =>
    Effect.gen(function* () {
      const { url } = yield* Process
      const api = yield* apiAt(url)
      const session = yield* api.createSession(topUpParams(2550), key())
      expect((yield* visit(session.url ?? "")).text).toContain("Pay 25.50 USD")
      const declined = yield* visit(session.url ?? "", { number: "4000 0000 0000 0002", name: "Anna", email: "" })
      expect([declined.status, declined.text.includes("declined")]).toEqual([422, true])
      expect((yield* api.session(session.id)).payment_status).toBe("unpaid")
      const paid = yield* visit(session.url ?? "", { number: "4242424242424242", name: "Anna", email: "" })
      expect([paid.status, paid.headers.get("location")]).toEqual([303, "https://gateway.example/done"])
      expect((yield* api.session(session.id)).payment_status).toBe("paid")
      expect((yield* visit(`${url}/pay/cs_none`)).status).toBe(404)
    }),
  )

  it.effect("the emulator process follows the sandbox's clock and posts signed webhooks", () =>
    Effect.gen(function* () {
      const { advance, now: clock, url } = yield* Process
      const api = yield* apiAt(url)
      const posted: Array<{ readonly body: Buffer; readonly signature: string | undefined }> = []
      const receiver = yield* Effect.acquireRelease(
        Effect.callback<ReturnType<typeof createServer>>((resume) => {
          const server = createServer((request, response) => {
            const pieces: Array<Buffer> = []
            request.on("data", (piece: Buffer) => pieces.push(piece))
            request.on("end", () => {
              posted.push({ body: Buffer.concat(pieces), signature: String(request.headers["stripe-signature"]) })
              response.writeHead(200).end()
            })
          })
          server.listen(0, "127.0.0.1", () => resume(Effect.succeed(server)))
        }),
        (server) => Effect.sync(() => (server.closeAllConnections(), server.close())),
      )
      const endpoint = yield* Effect.promise(async () => {
        const form = new URLSearchParams({
          url: `http://127.0.0.1:${portOf(receiver)}/hook`,
          "enabled_events[0]": "payment_intent.succeeded",
        })
        const answer = await fetch(`${url}/v1/webhook_endpoints`, {
          method: "POST",
          body: form,
          headers: { authorization: "Bearer sk_test_1" },
        })
        const made: { readonly id: string; readonly secret: string } = JSON.parse(await answer.text())
        return made
      })
      const who = yield* mandatedAt(url)
      const debit = yield* api.createPaymentIntent(debitParams(who), key())
      yield* advance(30)
      expect((yield* api.paymentIntent(debit.id)).status).toBe("succeeded")
      yield* until(Effect.sync(() => posted.length > 0))
      const now = yield* clock
      const event = yield* verifiedEvent([Redacted.make(endpoint.secret)], { ...posted[0]!, now })
      expect(event).toMatchObject({ type: "payment_intent.succeeded", data: { object: { id: debit.id } } })

      const charge = chargeOf(yield* api.paymentIntent(debit.id)).id
      expect((yield* control(url, `POST /mandates/${who.mandate}/revoke`)).status).toBe(200)
      expect((yield* control(url, `POST /charges/${charge}/refund`, { amount: 34 })).body).toMatchObject({ amount: 34 })
      expect((yield* control(url, `POST /charges/${charge}/dispute`, { ends_mandate: true })).body).toMatchObject({ status: "lost" })
      expect((yield* api.mandate(who.mandate)).status).toBe("inactive")
      // It is written down a moment after the answer.
      const deliveries = Effect.map(
        control(url, "GET /deliveries"),
        ({ body }) => body["deliveries"] as unknown as ReadonlyArray<{ readonly state: string }>,
      )
      yield* until(Effect.map(deliveries, (all) => all.every(({ state }) => state === "delivered")))
      expect(yield* deliveries).toMatchObject([{ state: "delivered", status: 200 }])
    }),
  )

  it.effect("a request whose connection breaks after it took effect is repeated by the SDK with the same key and takes effect once", () =>
    Effect.gen(function* () {
      const { url } = yield* Process
      const api = yield* apiAt(url)
      yield* control(url, "POST /faults", { kind: "drop_after", route: "POST /v1/customers" })
      const { id } = yield* api.createCustomer({ name: "Once" }, { idempotencyKey: "once" })
      expect((yield* api.createCustomer({ name: "Once" }, { idempotencyKey: "once" })).id).toBe(id)
      const events = (yield* api.events({ types: ["customer.created"] }, 1000)).items
      expect(events.filter(({ data }) => "name" in data.object && data.object.name === "Once")).toHaveLength(1)
      expect((yield* control(url, "GET /faults")).body).toEqual({ faults: [] })
    }),
  )

  it.effect("a request is answered at the sandbox's time, though the clock was moved a moment ago", () =>
    Effect.gen(function* () {
      const { move, now: clock, url } = yield* Process
      const api = yield* apiAt(url)
      const who = yield* mandatedAt(url)
      yield* move(30)
      const target_date = new Date((yield* clock) + 4 * 86_400_000).toISOString().slice(0, 10)
      const debit = { ...debitParams(who), payment_method_options: { sepa_debit: { target_date } } }
      expect((yield* api.createPaymentIntent(debit, key())).status).toBe("processing")
    }),
  )

  it.effect("an unknown control route or invalid JSON is refused with a sentence", () =>
    Effect.gen(function* () {
      const { url } = yield* Process
      expect((yield* control(url, "GET /")).body).toMatchObject({ objects: { webhook_endpoint: expect.any(Number) } })
      expect((yield* control(url, "GET /nothing")).status).toBe(404)
      expect((yield* control(url, "POST /faults", { kind: "storm" })).status).toBe(400)
      expect((yield* control(url, "POST /faults", { bogus: 1 })).status).toBe(400)
      expect((yield* control(url, "POST /mandates/mandate_none/revoke")).status).toBe(404)
      expect((yield* visit(`${url}/_sandbox/faults`, { kind: "conflict" })).status).toBe(415)
      expect((yield* visit(`${url}/v1/customers`)).status).toBe(401)
      expect((yield* visit(`${url}/nothing`)).status).toBe(401)
      expect((yield* visit(`${url}/v1/customers`, { name: "x".repeat(70_000) })).status).toBe(413)
    }),
  )
})
