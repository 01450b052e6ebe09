import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import { randomUUID } from "node:crypto"
import { PriceList } from "../../../domain/catalogue/PriceList.ts"
import { microUsd } from "../../../domain/money/Money.ts"
import { Database } from "../../../layers/postgres/Database.ts"
import { grant, newBuyer } from "../../support/gateway.ts"
import { expectCleanAudit, creditsPosition } from "../../support/ledger/assertions.ts"
import { applyFault, type Fault } from "../../support/refusals/fixture.ts"
import { until } from "../../support/until.ts"
import { ask, askRaw, askFixture, AskFixture, buy, cancelAsk, proceed, readAsk, request, runPlan, type Sent } from "./fixture.ts"
import { chain, prices, type Script } from "./scripts.ts"

const total = prices.find + prices.grind + prices.press
const script: Script = { steps: chain("refused") }
const question = "{}"

layer(askFixture(), { excludeTestServices: true })("refusals of asks", (it) => {
  const buyerOf = Effect.fnUntraced(function* (options: Parameters<typeof newBuyer>[0] = {}) {
    const { a, all } = yield* AskFixture
    const buyer = yield* newBuyer(options)
    return { ...buyer, all, sent: { node: a, secret: buyer.secret } satisfies Sent }
  })

  it.effect("malformed bodies are refused with 400 on both routes", () =>
    Effect.gen(function* () {
      const { sent } = yield* buyerOf()
      const bodies = [
        {},
        { question, workflow: { slug: "x", input: {} } },
        { question: "" },
        { question: " \n" },
        { question: "x".repeat(4001) },
        { question: 1 },
        { question, execution_mode: "later" },
        { question, execution_mode: "auto" },
        { question, execution_mode: "auto", max_spend: -1 },
        { question, execution_mode: "auto", max_spend: 0.0000001 },
        { question, execution_mode: "auto", max_spend: "1" },
        { question, limit: 0 },
        { question, limit: 51 },
        { question, limit: 1.5 },
        { question, wait_seconds: 56 },
        { question, wait_seconds: -1 },
        { question, more: 1 },
        { workflow: { slug: "x" } },
        { workflow: { slug: "x", input: {}, more: 1 } },
        { workflow: "x" },
      ]
      for (const path of ["/v2/ask", "/v2/ask/plan"]) {
        for (const body of bodies) {
          const reply = yield* askRaw(sent, body, path)
          expect([JSON.stringify(body).slice(0, 80), ...reply.summary]).toEqual([
            JSON.stringify(body).slice(0, 80),
            400,
            "invalid_request",
            "none",
          ])
        }
      }
      for (const id of [randomUUID(), "nothing", "%00"]) {
        expect([id, ...(yield* runPlan(sent, id)).summary]).toEqual([id, 404, "run_not_found", "none"])
        expect((yield* readAsk(sent, id)).summary).toEqual([404, "run_not_found", "none"])
        expect((yield* cancelAsk(sent, id)).summary).toEqual([404, "run_not_found", "none"])
      }
      const planned = yield* ask(sent, script)
      for (const body of [{ quote_ref: 1 }, { max_spend: -1 }, { limit: 99 }, { wait_seconds: 56 }, { more: 1 }]) {
        expect((yield* runPlan(sent, planned.body.id, body)).summary).toEqual([400, "invalid_request", "none"])
      }
    }),
  )

  it.effect("the required scope depends on the execution mode and is checked after the syntax", () =>
    Effect.gen(function* () {
      const { sent: planner } = yield* buyerOf({ key: { scopes: ["ask:create"] } })
      const { sent: runner } = yield* buyerOf({ key: { scopes: ["ask:execute"] } })
      const { sent: neither } = yield* buyerOf({ key: { scopes: ["sources:execute"] } })
      expect((yield* ask(planner, script)).summary).toEqual([200, "requires_approval", "none"])
      expect((yield* buy(planner, script)).summary).toEqual([403, "insufficient_scope", "none"])
      expect((yield* ask(runner, script)).summary).toEqual([403, "insufficient_scope", "none"])
      expect((yield* buy(runner, script)).summary).toEqual([200, "completed", "charged"])
      expect((yield* askRaw(neither, { more: 1 })).summary).toEqual([400, "invalid_request", "none"])
      const planned = yield* ask(planner, script)
      expect((yield* runPlan(planner, planned.body.id)).summary).toEqual([403, "insufficient_scope", "none"])
      expect((yield* cancelAsk(planner, planned.body.id)).summary).toEqual([200, "cancelled", "none"])
      // An automatic ask is continued by who may execute.
      const lacking = yield* buy(runner, { ...script, needs: ["word"] })
      expect((yield* proceed({ ...runner, key: "k" }, lacking.body, { value: "word" })).summary).toEqual([200, "requires_approval", "none"])
      const workflows = yield* request({ baseUrl: neither.node, secret: neither.secret, path: "/v2/ask/workflows" })
      expect([workflows.status, workflows.header("x-money-moved")]).toEqual([403, null])
    }),
  )

  it.effect("a question that no source answers is refused with 422 and stored as a run", () =>
    Effect.gen(function* () {
      const { all, sent } = yield* buyerOf()
      const before = all()
      for (const mode of [{}, { execution_mode: "auto", max_spend: 1 }]) {
        const reply = yield* ask({ ...sent, key: `u-${JSON.stringify(mode).length}` }, { unsupported: true }, mode)
        expect(reply.summary).toEqual([422, "unsupported", "none"])
        const id = reply.header("location")!.split("/").at(-1)!
        expect(reply.body.id).toBe(id)
        expect((yield* readAsk(sent, id)).summary).toEqual([200, "unsupported", "none"])
        expect((yield* runPlan(sent, id)).summary).toEqual([409, "plan_not_ready", "none"])
        expect((yield* cancelAsk(sent, id)).summary).toEqual([200, "unsupported", "none"])
      }
      expect((yield* askRaw(sent, { question: "write me a poem" })).summary).toEqual([422, "unsupported", "none"])
      expect((yield* ask(sent, { steps: [] })).summary).toEqual([422, "unsupported", "none"])
      expect(all()).toBe(before)
    }),
  )

  const money: ReadonlyArray<readonly [Fault, number, string, string?]> = [
    ["a per-request limit", 402, "spend_limit_exceeded", "per_request"],
    ["a monthly limit", 402, "spend_limit_exceeded", "monthly"],
    ["a daily limit", 402, "spend_limit_exceeded", "daily"],
    ["suspended", 403, "organisation_unavailable"],
    ["spending switched off", 403, "spending_not_permitted"],
    ["its only rail suspended", 403, "organisation_unavailable"],
  ]
  it.effect.each(money)(
    "an organisation or key with %s is refused with %i before anything is bought, automatic or approved",
    ([wrong, status, code, limit]) =>
      Effect.gen(function* () {
        const { all, organisation, sent } = yield* buyerOf()
        const planned = yield* ask(sent, script)
        yield* applyFault(organisation, wrong)
        const before = all()
        for (const reply of [yield* buy({ ...sent, key: "same" }, script), yield* runPlan({ ...sent, key: "same" }, planned.body.id)]) {
          expect([...reply.summary, reply.body.error?.limit]).toEqual([status, code, "none", limit])
          if (status === 402) expect(reply.body.error?.required?.amount_micro_usd).toBe(String(total))
        }
        // Planning is free for everybody.
        expect((yield* ask(sent, script)).summary).toEqual([200, "requires_approval", "none"])
        expect(all()).toBe(before)
        expect((yield* readAsk(sent, planned.body.id)).summary).toEqual([200, "requires_approval", "none"])
        expect(yield* creditsPosition(organisation)).toMatchObject({ posted: 25_000_000, held: 0, captured: 0 })
      }),
  )

  it.effect("a balance below the plan's maximum is refused with 402; an automatic ask may still fit without its fallbacks", () =>
    Effect.gen(function* () {
      const { sent } = yield* buyerOf({ dollars: 0.003 })
      expect((yield* buy(sent, script)).summary).toEqual([402, "insufficient_balance", "none"])
      const planned = yield* ask(sent, script)
      const refused = yield* runPlan(sent, planned.body.id)
      expect([refused.summary, refused.body.error?.available?.amount]).toEqual([[402, "insufficient_balance", "none"], 0.003])
      const withFallback: Script = {
        steps: [
          { tool: "grind", input: { word: "fb" } },
          { tool: "press", input: { word: "fb" }, insteadOf: 0 },
        ],
        goals: [0],
      }
      const fits = yield* buy(sent, withFallback)
      expect([fits.summary, fits.body.plan!.steps.length]).toEqual([[200, "completed", "charged"], 1])
      const { sent: rich } = yield* buyerOf()
      const capped = yield* buy(rich, withFallback, { max_spend: prices.grind / 1e6 })
      expect([capped.summary, capped.body.plan!.steps.length]).toEqual([[200, "completed", "charged"], 1])
      const max = yield* runPlan(rich, (yield* ask(rich, script)).body.id, { max_spend: (total - 1) / 1e6 })
      expect([max.summary, max.body.error?.limit]).toEqual([[402, "spend_limit_exceeded", "none"], "max_spend"])
    }),
  )

  it.effect("a plan that finds no money after its approval waits for its approval again, and runs after a top-up", () =>
    Effect.gen(function* () {
      const { organisation, sent } = yield* buyerOf({ dollars: (2 * prices.grind) / 1e6 })
      const { b } = yield* AskFixture
      const words = Array.from({ length: 10 }, (_, i) => `moment-${i}`)
      const plans = yield* Effect.forEach(words, (word) => ask(sent, { steps: [{ tool: "grind", input: { word } }], goals: [0] }))
      const run = ({ body }: (typeof plans)[number], place: number) =>
        runPlan({ ...sent, ...(place % 2 === 0 && { node: b }), key: `moment-${place}` }, body.id)
      const replies = yield* Effect.forEach(plans, run, { concurrency: "unbounded" })
      const refused = plans.flatMap((plan, place) => (replies[place]!.status === 402 ? [{ plan, place, reply: replies[place]! }] : []))
      expect(replies.filter(({ body }) => body.status === "completed")).toHaveLength(2)
      expect(refused).toHaveLength(8)
      // A refusal after the approval names its run.
      expect(refused.filter(({ reply }) => reply.header("location") !== null).length).toBeGreaterThan(0)
      for (const { plan, reply } of refused) {
        expect(reply.summary).toEqual([402, "insufficient_balance", "none"])
        expect(reply.body.error?.required?.amount_micro_usd).toBe(String(prices.grind))
        const waits = yield* readAsk(sent, plan.body.id)
        expect([...waits.summary, waits.body.plan]).toEqual([200, "requires_approval", "none", plan.body.plan])
        if (reply.header("location") !== null) {
          expect(reply.header("location")).toBe(`/v2/runs/${plan.body.id}`)
          expect(waits.body.approval_required_reason).toEqual({ code: "insufficient_balance", message: reply.body.error!.message })
        }
      }
      yield* grant(organisation, 1, `more:${organisation}`)
      // The same Idempotency-Keys: nothing was bought under them.
      for (const { place, plan } of refused) expect((yield* run(plan, place)).summary).toEqual([200, "completed", "charged"])
      expect(yield* creditsPosition(organisation)).toMatchObject({ captured: 10, held: 0 })
    }),
  )

  it.effect("long questions of one organisation have a share of the planning in a minute, and leave that of others alone", () =>
    Effect.gen(function* () {
      const { sent } = yield* buyerOf({ rate: 60 })
      const { sent: other } = yield* buyerOf({ rate: 60 })
      const long = { question: "x".repeat(4_000) }
      for (let i = 0; i < 3; i++) expect((yield* askRaw(sent, long)).status).toBe(422)
      const refused = yield* askRaw(sent, long)
      expect(refused.summary).toEqual([429, "rate_limit_exceeded", "none"])
      expect(refused.body.error?.message).toContain("12000 characters")
      // The share comes back by 200 characters a second: a short question waits for a moment alone.
      expect(Number(refused.header("retry-after"))).toBeGreaterThan(10)
      expect((yield* askRaw(other, long)).status).toBe(422)
      yield* until(Effect.map(askRaw(sent, { question: "zzz" }), ({ status }) => status === 422))
    }),
  )

  it.effect("an unknown rail and an invalid dry-run header are refused, and a dry run buys nothing", () =>
    Effect.gen(function* () {
      const { all, organisation, sent } = yield* buyerOf()
      const before = all()
      expect((yield* buy({ ...sent, headers: { "x-payment-rail": "gold" } }, script)).summary).toEqual([400, "invalid_request", "none"])
      expect((yield* buy({ ...sent, headers: { "x-payment-dry-run": "2" } }, script)).summary).toEqual([400, "invalid_request", "none"])
      const dry = { ...sent, headers: { "x-payment-dry-run": "1" } }
      const planned = yield* ask(sent, script)
      for (const verdict of [yield* buy(dry, script), yield* runPlan(dry, planned.body.id)]) {
        expect([verdict.status, verdict.header("x-money-moved")]).toEqual([200, "none"])
        expect(verdict.body).toMatchObject({
          slug: "ask",
          would_succeed: true,
          rail: "credits",
          price: { amount_micro_usd: String(total) },
        })
      }
      expect((yield* buy(dry, script, { max_spend: 0.001 })).body).toMatchObject({
        would_succeed: false,
        reason_if_not: { code: "spend_limit_exceeded" },
      })
      expect((yield* buy(dry, { ...script, needs: ["word"] })).summary).toEqual([409, "plan_not_ready", "none"])
      expect((yield* runPlan({ ...sent, headers: { "x-payment-rail": "credits" } }, planned.body.id)).summary).toEqual([
        200,
        "completed",
        "charged",
      ])
      expect(all()).toBe(before + 3)
      expect(yield* creditsPosition(organisation)).toMatchObject({ captured: 3 })
    }),
  )

  it.effect("an ask of another organisation's key is not found", () =>
    Effect.gen(function* () {
      const { sent } = yield* buyerOf()
      const { sent: stranger } = yield* buyerOf()
      const planned = yield* ask(sent, { ...script, needs: ["word"] })
      for (const attempt of [
        runPlan(stranger, planned.body.id),
        readAsk(stranger, planned.body.id),
        cancelAsk(stranger, planned.body.id),
        proceed({ ...stranger, key: "k" }, planned.body, { value: "word" }),
      ]) {
        expect((yield* attempt).summary).toEqual([404, "run_not_found", "none"])
      }
    }),
  )

  it.effect("a plan holds its price until it expires; another quote, a withdrawn operation and an old plan are refused", () =>
    Effect.gen(function* () {
      const { money: sql } = yield* Database
      const merchandise = yield* PriceList
      const { organisation, sent } = yield* buyerOf()
      const [planned, withdrawn, old] = [yield* ask(sent, script), yield* ask(sent, script), yield* ask(sent, script)]
      expect((yield* runPlan(sent, planned.body.id, { quote_ref: randomUUID() })).summary).toEqual([409, "plan_changed", "none"])
      const grind = { source: "mill", operation: "mill.grind", variant: 0 }
      yield* merchandise.setPrice(grind, { model: "per_call", price: microUsd(900_000n) })
      const estimated = Effect.map(ask(sent, script), ({ body }) => body.plan!.estimated_total.amount_micro_usd)
      yield* until(Effect.map(estimated, (amount) => amount === String(total - prices.grind + 900_000)))
      const ran = yield* runPlan(sent, planned.body.id, { quote_ref: planned.body.plan!.quote_ref })
      expect([ran.summary, ran.body.usage.cost.amount_micro_usd]).toEqual([[200, "completed", "charged"], String(total)])
      yield* merchandise.setPrice(grind, { model: "per_call", price: microUsd(BigInt(prices.grind)) })
      yield* sql`update ask set body = replace(body, 'mill.press', 'mill.gone') where run = ${withdrawn.body.id}`
      const gone = yield* runPlan(sent, withdrawn.body.id)
      expect([gone.summary, gone.body.error?.message.includes("mill.gone")]).toEqual([[409, "plan_changed", "none"], true])
      yield* sql`update clock set ahead = ahead + interval '16 minutes'`
      expect((yield* runPlan(sent, old.body.id)).summary).toEqual([409, "plan_expired", "none"])
      expect((yield* readAsk(sent, old.body.id)).summary).toEqual([200, "requires_approval", "none"])
      // What was approved in time is what it was.
      expect((yield* runPlan(sent, planned.body.id)).summary).toEqual([200, "completed", "charged"])
      expect(yield* creditsPosition(organisation)).toMatchObject({ posted: 25_000_000 - total, captured: 3, held: 0 })
    }),
  )

  it.effect("a key that is revoked during its run buys nothing further", () =>
    Effect.gen(function* () {
      const { dispatches, hold } = yield* AskFixture
      const { organisation, sent } = yield* buyerOf()
      const held = hold("revoked")
      const running = yield* buy(sent, { steps: chain("revoked") }, { wait_seconds: 0 })
      yield* until(Effect.sync(() => dispatches("find", "revoked") === 1))
      yield* applyFault(organisation, "revoked")
      yield* held.open
      const { money: sql } = yield* Database
      const look = sql<{
        readonly status: string
        readonly error: { readonly code: string }
      }>`select status, error from run where id = ${running.body.id}`
      yield* until(Effect.map(look, ([row]) => row!.status !== "running"))
      const [row] = yield* look
      expect([row!.status, row!.error.code]).toEqual(["failed", "api_key_revoked"])
      expect(yield* creditsPosition(organisation)).toMatchObject({ captured: 1, held: 0, open: 0 })
    }),
  )

  it.effect("the audit finds no violation after all refused asks", () => expectCleanAudit)
})
