import { Data, Effect } from "effect"
import { Database } from "./Database.ts"

/** A database belongs to the mode it was first started in. */
export class WrongMode extends Data.TaggedError("WrongMode")<{ readonly message: string }> {}

/** Marks the database with the mode. True for the one process that was first; a database of the other mode is refused. */
export const claimFirstStart = Effect.fnUntraced(function* (mode: "sandbox" | "live") {
  const { money: sql } = yield* Database
  const claimed = yield* sql`insert into installation (mode) values (${mode}) on conflict do nothing returning mode`
  if (claimed.length > 0) return true
  const [row] = yield* sql<{ readonly mode: string }>`select mode from installation`
  if (row!.mode === mode) return false
  return yield* new WrongMode({
    message: `This database belongs to a ${row!.mode} gateway and FARTHING_MODE is ${mode}: keys and money of the two never mix. Use another database.`,
  })
})
