import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import { callsOfPublisher, earningRows, movementRows } from "../../../layers/postgres/publishing/earningRows.ts"
import { noon, setTime } from "../../support/ledger/LedgerFixture.ts"
import { Owner } from "../../support/ledger/postgresLedgerFixture.ts"
import { bought, newBuyer, publishingFixture, verifiedPublisher } from "../../support/publishing/publishers.ts"
import { type Explained, tableReads } from "../../support/queryPlan.ts"

layer(publishingFixture, { excludeTestServices: true })("the earnings of a publisher", (it) => {
  it.effect("are read from its own calls alone, also where another payee has nearly all calls", () =>
    Effect.gen(function* () {
      yield* setTime(noon)
      const owner = yield* Owner
      const publisher = yield* verifiedPublisher
      const buyer = yield* newBuyer
      for (let i = 0; i < 3; i++) yield* bought(buyer, publisher, "credits", 1_000)
      yield* owner`insert into call select (jsonb_populate_record(c, jsonb_build_object('id', gen_random_uuid(), 'payee', 'another'))).*
        from (select call from call limit 1) as x (c), generate_series(1, 5000)`
      yield* owner`analyze call`
      for (const rows of [earningRows(callsOfPublisher("$1::text::uuid")), movementRows("pp.publisher = $1::text::uuid")]) {
        const [explained] = yield* owner.unsafe<Explained>(`explain (analyze, format json) ${rows}`, [publisher.id])
        const calls = tableReads(explained!).filter(({ table }) => table === "call")
        expect(calls.map(({ rows }) => rows).reduce((a, b) => a + b)).toBeLessThanOrEqual(6)
        expect(calls.filter(({ sequential }) => sequential)).toEqual([])
      }
    }),
  )
})
