import { describe, expect, it } from "@effect/vitest"
import { Deferred, Effect, Exit, Fiber, Layer, Scope } from "effect"
import { TestClock } from "effect/testing"
import { RunningCalls } from "../../domain/RunningCalls.ts"
import { Node } from "../../domain/Node.ts"
import { Rails } from "../../domain/rail/Rail.ts"
import { document, usd } from "../support/ledger/commands.ts"
import { accountOf, rowsOf } from "../support/ledger/LedgerFixture.ts"
import { memoryLedgerFixture } from "../support/ledger/memoryLedgerFixture.ts"
import { ended, orderOf, paidCallFixture } from "../support/ledger/paidCalls.ts"

const drainMs = 5_000

/** A node that pays for calls, its buyer, and a source that answers when the test opens a latch. */
const scene = Effect.fnUntraced(function* () {
  const paid = yield* paidCallFixture({ settles: "at_capture" })
  const scope = yield* Scope.make()
  const services = Layer.mergeAll(
    Layer.succeed(Node, Node.of({ id: paid.node })),
    Layer.succeed(Rails, new Map(paid.rails.map((rail) => [rail.id, rail]))),
  )
  const built = yield* Layer.buildWithScope(Layer.provide(RunningCalls.layer(drainMs), services), scope)
  const calls = yield* Effect.provide(RunningCalls, built)
  const dispatched = yield* Deferred.make<void>()
  const answer = yield* Deferred.make<void>()
  paid.source.answers = Deferred.succeed(dispatched, undefined).pipe(
    Effect.andThen(Deferred.await(answer)),
    Effect.as({ body: document, amount: usd(700) }),
  )
  const stop = Effect.forkChild(Scope.close(scope, Exit.void), { startImmediately: true })
  return { ...paid, calls, dispatched, answer: Deferred.succeed(answer, undefined), stop }
})

describe("the calls of a node", () => {
  it.effect("a call continues when its waiting client disconnects: it is paid for and its document is stored", () =>
    Effect.gen(function* () {
      const { answer, dispatched, buyer, calls, order, source } = yield* scene()
      const client = yield* Effect.forkChild(Effect.flatMap(calls.start(order), (started) => started.outcome))
      yield* Deferred.await(dispatched)
      yield* Fiber.interrupt(client)
      expect(yield* calls.count).toBe(1)
      const end = yield* Effect.forkChild(calls.await(order.run), { startImmediately: true })
      yield* answer
      expect(ended((yield* Fiber.join(end))!, "Delivered").closed.call.amount).toBe(700n)
      const { accounts, results, runs } = yield* rowsOf(buyer)
      expect(accounts.find((account) => account.id === "fake")).toMatchObject({ posted: -700n, held: 0n, open: 0 })
      expect([results.length, runs[0]!.status, source.dispatches]).toEqual([1, "completed", 1])
      expect(yield* calls.count).toBe(0)
    }).pipe(Effect.provide(memoryLedgerFixture)),
  )

  it.effect("a call continues when every client that waits for its hold or its end disconnects", () =>
    Effect.gen(function* () {
      const { answer, dispatched, calls, order } = yield* scene()
      const started = yield* calls.start(order)
      const waiting = yield* Effect.forEach([started.reserved, started.outcome, calls.await(order.run)], (wait) => Effect.forkChild(wait))
      yield* Deferred.await(dispatched)
      yield* Fiber.interruptAll(waiting)
      yield* answer
      ended(yield* started.outcome, "Delivered")
    }).pipe(Effect.provide(memoryLedgerFixture)),
  )

  it.effect("a waiting client receives the hold as soon as it exists, and the end where no hold exists", () =>
    Effect.gen(function* () {
      const { answer, buyer, calls, order, source } = yield* scene()
      const started = yield* calls.start(order)
      expect(yield* started.reserved).toMatchObject({ call: { id: order.call, state: "reserved" } })
      yield* answer
      ended(yield* started.outcome, "Delivered")
      const refused = yield* calls.start(orderOf(buyer, source, { maxSpend: usd(1) }))
      expect(yield* Effect.flip(refused.reserved)).toMatchObject({ code: "spend_limit_exceeded" })
      expect(yield* Effect.flip(refused.outcome)).toMatchObject({ code: "spend_limit_exceeded" })
    }).pipe(Effect.provide(memoryLedgerFixture)),
  )

  it.effect("a call that is requested twice runs once, and the second request waits for the running call", () =>
    Effect.gen(function* () {
      const { answer, dispatched, calls, order, source } = yield* scene()
      const first = yield* calls.start(order)
      yield* Deferred.await(dispatched)
      const second = yield* calls.start(order)
      yield* answer
      const [one, two] = [yield* first.outcome, yield* second.outcome]
      expect([ended(one, "Delivered").closed.call.id, two]).toEqual([order.call, one])
      expect(source.dispatches).toBe(1)
    }).pipe(Effect.provide(memoryLedgerFixture)),
  )

  it.effect("calls of several runs execute concurrently, and a run of another node is not waited for", () =>
    Effect.gen(function* () {
      const { answer, buyer, calls, order, source } = yield* scene()
      const orders = [order, orderOf(buyer, source), orderOf(buyer, source)]
      const started = yield* Effect.forEach(orders, calls.start)
      yield* Effect.forEach(started, ({ reserved: opened }) => opened)
      expect(yield* calls.count).toBe(3)
      expect(yield* calls.await(orderOf(buyer, source).run)).toBeUndefined()
      yield* answer
      for (const { outcome: done } of started) ended(yield* done, "Delivered")
      expect(source.dispatches).toBe(3)
    }).pipe(Effect.provide(memoryLedgerFixture)),
  )

  it.effect("a stopping node waits for its running calls", () =>
    Effect.gen(function* () {
      const { answer, dispatched, buyer, calls, order, stop } = yield* scene()
      yield* calls.start(order)
      yield* Deferred.await(dispatched)
      const stopping = yield* stop
      yield* TestClock.adjust(drainMs - 1)
      expect(stopping.pollUnsafe()).toBeUndefined()
      yield* answer
      yield* Fiber.join(stopping)
      expect(yield* accountOf(buyer, "fake")).toMatchObject({ posted: -700n, held: 0n })
    }).pipe(Effect.provide(memoryLedgerFixture)),
  )

  it.effect("a call that does not end while the node drains stays held for another node", () =>
    Effect.gen(function* () {
      const { dispatched, buyer, calls, order, stop } = yield* scene()
      yield* calls.start(order)
      yield* Deferred.await(dispatched)
      const stopping = yield* stop
      yield* TestClock.adjust(drainMs)
      yield* Fiber.join(stopping)
      expect(yield* accountOf(buyer, "fake")).toMatchObject({ posted: 0n, held: 1000n, open: 1 })
    }).pipe(Effect.provide(memoryLedgerFixture)),
  )
})
