import { expect, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { Organisations } from "../../../domain/identity/Organisations.ts"
import { Audit, Ledger } from "../../../domain/ledger/Ledger.ts"
import { microUsd } from "../../../domain/money/Money.ts"
import { Database } from "../../../layers/postgres/Database.ts"
import { freshDatabase } from "../../support/database.ts"
import { FakeRail } from "../../support/fakeRail.ts"
import { baseUrl, newBuyer, testGateway } from "../../support/gateway.ts"
import { expectCleanAudit } from "../../support/ledger/assertions.ts"
import { until } from "../../support/until.ts"
import { ask, buy, readAsk, runPlan } from "./fixture.ts"
import { chain, mill, prices, scriptedPlanner } from "./scripts.ts"

class Market extends Context.Service<Market, { readonly node: string; readonly rail: FakeRail; readonly dispatches: Array<string> }>()(
  "farthing/test/e2e/asks/Market",
) {}

/** A gateway whose only rail moves money outside, after the delivery and before the answer. */
const market = Layer.effectContext(
  Effect.gen(function* () {
    const location = yield* freshDatabase
    const rail = new FakeRail({ settles: "before_answer", opens: microUsd(1_000_000n) })
    const dispatches: Array<string> = []
    const source = mill((moment, tool, word) => void (moment === "started" && dispatches.push(`${tool} ${word}`)))
    const gateway = testGateway(location, { sources: [source], rails: { fake: rail.rail } }).pipe(Layer.provide(scriptedPlanner))
    const context = yield* Layer.build(Layer.fresh(gateway))
    const node = yield* Effect.provide(baseUrl, context)
    return Context.add(Context.pick(Audit, Database, Ledger, Organisations)(context), Market, { node, rail, dispatches })
  }),
)

layer(market, { excludeTestServices: true })("asks on a rail that settles outside", (it) => {
  it.effect(
    "a step with an unknown payment is held until its rail knows the outcome; then the run continues and calls no source twice",
    () =>
      Effect.gen(function* () {
        const { dispatches, node, rail } = yield* Market
        const { organisation, secret } = yield* newBuyer({ dollars: 0 })
        rail.fates.push("pays", "pays unanswered")
        const { body } = yield* buy({ node, secret }, { steps: chain("held") }, { wait_seconds: 0 })
        yield* until(Effect.map(readAsk({ node, secret }, body.id), ({ summary }) => summary[2] === "unknown"))
        const held = yield* readAsk({ node, secret }, body.id, "?wait_seconds=1")
        expect(held.summary).toEqual([202, "running", "unknown"])
        // What is not paid for is withheld, and what comes after it waits.
        expect(held.body.results.map(({ data }) => data.mill.word)).toEqual(["held."])
        expect(held.body.usage).toMatchObject({ cost: { amount: prices.find / 1e6 }, held: { amount: prices.grind / 1e6 } })
        // Its deadline has passed. The rail is queried and does not know the outcome yet.
        const { money: sql } = yield* Database
        yield* sql`update open_call set deadline = farthing_now() where org = ${organisation}`
        yield* until(Effect.sync(() => rail.lookups > 0))
        expect((yield* readAsk({ node, secret }, body.id)).summary).toEqual([202, "running", "unknown"])
        rail.reveal()
        const done = yield* readAsk({ node, secret }, held.body.id, "?wait_seconds=55")
        expect([done.summary, done.body.results.length]).toEqual([[200, "completed", "charged"], 3])
        expect(dispatches.filter((line) => line.includes("held")).length).toBe(3)
        expect(rail.settleRequests.map(({ call }) => call)).toEqual(done.body.results.map(({ result_ref }) => result_ref))
      }),
  )

  it.effect("a step whose payment is declined fails: its document is withheld, and nothing is charged for it", () =>
    Effect.gen(function* () {
      const { node, rail } = yield* Market
      const { secret } = yield* newBuyer({ dollars: 0 })
      rail.fates.push("pays", "refuses")
      const done = yield* buy({ node, secret }, { steps: chain("declined"), goals: [0, 2] })
      expect([done.summary, done.body.errors[0]!.code]).toEqual([[200, "partial", "charged"], "insufficient_balance"])
      expect(done.body.results.map(({ data }) => data.mill.word)).toEqual(["declined."])
      expect(done.body.usage.cost.amount).toBe(prices.find / 1e6)
    }),
  )

  it.effect(
    "while a rail that might cover it is unavailable, an automatic ask and the run of a plan are answered 503, as their dry runs say",
    () =>
      Effect.gen(function* () {
        const { dispatches, node, rail } = yield* Market
        const { secret } = yield* newBuyer({ dollars: 0 })
        const script = { steps: chain("outage") }
        const planned = yield* ask({ node, secret }, script)
        rail.outage = true
        const dry = { node, secret, headers: { "x-payment-dry-run": "1" } }
        for (const { body } of [yield* buy(dry, script), yield* runPlan(dry, planned.body.id)]) {
          expect(body).toMatchObject({ would_succeed: false, reason_if_not: { code: "service_unavailable" } })
        }
        for (const answer of [yield* buy({ node, secret }, script), yield* runPlan({ node, secret }, planned.body.id)]) {
          expect(answer.summary).toEqual([503, "service_unavailable", "none"])
        }
        rail.outage = false
        expect((yield* runPlan({ node, secret }, planned.body.id)).summary).toEqual([200, "completed", "charged"])
        expect(dispatches.filter((line) => line.includes("outage")).length).toBe(3)
      }),
  )

  it.effect("the audit finds no violation after all asks on the rail", () => expectCleanAudit)
})
