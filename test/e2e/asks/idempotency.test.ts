import { expect, layer } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { newBuyer } from "../../support/gateway.ts"
import { expectCleanAudit, creditsPosition } from "../../support/ledger/assertions.ts"
import { until } from "../../support/until.ts"
import { ask, askRaw, askFixture, AskFixture, buy, cancelAsk, readAsk, runPlan } from "./fixture.ts"
import { asQuestion, chain, prices } from "./scripts.ts"

const total = prices.find + prices.grind + prices.press
const all = { concurrency: "unbounded" } as const

layer(askFixture(), { excludeTestServices: true })("Idempotency-Key of asks", (it) => {
  it.effect.each(["auto", "plan"] as const)("64 identical concurrent asks with one Idempotency-Key make one run (%s)", (mode) =>
    Effect.gen(function* () {
      const { a, b, dispatches } = yield* AskFixture
      const { organisation, secret } = yield* newBuyer()
      const steps = chain(`same-${mode}`, { delay_ms: 40 })
      const once = (i: number) => {
        const sent = { node: i % 2 === 0 ? a : b, secret, key: "same" }
        return mode === "auto" ? buy(sent, { steps }, { wait_seconds: 55 }) : ask(sent, { steps })
      }
      const replies = yield* Effect.forEach(
        Array.from({ length: 64 }, (_, i) => i),
        once,
        all,
      )
      const answered = replies.filter(({ status }) => status === 200)
      expect(new Set(answered.map(({ body }) => body.id)).size).toBe(1)
      expect(answered.filter((reply) => reply.header("x-idempotent-replay") === null).length).toBe(1)
      for (const reply of replies) {
        if (reply.status !== 200) expect(reply.summary).toEqual([409, "request_in_progress", "none"])
      }
      const bought = mode === "auto" ? 1 : 0
      expect(dispatches("find", `same-${mode}`)).toBe(bought)
      expect(yield* creditsPosition(organisation)).toMatchObject({ posted: 25_000_000 - bought * total, captured: 3 * bought, held: 0 })
    }),
  )

  it.effect("64 concurrent approvals of one plan begin it once", () =>
    Effect.gen(function* () {
      const { a, b, dispatches } = yield* AskFixture
      const { organisation, secret } = yield* newBuyer()
      const planned = yield* ask({ node: a, secret }, { steps: chain("approved", { delay_ms: 40 }) })
      const approve = (i: number) => runPlan({ node: i % 2 === 0 ? a : b, secret }, planned.body.id, { wait_seconds: 55 })
      const replies = yield* Effect.forEach(
        Array.from({ length: 64 }, (_, i) => i),
        approve,
        all,
      )
      for (const reply of replies) expect(reply.summary).toEqual([200, "completed", "charged"])
      expect(replies.filter((reply) => reply.header("x-idempotent-replay") === null).length).toBe(1)
      expect([dispatches("find", "approved"), dispatches("press", "approved-1.")]).toEqual([1, 1])
      expect(yield* creditsPosition(organisation)).toMatchObject({ captured: 3, held: 0 })
    }),
  )

  it.effect("a repeated request is answered with the same run on either node and route; a different one conflicts", () =>
    Effect.gen(function* () {
      const { a, b } = yield* AskFixture
      const { organisation, secret } = yield* newBuyer()
      const body = { question: asQuestion({ steps: chain("again") }), execution_mode: "auto", max_spend: 1 }
      const first = yield* askRaw({ node: a, secret, key: "again" }, body)
      expect([first.summary, first.header("x-idempotent-replay")]).toEqual([[200, "completed", "charged"], null])
      for (const path of ["/v2/ask", "/v2/ask/plan"]) {
        const again = yield* askRaw({ node: b, secret, key: "again" }, { ...body, wait_seconds: 3 }, path)
        expect([again.body, again.header("x-idempotent-replay")]).toEqual([first.body, "true"])
        for (const name of ["x-payment-id", "x-payment-rail-used", "x-payment-price", "x-money-moved"])
          expect(again.header(name)).toBe(first.header(name))
      }
      for (const other of [{ ...body, max_spend: 2 }, { ...body, limit: 3 }, { question: body.question }]) {
        expect((yield* askRaw({ node: b, secret, key: "again" }, other)).summary).toEqual([409, "idempotency_conflict", "none"])
      }
      // Of another endpoint the same key is another key.
      const planned = yield* ask({ node: a, secret }, { steps: chain("again-2") })
      const run = { node: b, secret, key: "again" }
      expect((yield* runPlan(run, planned.body.id, { max_spend: 1 })).summary).toEqual([200, "completed", "charged"])
      expect((yield* runPlan(run, planned.body.id, { max_spend: 1 })).summary).toEqual([200, "completed", "charged"])
      expect((yield* runPlan(run, planned.body.id, { max_spend: 2 })).summary).toEqual([409, "idempotency_conflict", "none"])
      expect(yield* creditsPosition(organisation)).toMatchObject({ captured: 6, held: 0 })
    }),
  )

  it.effect("an Idempotency-Key is in progress while its first request runs; later its run is replayed, also without a balance", () =>
    Effect.gen(function* () {
      const { a, b, dispatches, hold } = yield* AskFixture
      const { secret } = yield* newBuyer({ dollars: total / 1e6 })
      const steps = chain("waits")
      const held = hold("waits")
      const waiting = yield* Effect.forkChild(buy({ node: a, secret, key: "waits" }, { steps }, { wait_seconds: 55 }))
      yield* until(Effect.sync(() => dispatches("find", "waits") === 1))
      const second = yield* buy({ node: b, secret, key: "waits" }, { steps })
      yield* held.open
      const first = yield* Fiber.join(waiting)
      expect([first.summary, second.summary]).toEqual([
        [200, "completed", "charged"],
        [409, "request_in_progress", "none"],
      ])
      expect((yield* buy({ node: b, secret, key: "waits" }, { steps })).body).toEqual(first.body)
    }),
  )

  it.effect("a refused ask and a failed run without a charge free their Idempotency-Key; a cancelled or charged run keeps it", () =>
    Effect.gen(function* () {
      const { a, b, hold } = yield* AskFixture
      const { secret } = yield* newBuyer()
      const broken = { steps: [{ tool: "grind", input: { word: "broken", fails_with: "source_error" } }] } as const
      const one = yield* buy({ node: a, secret, key: "free" }, broken)
      const two = yield* buy({ node: b, secret, key: "free" }, broken)
      expect([one.summary, two.summary]).toEqual([
        [502, "failed", "none"],
        [502, "failed", "none"],
      ])
      expect(two.body.id).not.toBe(one.body.id)
      expect((yield* readAsk({ node: b, secret }, one.body.id)).summary).toEqual(one.summary)
      const [find, second] = chain("paid")
      const halfway = { steps: [find!, { ...second!, input: { fails_with: "source_error" } }] } as const
      const charged = yield* buy({ node: a, secret, key: "paid" }, halfway)
      expect(charged.summary).toEqual([502, "failed", "charged"])
      expect((yield* buy({ node: b, secret, key: "paid" }, halfway)).body).toEqual(charged.body)
      const held = hold("stop")
      const running = yield* buy({ node: a, secret, key: "stop" }, { steps: chain("stop") }, { wait_seconds: 0 })
      yield* cancelAsk({ node: b, secret }, running.body.id)
      yield* held.open
      expect((yield* buy({ node: b, secret, key: "stop" }, { steps: chain("stop") })).summary).toEqual([409, "run_cancelled", "none"])
    }),
  )

  it.effect("the audit finds no violation after all repeated asks", () => expectCleanAudit)
})
