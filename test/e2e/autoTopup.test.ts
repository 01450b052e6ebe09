import { expect, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { Database } from "../../layers/postgres/Database.ts"
import { SandboxStripe } from "../../rails/stripe/SandboxStripe.ts"
import { baseUrl, newBuyer } from "../support/gateway.ts"
import { booksBalance, clientOf, type Json, until } from "./sepa/client.ts"
import { farthing } from "./sepa/command.ts"
import { commandOn } from "../support/cluster/inProcess.ts"
import { CommandDatabase, fillIn, sepaGateway, StripeProcess } from "./sepa/fixture.ts"
import type { AutoTopup } from "../../rails/credits/autoTopup/AutoTopup.ts"

const path = "/v1/me/credits/auto-top-up"
const wanted = { threshold: 5, amount: 10, monthly_ceiling: 20, success_url: "https://shop.example/done" }

const withCard = Effect.fnUntraced(function* (number: string, dollars: number) {
  const { organisation, secret } = yield* newBuyer({ dollars })
  const client = yield* clientOf(secret)
  const opened = yield* client.ask("PUT", path, wanted)
  expect([opened.status, opened.body["status"]]).toEqual([200, "setup"])
  expect((yield* fillIn(opened.body["url"], { number, name: "Ada" })).status).toBe(303)
  const topups = Effect.map(client.get("/v1/payments?kind=topup"), (found): ReadonlyArray<Json> => found["payments"])
  const balance = Effect.map(client.get("/v2/balance"), (found): number => found["balance"].available.amount)
  return { ...client, organisation, topups, balance }
})

/** Two rounds of the job, each ten seconds after the one before. */
const twoRounds = Effect.gen(function* () {
  const { money: sql } = yield* Database
  const ended = Effect.orDie(sql<{ at: bigint }>`select ms(ended_at) as at from rail_sepa.turn where name = 'auto-topups'`)
  const before = Number((yield* ended)[0]!.at)
  yield* until(
    Effect.map(ended, ([row]) => ({ at: Number(row!.at) })),
    ({ at }) => at > before + 15_000,
  )
})

const paymentMethodAtStripe = Effect.fnUntraced(function* (id: string) {
  const { baseUrl: stripe } = yield* StripeProcess
  const headers = { authorization: "Bearer sk_test_farthing_sandbox" }
  return yield* Effect.promise(() => fetch(`${stripe}/v1/payment_methods/${id}`, { headers }).then((answer) => answer.json()))
})

layer(Layer.fresh(sepaGateway), { excludeTestServices: true, timeout: "300 seconds" })("automatic top-ups", (it) => {
  it.effect("are off until they are switched on, take bounded amounts, and need the right scope", () =>
    Effect.gen(function* () {
      const { secret } = yield* newBuyer()
      const { ask, get } = yield* clientOf(secret)
      expect(yield* get(path)).toMatchObject({ status: "off", card: null, threshold: null })
      for (const wrong of [{ amount: 4 }, { amount: 10.001 }, { amount: 10_001 }, { threshold: 0 }, { monthly_ceiling: 9 }, { limit: 1 }]) {
        expect([wrong, (yield* ask("PUT", path, { ...wanted, ...wrong })).status]).toEqual([wrong, 400])
      }
      expect((yield* ask("DELETE", path)).body).toMatchObject({ status: "off" })
      const reader = yield* newBuyer({ key: { scopes: ["billing:read"] } })
      const other = yield* clientOf(reader.secret)
      expect((yield* other.ask("PUT", path, wanted)).body["error"].code).toBe("insufficient_scope")
    }),
  )

  it.effect(
    "the saved card pays whenever the credits are below the threshold, one payment at a time and never above the month's ceiling",
    () =>
      Effect.gen(function* () {
        yield* (yield* SandboxStripe)!.registerWebhook(yield* baseUrl)
        const { balance, get, pay, topups } = yield* withCard("4242424242424242", 4)
        yield* until(get("/v2/balance"), (found) => found["balance"].available.amount === 14)
        expect(yield* get(path)).toMatchObject({
          status: "active",
          card: { brand: "visa", last4: "4242" },
          month_topped_up: { amount: 10 },
        })
        for (let i = 0; i < 5; i++) yield* pay("credits")
        yield* until(get("/v2/balance"), (found) => found["balance"].available.amount === 14)
        expect((yield* topups).map(({ amount_minor, status }) => [amount_minor, status])).toEqual([
          [1_000, "settled"],
          [1_000, "settled"],
        ])
        // The month's ceiling is reached: the job looks again and begins nothing.
        for (let i = 0; i < 6; i++) yield* pay("credits")
        yield* twoRounds
        expect([yield* balance, (yield* topups).length]).toEqual([2, 2])
        const ceiling = (yield* get("/v1/attention"))["items"].filter(({ code }: { code: string }) => code === "auto_topup_ceiling")
        expect(ceiling).toMatchObject([{ message: expect.stringContaining("their ceiling of 20 USD for this month"), rail: "credits" }])
        yield* booksBalance
      }),
  )

  it.effect("after three declined payments they are switched off, nothing was charged, and a new card switches them on again", () =>
    Effect.gen(function* () {
      const { ask, balance, get, organisation, topups } = yield* withCard("4000000000000341", 1)
      const { money: sql } = yield* Database
      // The pause after a failure is over at once.
      const retryNow = sql`update rail_credits.auto_topup set doc = (doc::jsonb || '{"retryAt": null}')::json
        where org = ${organisation} and doc ->> 'retryAt' is not null and doc ->> 'status' = 'active'`
      yield* until(Effect.andThen(Effect.orDie(retryNow), get(path)), ({ status }) => status === "disabled")
      expect(yield* get(path)).toMatchObject({ failures: 3, last_error: "card_declined", month_topped_up: { amount: 0 } })
      expect((yield* topups).map(({ status }) => status)).toEqual(["expired", "expired", "expired"])
      expect(yield* balance).toBe(1)
      const again = yield* ask("PUT", path, { ...wanted, new_card: true })
      yield* fillIn(again.body["url"], { number: "4242424242424242", name: "Ada" })
      yield* until(get("/v2/balance"), (found) => found["balance"].available.amount === 11)
      expect(yield* get(path)).toMatchObject({ status: "active", failures: 0, last_error: null })
      expect((yield* ask("DELETE", path)).body).toMatchObject({ status: "off", card: null })
      yield* booksBalance
    }),
  )

  it.effect("charge no organisation that may not spend, and an erasure forgets the card", () =>
    Effect.gen(function* () {
      const { balance, get, organisation, topups } = yield* withCard("4242424242424242", 4)
      yield* until(get("/v2/balance"), (found) => found["balance"].available.amount === 14)
      const why = ["--org", organisation, "--reason", "it leaves"]
      yield* farthing("org", "suspend", organisation, "--reason", "it leaves")
      const { money: sql } = yield* Database
      const stored = Effect.map(
        sql<{ readonly doc: AutoTopup }>`select doc from rail_credits.auto_topup where org = ${organisation}`,
        ([row]) => row!.doc,
      )
      // A refused erasure forgets nothing.
      const { code } = yield* commandOn(yield* CommandDatabase, "erase", ...why, "--confirm", organisation)
      expect([code === 0, yield* stored]).toMatchObject([false, { status: "active", card: { last4: "4242" } }])
      yield* farthing("credits", "pay-out", ...why, "--amount", "14", "--ref", "leaving", "--force")
      expect([yield* balance, (yield* topups).length]).toEqual([0, 1])
      yield* twoRounds
      expect([yield* balance, (yield* topups).length]).toEqual([0, 1])
      const { paymentMethod } = (yield* stored).card!
      yield* farthing("erase", ...why, "--confirm", organisation)
      expect(yield* stored).toMatchObject({ status: "off", card: null })
      expect(yield* paymentMethodAtStripe(paymentMethod)).toMatchObject({ customer: null })
      yield* booksBalance
    }),
  )
})
