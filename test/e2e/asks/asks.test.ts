import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import { newBuyer } from "../../support/gateway.ts"
import { expectCleanAudit, creditsPosition } from "../../support/ledger/assertions.ts"
import { ask, askFixture, AskFixture, buy, readAsk, runPlan } from "./fixture.ts"
import { chain, prices } from "./scripts.ts"

const total = prices.find + prices.grind + prices.press

layer(askFixture(), { excludeTestServices: true })("asks", (it) => {
  it.effect("a question becomes a priced plan, and nothing is bought", () =>
    Effect.gen(function* () {
      const { a, all } = yield* AskFixture
      const { organisation, secret } = yield* newBuyer()
      const before = all()
      const planned = yield* ask({ node: a, secret }, { steps: chain("plan") })
      expect(planned.summary).toEqual([200, "requires_approval", "none"])
      expect(planned.body.plan!.steps.map(({ operation }) => operation)).toEqual(["mill.find", "mill.grind", "mill.press"])
      expect(planned.body.plan!.estimated_total.amount_micro_usd).toBe(String(total))
      expect(planned.body).toMatchObject({ answer: null, results: [], errors: [], usage: { cost: { amount: 0 }, held: { amount: 0 } } })
      expect(planned.body.approval_required_reason).toBeUndefined()
      expect(all()).toBe(before)
      expect(yield* creditsPosition(organisation)).toMatchObject({ posted: 25_000_000, held: 0, captured: 0 })
    }),
  )

  it.effect(
    "an approved plan is bought step by step, once: X-Payment-Price is the sum of its steps, and X-Payment-Id names each of them",
    () =>
      Effect.gen(function* () {
        const { a, b, dispatches } = yield* AskFixture
        const { organisation, secret } = yield* newBuyer()
        const planned = yield* ask({ node: a, secret }, { steps: chain("run") })
        const ran = yield* runPlan({ node: b, secret }, planned.body.id, { quote_ref: planned.body.plan!.quote_ref })
        expect(ran.summary).toEqual([200, "completed", "charged"])
        expect(ran.body.results.map(({ data }) => data.mill.word)).toEqual(["run.", "run-1.", "run-1.."])
        expect(ran.body.usage.cost.amount_micro_usd).toBe(String(total))
        expect(ran.body.answer?.status).toBe("answered")
        expect(ran.header("x-payment-price")).toBe(String(total / 1e6))
        expect(new Set(ran.header("x-payment-id")?.split(", ")).size).toBe(3)
        const again = yield* runPlan({ node: a, secret }, planned.body.id)
        expect(again.summary).toEqual([200, "completed", "charged"])
        expect(again.header("x-idempotent-replay")).toBe("true")
        expect((yield* readAsk({ node: a, secret }, planned.body.id)).body).toEqual(ran.body)
        expect([dispatches("find", "run"), dispatches("grind", "run-1"), dispatches("press", "run-1.")]).toEqual([1, 1, 1])
        expect(yield* creditsPosition(organisation)).toMatchObject({ posted: 25_000_000 - total, held: 0, captured: 3 })
      }),
  )

  it.effect("an automatic ask buys within its max_spend, and requires approval if the plan costs more", () =>
    Effect.gen(function* () {
      const { a } = yield* AskFixture
      const { secret } = yield* newBuyer()
      const bought = yield* buy({ node: a, secret }, { steps: chain("auto") })
      expect(bought.summary).toEqual([200, "completed", "charged"])
      const over = yield* buy({ node: a, secret }, { steps: chain("over") }, { max_spend: (total - 1) / 1e6 })
      expect(over.summary).toEqual([200, "requires_approval", "none"])
      expect(over.body.approval_required_reason?.code).toBe("max_spend")
      expect((yield* runPlan({ node: a, secret }, over.body.id)).summary).toEqual([200, "completed", "charged"])
    }),
  )

  it.effect("the audit finds no violation after all asks", () => expectCleanAudit)
})
