import { describe, expect, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, Metric } from "effect"
import { Ledger } from "../../domain/ledger/Ledger.ts"
import { document, usd } from "../support/ledger/commands.ts"
import { accountOf, rowsOf } from "../support/ledger/LedgerFixture.ts"
import { memoryLedgerFixture } from "../support/ledger/memoryLedgerFixture.ts"
import { ended, largeDocument, MortalNode, orderOf, paidCallFixture, pay, payAsMortalNode } from "../support/ledger/paidCalls.ts"

const repeatable = { repeatable: true }

/** A source that answers when the test lets it. */
const slowSource = Effect.gen(function* () {
  const answer = yield* Deferred.make<void>()
  const state = { interrupted: false }
  const answers = Deferred.await(answer).pipe(
    Effect.as({ body: document, amount: usd(700) }),
    Effect.onInterrupt(() => Effect.sync(() => void (state.interrupted = true))),
  )
  return { answers, answer: Deferred.succeed(answer, undefined), state }
})

/** The ledger, to which each reservation seems admissible until it decides. */
const overoptimistic = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.flatMap(Ledger, (ledger) => Effect.provideService(effect, Ledger, Ledger.of({ ...ledger, expects: () => true })))

describe("a request that may be sent before its money is held", () => {
  for (const [settles, small, large] of [
    ["at_capture", ["dispatch", "Reserve"], ["dispatch", "Reserve", "Deliver", "Capture"]],
    ["later", ["dispatch", "Reserve"], ["dispatch", "Reserve", "Deliver", "Capture"]],
    ["before_answer", ["Reserve", "dispatch", "Deliver", "settle", "Capture"], ["Reserve", "dispatch", "Deliver", "settle", "Capture"]],
    ["before_dispatch", ["Reserve", "settle", "dispatch", "Capture"], ["Reserve", "settle", "dispatch", "Deliver", "Capture"]],
  ] as const) {
    it.effect(
      `a repeatable call that settles ${settles} is sent early only where no rail settles between its reservation and its answer`,
      () =>
        Effect.gen(function* () {
          for (const [body, steps] of [
            [document, small],
            [largeDocument, large],
          ] as const) {
            const { node, order, rails, source } = yield* paidCallFixture({ settles, remainderTo: "credits" })
            source.answers = Effect.succeed({ body, amount: usd(700) })
            const mortal = new MortalNode(Infinity)
            yield* Fiber.await(yield* payAsMortalNode({ ...order, ...repeatable }, node, rails, mortal))
            expect(mortal.passed.filter((step) => step.startsWith("before"))).toEqual(steps.map((step) => `before ${step}`))
          }
        }).pipe(Effect.provide(memoryLedgerFixture)),
    )
  }

  it.effect("the reservation does not wait for a slow source: its money is held while the source works, and captured once it answers", () =>
    Effect.gen(function* () {
      const { buyer, node, order, rails, source } = yield* paidCallFixture({ settles: "at_capture" })
      const slow = yield* slowSource
      source.answers = slow.answers
      const mortal = new MortalNode(4)
      const paying = yield* payAsMortalNode({ ...order, ...repeatable }, node, rails, mortal)
      while (!mortal.passed.includes("after Reserve")) yield* Effect.yieldNow
      expect(yield* accountOf(buyer, "fake")).toMatchObject({ held: 1000n, open: 1 })
      yield* slow.answer
      yield* Deferred.await(mortal.died)
      yield* Deferred.succeed(mortal.woken, undefined)
      const { opened, paid } = yield* Fiber.join(paying)
      expect(opened).toHaveLength(1)
      expect(ended(paid, "Delivered").closed.call).toMatchObject({ state: "captured", amount: 700n })
      expect(source.dispatches).toBe(1)
    }).pipe(Effect.provide(memoryLedgerFixture)),
  )

  it.effect("a call that its buyer cannot pay is refused without a request to the source", () =>
    Effect.gen(function* () {
      const { buyer, node, order, rails, source } = yield* paidCallFixture({ settles: "at_capture" })
      const refusal = yield* Effect.flip(pay({ ...order, ...repeatable, maxSpend: usd(999) }, node, rails))
      expect(refusal).toMatchObject({ code: "spend_limit_exceeded" })
      expect(source.dispatches).toBe(0)
      expect(yield* rowsOf(buyer)).toMatchObject({ calls: [], results: [], runs: [], transfers: [] })
    }).pipe(Effect.provide(memoryLedgerFixture)),
  )

  it.effect("where the ledger refuses what was expected, the request is cancelled, its answer is withheld and nothing is charged", () =>
    Effect.gen(function* () {
      const { buyer, node, order, rails, source } = yield* paidCallFixture({ settles: "at_capture" })
      const slow = yield* slowSource
      for (const answers of [slow.answers, Effect.succeed({ body: document, amount: usd(700) })]) {
        source.answers = answers
        const paying = pay({ ...orderOf(buyer, source), quote: { ...order.quote, max: usd(200_000) }, ...repeatable }, node, rails)
        expect(yield* Effect.flip(overoptimistic(paying))).toMatchObject({ code: "insufficient_balance" })
      }
      expect(source.dispatches).toBe(2)
      expect(slow.state.interrupted).toBe(true)
      const counted = (yield* Metric.snapshot).filter(({ id }) => id.startsWith("farthing_early_requests"))
      expect(counted.map(({ id, state }) => [id, "count" in state && state.count])).toEqual([
        ["farthing_early_requests_total", 2],
        ["farthing_early_requests_refused_total", 2],
      ])
      expect(yield* rowsOf(buyer)).toMatchObject({ calls: [], results: [], runs: [], transfers: [] })
      expect(yield* accountOf(buyer, "fake")).toMatchObject({ held: 0n, open: 0 })
    }).pipe(Effect.provide(memoryLedgerFixture), Effect.provideService(Metric.MetricRegistry, new Map())),
  )

  it.effect("a request with an Idempotency-Key is sent after its reservation claimed the key: two of them reach the source once", () =>
    Effect.gen(function* () {
      const { buyer, node, order, rails, source } = yield* paidCallFixture({ settles: "at_capture" })
      const begins = { ...order.begins!, idempotency: { endpoint: "relay", key: "once", hash: "same" } }
      ended((yield* pay({ ...order, ...repeatable, begins }, node, rails)).paid, "Delivered")
      const again = yield* pay({ ...orderOf(buyer, source), ...repeatable, begins }, node, rails)
      expect(again).toEqual({ paid: { _tag: "Earlier", run: order.run }, opened: [] })
      expect(source.dispatches).toBe(1)
      expect((yield* rowsOf(buyer)).calls).toHaveLength(1)
    }).pipe(Effect.provide(memoryLedgerFixture)),
  )

  it.effect("a source that hangs is given up after its time limit, which counts from the request, and nothing is charged", () =>
    Effect.gen(function* () {
      const { buyer, node, order, rails, source } = yield* paidCallFixture({ settles: "at_capture" })
      source.answers = Effect.never
      const { closed, error } = ended((yield* pay({ ...order, ...repeatable, dispatchTimeoutMs: 50 }, node, rails)).paid, "Failed")
      expect(error.code).toBe("source_timeout")
      expect(closed.call).toMatchObject({ state: "released" })
      expect(yield* accountOf(buyer, "fake")).toMatchObject({ held: 0n, open: 0 })
    }).pipe(Effect.provide(memoryLedgerFixture)),
  )
})
