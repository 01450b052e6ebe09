import { describe, expect, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import type { Order } from "../../domain/PaidCall.ts"
import type { FakeRailOptions } from "../support/fakeRail.ts"
import { document, newNode, run, usd } from "../support/ledger/commands.ts"
import { accountOf, callOf, rowsOf } from "../support/ledger/LedgerFixture.ts"
import { memoryLedgerFixture } from "../support/ledger/memoryLedgerFixture.ts"
import {
  ended,
  type FakeSource,
  largeDocument,
  MortalNode,
  orderOf,
  paidCallFixture,
  pay,
  payAsMortalNode,
  sourceDown,
} from "../support/ledger/paidCalls.ts"

/** The steps of a call that nothing stops. */
const stepsOf = Effect.fnUntraced(function* (options: FakeRailOptions, body: string, over: Partial<Order> = {}) {
  const { node, order, rails, source } = yield* paidCallFixture(options)
  source.answers = Effect.succeed({ body, amount: usd(700) })
  const mortal = new MortalNode(Infinity)
  yield* Fiber.await(yield* payAsMortalNode({ ...order, ...over }, node, rails, mortal))
  return mortal.passed.filter((step) => step.startsWith("before")).map((step) => step.slice("before ".length))
})

describe("a paid call", () => {
  for (const [settles, small, large] of [
    ["at_capture", ["Reserve", "dispatch", "Capture"], ["Reserve", "dispatch", "Deliver", "Capture"]],
    ["later", ["Reserve", "dispatch", "Capture"], ["Reserve", "dispatch", "Deliver", "Capture"]],
    ["before_answer", ["Reserve", "dispatch", "Deliver", "settle", "Capture"], ["Reserve", "dispatch", "Deliver", "settle", "Capture"]],
    ["before_dispatch", ["Reserve", "settle", "dispatch", "Capture"], ["Reserve", "settle", "dispatch", "Deliver", "Capture"]],
  ] as const) {
    it.effect(
      `a call that settles ${settles} takes its steps in the documented order, and stores a large document in a step of its own`,
      () =>
        Effect.gen(function* () {
          expect(yield* stepsOf({ settles, remainderTo: "credits" }, document)).toEqual(small)
          expect(yield* stepsOf({ settles, remainderTo: "credits" }, largeDocument)).toEqual(large)
        }).pipe(Effect.provide(memoryLedgerFixture)),
    )
  }

  for (const [settles, small, large] of [
    ["at_capture", ["dispatch", "Reserve"], ["dispatch", "Reserve", "Deliver", "Capture"]],
    ["later", ["dispatch", "Reserve"], ["dispatch", "Reserve", "Deliver", "Capture"]],
    ["before_answer", ["dispatch", "Reserve", "settle", "Capture"], ["dispatch", "Reserve", "Deliver", "settle", "Capture"]],
    ["before_dispatch", ["dispatch", "Reserve", "settle", "Capture"], ["dispatch", "Reserve", "settle", "Deliver", "Capture"]],
  ] as const) {
    it.effect(
      `a computed call that settles ${settles} is computed first, and its reservation brings the document as far as no rail settles between`,
      () =>
        Effect.gen(function* () {
          const computed = { computed: true }
          expect(yield* stepsOf({ settles, remainderTo: "credits" }, document, computed)).toEqual(small)
          expect(yield* stepsOf({ settles, remainderTo: "credits" }, largeDocument, computed)).toEqual(large)
        }).pipe(Effect.provide(memoryLedgerFixture)),
    )
  }

  it.effect("a call that was computed or dispatched early leaves the same rows as one that was reserved before it was dispatched", () =>
    Effect.gen(function* () {
      const rowsAfter = Effect.fnUntraced(function* (
        settles: FakeRailOptions["settles"],
        over: Partial<Order>,
        answers: FakeSource["answers"],
      ) {
        const { buyer, node, order, rails, source } = yield* paidCallFixture({ settles })
        source.answers = answers
        const { paid } = yield* pay({ ...order, ...over }, node, rails)
        const rows = yield* rowsOf(buyer)
        const text = JSON.stringify({ paid, rows }, (_, value: unknown) => (typeof value === "bigint" ? `${value}n` : value))
        const ids = [buyer.organisation, buyer.key, order.call, order.run, node]
        return ids.reduce((whole, id, i) => whole.replaceAll(id, `id-${i}`), text)
      })
      for (const settles of ["at_capture", "before_answer"] as const) {
        for (const answers of [
          Effect.succeed({ body: document, amount: usd(700) }),
          Effect.succeed({ body: document, amount: usd(9000) }),
          sourceDown,
        ]) {
          const reservedFirst = yield* rowsAfter(settles, {}, answers)
          expect(yield* rowsAfter(settles, { computed: true }, answers)).toBe(reservedFirst)
          expect(yield* rowsAfter(settles, { repeatable: true }, answers)).toBe(reservedFirst)
        }
      }
    }).pipe(Effect.provide(memoryLedgerFixture)),
  )

  it.effect("a computed call that its buyer cannot pay is refused, and leaves neither a call nor a document", () =>
    Effect.gen(function* () {
      const { buyer, node, order, rails, source } = yield* paidCallFixture({ settles: "at_capture" })
      const refusal = yield* Effect.flip(pay({ ...order, computed: true, maxSpend: usd(999) }, node, rails))
      expect(refusal).toMatchObject({ code: "spend_limit_exceeded" })
      expect(source.dispatches).toBe(1)
      expect(yield* rowsOf(buyer)).toMatchObject({ calls: [], results: [], runs: [], transfers: [] })
    }).pipe(Effect.provide(memoryLedgerFixture)),
  )

  it.effect("a call reports its hold before it is dispatched to the source", () =>
    Effect.gen(function* () {
      const { buyer, here, node, order, rails, source } = yield* paidCallFixture({ settles: "at_capture" })
      let heldAtDispatch = 0n
      source.answers = Effect.gen(function* () {
        heldAtDispatch = (yield* here(accountOf(buyer, "fake"))).held
        return { body: document, amount: usd(700) }
      })
      const { opened, paid } = yield* pay(order, node, rails)
      expect(opened).toHaveLength(1)
      expect(opened[0]).toMatchObject({
        call: { id: order.call, state: "reserved", max: 1000n },
        run: { status: "running" },
        balance: 99_000n,
      })
      expect(heldAtDispatch).toBe(1000n)
      expect(source.dispatches).toBe(1)
      expect(ended(paid, "Delivered").body).toBe(document)
    }).pipe(Effect.provide(memoryLedgerFixture)),
  )

  it.effect("a call that settles before dispatch pays the maximum, and the unearned part is credited", () =>
    Effect.gen(function* () {
      const { buyer, fake, node, order, rails, source } = yield* paidCallFixture({ settles: "before_dispatch", remainderTo: "credits" })
      let paidBefore = 0n
      source.answers = Effect.sync(() => {
        paidBefore = fake.moved(order.call)
        return { body: document, amount: usd(700) }
      })
      const { closed } = ended((yield* pay(order, node, rails)).paid, "Delivered")
      expect(paidBefore).toBe(1000n)
      expect(fake.settleRequests).toEqual([{ call: order.call, amount: 1000n }])
      expect(closed.call).toMatchObject({ state: "captured", settlement: "settled", amount: 700n })
      expect(JSON.parse(closed.call.proof!)).toEqual({ call: order.call, amount: "1000" })
      expect(yield* accountOf(buyer)).toMatchObject({ posted: 300n })
    }).pipe(Effect.provide(memoryLedgerFixture)),
  )

  it.effect("a call that settles before the answer pays the earned amount after the document is stored", () =>
    Effect.gen(function* () {
      const { buyer, fake, here, node, order, rails } = yield* paidCallFixture({ settles: "before_answer" })
      fake.onSettle = (call) =>
        Effect.gen(function* () {
          const { results } = yield* rowsOf(buyer)
          expect(results.map((result) => result.body)).toEqual([document])
          expect(yield* callOf(call)).toMatchObject({ settlement: "pending", delivered: true, state: "reserved" })
        }).pipe(here)
      const { closed } = ended((yield* pay(order, node, rails)).paid, "Delivered")
      expect(fake.settleRequests).toEqual([{ call: order.call, amount: 700n }])
      expect(closed.call).toMatchObject({ state: "captured", settlement: "settled", amount: 700n })
      expect(yield* accountOf(buyer, "fake")).toMatchObject({ posted: -700n, held: 0n })
    }).pipe(Effect.provide(memoryLedgerFixture)),
  )

  it.effect("a deposit is settled whole before the answer, also where less was earned", () =>
    Effect.gen(function* () {
      const { buyer, fake, node, order, rails } = yield* paidCallFixture({ settles: "before_answer", remainderTo: "credits" })
      ended((yield* pay(order, node, rails)).paid, "Delivered")
      expect(fake.settleRequests).toEqual([{ call: order.call, amount: 1000n }])
      expect(yield* accountOf(buyer)).toMatchObject({ posted: 300n })
    }).pipe(Effect.provide(memoryLedgerFixture)),
  )

  it.effect("a call on a rail that settles later is booked as pending without a request to the rail", () =>
    Effect.gen(function* () {
      const { fake, node, order, rails } = yield* paidCallFixture({ settles: "later", feeBasisPoints: 0 })
      const { closed } = ended((yield* pay(order, node, rails)).paid, "Delivered")
      expect(closed.call).toMatchObject({ state: "captured", settlement: "pending", amount: 700n })
      expect(fake.settleRequests).toEqual([])
    }).pipe(Effect.provide(memoryLedgerFixture)),
  )

  it.effect("a call whose rail declines before dispatch is refused without a request to the source", () =>
    Effect.gen(function* () {
      const { buyer, fake, node, order, rails, source } = yield* paidCallFixture({ settles: "before_dispatch", remainderTo: "credits" })
      fake.fates.push("refuses")
      const declined = ended((yield* pay(order, node, rails)).paid, "Declined")
      expect(declined.reason).toBe("the payment was refused")
      expect(declined.closed).toMatchObject({ call: { state: "released", settlement: "failed" }, run: { status: "failed" } })
      expect(source.dispatches).toBe(0)
      expect(yield* accountOf(buyer, "fake")).toMatchObject({ held: 0n, open: 0, posted: 0n })
    }).pipe(Effect.provide(memoryLedgerFixture)),
  )

  it.effect("a call whose rail declines after the delivery withholds its document", () =>
    Effect.gen(function* () {
      const { buyer, fake, node, order, rails, source } = yield* paidCallFixture({ settles: "before_answer" })
      fake.fates.push("refuses")
      const { paid } = yield* pay(order, node, rails)
      const { closed } = ended(paid, "Declined")
      expect(paid).not.toHaveProperty("body")
      expect(closed).toMatchObject({ call: { state: "released", settlement: "failed", amount: 0n }, run: { status: "failed" } })
      expect(closed.run!.error!.code).toBe("insufficient_balance")
      expect(source.dispatches).toBe(1)
      expect((yield* rowsOf(buyer)).transfers).toEqual([])
    }).pipe(Effect.provide(memoryLedgerFixture)),
  )

  for (const fate of ["pays unanswered", "refuses unanswered"] as const) {
    it.effect(`a call stays held where the rail ${fate}, and is answered neither as paid nor as refused`, () =>
      Effect.gen(function* () {
        for (const settles of ["before_dispatch", "before_answer"] as const) {
          const { buyer, fake, node, order, rails, source } = yield* paidCallFixture({ settles, remainderTo: "credits" })
          fake.fates.push(fate)
          const held = ended((yield* pay(order, node, rails)).paid, "Held")
          expect(held.call).toMatchObject({ state: "reserved", settlement: "unknown", delivered: settles === "before_answer" })
          expect(held.run).toMatchObject({ status: "running" })
          expect(source.dispatches, settles).toBe(settles === "before_answer" ? 1 : 0)
          expect(yield* accountOf(buyer, "fake")).toMatchObject({ held: 1000n, open: 1, posted: 0n })
          expect((yield* rowsOf(buyer)).transfers).toEqual([])
        }
      }).pipe(Effect.provide(memoryLedgerFixture)),
    )
  }

  it.effect("a call stays held where its rail fails after its selection", () =>
    Effect.gen(function* () {
      const { fake, node, order, rails, source } = yield* paidCallFixture({ settles: "before_answer" })
      source.answers = Effect.sync(() => {
        fake.outage = true
        return { body: document, amount: usd(700) }
      })
      expect(ended((yield* pay(order, node, rails)).paid, "Held").call.settlement).toBe("unknown")
    }).pipe(Effect.provide(memoryLedgerFixture)),
  )

  it.effect("a call releases its hold where the source delivers nothing", () =>
    Effect.gen(function* () {
      for (const settles of ["at_capture", "later", "before_answer"] as const) {
        const { buyer, fake, node, order, rails, source } = yield* paidCallFixture({ settles })
        source.answers = sourceDown
        const { closed, error } = ended((yield* pay(order, node, rails)).paid, "Failed")
        expect(error).toEqual({ code: "source_unavailable", message: "The source is down." })
        expect(closed).toMatchObject({ call: { state: "released", settlement: "none" }, run: { status: "failed", error } })
        expect(fake.settleRequests).toEqual([])
        expect(yield* accountOf(buyer, "fake")).toMatchObject({ held: 0n, open: 0, posted: 0n })
      }
    }).pipe(Effect.provide(memoryLedgerFixture)),
  )

  it.effect("a call that was paid before dispatch is credited where the source delivers nothing", () =>
    Effect.gen(function* () {
      const { buyer, fake, node, order, rails, source } = yield* paidCallFixture({ settles: "before_dispatch", remainderTo: "credits" })
      source.answers = sourceDown
      const { closed, error } = ended((yield* pay(order, node, rails)).paid, "Failed")
      expect(closed).toMatchObject({ call: { state: "refunded", settlement: "settled", amount: 0n }, run: { status: "failed", error } })
      expect(fake.moved(order.call)).toBe(1000n)
      expect(yield* accountOf(buyer)).toMatchObject({ posted: 1000n })
    }).pipe(Effect.provide(memoryLedgerFixture)),
  )

  it.effect("a node that lost a call while the source worked charges nothing for it", () =>
    Effect.gen(function* () {
      for (const body of [document, largeDocument]) {
        const { buyer, here, node, order, rails, source } = yield* paidCallFixture({ settles: "at_capture" })
        source.answers = Effect.gen(function* () {
          yield* here(run({ _tag: "TakeOver", organisation: buyer.organisation, call: order.call, from: node, node: newNode() }))
          return { body, amount: usd(700) }
        })
        expect(ended((yield* pay(order, node, rails)).paid, "Superseded").run).toBe(order.run)
        expect(yield* accountOf(buyer, "fake")).toMatchObject({ held: 1000n, open: 1, posted: 0n })
        expect((yield* rowsOf(buyer)).results).toEqual([])
      }
    }).pipe(Effect.provide(memoryLedgerFixture)),
  )

  it.effect("a repeated Idempotency-Key answers the earlier run without a request to source or rail", () =>
    Effect.gen(function* () {
      const { buyer, fake, node, order, rails, source } = yield* paidCallFixture({ settles: "before_dispatch", remainderTo: "credits" })
      const idempotency = { endpoint: "execute", key: "order-1", hash: "same" }
      const begins = { ...order.begins!, idempotency }
      ended((yield* pay({ ...order, begins }, node, rails)).paid, "Delivered")
      const again = yield* pay({ ...orderOf(buyer, source), begins }, node, rails)
      expect(again).toEqual({ paid: { _tag: "Earlier", run: order.run }, opened: [] })
      expect(source.dispatches).toBe(1)
      expect(fake.settleRequests).toHaveLength(1)
      const other = { ...orderOf(buyer, source), begins: { ...begins, idempotency: { ...idempotency, hash: "other" } } }
      expect(yield* Effect.flip(pay(other, node, rails))).toMatchObject({ code: "idempotency_conflict" })
    }).pipe(Effect.provide(memoryLedgerFixture)),
  )
})
