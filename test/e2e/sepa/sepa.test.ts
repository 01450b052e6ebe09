import { expect, layer } from "@effect/vitest"
import { Effect, Layer, Schedule } from "effect"
import { Audit } from "../../../domain/ledger/Audit.ts"
import { CallId } from "../../../domain/ids.ts"
import { Reading } from "../../../domain/ledger/Reading.ts"
import { Rails } from "../../../domain/rail/Rail.ts"
import { Database } from "../../../layers/postgres/Database.ts"
import { SepaDesk } from "../../../rails/sepa/desk/SepaDesk.ts"
import { SandboxDesk } from "../../../rails/sepa/sandboxDesk.ts"
import { baseUrl, newBuyer } from "../../support/gateway.ts"
import { advance, beginOnTheTenth, control, daysOfADebit, fillIn, sepaGateway, StripeProcess } from "./scene.ts"

// oxlint-disable-next-line typescript/no-explicit-any -- whatever the answer holds
type Json = Record<string, any>

/** The gateway as this buyer's key sees it. */
const clientOf = Effect.fnUntraced(function* (secret: string) {
  const base = yield* baseUrl
  const ask = (method: string, path: string, body?: object, headers: Record<string, string> = {}) =>
    Effect.promise(async () => {
      const answer = await fetch(`${base}${path}`, {
        method,
        headers: { authorization: `Bearer ${secret}`, ...(body === undefined ? {} : { "content-type": "application/json" }), ...headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      return { status: answer.status, body: (await answer.json()) as Json, headers: answer.headers }
    })
  const get = (path: string) => Effect.map(ask("GET", path), ({ body }) => body)
  const pay = (rail = "sepa") => ask("POST", "/v1/execute/dear/dear.read", {}, { "x-payment-rail": rail })
  return { ask, get, pay }
})

/** Tries again until what is read is so. The minutes only end a test where it never will be. */
const until = <R>(read: Effect.Effect<Json, never, R>, isSo: (found: Json) => boolean) =>
  read.pipe(
    Effect.filterOrFail(isSo, (last) => last),
    Effect.retry(Schedule.upTo(Schedule.spaced("200 millis"), { duration: "3 minutes" })),
    Effect.catch((last) => Effect.die(new Error(`not so: ${JSON.stringify(last).slice(0, 2_000)}`))),
  )

/** What is wrong with a call's payment, held against Stripe. */
const faultsOf = Effect.fnUntraced(function* (payment: string) {
  const { call } = (yield* Effect.flatMap(Reading, (reading) => reading.payment(null, CallId.make(payment))))!
  const checks = yield* (yield* Rails).get(call.rail)!.verify!(call)
  return { looked: checks.length, wrong: checks.filter(({ ok }) => !ok).map(({ name }) => name) }
})

/** The same while the books say something else of every debit: in a transaction that nobody else sees, and that is taken back. */
const faultsUnder = Effect.fnUntraced(function* (lie: object, payment: string) {
  const { money: sql } = yield* Database
  let found: Effect.Success<ReturnType<typeof faultsOf>> | undefined
  const lying = Effect.gen(function* () {
    yield* sql`set local idle_in_transaction_session_timeout = 0`
    yield* sql`update rail_sepa.collection set doc = doc::jsonb || ${JSON.stringify(lie)}::text::jsonb`
    found = yield* faultsOf(payment)
    return yield* Effect.fail("taken back")
  })
  expect(yield* Effect.flip(sql.withTransaction(lying))).toBe("taken back")
  return found!
})

const booksBalance = Effect.gen(function* () {
  const audit = yield* Audit
  expect((yield* audit.run).filter(({ violations }) => violations > 0)).toEqual([])
})

layer(Layer.fresh(sepaGateway), { excludeTestServices: true, timeout: "300 seconds" })("direct debits and top-ups over HTTP", (it) => {
  // The first of them: no webhook tells of the mandate yet.
  it.effect("the demo's mandate is taken also where it was accepted by a try that did not hear of it", () =>
    Effect.gen(function* () {
      const { organisation, secret } = yield* newBuyer({ dollars: 0 })
      const returns = { successUrl: "http://127.0.0.1/", cancelUrl: "http://127.0.0.1/" }
      const page = yield* (yield* SepaDesk)!.openMandate(organisation, returns)
      const session = page.url.slice(page.url.lastIndexOf("/") + 1)
      yield* control((yield* StripeProcess).baseUrl, `/checkout/sessions/${session}/accept`, {
        iban: "DE89370400440532013000",
        name: "Ada",
      })
      yield* (yield* SandboxDesk)!.giveMandate(organisation)
      expect(yield* (yield* clientOf(secret)).get("/v1/me/sepa")).toMatchObject({ mandate: { status: "active" }, can_spend: true })
    }),
  )

  it.effect("collects a month's calls from a mandate, and lets the payer take it back", () =>
    Effect.gen(function* () {
      const stripe = (yield* StripeProcess).baseUrl
      const desk = (yield* SandboxDesk)!
      const url = yield* baseUrl
      const endpoints = Effect.promise(async () => {
        const listed = await fetch(`${stripe}/v1/webhook_endpoints`, { headers: { authorization: "Bearer sk_test_any" } })
        return ((await listed.json()) as { data: ReadonlyArray<{ url: string }> }).data.filter((endpoint) => endpoint.url.startsWith(url))
      })
      // Two nodes at once, and a start after it.
      yield* Effect.all([desk.takeWebhooks(url), desk.takeWebhooks(url)], { concurrency: 2 })
      yield* desk.takeWebhooks(url)
      expect(yield* endpoints).toHaveLength(1)
      yield* beginOnTheTenth
      const { organisation, secret } = yield* newBuyer({ dollars: 0, key: { expiresInDays: 365 } })
      const { ask, get, pay } = yield* clientOf(secret)

      const before = yield* get("/v1/me/sepa")
      expect(before).toMatchObject({
        mandate: { status: "none" },
        subscription: { status: "none" },
        can_spend: false,
        next_collection: null,
        last_collection: null,
      })
      expect(before["gaps"][0].code).toBe("mandate_missing")
      const refused = yield* pay()
      expect([refused.status, refused.body["error"].code]).toEqual([402, "insufficient_balance"])
      expect(refused.body["error"].message).toContain("mandate")

      const opened = yield* ask("POST", "/v1/me/sepa/mandate", { success_url: "https://shop.example/done" })
      expect(opened.status).toBe(200)
      expect((yield* ask("POST", "/v1/me/sepa/mandate", { success_url: "https://shop.example/done" })).body).toEqual(opened.body)
      const page = yield* fillIn(opened.body["url"], { iban: "DE89 3704 0044 0532 0130 00", name: "Ada Buyer", email: "ada@example.com" })
      expect(page).toEqual({ status: 303, location: "https://shop.example/done" })
      const active = yield* until(get("/v1/me/sepa"), ({ can_spend }) => can_spend === true)
      expect(active).toMatchObject({
        mandate: { status: "active", iban_last4: "3000", scheme: "sepa_core" },
        subscription: { status: "active" },
        gaps: [],
      })
      expect(active["terms"].exposure_cap.amount).toBe(54.35)

      const calls = [yield* pay(), yield* pay()]
      expect(calls.map(({ headers, status }) => [status, headers.get("x-payment-rail-used"), headers.get("x-money-moved")])).toEqual([
        [200, "sepa", "charged"],
        [200, "sepa", "charged"],
      ])
      const id = calls[0]!.headers.get("x-payment-id")!
      expect(yield* get(`/v1/payments/${id}`)).toMatchObject({
        status: "settling",
        kind: "call",
        split: { platform_fee: { amount: 0 } },
        rail_details: { collection: null, final: false },
      })
      expect(yield* faultsOf(id)).toEqual({ looked: 1, wrong: [] })
      const owing = yield* get("/v1/me/sepa")
      expect(owing).toMatchObject({
        ledger: { outstanding: { amount: 4 }, entries: 2 },
        next_collection: { status: "planned", amount_minor: 367, estimate: true },
      })
      const noticed = Date.parse(owing["next_collection"].debit_on) - 4 * 86_400_000
      expect(noticed, "a week after the oldest call").toBe(Date.parse(owing["ledger"].oldest_at.slice(0, 10)) + 7 * 86_400_000)

      yield* advance(30)
      const flying = yield* until(get("/v1/payments?kind=collection"), ({ payments }) => payments[0]?.stripe.payment_intent !== undefined)
      const collection = flying["payments"][0]
      // 4 USD of calls, and the fee of the month that has ended.
      expect(collection).toMatchObject({
        kind: "collection",
        status: "settling",
        currency: "EUR",
        currency_decimals: 2,
        run_id: null,
        amount_minor: 1267,
      })
      const { debit_on, given_at } = collection.rail_details.notice
      expect(collection.rail_details.notice).toMatchObject({ amount_minor: 1267, iban_last4: "3000" })
      expect(Date.parse(debit_on) - Date.parse(given_at.slice(0, 10)), "the mandate asks for two days").toBe(4 * 86_400_000)
      expect((yield* get("/v1/me/sepa"))["next_collection"]).toMatchObject({
        id: collection.id,
        status: "processing",
        notice: { mandate_reference: active["mandate"].reference },
      })

      yield* advance(daysOfADebit)
      const settled = yield* until(get(`/v1/payments/${collection.id}`), ({ status }) => status === "settled")
      expect(settled["rail_details"]).toMatchObject({ final: false })
      expect(Date.parse(settled["rail_details"].reversible_until)).toBe(Date.parse(settled["settled_at"]) + 56 * 86_400_000)
      const paid = yield* until(get(`/v1/payments/${id}`), ({ status }) => status === "settled")
      expect(paid).toMatchObject({
        stripe: { payment_intent: settled["stripe"].payment_intent },
        rail_details: { collection: { id: collection.id, status: "succeeded" }, final: false },
      })
      expect(yield* faultsOf(id)).toEqual({ looked: 5, wrong: [] })
      expect((yield* faultsUnder({ cents: "1268", charge: "ch_other", status: "failed" }, id)).wrong).toEqual([
        "the call stands as its debit",
        "the debit is of the amount in the books",
        "Stripe says of it what the books say",
        "its charge is the one in the books",
      ])
      // The calls are told first, and then the organisation is trusted with more.
      const raised = yield* until(get("/v1/me/sepa"), ({ terms }) => terms.exposure_cap.amount !== 54.35)
      expect(raised).toMatchObject({ ledger: { entries: 0 }, last_collection: { status: "succeeded" }, can_spend: true })
      expect(Number(raised["ledger"].outstanding.amount_micro_usd), "less than a cent is carried over").toBeLessThan(10_870)
      expect(raised["terms"].exposure_cap.amount).toBe(543.5)

      yield* control(stripe, `/charges/${settled["stripe"].charge}/dispute`, { ends_mandate: true })
      yield* until(get(`/v1/payments/${id}`), ({ status }) => status === "settling")
      const taken = yield* until(
        get("/v1/me/sepa"),
        ({ can_spend, mandate, terms }) => can_spend === false && mandate.status === "inactive" && terms.exposure_cap.amount === 54.35,
      )
      expect(taken).toMatchObject({ mandate: { status: "inactive" }, last_collection: { status: "disputed" } })
      expect(taken["gaps"].map(({ code }: Json) => code)).toEqual(["mandate_inactive", "collection_disputed"])
      expect(taken["ledger"].outstanding.amount).toBeGreaterThan(13)
      // The two calls and the fee are owed again, since they were owed first.
      expect([taken["ledger"].entries, taken["ledger"].oldest_at]).toEqual([3, owing["ledger"].oldest_at])
      const suspended = yield* pay()
      expect([suspended.status, suspended.body["error"].code]).toEqual([403, "organisation_unavailable"])
      expect(yield* get(`/v1/payments/${id}`)).toMatchObject({ status: "settling" })
      expect(yield* faultsOf(id)).toEqual({ looked: 5, wrong: [] })
      expect(yield* get(`/v1/payments/${collection.id}`)).toMatchObject({
        status: "refunded",
        rail_details: { final: false, reversible_until: null },
      })

      const all = yield* get("/v1/payments?limit=2")
      expect(all["payments"].map(({ kind }: Json) => kind)).toEqual(["collection", "call"])
      expect((yield* get(`/v1/payments?limit=2&cursor=${all["next_cursor"]}`))["payments"]).toHaveLength(1)

      yield* desk.giveMandate(organisation)
      yield* advance(1)
      const again = yield* until(get("/v1/me/sepa"), ({ next_collection }) => next_collection?.status === "processing")
      expect(again["next_collection"]).toMatchObject({ reason: "again", amount_minor: 1267 })
      expect(again["gaps"].map(({ code }: Json) => code)).toEqual(["collection_again"])
      yield* advance(daysOfADebit)
      expect(yield* until(get("/v1/me/sepa"), ({ can_spend }) => can_spend === true)).toMatchObject({
        last_collection: { status: "succeeded" },
        gaps: [],
      })
      expect((yield* pay()).status).toBe(200)
      yield* booksBalance
    }),
  )

  it.effect("credits a top-up once when the card has paid, and takes back what goes back", () =>
    Effect.gen(function* () {
      const stripe = (yield* StripeProcess).baseUrl
      const { secret } = yield* newBuyer({ dollars: 0 })
      const { ask, get, pay } = yield* clientOf(secret)
      const balance = Effect.map(get("/v2/balance"), (found): number => found["balance"].available.amount)
      const open = (amount: number, key: string) =>
        ask("POST", "/v1/topups", { amount, success_url: "https://shop.example/done" }, { "idempotency-key": key })

      const first = yield* open(25, "a")
      expect([first.status, first.body["status"], first.body["amount_minor"], first.headers.get("location")]).toEqual([
        201,
        "open",
        2500,
        `/v1/topups/${first.body["id"]}`,
      ])
      const repeated = yield* open(25, "a")
      expect(repeated.body).toEqual(first.body)
      expect([first, repeated].map(({ headers }) => headers.get("x-idempotent-replay"))).toEqual([null, "true"])
      const conflict = yield* open(26, "a")
      expect([conflict.status, conflict.body["error"].code]).toEqual([409, "idempotency_conflict"])
      for (const amount of [0.5, 25.001, 10_001, -1]) expect((yield* open(amount, "b")).status).toBe(400)

      expect((yield* fillIn(first.body["url"], { number: "4000000000000002", name: "Ada" })).status).toBe(422)
      expect(yield* get(`/v1/topups/${first.body["id"]}`)).toMatchObject({ status: "open", paid_at: null })
      expect(yield* balance).toBe(0)
      expect((yield* fillIn(first.body["url"], { number: "4242424242424242", name: "Ada" })).status).toBe(303)
      expect(yield* until(get(`/v1/topups/${first.body["id"]}`), ({ credited_at }) => credited_at !== null)).toMatchObject({
        status: "paid",
        url: null,
      })
      yield* get(`/v1/topups/${first.body["id"]}`)
      expect(yield* balance).toBe(25)
      expect((yield* open(25, "a")).body).toMatchObject({ id: first.body["id"], status: "paid" })

      expect((yield* pay("credits")).status).toBe(200)
      const [payment] = (yield* get("/v1/payments?kind=topup"))["payments"]
      expect(payment).toMatchObject({ id: first.body["id"], kind: "topup", status: "settled", amount_minor: 2500, currency: "USD" })
      yield* control(stripe, `/charges/${payment.stripe.charge}/refund`, { amount: 500 })
      expect(yield* until(get(`/v1/topups/${first.body["id"]}`), ({ status }) => status === "refunded")).toMatchObject({
        reversed: { amount: 5 },
      })
      expect(yield* balance).toBe(18)

      const second = yield* open(10, "c")
      yield* fillIn(second.body["url"], { number: "4242424242424242", name: "Ada" })
      yield* until(get(`/v1/topups/${second.body["id"]}`), ({ credited_at }) => credited_at !== null)
      for (let i = 0; i < 12; i++) yield* pay("credits")
      expect(yield* balance).toBe(4)
      yield* control(stripe, `/charges/${(yield* get(`/v1/payments/${second.body["id"]}`))["stripe"].charge}/dispute`, {})
      yield* until(get(`/v1/topups/${second.body["id"]}`), ({ status }) => status === "disputed")
      const suspended = yield* pay("credits")
      expect([suspended.status, suspended.body["error"].code]).toEqual([403, "organisation_unavailable"])
      const third = yield* open(10, "d")
      yield* fillIn(third.body["url"], { number: "4242424242424242", name: "Ada" })
      yield* until(get(`/v1/topups/${third.body["id"]}`), ({ credited_at }) => credited_at !== null)
      expect(yield* balance).toBe(4)
      expect((yield* pay("credits")).status).toBe(200)
      yield* booksBalance
    }),
  )

  it.effect("documents the key of a top-up", () =>
    Effect.gen(function* () {
      const base = yield* baseUrl
      const document = yield* Effect.promise(async () => (await (await fetch(`${base}/openapi.json`)).json()) as Json)
      const { parameters, responses } = document["paths"]["/v1/topups"].post
      expect(parameters.map(({ name }: Json) => name)).toEqual(["Idempotency-Key"])
      expect(Object.keys(responses["201"].headers)).toEqual(expect.arrayContaining(["Location", "X-Idempotent-Replay", "X-Request-Id"]))
      expect(responses["409"].headers["X-Idempotent-Replay"]).toBeUndefined()
    }),
  )

  it.effect("takes no event that Stripe did not sign, and lets no weak key choose who pays", () =>
    Effect.gen(function* () {
      const { secret } = yield* newBuyer({ dollars: 0, key: { scopes: ["billing:read"] } })
      const { ask, get } = yield* clientOf(secret)
      const forged = yield* ask("POST", "/v1/webhooks/stripe", { type: "payment_intent.succeeded" }, { "stripe-signature": "t=1,v1=00" })
      expect([forged.status, forged.body["error"].code]).toEqual([400, "invalid_request"])
      expect((yield* ask("POST", "/v1/webhooks/stripe", {})).body["error"].message).toContain("Stripe-Signature")
      for (const path of ["/v1/me/sepa/mandate", "/v1/topups"]) {
        const weak = yield* ask("POST", path, { amount: 25 })
        expect([weak.status, weak.body["error"].code, weak.body["error"].required_scope]).toEqual([
          403,
          "insufficient_scope",
          "sources:execute",
        ])
      }
      expect((yield* get("/v1/me/sepa"))["mandate"].status).toBe("none")
      const nobody = yield* ask("GET", "/v1/topups/01940000-0000-7000-8000-000000000001")
      expect([nobody.status, nobody.body["error"].code]).toEqual([404, "payment_not_found"])
    }),
  )
})
