import { expect, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import type { AskFilter } from "../../../domain/ask/AskStore.ts"
import { KeyId, OrganisationId } from "../../../domain/money/ids.ts"
import { asksOfKey, maxWalkedAsks, pageOfKey } from "../../../layers/postgres/asks/asksOfKey.ts"
import { Database } from "../../../layers/postgres/Database.ts"
import { PgLedgerQueries } from "../../../layers/postgres/PgLedgerQueries.ts"
import { type Explained, tableReads } from "../../support/queryPlan.ts"
import { Owner, postgresLedgerFixture } from "../../support/ledger/postgresLedgerFixture.ts"

const organisation = OrganisationId.make("00000000-0000-7000-8000-0000000000aa")
const key = KeyId.make("00000000-0000-7000-8000-0000000000bb")
const neighbour = KeyId.make("00000000-0000-7000-8000-0000000000cc")
const asksOfOne = 2 * maxWalkedAsks + 500

/** Two keys of an organisation with as many asks, and direct calls of each; of the first the oldest ask waits. */
const manyAsks = Effect.gen(function* () {
  const owner = yield* Owner
  yield* owner`insert into organisation (id, name) values (${organisation}, 'many asks')`
  yield* owner`insert into run (org, id, key, kind, status, request, created_at, wait_until)
    select ${organisation}, (lpad(to_hex(n * 4 + place), 12, '0') || '70008000000000000000')::uuid, k, kind, 'completed', '{}', at_ms(n), at_ms(n)
    from unnest(${`{${key},${neighbour},${key},${neighbour}}`}::text::uuid[], '{ask,ask,call,call}'::text[]) with ordinality as x (k, kind, place),
      generate_series(1, ${asksOfOne}) as n`
  yield* owner`insert into ask (org, run, revision, body)
    select org, id, 1, ${JSON.stringify({
      wish: { _tag: "Question", question: "?" },
      mode: "plan",
      maxSpend: null,
      limit: 10,
      given: {},
      message: null,
      plan: null,
      quote: null,
      reason: null,
      approval: null,
      selections: {},
      open: null,
      revision: 1,
      moved: "",
      failures: [],
      keys: [],
    })} from run where kind = 'ask'`
  yield* owner`update run set status = 'needs_input' where key = ${key} and id = (select id from run where key = ${key} and kind = 'ask' order by id limit 1)`
  yield* owner`analyze run`
  yield* owner`analyze ask`
})

layer(PgLedgerQueries.pipe(Layer.provideMerge(postgresLedgerFixture)))("a page of asks", (it) => {
  it.effect("reads a bounded number of asks of its key alone, and says where the walk stopped", () =>
    Effect.gen(function* () {
      yield* manyAsks
      const { lists } = yield* Database
      const rowsRead = Effect.fnUntraced(function* (filter: AskFilter) {
        const [row] = yield* lists<Explained>`explain (analyze, format json) ${pageOfKey(lists, organisation, key, filter, 20)}`
        const reads = tableReads(row!).filter(({ table }) => table === "run" || table === "ask")
        return { sequential: reads.filter(({ sequential }) => sequential).length, rows: reads.reduce((sum, { rows }) => sum + rows, 0) }
      })
      const page = yield* rowsRead({})
      expect([page.sequential, page.rows < 100]).toEqual([0, true])
      const rare = yield* rowsRead({ status: "needs_input" })
      expect([rare.sequential, rare.rows <= 2 * maxWalkedAsks + 100]).toEqual([0, true])

      const read = (filter: AskFilter) => asksOfKey(lists, organisation, key, filter, 20)
      const pages: Array<number> = []
      let cursor: AskFilter["before"]
      do {
        const { asks, next } = yield* read({ status: "needs_input", before: cursor })
        pages.push(asks.length)
        cursor = next ?? undefined
      } while (cursor !== undefined)
      expect(pages).toEqual([0, 0, 1])
    }),
  )
})
