import { describe, expect, it } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { Declined } from "../../domain/rail/Rail.ts"
import { reconcileToEnd } from "../../domain/reconcile.ts"
import type { FakeRailOptions } from "../support/fakeRail.ts"
import { accountOf, callOf, LedgerFixture, noon, rowsOf, setTime } from "../support/ledger/LedgerFixture.ts"
import {
  captureOf,
  deliverOf,
  document,
  newCall,
  newNode,
  newRun,
  refusalOf,
  reserved,
  reserveOf,
  run,
  settleOf,
  takeOverOf,
  usd,
} from "../support/ledger/commands.ts"
import { memoryLedgerFixture } from "../support/ledger/memoryLedgerFixture.ts"
import { asNode, ended, paidCallFixture, pay, reconcileAs } from "../support/ledger/paidCalls.ts"

const scene = (options: FakeRailOptions) =>
  Effect.gen(function* () {
    const paid = yield* paidCallFixture(options)
    const { buyer, fake } = paid
    const option = yield* Effect.orDie(fake.rail.offer({ organisation: buyer.organisation, key: buyer.key }, paid.order.quote, undefined))
    /** A call that its node left at this point of its life. */
    const left = (over = {}) => reserved(reserveOf(buyer, { options: [option], ...over }))
    const heir = newNode()
    return { ...paid, left, heir, reconcileOnce: reconcileAs(heir, paid.rails) }
  })

const late = setTime(noon + 60_001)

describe("the reconciler", () => {
  it.effect("the reconciler releases a dead node's dispatched call only after its deadline", () =>
    Effect.gen(function* () {
      const { buyer, fake, heir, left, reconcileOnce } = yield* scene({ settles: "at_capture" })
      const call = yield* left()
      yield* reconcileOnce
      expect(yield* callOf(call)).toMatchObject({ state: "reserved", node: heir })
      yield* reconcileOnce
      expect(yield* callOf(call)).toMatchObject({ state: "reserved" })
      yield* late
      expect(yield* reconcileOnce).toBe(1)
      expect(yield* callOf(call)).toMatchObject({ state: "released", settlement: "none", amount: 0n })
      expect((yield* rowsOf(buyer)).runs).toMatchObject([{ status: "failed", error: { code: "source_error" } }])
      expect(yield* accountOf(buyer, "fake")).toMatchObject({ held: 0n, open: 0, posted: 0n })
      expect(fake.lookups).toBe(0)
      expect(yield* reconcileOnce).toBe(0)
    }).pipe(Effect.provide(memoryLedgerFixture)),
  )

  it.effect("the reconciler releases an undelivered call 10 seconds after it took it over from a dead node, before the deadline", () =>
    Effect.gen(function* () {
      const { left, reconcileOnce } = yield* scene({ settles: "at_capture" })
      const call = yield* left()
      yield* reconcileOnce
      yield* TestClock.adjust("9 seconds")
      yield* reconcileOnce
      expect(yield* callOf(call)).toMatchObject({ state: "reserved" })
      yield* TestClock.adjust("1 second")
      yield* reconcileOnce
      expect(yield* callOf(call)).toMatchObject({ state: "released" })
      expect(yield* reconcileOnce).toBe(0)
    }).pipe(Effect.provide(memoryLedgerFixture)),
  )

  it.effect("a process that ends behind its pass waits for what time alone ends, and counts what stays open", () =>
    Effect.gen(function* () {
      const { left, rails } = yield* scene({ settles: "at_capture" })
      const call = yield* left()
      const alone = asNode(newNode(), rails)(reconcileToEnd({ silentMs: 0, batch: 100 }))
      const passing = yield* Effect.forkChild(alone, { startImmediately: true })
      yield* TestClock.adjust("10 seconds")
      expect(yield* Fiber.join(passing)).toEqual({ looked: 1, open: 0 })
      expect(yield* callOf(call)).toMatchObject({ state: "released" })
    }).pipe(Effect.provide(memoryLedgerFixture)),
  )

  it.effect("a call whose payment is unknown ends in the first pass after its rail knows the outcome, before the deadline", () =>
    Effect.gen(function* () {
      const { fake, node, order, rails } = yield* scene({ settles: "before_answer" })
      for (const [fate, state] of [
        ["pays unanswered", "captured"],
        ["refuses unanswered", "released"],
      ] as const) {
        fake.fates.push(fate)
        const again = { ...order, call: newCall(), run: newRun() }
        const { call } = ended((yield* pay(again, node, rails)).paid, "Held")
        yield* reconcileAs(node, rails)
        expect(yield* callOf(call)).toMatchObject({ state: "reserved", settlement: "unknown" })
        fake.reveal()
        expect(yield* reconcileAs(node, rails)).toBe(1)
        expect(yield* callOf(call)).toMatchObject({ state })
        expect(yield* reconcileAs(node, rails)).toBe(0)
      }
    }).pipe(Effect.provide(memoryLedgerFixture)),
  )

  it.effect("a rail that does not answer is called for no further call of the pass, which ends after one time-out", () =>
    Effect.gen(function* () {
      const { fake, node, order, rails } = yield* scene({ settles: "before_answer" })
      for (let i = 0; i < 20; i++) {
        fake.fates.push("pays unanswered")
        ended((yield* pay({ ...order, call: newCall(), run: newRun() }, node, rails)).paid, "Held")
      }
      let started = 0
      const hangs = {
        ...fake.rail,
        lookup: () =>
          Effect.andThen(
            Effect.sync(() => started++),
            Effect.never,
          ),
      }
      const pass = yield* Effect.forkChild(reconcileAs(node, [hangs]))
      yield* TestClock.adjust("19 seconds")
      expect([started, pass.pollUnsafe()]).toEqual([8, undefined])
      yield* TestClock.adjust("2 seconds")
      expect([started, yield* Fiber.join(pass)]).toEqual([8, 20])
    }).pipe(Effect.provide(memoryLedgerFixture)),
  )

  it.effect("the reconciler captures a call at once that a dead node delivered and did not charge", () =>
    Effect.gen(function* () {
      for (const settles of ["at_capture", "later"] as const) {
        const { fake, left, reconcileOnce } = yield* scene({ settles })
        const call = yield* left()
        yield* run(deliverOf(call, { amount: usd(640) }))
        yield* reconcileOnce
        const settlement = settles === "later" ? "pending" : "settled"
        expect(yield* callOf(call)).toMatchObject({ state: "captured", settlement, amount: 640n })
        expect([fake.lookups, fake.settleRequests]).toEqual([0, []])
      }
    }).pipe(Effect.provide(memoryLedgerFixture)),
  )

  it.effect("the reconciler leaves the calls of living nodes alone, and its own calls until their deadline", () =>
    Effect.gen(function* () {
      const bench = yield* LedgerFixture
      const { buyer, heir, left, reconcileOnce } = yield* scene({ settles: "at_capture" })
      yield* bench.beat(buyer.node)
      yield* run(deliverOf(yield* left()))
      yield* left({ node: heir })
      yield* late
      const before = yield* rowsOf(buyer)
      yield* setTime(noon + 60_000)
      expect(yield* reconcileOnce).toBe(0)
      expect(yield* rowsOf(buyer)).toEqual(before)
    }).pipe(Effect.provide(memoryLedgerFixture)),
  )

  for (const settles of ["before_answer", "before_dispatch"] as const) {
    const delivers = settles === "before_answer"
    const remainderTo = "credits"

    it.effect(`an unknown payment ${settles} is looked up again until it is proven`, () =>
      Effect.gen(function* () {
        const { buyer, fake, reconcileOnce, node, order, rails, source } = yield* scene({ settles, remainderTo })
        fake.fates.push("pays unanswered")
        const { call } = ended((yield* pay(order, node, rails)).paid, "Held")
        yield* late
        for (let pass = 1; pass <= 3; pass++) {
          yield* reconcileOnce
          expect(fake.lookups).toBe(pass)
          expect(yield* callOf(call)).toMatchObject({ state: "reserved", settlement: "unknown" })
          expect(yield* accountOf(buyer, "fake")).toMatchObject({ held: 1000n, open: 1, posted: 0n })
        }
        fake.reveal()
        yield* reconcileOnce
        const [state, amount] = delivers ? ["captured", 700n] : ["refunded", 0n]
        expect(yield* callOf(call)).toMatchObject({ state, amount, settlement: "settled", delivered: delivers })
        expect(JSON.parse((yield* callOf(call)).proof!)).toEqual({ call: call.id, amount: "1000" })
        expect((yield* rowsOf(buyer)).runs).toMatchObject([{ status: delivers ? "completed" : "failed" }])
        expect(yield* accountOf(buyer)).toMatchObject({ posted: delivers ? 300n : 1000n })
        expect(yield* accountOf(buyer, "fake")).toMatchObject({ held: 0n, open: 0, posted: 0n })
        expect([source.dispatches, fake.settleRequests.length]).toEqual([delivers ? 1 : 0, 1])
      }).pipe(Effect.provide(memoryLedgerFixture)),
    )

    it.effect(`an unknown payment ${settles} that is proven not to have moved releases the call and withholds the document`, () =>
      Effect.gen(function* () {
        const { buyer, fake, reconcileOnce, node, order, rails } = yield* scene({ settles, remainderTo })
        fake.fates.push("refuses unanswered")
        const begins = { ...order.begins!, idempotency: { endpoint: "execute", key: "order-1", hash: "h" } }
        const { call } = ended((yield* pay({ ...order, begins }, node, rails)).paid, "Held")
        expect((yield* rowsOf(buyer)).idempotency).toHaveLength(1)
        yield* reconcileOnce
        fake.reveal()
        yield* late
        yield* reconcileOnce
        expect(yield* callOf(call)).toMatchObject({ state: "released", settlement: "failed", amount: 0n })
        const rows = yield* rowsOf(buyer)
        expect([rows.transfers, rows.idempotency, rows.spends]).toEqual([[], [], {}])
        expect(rows.runs).toMatchObject([{ status: "failed", error: { code: "insufficient_balance" } }])
      }).pipe(Effect.provide(memoryLedgerFixture)),
    )

    it.effect(`a payment ${settles} that a dead node requested is marked unknown where the rail cannot report its outcome`, () =>
      Effect.gen(function* () {
        const { fake, left, reconcileOnce } = yield* scene({ settles, remainderTo })
        fake.outage = true
        const call = yield* left()
        if (delivers) yield* run(deliverOf(call))
        expect(yield* callOf(call)).toMatchObject({ settlement: "pending" })
        yield* reconcileOnce
        expect(yield* callOf(call)).toMatchObject({ state: "reserved", settlement: "unknown", lastError: "the rail did not answer" })
      }).pipe(Effect.provide(memoryLedgerFixture)),
    )

    it.effect(`a payment ${settles} with a recorded proof is not looked up again`, () =>
      Effect.gen(function* () {
        const { fake, left, reconcileOnce } = yield* scene({ settles, remainderTo })
        const call = yield* left()
        if (delivers) yield* run(deliverOf(call, { amount: usd(700) }))
        yield* run(settleOf(call, "settled"))
        yield* reconcileOnce
        expect(yield* callOf(call)).toMatchObject({ state: delivers ? "captured" : "refunded", proof: `{"receipt":1}` })
        expect([fake.lookups, fake.settleRequests]).toEqual([0, []])
      }).pipe(Effect.provide(memoryLedgerFixture)),
    )
  }

  it.effect("the rail's latest answer replaces its earlier answer", () =>
    Effect.gen(function* () {
      const { buyer, fake, heir, reconcileOnce, node, order, rails } = yield* scene({ settles: "before_answer" })
      fake.fates.push("pays unanswered")
      const { call } = ended((yield* pay(order, node, rails)).paid, "Held")
      fake.lookupAnswers.set(call.id, { _tag: "Pending", reason: "two of six confirmations" })
      yield* reconcileOnce
      yield* run(settleOf(call, "pending"))
      fake.lookupAnswers.set(call.id, new Declined({ message: "the chain was reorganised" }))
      yield* late
      yield* reconcileOnce
      expect(yield* callOf(call)).toMatchObject({ state: "released", node: heir, lastError: expect.stringContaining("reorganised") })
      expect(yield* accountOf(buyer, "fake")).toMatchObject({ posted: 0n, held: 0n })
    }).pipe(Effect.provide(memoryLedgerFixture)),
  )

  it.effect("a captured payment that fails later stays charged, with the failure on record", () =>
    Effect.gen(function* () {
      const { buyer, fake, reconcileOnce, node, order, rails } = yield* scene({ settles: "later", feeBasisPoints: 0 })
      const { closed } = ended((yield* pay(order, node, rails)).paid, "Delivered")
      fake.collect(closed.call, true)
      yield* run(settleOf(closed.call, "settled"))
      fake.reverse(closed.call.id)
      yield* run(settleOf(closed.call, "failed"))
      yield* late
      expect(yield* reconcileOnce).toBe(0)
      expect(yield* callOf(closed.call)).toMatchObject({ state: "captured", settlement: "failed", amount: 700n })
      expect((yield* rowsOf(buyer)).events.map((event) => event.type)).toEqual(["settlement.settled", "settlement.failed"])
      expect(yield* accountOf(buyer, "fake")).toMatchObject({ posted: -700n, held: 0n })
    }).pipe(Effect.provide(memoryLedgerFixture)),
  )

  it.effect("a call whose rail is switched off is left open until the rail is switched on again", () =>
    Effect.gen(function* () {
      const { fake, heir, left, reconcileOnce } = yield* scene({ settles: "before_answer" })
      const call = yield* left()
      yield* run(deliverOf(call))
      fake.collect({ ...call, amount: usd(1000) }, true)
      yield* reconcileAs(heir, [])
      yield* late
      yield* reconcileAs(heir, [])
      expect(yield* callOf(call)).toMatchObject({ state: "reserved", settlement: "pending" })
      yield* reconcileOnce
      expect(yield* callOf(call)).toMatchObject({ state: "captured" })
    }).pipe(Effect.provide(memoryLedgerFixture)),
  )

  it.effect("two nodes that reconcile at the same time end each call once", () =>
    Effect.gen(function* () {
      const { buyer, left, rails } = yield* scene({ settles: "at_capture" })
      const calls = yield* Effect.forEach(Array.from({ length: 20 }), () => left())
      yield* Effect.forEach(calls, (call) => run(deliverOf(call)))
      yield* Effect.forEach([newNode(), newNode()], (node) => reconcileAs(node, rails), { concurrency: "unbounded" })
      const { transfers, calls: mended } = yield* rowsOf(buyer)
      expect(mended.map((call) => call.state)).toEqual(calls.map(() => "captured"))
      expect(transfers).toHaveLength(2 * calls.length)
    }).pipe(Effect.provide(memoryLedgerFixture)),
  )

  it.effect("a reconciler that lost a call to another node during the lookup closes nothing", () =>
    Effect.gen(function* () {
      const { buyer, fake, here, heir, left, reconcileOnce } = yield* scene({ settles: "before_answer" })
      const call = yield* left()
      yield* run(deliverOf(call))
      fake.collect(call, true)
      const [lookupStarted, go] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      const { lookup } = fake.rail
      const slow = {
        ...fake.rail,
        lookup: (c: typeof call) =>
          Effect.andThen(Deferred.succeed(lookupStarted, undefined), Effect.andThen(Deferred.await(go), lookup(c))),
      }
      const first = yield* Effect.forkChild(reconcileAs(heir, [slow]))
      yield* Deferred.await(lookupStarted)
      const rival = newNode()
      yield* here(run(takeOverOf(call, rival, heir)))
      yield* Deferred.succeed(go, undefined)
      yield* Fiber.join(first)
      expect(yield* callOf(call)).toMatchObject({ state: "reserved", node: rival })
      expect(yield* refusalOf(captureOf(call, { node: heir, body: null, proof: "{}" }))).toMatchObject({ _tag: "CallNotOpen" })
      yield* reconcileOnce
      expect(yield* callOf(call)).toMatchObject({ state: "captured", node: heir })
      expect((yield* rowsOf(buyer)).results.map((result) => result.body)).toEqual([document])
    }).pipe(Effect.provide(memoryLedgerFixture)),
  )
})
