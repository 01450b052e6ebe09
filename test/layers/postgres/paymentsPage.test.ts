import { expect, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { paymentStatuses } from "../../../domain/ledger/status.ts"
import { LedgerQueries, type PaymentFilter } from "../../../domain/ledger/LedgerQueries.ts"
import { type CallId, OrganisationId } from "../../../domain/money/ids.ts"
import { Database } from "../../../layers/postgres/Database.ts"
import { maxWalked, pageOfOrganisation } from "../../../layers/postgres/paymentsPage.ts"
import { PgLedgerQueries } from "../../../layers/postgres/PgLedgerQueries.ts"
import { type Explained, tableReads } from "../../support/queryPlan.ts"
import { Owner, postgresLedgerFixture } from "../../support/ledger/postgresLedgerFixture.ts"

const organisation = OrganisationId.make("00000000-0000-7000-8000-0000000000aa")
const neighbour = OrganisationId.make("00000000-0000-7000-8000-0000000000bb")
const callsOfOne = 2 * maxWalked + 1_000

/** Two organisations with settled calls; of the first, the oldest call was released and the second oldest has an unknown outcome. */
const manyCalls = Effect.gen(function* () {
  const owner = yield* Owner
  yield* owner`insert into organisation (id, name) values (${organisation}, 'many calls'), (${neighbour}, 'its neighbour')`
  yield* owner`insert into call (org, id, run, step, source, operation, name, payee, rail, account, fee_basis_points, settles, deposits,
      remainder_to, max, amount, state, settlement, delivered, node, reserved_at, deadline, attempts)
    select o, (lpad(to_hex(n), 12, '0') || '70008000000000000000')::uuid, o, 0, 's', 'o', 'n', 'p', 'credits', 'credits', 200, 'at_capture', false,
      'credits', 1, 1, 'captured', 'settled', true, o, at_ms(n), at_ms(n), '[]'
    from unnest(${`{${organisation},${neighbour}}`}::text::uuid[]) as o, generate_series(1, ${callsOfOne}) as n`
  const inOrder = "select id from call where org = $1 order by id limit 1"
  yield* owner.unsafe(`update call set state = 'released', settlement = 'none', amount = 0 where id in (${inOrder}) and org = $1`, [
    organisation,
  ])
  yield* owner.unsafe(`update call set settlement = 'unknown' where id in (${inOrder} offset 1) and org = $1`, [organisation])
  yield* owner`analyze call`
  yield* owner`analyze call_of_status`
})

/** The rows of tables that the statement of a page reads. */
const rowsRead = Effect.fnUntraced(function* (filter: PaymentFilter) {
  const { lists } = yield* Database
  const [row] = yield* lists<Explained>`explain (analyze, format json) ${pageOfOrganisation(lists, organisation, filter, 50)}`
  const reads = tableReads(row!)
  return {
    sequential: reads.filter(({ sequential, table }) => sequential && table === "call").length,
    rows: reads.reduce((sum, { rows }) => sum + rows, 0),
  }
})

layer(PgLedgerQueries.pipe(Layer.provideMerge(postgresLedgerFixture)))("a page of payments", (it) => {
  it.effect("reads a bounded number of calls whatever its filter, and a page of a rare status no more than it shows", () =>
    Effect.gen(function* () {
      yield* manyCalls
      const queries = yield* LedgerQueries
      for (const status of paymentStatuses) {
        const read = yield* rowsRead({ status })
        // The settled calls are the many ones: the page is full after its 51st. The others are found in lists of their own.
        expect([status, read.sequential, read.rows < (status === "settled" ? maxWalked + 200 : 20)]).toEqual([status, 0, true])
        const rail = yield* rowsRead({ status, rail: "no rail has this name" })
        expect([status, rail.sequential, rail.rows <= 3 * maxWalked]).toEqual([status, 0, true])
      }
      expect((yield* rowsRead({})).rows).toBeLessThan(200)

      const idsOf = (filter: PaymentFilter) =>
        Effect.map(queries.payments(organisation, filter, 50), ({ next, payments }) => [payments.length, next])
      expect(yield* idsOf({ status: "released" })).toEqual([1, null])
      expect(yield* idsOf({ status: "unknown" })).toEqual([1, null])
      expect(yield* idsOf({ status: "failed" })).toEqual([0, null])
    }),
  )

  it.effect("that finds nothing within its bound is empty, and its cursor reaches every payment in the end", () =>
    Effect.gen(function* () {
      const queries = yield* LedgerQueries
      const { money: sql } = yield* Database
      yield* sql`update call set rail = 'sepa' where org = ${neighbour} and id in (select id from call where org = ${neighbour} order by id limit 3)`
      const pages: Array<number> = []
      const seen: Array<string> = []
      for (let before: CallId | undefined; ;) {
        const { next, payments } = yield* queries.payments(neighbour, { rail: "sepa", before }, 2)
        pages.push(payments.length)
        seen.push(...payments.map(({ call }) => call.id))
        if (next === null) break
        before = next
      }
      expect(pages).toEqual([0, 0, 2, 1])
      expect(seen).toEqual([...new Set(seen)].toSorted().toReversed())
    }),
  )

  it.effect("lists a call under its status of the moment", () =>
    Effect.gen(function* () {
      const { money: sql } = yield* Database
      const listed = sql<{ status: string }>`select status from call_of_status where org = ${organisation} order by status`
      const change = (state: string, settlement: string) =>
        sql`update call set state = ${state}, settlement = ${settlement} where org = ${organisation}
          and id = (select id from call where org = ${organisation} order by id offset 1 limit 1)`
      const statuses = Effect.map(listed, (rows) => rows.map(({ status }) => status))
      yield* change("captured", "settled")
      expect(yield* statuses).toEqual(["released"])
      yield* change("captured", "failed")
      expect(yield* statuses).toEqual(["failed", "released"])
      yield* change("refunded", "settled")
      expect(yield* statuses).toEqual(["refunded", "released"])
    }),
  )
})
