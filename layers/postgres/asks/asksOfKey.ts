import type { PgClient } from "@effect/sql-pg"
import { Effect } from "effect"
import type { SqlError } from "effect/sql/SqlError"
import type { Fragment } from "effect/sql/Statement"
import { askFromJson } from "../../../domain/ask/askCodec.ts"
import type { AskFilter, AskPage } from "../../../domain/ask/AskStore.ts"
import type { Run } from "../../../domain/ledger/state.ts"
import type { KeyId, OrganisationId, RunId } from "../../../domain/money/ids.ts"
import { callFromJson, type CallRow } from "../rows.ts"
import { callJson, runJson } from "../schema/0002_functions.ts"

/** Asks that one page looks at: a status that few have would otherwise be looked for in all asks of a key. */
export const maxWalkedAsks = 2_000

interface PageRow {
  readonly asks: ReadonlyArray<{ readonly run: Run; readonly ask: string; readonly calls: ReadonlyArray<CallRow> }> | null
  /** The oldest ask that the walk reached, where it stopped before the end. */
  readonly stopped: RunId | null
}

/** The asks of a filter, the newest first, with their calls. Ids begin with the time they were made at. */
export const asksOfKey = (
  sql: PgClient.PgClient,
  organisation: OrganisationId,
  key: KeyId,
  filter: AskFilter,
  limit: number,
): Effect.Effect<AskPage, SqlError> =>
  Effect.map(sql<PageRow>`${pageOfKey(sql, organisation, key, filter, limit)}`, ([row]) => {
    const page = (row!.asks ?? []).map(({ ask, calls, run }) => ({ run, ask: askFromJson(ask), calls: calls.map(callFromJson) }))
    const asks = page.slice(0, limit)
    return { asks, next: page.length > limit ? asks.at(-1)!.run.id : row!.stopped }
  })

export const pageOfKey = (
  sql: PgClient.PgClient,
  organisation: OrganisationId,
  key: KeyId,
  { before, status }: AskFilter,
  limit: number,
): Fragment => {
  const walk = status === undefined ? limit + 1 : Math.max(limit + 1, maxWalkedAsks)
  const older = before === undefined ? sql`true` : sql`id < ${before}::uuid`
  const walked = sql`select * from run where org = ${organisation} and key = ${key} and kind = 'ask' and ${older} order by id desc limit ${walk}`
  const ofStatus = status === undefined ? sql`true` : sql`w.status = ${status}`
  return sql`
    select (select json_agg(json_build_object('run', ${sql.literal(runJson("r"))}, 'ask', a.body, 'calls',
          (select coalesce(json_agg(${sql.literal(callJson("c"))} order by c.step), '[]'::json) from call c where c.org = r.org and c.run = r.id))
          order by r.id desc)
        from (select * from (${walked}) as w where ${ofStatus} order by w.id desc limit ${limit + 1}) as r
          cross join lateral (select body from ask where org = r.org and run = r.id offset 0) as a) as asks,
      (select w.id from (${walked}) as w order by w.id desc offset ${walk - 1}) as stopped`
}
