import { Data, Effect } from "effect"
import { Database } from "../postgres/Database.ts"

/** The database is no sandbox's: what only a sandbox may do is refused. */
export class NotASandbox extends Data.TaggedError("NotASandbox")<{ readonly message: string }> {}

/** The time would leave the calendar that every part of the system can read. */
export class TooFar extends Data.TaggedError("TooFar")<{ readonly message: string }> {}

/** Refuses unless the database was first started as a sandbox, or never. */
export const onlyInSandbox = Effect.fnUntraced(function* (mode: "sandbox" | "live", what: string) {
  const { money: sql } = yield* Database
  const [row] = yield* sql<{ mode: string }>`select mode from installation`
  if (mode === "sandbox" && (row === undefined || row.mode === "sandbox")) return
  return yield* new NotASandbox({ message: `${what} is for the sandbox: this gateway is live, and its time, money and data are real.` })
})

/** Moves the sandbox's time forward, never back, and answers it before and after. `ms` is positive. */
export const advanceClock = Effect.fnUntraced(function* (ms: number) {
  const { money: sql } = yield* Database
  const by = sql`make_interval(secs => ${ms / 1000}::float8)`
  const rows = yield* sql<{ from: number; to: number }>`update clock set ahead = ahead + ${by}
    where clock_timestamp() + ahead + ${by} < '9000-01-01'
    returning ms(statement_timestamp() + ahead - ${by})::float8 as "from", ms(statement_timestamp() + ahead)::float8 as "to"`
  return rows[0] ?? (yield* new TooFar({ message: "The sandbox's time stays before the year 9000: advance it by less." }))
})
