import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import type { OrganisationId } from "../../../domain/money/ids.ts"
import { Database } from "../../../layers/postgres/Database.ts"
import { newBuyer } from "../../support/gateway.ts"
import { expectCleanAudit, creditsPosition } from "../../support/ledger/assertions.ts"
import { applyFault } from "../../support/refusals/fixture.ts"
import { ask, askFixture, AskFixture, buy, proceed, readAsk, runPlan } from "./fixture.ts"
import { chain, prices, type Script } from "./scripts.ts"

const choosing = (word: string): Script => ({
  steps: chain(word).map((step, i) => (i === 0 ? { ...step, input: { word, count: 2 } } : step)),
})
const rest = prices.grind + prices.press

layer(askFixture(), { excludeTestServices: true })("continuations of runs", (it) => {
  /** An approved run that waits for a selection, and the input that makes it. */
  const waiting = Effect.fnUntraced(function* (script: Script, options: Parameters<typeof newBuyer>[0] = {}) {
    const { a, b, dispatches } = yield* AskFixture
    const { organisation, secret } = yield* newBuyer(options)
    const sent = { node: a, secret, key: "chosen" }
    const { body: run, summary } = yield* buy({ node: a, secret }, script, { wait_seconds: 55 })
    expect(summary.slice(0, 2)).toEqual([200, "needs_selection"])
    return { b, dispatches, input: { entity_ref: run.candidates![0]!.entity_ref }, organisation, run, sent }
  })

  it.effect("a dry run of a continuation changes and buys nothing", () =>
    Effect.gen(function* () {
      const { input, organisation, run, sent } = yield* waiting(choosing("dry"))
      const headers = { "x-payment-dry-run": "1" }
      const verdict = yield* proceed({ ...sent, headers }, run, input)
      expect([verdict.status, verdict.header("x-money-moved")]).toEqual([200, "none"])
      expect(verdict.body).toMatchObject({ slug: "ask", would_succeed: true, price: { amount_micro_usd: String(rest) } })
      expect((yield* proceed({ ...sent, headers: { "x-payment-dry-run": "2" } }, run, input)).summary).toEqual([
        400,
        "invalid_request",
        "none",
      ])
      expect((yield* readAsk(sent, run.id)).body).toEqual(run)
      expect(yield* creditsPosition(organisation)).toMatchObject({ captured: 1, held: 0 })
      const lacking = yield* ask({ node: sent.node, secret: sent.secret }, { steps: chain("x"), needs: ["word"] })
      const foretold = yield* proceed({ ...sent, key: "dry", headers }, lacking.body, { value: "given" })
      expect(foretold.body).toMatchObject({ would_succeed: true, price: { amount_micro_usd: String(prices.find + rest) } })
      expect((yield* readAsk(sent, lacking.body.id)).summary).toEqual([200, "needs_input", "none"])
      expect((yield* proceed(sent, run, input)).summary).toEqual([200, "completed", "charged"])
    }),
  )

  it.effect("a step that was refused stays refused after its fallback was bought in its place", () =>
    Effect.gen(function* () {
      const { a, b, dispatches, hold } = yield* AskFixture
      const { organisation, secret } = yield* newBuyer()
      const held = hold("first")
      const script: Script = {
        steps: [
          { tool: "grind", input: { word: "first" } },
          { tool: "press", input: {}, from: { word: { step: 0, pointer: "/mill/word" } } },
          { tool: "grind", input: { word: "instead" }, insteadOf: 1 },
          { tool: "find", input: { word: "instead", count: 2 } },
          { tool: "grind", input: {}, from: { word: { step: 3, list: "/finds", pointer: "/name" } } },
        ],
        goals: [1, 4],
      }
      const begun = yield* buy({ node: a, secret }, script, { wait_seconds: 0 })
      yield* perRequest(organisation, prices.press - 1)
      yield* held.open
      const waits = yield* readAsk({ node: b, secret }, begun.body.id, "?wait_seconds=55")
      expect(waits.summary).toEqual([200, "needs_selection", "charged"])
      // The stored run has the reason.
      expect(waits.body.errors.map(({ code }) => code)).toEqual(["spend_limit_exceeded"])
      yield* perRequest(organisation, null)
      const input = { entity_ref: waits.body.candidates![0]!.entity_ref }
      const done = yield* proceed({ node: b, secret, key: "go" }, waits.body, input)
      expect(done.summary).toEqual([200, "completed", "charged"])
      expect([dispatches("press", "first."), dispatches("grind", "instead")]).toEqual([0, 1])
      expect(done.body.errors.map(({ code }) => code)).toEqual(["spend_limit_exceeded"])
      expect(yield* creditsPosition(organisation)).toMatchObject({ captured: 4, held: 0 })
    }),
  )

  it.effect("an input that no source answers is refused, and the continuation stays open", () =>
    Effect.gen(function* () {
      const { a, b } = yield* AskFixture
      const { secret } = yield* newBuyer()
      const waits = yield* ask({ node: a, secret }, { steps: chain("n"), needs: ["word"], never: "never" })
      const refused = yield* proceed({ node: b, secret, key: "k" }, waits.body, { value: "never" })
      expect(refused.summary).toEqual([422, "unsupported", "none"])
      const read = yield* readAsk({ node: a, secret }, waits.body.id)
      expect([read.summary, read.body.continuation!.state.revision]).toEqual([[200, "needs_input", "none"], 1])
      expect((yield* proceed({ node: a, secret, key: "k" }, waits.body, { value: "better" })).summary).toEqual([
        200,
        "requires_approval",
        "none",
      ])
    }),
  )

  it.effect("a selection whose plan is over max_spend continues without its fallbacks if it then fits", () =>
    Effect.gen(function* () {
      const { a } = yield* AskFixture
      const { secret } = yield* newBuyer()
      const script: Script = {
        steps: [
          { tool: "grind", input: { word: "fit" } },
          { tool: "press", input: { word: "fit" }, insteadOf: 0 },
        ],
        goals: [0],
        choice: ["one", "two"],
      }
      const waits = yield* buy({ node: a, secret }, script, { max_spend: prices.grind / 1e6 })
      const done = yield* proceed({ node: a, secret, key: "fit" }, waits.body, { entity_ref: "word:one" })
      expect([done.summary, done.body.plan?.steps.length]).toEqual([[200, "completed", "charged"], 1])
      const { secret: poor } = yield* newBuyer({ dollars: prices.grind / 1e6 })
      const poorly = yield* buy({ node: a, secret: poor }, script)
      const fits = yield* proceed({ node: a, secret: poor, key: "fit" }, poorly.body, { entity_ref: "word:one" })
      expect([fits.summary, fits.body.plan?.steps.length]).toEqual([[200, "completed", "charged"], 1])
    }),
  )

  it.effect("a key that cannot spend is refused before the continuation is used", () =>
    Effect.gen(function* () {
      const { money: sql } = yield* Database
      const { b, input, organisation, run, sent } = yield* waiting(choosing("poor"), { dollars: (prices.find + rest) / 1e6 })
      yield* perRequest(organisation, rest - 1)
      const limited = yield* proceed(sent, run, input)
      expect([limited.summary, limited.body.error?.limit]).toEqual([[402, "spend_limit_exceeded", "none"], "per_request"])
      yield* perRequest(organisation, null)
      yield* applyFault(organisation, "spending switched off")
      expect((yield* proceed(sent, run, input)).summary).toEqual([403, "spending_not_permitted", "none"])
      yield* sql`update organisation set spending = true where id = ${organisation}`
      expect((yield* readAsk(sent, run.id)).body).toEqual(run)
      expect((yield* proceed({ ...sent, node: b }, run, input)).summary).toEqual([200, "completed", "charged"])
    }),
  )

  it.effect("a selection may choose a rail and request fewer documents", () =>
    Effect.gen(function* () {
      const script: Script = {
        steps: [
          { tool: "find", input: { word: "few", count: 2 } },
          { tool: "list", input: { count: 9 }, from: { word: { step: 0, list: "/finds", pointer: "/name" } } },
        ],
      }
      const { input, run, sent } = yield* waiting(script)
      expect((yield* proceed({ ...sent, headers: { "x-payment-rail": "gold" } }, run, input)).summary).toEqual([
        400,
        "invalid_request",
        "none",
      ])
      const done = yield* proceed({ ...sent, headers: { "x-payment-rail": "credits" } }, run, input, { limit: 2 })
      expect(done.body.usage.cost.amount_micro_usd).toBe(String(prices.find + 2 * prices.list))
    }),
  )

  it.effect("a run that requests fewer documents than were quoted is limited to their cost", () =>
    Effect.gen(function* () {
      const { a } = yield* AskFixture
      const { secret } = yield* newBuyer()
      const planned = yield* ask({ node: a, secret }, { steps: [{ tool: "list", input: { word: "l", count: 9 } }] }, { limit: 8 })
      const max_spend = (3 * prices.list) / 1e6
      expect((yield* runPlan({ node: a, secret }, planned.body.id, { max_spend })).summary).toEqual([402, "spend_limit_exceeded", "none"])
      const three = yield* runPlan({ node: a, secret }, planned.body.id, { limit: 3, max_spend })
      expect([three.summary, three.body.usage.cost.amount]).toEqual([[200, "completed", "charged"], max_spend])
    }),
  )

  it.effect("the audit finds no violation after all resumed runs", () => expectCleanAudit)
})

const perRequest = Effect.fnUntraced(function* (organisation: OrganisationId, limit: number | null) {
  const { money: sql } = yield* Database
  yield* sql`update api_key set per_request = ${limit}::bigint where org = ${organisation}`
})
