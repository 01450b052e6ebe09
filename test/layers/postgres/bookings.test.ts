import { expect, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { OrganisationId } from "../../../domain/money/ids.ts"
import { bookings, bookingsOf } from "../../../layers/postgres/bookings.ts"
import { Database } from "../../../layers/postgres/Database.ts"
import { PgLedgerQueries } from "../../../layers/postgres/PgLedgerQueries.ts"
import { type Explained, tableReads } from "../../support/queryPlan.ts"
import { Owner, postgresLedgerFixture } from "../../support/ledger/postgresLedgerFixture.ts"

const organisation = OrganisationId.make("00000000-0000-7000-8000-0000000000aa")
const transfersOfCalls = 20_000

layer(PgLedgerQueries.pipe(Layer.provideMerge(postgresLedgerFixture)))("the bookings beside the calls", (it) => {
  it.effect("are read without the transfers of the calls between them", () =>
    Effect.gen(function* () {
      const owner = yield* Owner
      yield* owner`insert into organisation (id, name) values (${organisation}, 'many calls')`
      const grant = owner`insert into transfer (org, ref, debit, credit, amount, at)
        values (${organisation}, 'grant:' || clock_timestamp()::text, 'outside:grant', 'buyer:credits', 1, now())`
      yield* grant
      yield* owner`insert into transfer (org, call, debit, credit, amount, at)
        select ${organisation}, gen_random_uuid(), 'buyer:credits', 'payee:p', 1, now() from generate_series(1, ${transfersOfCalls})`
      yield* grant
      yield* owner`analyze transfer`
      const { lists } = yield* Database
      const [row] = yield* lists<Explained>`explain (analyze, format json) ${bookingsOf(lists, organisation, undefined, 50)}`
      const reads = tableReads(row!).filter(({ table }) => table === "transfer")
      expect(reads.filter(({ sequential }) => sequential)).toEqual([])
      expect(reads.reduce((sum, { rows }) => sum + rows, 0)).toBeLessThan(10)
      const listed = yield* bookings(lists, organisation, undefined, 50)
      expect(listed.map(({ credit }) => credit)).toEqual(["buyer:credits", "buyer:credits"])
      expect(Number(listed[0]!.id)).toBeGreaterThan(transfersOfCalls)
    }),
  )
})
