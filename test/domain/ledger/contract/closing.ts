import { expect, type Vitest } from "@effect/vitest"
import { Effect } from "effect"
import { Ledger } from "../../../../domain/ledger/Ledger.ts"
import { accountOf, aroundNoon, callOf, LedgerFixture, noon, rowsOf, setTime } from "../../../support/ledger/LedgerFixture.ts"
import {
  type Buyer,
  cancelOf,
  captureOf,
  deliverOf,
  document,
  newNode,
  openBuyer,
  option,
  refusalOf,
  releaseOf,
  reserved,
  reserveOf,
  run,
  settleOf,
  sourceFailed,
  takeOverOf,
  usd,
} from "../../../support/ledger/commands.ts"

const runOf = (buyer: Buyer) => Effect.map(rowsOf(buyer), ({ runs }) => runs[0])

/** How a call that holds its money ends, and who may end it. */
export const closing = (it: Vitest.MethodsNonLive<Ledger | LedgerFixture>) => {
  it.effect("a capture charges the account, stores the document, books both shares and completes the run", () =>
    Effect.gen(function* () {
      const buyer = yield* openBuyer({ credits: 5000 })
      const call = yield* reserved(reserveOf(buyer, { max: usd(1049), options: [option({ feeBasisPoints: 199 })] }))
      const closed = yield* run(captureOf(call))
      expect(closed.call).toMatchObject({ state: "captured", settlement: "settled", amount: 1049n, delivered: true, closedAt: aroundNoon })
      expect(closed.run).toMatchObject({ status: "completed", error: null, finishedAt: aroundNoon })
      expect(closed.balance).toBe(3951n)
      const { results, transfers } = yield* rowsOf(buyer)
      expect(results).toEqual([{ organisation: buyer.organisation, call: call.id, run: call.run, body: document }])
      const booked = { organisation: buyer.organisation, call: call.id, ref: null, debit: "buyer:credits" }
      expect(transfers.slice(1)).toEqual([
        { ...booked, credit: "payee:Registry Ltd", amount: 1029n },
        { ...booked, credit: "platform:fees", amount: 20n },
      ])
    }),
  )

  it.effect("a share of zero is not booked", () =>
    Effect.gen(function* () {
      const buyer = yield* openBuyer()
      for (const [feeBasisPoints, max] of [
        [0, 1000],
        [10_000, 1000],
        [200, 49],
      ] as const) {
        yield* run(captureOf(yield* reserved(reserveOf(buyer, { max: usd(max), options: [option({ feeBasisPoints })] }))))
      }
      const { transfers } = yield* rowsOf(buyer)
      expect(transfers.slice(1).map(({ amount, credit }) => [credit, amount])).toEqual([
        ["payee:Registry Ltd", 1000n],
        ["platform:fees", 1000n],
        ["payee:Registry Ltd", 49n],
      ])
    }),
  )

  it.effect("a release moves no money and fails the run with its reason", () =>
    Effect.gen(function* () {
      const buyer = yield* openBuyer({ credits: 5000 })
      const call = yield* reserved(reserveOf(buyer))
      const closed = yield* run(releaseOf(call))
      expect(closed).toMatchObject({
        call: { state: "released", amount: 0n, settlement: "none", lastError: sourceFailed.message, closedAt: aroundNoon },
        run: { status: "failed", error: sourceFailed, finishedAt: aroundNoon },
        balance: 5000n,
      })
      expect((yield* rowsOf(buyer)).transfers).toHaveLength(1)
    }),
  )

  it.effect("a capture charges a document that was stored before without receiving it again, and stores it once", () =>
    Effect.gen(function* () {
      const buyer = yield* openBuyer()
      const call = yield* reserved(reserveOf(buyer))
      expect(yield* run(deliverOf(call, { amount: usd(900) }))).toMatchObject({ delivered: true, amount: 900n, state: "reserved" })
      expect(yield* accountOf(buyer), "it is held until it is captured").toMatchObject({ held: 1000n, open: 1 })
      const again = yield* run(deliverOf(call, { amount: usd(1), body: `"another"` }))
      expect(again, "the first delivery counts").toMatchObject({ delivered: true, amount: 900n })
      yield* run(captureOf(call, { amount: usd(900), body: `"another"` }))
      expect(
        yield* run(deliverOf(call, { body: `"another"` })),
        "a repeated delivery of a charged call answers the charged call",
      ).toMatchObject({ state: "captured" })
      expect((yield* rowsOf(buyer)).results.map((result) => result.body)).toEqual([document])
    }),
  )

  it.effect("a capture without a document or above the maximum is refused", () =>
    Effect.gen(function* () {
      const buyer = yield* openBuyer()
      const call = yield* reserved(reserveOf(buyer))
      const before = yield* rowsOf(buyer)
      expect(yield* refusalOf(captureOf(call, { body: null }))).toMatchObject({ _tag: "Impossible" })
      expect(yield* refusalOf(captureOf(call, { amount: usd(1001) }))).toMatchObject({ _tag: "Impossible" })
      expect(yield* rowsOf(buyer)).toEqual(before)
    }),
  )

  it.effect("a call that has ended cannot end in another way", () =>
    Effect.gen(function* () {
      const buyer = yield* openBuyer()
      const captured = yield* reserved(reserveOf(buyer))
      const released = yield* reserved(reserveOf(buyer))
      const cancelled = yield* reserved(reserveOf(buyer))
      yield* run(captureOf(captured))
      yield* run(releaseOf(released))
      yield* run(cancelOf(cancelled))
      const before = yield* rowsOf(buyer)
      const notOpen = { _tag: "CallNotOpen" }
      expect(yield* refusalOf(releaseOf(captured))).toMatchObject({ ...notOpen, state: "captured" })
      expect(yield* refusalOf(releaseOf(captured, { declined: true }))).toMatchObject(notOpen)
      for (const call of [released, cancelled]) {
        expect(yield* refusalOf(captureOf(call))).toMatchObject({ ...notOpen, state: "released" })
        expect(yield* refusalOf(deliverOf(call))).toMatchObject(notOpen)
        expect(yield* refusalOf(takeOverOf(call, newNode()))).toMatchObject(notOpen)
      }
      expect(yield* refusalOf(captureOf({ ...captured, id: released.run as never }))).toMatchObject({ ...notOpen, state: "missing" })
      expect(yield* run(cancelOf(captured)), "a run that ended stays as it is").toMatchObject({ status: "completed" })
      expect(yield* rowsOf(buyer)).toEqual(before)
    }),
  )

  it.effect("a repeated reservation returns its call only while the call is held by the same node", () =>
    Effect.gen(function* () {
      const buyer = yield* openBuyer({ credits: 2000 })
      const [taken, released] = [reserveOf(buyer), reserveOf(buyer)]
      yield* run(takeOverOf(yield* reserved(taken), newNode()))
      yield* run(releaseOf(yield* reserved(released)))
      const before = yield* rowsOf(buyer)
      for (const command of [taken, released]) expect(yield* refusalOf(command)).toMatchObject({ _tag: "CallNotOpen" })
      expect(yield* rowsOf(buyer)).toEqual(before)
    }),
  )

  it.effect("only the new node can close a call that it has taken over", () =>
    Effect.gen(function* () {
      const buyer = yield* openBuyer()
      const [call, heir, rival] = [yield* reserved(reserveOf(buyer)), newNode(), newNode()]
      expect(yield* run(takeOverOf(call, heir))).toMatchObject({ node: heir, state: "reserved" })
      const before = yield* rowsOf(buyer)
      for (const command of [deliverOf(call), captureOf(call), releaseOf(call), takeOverOf(call, rival)]) {
        expect(yield* refusalOf(command), command._tag).toMatchObject({ _tag: "CallNotOpen", state: "reserved" })
      }
      expect(yield* rowsOf(buyer)).toEqual(before)
      yield* run(deliverOf(call, { node: heir }))
      expect((yield* run(captureOf(call, { node: heir, body: null }))).call).toMatchObject({ state: "captured", node: heir })
    }),
  )

  it.effect("when many nodes try to take over a dead node's call, one succeeds", () =>
    Effect.gen(function* () {
      const buyer = yield* openBuyer()
      const call = yield* reserved(reserveOf(buyer))
      const ledgerOf = (node: typeof call.node) => Effect.exit(run(takeOverOf(call, node)))
      const takers = Array.from({ length: 8 }, newNode)
      const answers = yield* Effect.forEach(takers, ledgerOf, { concurrency: "unbounded" })
      const won = takers.filter((_, i) => answers[i]!._tag === "Success")
      expect(won).toEqual([(yield* callOf(call)).node])
    }),
  )

  it.effect("cancelling a run releases its undelivered calls and keeps the delivered ones", () =>
    Effect.gen(function* () {
      const buyer = yield* openBuyer({ accounts: [{ id: "chain", creditLimit: usd(9000) }] })
      const open = yield* reserved(reserveOf(buyer))
      expect(yield* run(cancelOf(open))).toMatchObject({ status: "cancelled", finishedAt: aroundNoon, error: null })
      expect(yield* callOf(open)).toMatchObject({ state: "released", settlement: "none", amount: 0n })
      const delivered = yield* reserved(reserveOf(buyer))
      yield* run(deliverOf(delivered))
      const upfront = option({ rail: "chain", settles: "before_dispatch", deposits: { remainderTo: "credits" } })
      const maybePaid = yield* reserved(reserveOf(buyer, { options: [upfront] }))
      const before = yield* rowsOf(buyer)
      expect(yield* run(cancelOf(delivered))).toMatchObject({ status: "running" })
      expect(yield* run(cancelOf(maybePaid))).toMatchObject({ status: "running" })
      expect(yield* rowsOf(buyer)).toEqual(before)
    }),
  )

  it.effect("cancelling a run with several open calls releases each of them once", () =>
    Effect.gen(function* () {
      const buyer = yield* openBuyer({ accounts: [{ id: "sepa", creditLimit: usd(9000) }] })
      const ask = { kind: "ask", request: "{}", waitMs: 0, idempotency: null } as const
      const first = yield* reserved(reserveOf(buyer, { begins: ask }))
      for (const [step, rail] of [
        [1, "credits"],
        [2, "sepa"],
        [3, "credits"],
      ] as const) {
        yield* run(reserveOf(buyer, { run: first.run, begins: null, step, max: usd(100 * step), options: [option({ rail })] }))
      }
      yield* run(cancelOf(first))
      expect(yield* accountOf(buyer)).toMatchObject({ posted: 1_000_000n, held: 0n, open: 0 })
      expect(yield* accountOf(buyer, "sepa")).toMatchObject({ posted: 0n, held: 0n, open: 0 })
      expect((yield* rowsOf(buyer)).spends).toEqual({})
    }),
  )

  it.effect("an organisation cannot cancel another organisation's run", () =>
    Effect.gen(function* () {
      const [buyer, stranger] = [yield* openBuyer(), yield* openBuyer()]
      const call = yield* reserved(reserveOf(buyer))
      const theirs = { ...cancelOf(call), organisation: stranger.organisation }
      expect(yield* refusalOf(theirs)).toMatchObject({ code: "run_not_found", status: 404 })
      expect(yield* runOf(buyer)).toMatchObject({ status: "running" })
    }),
  )

  it.effect("overdue calls are the open calls of dead nodes and the node's own calls past their deadline, oldest first", () =>
    Effect.gen(function* () {
      const ledger = yield* Ledger
      const bench = yield* LedgerFixture
      const [me, alive, dead] = [newNode(), newNode(), newNode()]
      yield* bench.beat(alive)
      const buyer = yield* openBuyer()
      const late = yield* reserved(reserveOf(buyer, { node: me, deadlineMs: 1000 }))
      yield* run(reserveOf(buyer, { node: me, deadlineMs: 2001 }))
      yield* run(reserveOf(buyer, { node: alive, deadlineMs: 1 }))
      const left = yield* reserved(reserveOf(buyer, { node: dead, deadlineMs: 400 }))
      const ended = yield* reserved(reserveOf(buyer, { node: dead, deadlineMs: 1 }))
      yield* run(captureOf(ended))
      yield* setTime(noon + 2001)
      const mine = (limit: number) =>
        Effect.map(ledger.overdue(me, 1000, limit), (calls) => calls.filter((c) => c.organisation === buyer.organisation).map((c) => c.id))
      expect(yield* mine(10_000)).toEqual([left.id, late.id])
      yield* run(settleOf(late, "unknown"))
      yield* setTime(noon + 4002)
      expect(yield* mine(10_000)).toContain(late.id)
    }).pipe(Effect.ensuring(setTime(noon))),
  )
}
