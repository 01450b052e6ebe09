import { expect, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { Rails } from "../../../domain/rail/Rail.ts"
import { Database } from "../../../layers/postgres/Database.ts"
import { SandboxSepa } from "../../../rails/sepa/SandboxSepa.ts"
import { SandboxStripe } from "../../../rails/stripe/SandboxStripe.ts"
import { valueOf } from "../../observability/prometheus.ts"
import { scrape } from "../../observability/scrape.ts"
import { baseUrl, newBuyer } from "../../support/gateway.ts"
import { clientOf, until } from "./client.ts"
import { farthing } from "./command.ts"
import { advance, control, daysOfADebit, sepaGateway, StripeProcess } from "./fixture.ts"

const why = ["--reason", "ticket 4711"]

const json = (...args: ReadonlyArray<string>) => Effect.map(farthing(...args, "--json"), (stdout) => JSON.parse(stdout))

/** A buyer with a mandate, whose key outlives its debits. */
const buyerByDebit = Effect.gen(function* () {
  const { organisation, secret } = yield* newBuyer({ dollars: 0, key: { expiresInDays: 365 } })
  yield* (yield* SandboxStripe)!.registerWebhook(yield* baseUrl)
  yield* (yield* SandboxSepa)!.giveMandate(organisation)
  return { organisation, ...(yield* clientOf(secret)) }
})

layer(Layer.fresh(sepaGateway), { excludeTestServices: true, timeout: "300 seconds" })("what operators do about direct debits", (it) => {
  it.effect("the days of the monthly fee continue when the operator resumes the rail or the organisation, and not minutes later", () =>
    Effect.gen(function* () {
      const { organisation } = yield* newBuyer({ dollars: 0 })
      yield* (yield* SandboxSepa)!.giveMandate(organisation)
      const { money: sql } = yield* Database
      const isUsable = sql`select doc->'usable'->-1->>'to' is null as usable from rail_sepa.debtor where org = ${organisation}`.pipe(
        Effect.map(([row]) => ({ usable: row?.["usable"] })),
        Effect.orDie,
      )
      yield* until(isUsable, ({ usable }) => usable === true)
      for (const [block, end] of [
        [
          ["rail", "pause", "sepa"],
          ["rail", "resume", "sepa"],
        ],
        [
          ["org", "suspend", organisation],
          ["org", "resume", organisation],
        ],
      ] as const) {
        yield* json(...block, ...why)
        // The job that notices the block is due every five minutes.
        yield* (yield* Rails).get("sepa")!.resumed!
        yield* until(isUsable, ({ usable }) => usable === false)
        yield* json(...end, ...why)
        yield* until(isUsable, ({ usable }) => usable === true)
      }
    }),
  )

  it.effect("the end of a mandate that was never given is answered as that, and changes nothing", () =>
    Effect.gen(function* () {
      const { organisation } = yield* newBuyer({ dollars: 0 })
      const end = ["sepa", "end-mandate", "--org", organisation, ...why]
      expect(yield* json(...end)).toMatchObject({ had_mandate: false, finished: true, owed: { amount: 0 } })
      expect(yield* farthing(...end)).toBe(`The organisation ${organisation} has no direct debit mandate: there is nothing to end.\n`)
      yield* (yield* SandboxSepa)!.giveMandate(organisation)
      expect(yield* json(...end)).toMatchObject({ had_mandate: true })
    }),
  )

  it.effect("the metrics have the last success of each job of direct debits, top-ups and Stripe by its name", () =>
    Effect.gen(function* () {
      const url = yield* baseUrl
      const jobs = ["sepa_debts", "sepa_bookings", "sepa_mandates", "credits_top_ups", "credits_auto_top_ups", "stripe_events"]
      for (const loop of jobs) {
        const at = Effect.map(scrape(url), (samples) => ({
          seconds: valueOf(samples, "farthing_loop_last_success_timestamp_seconds", { loop }),
        }))
        yield* until(Effect.orDie(at), ({ seconds }) => seconds !== undefined)
      }
    }),
  )

  it.effect("a debit that failed is listed in euros with its reference, and its write-off is in the log of its organisation", () =>
    Effect.gen(function* () {
      const { get, organisation, pay } = yield* buyerByDebit
      const { mandate } = yield* get("/v1/me/sepa")
      const stripe = (yield* StripeProcess).baseUrl
      yield* control(stripe, `/mandates/${mandate.id}/fail-next`, { code: "account_closed" })
      expect((yield* pay()).status).toBe(200)
      yield* advance(8)
      yield* until(get("/v1/payments?kind=collection"), ({ payments }) => payments[0]?.stripe.payment_intent !== undefined)
      yield* advance(daysOfADebit)
      const failed = yield* until(get("/v1/payments?kind=collection"), ({ payments }) => payments[0]?.status === "failed")
      const [{ amount_minor, id, rail_details }] = failed["payments"]
      const refused = yield* pay()
      expect([refused.status, refused.body["error"].message]).toEqual([
        403,
        expect.stringContaining("Settle what is owed: read the gaps of GET /v1/me/sepa"),
      ])
      const line = (yield* farthing("payments", "list", "--kind", "collection")).split("\n").find((text) => text.includes(id))
      expect(line).toContain(`${(amount_minor / 100).toFixed(2)} EUR  ${rail_details.reference}`)
      expect(yield* json("sepa", "write-off", id, ...why)).toMatchObject({ organisation_id: organisation, id })
      const { entries } = yield* json("log", "--org", organisation)
      expect(entries).toMatchObject([{ action: "sepa write-off", organisation_id: organisation, subject: id, outcome: "done" }])
      expect((yield* json("ledger", "audit")).ok).toBe(true)
    }),
  )

  it.effect("a call that is refunded after its debit was paid stays a line of this debit", () =>
    Effect.gen(function* () {
      const { get, pay } = yield* buyerByDebit
      const { headers } = yield* pay()
      yield* advance(8)
      yield* until(get("/v1/payments?kind=collection"), ({ payments }) => payments[0]?.stripe.payment_intent !== undefined)
      yield* advance(daysOfADebit)
      yield* until(get("/v1/payments?kind=collection"), ({ payments }) => payments[0]?.status === "settled")
      const call = headers.get("x-payment-id")!
      const settled = yield* until(get(`/v1/payments/${call}`), ({ status }) => status === "settled")
      yield* json("call", "refund", call, ...why)
      expect(yield* get(`/v1/payments/${call}`)).toMatchObject({ status: "refunded", refunded: settled["amount"] })
      expect(yield* json("payments", "verify", call)).toMatchObject({ ok: true })
      expect((yield* json("ledger", "audit")).ok).toBe(true)
    }),
  )
})
