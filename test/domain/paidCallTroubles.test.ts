import { describe, expect, it } from "@effect/vitest"
import { Cause, Deferred, Effect, Exit, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { randomUUID } from "node:crypto"
import { OrganisationId } from "../../domain/money/ids.ts"
import { checkPinnedRail } from "../../domain/rail/select.ts"
import { FakeRail } from "../support/fakeRail.ts"
import { accountOf, callOf, LedgerFixture, rowsOf } from "../support/ledger/LedgerFixture.ts"
import { cancelOf, changeAccount, document, grant, newNode, openBuyer, run, usd } from "../support/ledger/commands.ts"
import { memoryLedgerFixture } from "../support/ledger/memoryLedgerFixture.ts"
import { asNode, ended, FakeSource, orderOf, paidCallFixture, pay } from "../support/ledger/paidCalls.ts"

describe("the rail of a paid call", () => {
  it.effect("a paid call uses the cheapest rail; a tie is broken by the organisation's preference, then by the gateway's order", () =>
    Effect.gen(function* () {
      const rail = (id: string, fee = 0) => new FakeRail({ id, settles: "at_capture", fee: usd(fee) }).rail
      const rails = [rail("dear", 1), rail("first"), rail("second")]
      const accounts = rails.map(({ id }) => ({ id, creditLimit: usd(100_000) }))
      const buyer = yield* openBuyer({ accounts })
      const paidBy = (over: Parameters<typeof orderOf>[2]) =>
        Effect.map(pay(orderOf(buyer, new FakeSource(), over), buyer.node, rails), ({ opened }) => opened[0]!.call.rail)
      expect(yield* paidBy({})).toBe("first")
      expect(yield* paidBy({ preference: ["second"] })).toBe("second")
      expect(yield* paidBy({ preference: ["dear"] })).toBe("first")
      expect(yield* paidBy({ pinned: "dear" })).toBe("dear")
    }).pipe(Effect.provide(memoryLedgerFixture)),
  )

  it.effect("a paid call uses the next rail where one is down or does not cover it, and the payment lists the attempt", () =>
    Effect.gen(function* () {
      const [down, poor, able] = ["down", "poor", "able"].map((id) => new FakeRail({ id, settles: "at_capture" })) as [
        FakeRail,
        FakeRail,
        FakeRail,
      ]
      down.outage = true
      const buyer = yield* openBuyer({
        accounts: [{ id: "poor", creditLimit: usd(999) }, { id: "able", creditLimit: usd(1000) }, { id: "down" }],
      })
      const rails = [down.rail, poor.rail, able.rail]
      const { opened } = yield* pay(orderOf(buyer, new FakeSource()), buyer.node, rails)
      expect(opened[0]!.call.attempts).toEqual([
        { rail: "down", outcome: "unavailable", reason: "down does not answer" },
        { rail: "poor", outcome: "insufficient", reason: "0.000999 USD available, 0.001 USD required" },
        { rail: "able", outcome: "selected", reason: "cheapest rail that covers the call" },
      ])
    }).pipe(Effect.provide(memoryLedgerFixture)),
  )

  it.effect("a pinned rail is never replaced by another, and must exist in the gateway", () =>
    Effect.gen(function* () {
      const [down, able] = [new FakeRail({ id: "down", settles: "at_capture" }), new FakeRail({ id: "able", settles: "at_capture" })]
      down.outage = true
      const buyer = yield* openBuyer({ accounts: [{ id: "able", creditLimit: usd(1000) }] })
      const source = new FakeSource()
      const refusal = (pinned: string) => Effect.flip(pay(orderOf(buyer, source, { pinned }), buyer.node, [down.rail, able.rail]))
      expect(yield* refusal("down")).toMatchObject({ code: "service_unavailable", status: 503, message: expect.stringContaining("down") })
      yield* refusal("unheard-of")
      const unknown = checkPinnedRail("unheard-of").pipe(asNode(buyer.node, [down.rail, able.rail]), Effect.flip)
      expect(yield* unknown).toMatchObject({ code: "invalid_request", status: 400 })
      expect(source.dispatches).toBe(0)
      expect((yield* rowsOf(buyer)).calls).toEqual([])
    }).pipe(Effect.provide(memoryLedgerFixture)),
  )

  it.effect("the offer of a rail moves no money", () =>
    Effect.gen(function* () {
      const { buyer, fake, node, order, rails, source } = yield* paidCallFixture({ settles: "before_dispatch", remainderTo: "credits" })
      yield* changeAccount(buyer, { id: "fake", creditLimit: usd(999) })
      expect(yield* Effect.flip(pay(order, node, rails))).toMatchObject({ code: "insufficient_balance", required: 1000n, available: 999n })
      expect(fake.offers).toBe(1)
      expect(fake.settleRequests).toEqual([])
      expect(source.dispatches).toBe(0)
    }).pipe(Effect.provide(memoryLedgerFixture)),
  )
})

describe("one payment presented to several calls", () => {
  it.effect("one payment presented to several calls pays for one of them, and only that call reaches the source", () =>
    Effect.gen(function* () {
      for (const settles of ["before_dispatch", "before_answer"] as const) {
        const { buyer, fake, node, rails, source } = yield* paidCallFixture({ settles, signed: true, remainderTo: "credits" })
        const orders = Array.from({ length: 5 }, () => orderOf(buyer, source, { presented: `signed:${settles}` }))
        const ends = yield* Effect.forEach(orders, (order) => Effect.result(pay(order, node, rails)), { concurrency: "unbounded" })
        expect(ends.filter((end) => end._tag === "Success" && end.success.paid._tag === "Delivered")).toHaveLength(1)
        for (const end of ends) if (end._tag === "Failure") expect(end.failure).toMatchObject({ code: "insufficient_balance" })
        expect(source.dispatches).toBe(1)
        expect(fake.settleRequests).toHaveLength(1)
        expect((yield* rowsOf(buyer)).calls).toHaveLength(1)
      }
    }).pipe(Effect.provide(memoryLedgerFixture)),
  )

  it.effect("a presented payment with a bad signature begins no call", () =>
    Effect.gen(function* () {
      const { buyer, fake, node, rails, source } = yield* paidCallFixture({ settles: "before_answer", signed: true })
      for (const proof of [undefined, "forged"]) {
        const refusal = yield* Effect.flip(pay(orderOf(buyer, source, { presented: proof }), node, rails))
        expect(refusal).toMatchObject({ code: "insufficient_balance", status: 402 })
        expect(refusal.message).toContain(proof === undefined ? "present a payment" : "the signature does not fit")
      }
      expect([source.dispatches, fake.settleRequests, (yield* rowsOf(buyer)).calls]).toEqual([0, [], []])
    }).pipe(Effect.provide(memoryLedgerFixture)),
  )
})

describe("a buyer without a key", () => {
  it.effect(
    "a buyer without an API key pays with the wallet that signed, within the wallet's daily cap, only on rails that take signatures",
    () =>
      Effect.gen(function* () {
        const bench = yield* LedgerFixture
        const wallet = { organisation: OrganisationId.make(randomUUID()), key: null }
        yield* bench.organisation({ id: wallet.organisation, status: "active", spending: true, concurrency: 10 })
        const signed = new FakeRail({ settles: "before_answer", signed: true, opens: usd(5000), dailyCap: usd(1700) })
        const keyed = new FakeRail({ id: "keyed", settles: "at_capture" })
        const [source, node, rails] = [new FakeSource(), newNode(), [keyed.rail, signed.rail]]
        const paid = (proof?: string) => pay(orderOf(wallet, source, { wallet: true, presented: proof }), node, rails)
        const { closed } = ended((yield* paid("signed:first")).paid, "Delivered")
        expect(closed.call).toMatchObject({ key: null, rail: "fake", amount: 700n, state: "captured" })
        expect(closed.call.attempts[0]).toMatchObject({ rail: "keyed", outcome: "unavailable" })
        expect(yield* accountOf(wallet, "fake")).toMatchObject({ creditLimit: 5000n, posted: -700n, held: 0n })
        expect((yield* rowsOf(wallet)).spends).toEqual({ "rail:fake/2026-01-15": 700n })
        yield* paid("signed:second")
        expect(yield* Effect.flip(paid("signed:third"))).toMatchObject({ code: "insufficient_balance", available: 300n })
        expect(yield* Effect.flip(paid())).toMatchObject({ code: "insufficient_balance" })
        expect(source.dispatches).toBe(2)
      }).pipe(Effect.provide(memoryLedgerFixture)),
  )
})

describe("the source of a paid call", () => {
  it.effect("a source that does not answer in time fails the call, and nothing is charged", () =>
    Effect.gen(function* () {
      const { buyer, node, order, rails, source } = yield* paidCallFixture({ settles: "at_capture" })
      const requested = yield* Deferred.make<void>()
      source.answers = Effect.andThen(Deferred.succeed(requested, undefined), Effect.never)
      const fiber = yield* Effect.forkChild(pay(order, node, rails))
      yield* Deferred.await(requested)
      yield* TestClock.adjust(9_999)
      expect(yield* accountOf(buyer, "fake")).toMatchObject({ held: 1000n })
      yield* TestClock.adjust(1)
      const { closed, error } = ended((yield* Fiber.join(fiber)).paid, "Failed")
      expect(error).toEqual({ code: "source_timeout", message: "The source did not answer within 10 s." })
      expect(closed).toMatchObject({ call: { state: "released" }, run: { status: "failed" } })
      expect(yield* accountOf(buyer, "fake")).toMatchObject({ held: 0n, open: 0, posted: 0n })
    }).pipe(Effect.provide(memoryLedgerFixture)),
  )

  it.effect("a defect of a source is answered without a detail of the defect", () =>
    Effect.gen(function* () {
      for (const settles of ["at_capture", "before_dispatch"] as const) {
        const { buyer, node, order, rails, source } = yield* paidCallFixture({ settles, remainderTo: "credits" })
        source.answers = Effect.die(new Error("secret of the house"))
        const { closed, error } = ended((yield* pay(order, node, rails)).paid, "Failed")
        expect(error.code).toBe("source_error")
        expect(JSON.stringify([error, closed.run?.error, closed.call.lastError])).not.toContain("secret")
        expect(yield* accountOf(buyer, "fake")).toMatchObject({ held: 0n, open: 0 })
      }
    }).pipe(Effect.provide(memoryLedgerFixture)),
  )

  it.effect("a call whose run is cancelled while the source works is not charged", () =>
    Effect.gen(function* () {
      const { buyer, here, node, order, rails, source } = yield* paidCallFixture({ settles: "at_capture" })
      source.answers = Effect.gen(function* () {
        const { calls } = yield* here(rowsOf(buyer))
        yield* here(run(cancelOf(calls[0]!)))
        return { body: document, amount: usd(700) }
      })
      expect(ended((yield* pay(order, node, rails)).paid, "Superseded").run).toBe(order.run)
      const rows = yield* rowsOf(buyer)
      expect(rows.runs).toMatchObject([{ status: "cancelled" }])
      expect(rows.calls).toMatchObject([{ state: "released", amount: 0n, delivered: false }])
      expect([rows.results, rows.transfers]).toEqual([[], []])
    }).pipe(Effect.provide(memoryLedgerFixture)),
  )

  it.effect("a call whose run is cancelled after the rail may have been paid is charged", () =>
    Effect.gen(function* () {
      const { buyer, fake, here, node, order, rails } = yield* paidCallFixture({ settles: "before_answer" })
      fake.onSettle = (call) => Effect.asVoid(here(run(cancelOf(call))))
      ended((yield* pay(order, node, rails)).paid, "Delivered")
      expect((yield* rowsOf(buyer)).runs).toMatchObject([{ status: "completed" }])
    }).pipe(Effect.provide(memoryLedgerFixture)),
  )

  it.effect("a delivered document waits for a slow rail while the money is held", () =>
    Effect.gen(function* () {
      const { buyer, fake, node, order, rails } = yield* paidCallFixture({ settles: "before_answer" })
      const requested = yield* Deferred.make<void>()
      fake.onSettle = (_, moment) =>
        moment === "requested"
          ? Deferred.succeed(requested, undefined).pipe(Effect.andThen(Effect.sleep(order.closingMs - 1)))
          : Effect.void
      const fiber = yield* Effect.forkChild(pay(order, node, rails))
      yield* Deferred.await(requested)
      yield* TestClock.adjust(order.closingMs - 2)
      expect(yield* accountOf(buyer, "fake")).toMatchObject({ held: 1000n, posted: 0n })
      yield* TestClock.adjust(1)
      ended((yield* Fiber.join(fiber)).paid, "Delivered")
      expect(yield* accountOf(buyer, "fake")).toMatchObject({ held: 0n, posted: -700n })
    }).pipe(Effect.provide(memoryLedgerFixture)),
  )

  it.effect("a delivered call stays held where the rail does not answer in time, until the outcome is known", () =>
    Effect.gen(function* () {
      const { buyer, fake, node, order, rails } = yield* paidCallFixture({ settles: "before_answer" })
      const requested = yield* Deferred.make<void>()
      fake.onSettle = (_, moment) =>
        moment === "requested" ? Effect.andThen(Deferred.succeed(requested, undefined), Effect.never) : Effect.void
      const fiber = yield* Effect.forkChild(pay(order, node, rails))
      yield* Deferred.await(requested)
      yield* TestClock.adjust(order.closingMs)
      ended((yield* Fiber.join(fiber)).paid, "Held")
      expect(yield* accountOf(buyer, "fake")).toMatchObject({ held: 1000n, posted: 0n })
      expect((yield* rowsOf(buyer)).calls).toMatchObject([{ state: "reserved", settlement: "unknown", delivered: true }])
    }).pipe(Effect.provide(memoryLedgerFixture)),
  )

  it.effect("a call whose fiber is killed is not dispatched again, and its hold stays for the reconciler", () =>
    Effect.gen(function* () {
      const { buyer, node, order, rails, source } = yield* paidCallFixture({ settles: "at_capture" })
      const requested = yield* Deferred.make<void>()
      source.answers = Effect.andThen(Deferred.succeed(requested, undefined), Effect.never)
      const fiber = yield* Effect.forkChild(pay(order, node, rails))
      yield* Deferred.await(requested)
      yield* Fiber.interrupt(fiber)
      const exit = yield* Fiber.await(fiber)
      expect(Exit.isFailure(exit) && Cause.hasInterruptsOnly(exit.cause)).toBe(true)
      expect(yield* callOf({ ...(yield* rowsOf(buyer)).calls[0]! })).toMatchObject({ state: "reserved" })
      expect(source.dispatches).toBe(1)
    }).pipe(Effect.provide(memoryLedgerFixture)),
  )

  it.effect("money that arrives while the source works is not lost", () =>
    Effect.gen(function* () {
      const { buyer, here, node, order, rails, source } = yield* paidCallFixture({ settles: "at_capture" })
      source.answers = Effect.gen(function* () {
        yield* here(grant(buyer, 5000, "fake"))
        return { body: document, amount: usd(700) }
      })
      const { closed } = ended((yield* pay(order, node, rails)).paid, "Delivered")
      expect(closed.balance).toBe(104_300n)
      expect(yield* accountOf(buyer, "fake")).toMatchObject({ posted: 4300n, held: 0n })
    }).pipe(Effect.provide(memoryLedgerFixture)),
  )
})
