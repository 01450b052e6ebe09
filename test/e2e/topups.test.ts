import { expect, layer } from "@effect/vitest"
import { Deferred, Effect, Layer } from "effect"
import { Database } from "../../layers/postgres/Database.ts"
import { SandboxStripe } from "../../rails/stripe/SandboxStripe.ts"
import { expectWithinDeadline } from "../support/deadline.ts"
import { baseUrl, newBuyer } from "../support/gateway.ts"
import { booksBalance, clientOf, type Json, until } from "./sepa/client.ts"
import { control, fillIn, sepaGateway, StripeProcess } from "./sepa/fixture.ts"

layer(Layer.fresh(sepaGateway), { excludeTestServices: true, timeout: "300 seconds" })("top-ups over HTTP", (it) => {
  it.effect("a database that hangs in the middle of a top-up or a mandate is answered 503 within 3 s, and a retry continues", () =>
    Effect.gen(function* () {
      const { money: sql } = yield* Database
      const { secret } = yield* newBuyer({ dollars: 0 })
      const { ask, get } = yield* clientOf(secret)
      const [locked, hung] = [Deferred.makeUnsafe<void>(), Deferred.makeUnsafe<void>()]
      const lock = Effect.gen(function* () {
        yield* sql`set local idle_in_transaction_session_timeout = 0`
        yield* sql`lock table rail_sepa.topup, rail_sepa.debtor in access exclusive mode`
        yield* Deferred.succeed(locked, undefined)
        yield* Deferred.await(hung)
      })
      yield* Effect.forkChild(sql.withTransaction(lock))
      yield* Deferred.await(locked)
      const returns = { success_url: "https://shop.example/done" }
      const topup = ask("POST", "/v1/topups", { amount: 25, ...returns }, { "idempotency-key": "hangs" })
      const mandate = ask("POST", "/v1/me/sepa/mandate", returns)
      const requests = [
        topup,
        ask("GET", "/v1/topups/0199f0a4-7c1e-7b7a-9d51-3f0c2a6b8e01"),
        mandate,
        ask("DELETE", "/v1/me/sepa/mandate"),
        ask("GET", "/v1/me/sepa"),
      ]
      const replies = yield* Effect.all(requests.map(Effect.timed), { concurrency: "unbounded" })
      expect(replies.map(([, { body, status }]) => [status, body["error"]?.code])).toEqual(requests.map(() => [503, "service_unavailable"]))
      for (const [took] of replies) expectWithinDeadline(took)
      yield* Deferred.succeed(hung, undefined)
      expect([(yield* topup).status, (yield* mandate).status]).toEqual([201, 200])
      expect((yield* get("/v1/payments?kind=topup"))["payments"]).toHaveLength(1)
    }),
  )

  it.effect("credits a top-up once when the card has paid, and takes back what goes back", () =>
    Effect.gen(function* () {
      const stripe = (yield* StripeProcess).baseUrl
      yield* (yield* SandboxStripe)!.registerWebhook(yield* baseUrl)
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
      expect(yield* until(get(`/v1/topups/${first.body["id"]}`), ({ reversed }) => reversed.amount > 0)).toMatchObject({
        status: "paid",
        reversed: { amount: 5 },
      })
      expect((yield* get("/v1/payments?kind=topup"))["payments"]).toMatchObject([
        { status: "settled", amount: { amount: 25 }, refunded: { amount: 5 } },
      ])
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
})
