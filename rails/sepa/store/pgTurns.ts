import { Effect } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import { reached } from "./reached.ts"
import type { SepaStoreShape } from "./SepaStore.ts"

type Turns = Pick<SepaStoreShape, "knowsEvent" | "rememberEvent" | "forgetEvents" | "takeTurn" | "keepMark">

/** Events that were worked on, and whose turn it is to look at what. */
export const pgTurns = (sql: SqlClient): Turns => {
  const run = (statement: string, params: ReadonlyArray<unknown>) => reached(Effect.asVoid(sql.unsafe(statement, params)))
  return {
    knowsEvent: (id) => reached(Effect.map(sql.unsafe(`select id from rail_sepa.event where id = $1`, [id]), ({ length }) => length > 0)),
    rememberEvent: (id) => run(`insert into rail_sepa.event (id) values ($1) on conflict do nothing`, [id]),
    forgetEvents: (before) => run(`delete from rail_sepa.event where at < at_ms($1::text::float8)`, [String(before)]),
    takeTurn: (name, everyMs) =>
      reached(
        Effect.map(
          sql.unsafe<{ readonly mark: bigint | null }>(
            `insert into rail_sepa.turn as t (name, taken_at) values ($1, farthing_now())
             on conflict (name) do update set taken_at = excluded.taken_at
               where t.taken_at <= excluded.taken_at - make_interval(secs => $2::text::float8)
             returning ms(mark) as mark`,
            [name, String(everyMs / 1000)],
          ),
          ([turn]) => (turn === undefined ? undefined : { mark: turn.mark === null ? null : Number(turn.mark) }),
        ),
      ),
    keepMark: (name, mark) => run(`update rail_sepa.turn set mark = at_ms($2::text::float8) where name = $1`, [name, String(mark)]),
  }
}
