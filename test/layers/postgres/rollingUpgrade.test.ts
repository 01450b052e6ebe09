import { expect, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { createHash } from "node:crypto"
import { Authenticator } from "../../../domain/identity/Authenticator.ts"
import { Ledger } from "../../../domain/ledger/Ledger.ts"
import { LedgerQueries } from "../../../domain/ledger/LedgerQueries.ts"
import type { Call } from "../../../domain/ledger/state.ts"
import { Database } from "../../../layers/postgres/Database.ts"
import { arrayOf } from "../../../layers/postgres/parameters.ts"
import { PgAudit } from "../../../layers/postgres/PgAudit.ts"
import { PgAuthenticator } from "../../../layers/postgres/PgAuthenticator.ts"
import { heartbeat } from "../../../layers/postgres/PgHealth.ts"
import { PgLedgerQueries } from "../../../layers/postgres/PgLedgerQueries.ts"
import { expectCleanAudit } from "../../support/ledger/assertions.ts"
import {
  type Buyer,
  captureOf,
  newNode,
  openBuyer,
  outcome,
  releaseOf,
  reserved,
  reserveOf,
  run,
  takeOverOf,
  usd,
} from "../../support/ledger/commands.ts"
import { accountOf, callOf } from "../../support/ledger/LedgerFixture.ts"
import { Owner, postgresLedgerFixture } from "../../support/ledger/postgresLedgerFixture.ts"
import { callFrom, ledgerOfReleaseBefore } from "./nodeOfReleaseBefore.ts"
import * as releaseBefore from "./releaseBefore.ts"

const onOldNode = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.flatMap(ledgerOfReleaseBefore, (ledger) => Effect.provideService(effect, Ledger, ledger))

const onOldNodeSql = Effect.fnUntraced(function* <Row extends object>(statement: string, ...parameters: ReadonlyArray<unknown>) {
  const { money } = yield* Database
  return yield* money.unsafe<Row>(statement, parameters)
})

/** The calls of an organisation as a node of the release before lists its payments. */
const paymentsOnOldNode = Effect.fnUntraced(function* ({ organisation }: Buyer, status = "captured/settled") {
  const rows = yield* onOldNodeSql<{ readonly call: ReadonlyArray<unknown>; readonly transfers: ReadonlyArray<unknown> | null }>(
    releaseBefore.payments,
    organisation,
    arrayOf("text", [status]),
  )
  return rows.map(({ call, transfers }) => ({ ...callFrom(call), transfers: transfers?.length ?? 0 }))
})

const scene = Layer.mergeAll(PgAudit, PgAuthenticator, PgLedgerQueries).pipe(Layer.provideMerge(postgresLedgerFixture))

layer(scene, { excludeTestServices: true })("a node of the release before works beside the new schema", (it) => {
  it.effect("two nodes that alternate on one organisation admit what its balance and its limit allow, and charge each call once", () =>
    Effect.gen(function* () {
      const limits = [
        { credits: 20_000, key: {} },
        { credits: 100_000, key: { daily: usd(20_000) } },
      ]
      for (const options of limits) {
        const buyer = yield* openBuyer(options)
        const admitted: Array<readonly [Call, old: boolean]> = []
        for (let n = 0; n < 15; n++) {
          const order = [onOldNode(outcome(reserveOf(buyer))), outcome(reserveOf(buyer))]
          const results = yield* Effect.all(order, { concurrency: n % 3 === 0 ? 1 : 2 })
          for (const [i, result] of results.entries()) {
            if (result._tag === "Success" && "_tag" in result.success && result.success._tag === "Reserved") {
              admitted.push([result.success.call, i === 0])
            }
          }
        }
        expect(admitted).toHaveLength(20)
        expect(yield* accountOf(buyer)).toMatchObject({ held: 20_000n, open: 20 })
        // Both nodes at once; a half of the money of each call is charged, one call of each node is released.
        const [[first], [second]] = [admitted.filter(([, old]) => old), admitted.filter(([, old]) => !old)]
        const ends = admitted.map((entry) => {
          const [call, old] = entry
          const end: Effect.Effect<unknown, never, Ledger | Database> =
            entry === first || entry === second ? run(releaseOf(call)) : run(captureOf(call, { amount: usd(500) }))
          return old ? onOldNode(end) : end
        })
        yield* Effect.all(ends, { concurrency: 4 })
        expect(yield* accountOf(buyer)).toMatchObject({ posted: BigInt(options.credits) - 9_000n, held: 0n, open: 0 })
        const states = (yield* Effect.forEach(admitted, ([call]) => callOf(call))).map(({ state }) => state)
        expect(states.filter((state) => state === "captured")).toHaveLength(18)
      }
      yield* expectCleanAudit
    }),
  )

  it.effect("each node lists the payments and reads the runs of the other, and a call that one released", () =>
    Effect.gen(function* () {
      const queries = yield* LedgerQueries
      const buyer = yield* openBuyer()
      const old = yield* onOldNode(Effect.flatMap(reserved(reserveOf(buyer)), (call) => Effect.as(run(captureOf(call)), call)))
      const own = yield* Effect.flatMap(reserved(reserveOf(buyer)), (call) => Effect.as(run(captureOf(call)), call))
      const released = yield* onOldNode(Effect.flatMap(reserved(reserveOf(buyer)), (call) => Effect.as(run(releaseOf(call)), call)))
      const both = [old.id, own.id].sort()
      const listed = yield* paymentsOnOldNode(buyer)
      expect(listed.map(({ id }) => id).sort()).toEqual(both)
      const page = yield* queries.payments(buyer.organisation, { status: "settled" }, 10)
      expect(page.payments.map(({ call }) => call.id).sort()).toEqual(both)
      expect(page.payments.map(({ transfers }) => transfers.length)).toEqual(listed.map(({ transfers }) => transfers))
      // Of a rare status there is a table beside the calls, which the release before does not know.
      const rare = yield* queries.payments(buyer.organisation, { status: "released" }, 10)
      expect(rare.payments.map(({ call }) => call.id)).toEqual([released.id])
      const [row] = yield* onOldNodeSql<{ readonly calls: ReadonlyArray<{ readonly call: ReadonlyArray<unknown> }> }>(
        releaseBefore.runRecord,
        buyer.organisation,
        buyer.key,
        own.run,
      )
      expect(row!.calls.map(({ call }) => callFrom(call))).toMatchObject([{ id: own.id, state: "captured", amount: 1_000n }])
      expect((yield* queries.run(buyer.organisation, buyer.key, old.run))?.run.status).toBe("completed")
      expect(yield* onOldNodeSql(releaseBefore.unsettled, "credits", buyer.organisation)).toEqual([])
    }),
  )

  it.effect("both nodes know the same keys and count to one rate", () =>
    Effect.gen(function* () {
      const { authenticate } = yield* Authenticator
      const buyer = yield* openBuyer()
      const hash = createHash("md5").update(buyer.key).digest()
      const onOld = Effect.map(
        onOldNodeSql<{ readonly callers: ReadonlyArray<object> | null }>(releaseBefore.gate, JSON.stringify([{ h: hash.toString("hex") }])),
        ([row]) => row!.callers?.[0],
      )
      const known = { organisation: buyer.organisation, key: buyer.key, organisationStatus: "active" }
      expect(yield* onOld).toMatchObject({ ...known, usedAfter: 1 })
      expect(yield* authenticate({ hash, idempotency: null })).toMatchObject({ ...known, rate: { used: 2 } })
      expect(yield* onOld).toMatchObject({ ...known, usedAfter: 3 })
    }),
  )

  it.effect("a node takes over the calls of the other only when that is silent", () =>
    Effect.gen(function* () {
      const [ledger, owner] = [yield* Ledger, yield* Owner]
      const buyer = yield* openBuyer()
      const [oldNode, node] = [newNode(), newNode()]
      const ofOld = yield* onOldNode(reserved(reserveOf(buyer, { node: oldNode })))
      const own = yield* reserved(reserveOf(buyer, { node }))
      yield* onOldNodeSql(releaseBefore.heartbeat, oldNode, 60)
      yield* heartbeat(node, 60_000)
      yield* owner`update node set steady_since = steady_since - interval '1 hour'`
      const overdue = Effect.map(ledger.overdue(node, 60_000, 10), (calls) => calls.map(({ id }) => id))
      const overdueOnOld = Effect.map(
        onOldNodeSql<{ readonly call: ReadonlyArray<unknown> }>(releaseBefore.overdue, 60, oldNode, 10),
        (rows) => rows.map(({ call }) => callFrom(call).id),
      )
      expect([yield* overdue, yield* overdueOnOld]).toEqual([[], []])
      yield* owner`update node set seen_at = seen_at - interval '1 hour' where id = ${node}`
      expect(yield* overdueOnOld).toEqual([own.id])
      yield* owner`update node set seen_at = clock_timestamp() - case when id = ${oldNode} then interval '1 hour' else interval '0' end`
      expect(yield* overdue).toEqual([ofOld.id])
      yield* run(takeOverOf(ofOld, node))
      yield* run(releaseOf(ofOld, { node }))
      yield* run(releaseOf(own))
      expect(yield* accountOf(buyer)).toMatchObject({ held: 0n, open: 0 })
      yield* expectCleanAudit
    }),
  )
})
