import { Data, Effect } from "effect"
import { Database } from "./Database.ts"

/** A database belongs to the mode it was first started in. */
export class WrongMode extends Data.TaggedError("WrongMode")<{ readonly message: string }> {}

/**
 * Does what the first start on a database has to do, once over all processes: a process that was killed in the middle
 * is followed by the next start. True where this process did it. A database of the other mode is refused.
 */
export const onFirstStart = Effect.fnUntraced(function* <E, R>(mode: "sandbox" | "live", first: Effect.Effect<void, E, R>) {
  for (;;) {
    const outcome = yield* attempt(mode, first)
    if (outcome !== "under way elsewhere") return outcome === "done"
    yield* Effect.sleep("500 millis")
  }
})

const attempt = Effect.fnUntraced(function* <E, R>(mode: "sandbox" | "live", first: Effect.Effect<void, E, R>) {
  const { money: sql } = yield* Database
  const claimed = yield* sql`insert into installation as i (mode) values (${mode}) on conflict (single) do update
    set claimed_at = clock_timestamp() where not i.ready and i.mode = excluded.mode and i.claimed_at < clock_timestamp() - interval '5 seconds'
    returning mode`
  if (claimed.length > 0) {
    yield* first
    yield* sql`update installation set ready = true`
    return "done"
  }
  const [row] = yield* sql<{ readonly mode: string; readonly ready: boolean }>`select mode, ready from installation`
  if (row!.mode === mode) return row!.ready ? "done before" : "under way elsewhere"
  return yield* new WrongMode({
    message: `This database belongs to a ${row!.mode} gateway and FARTHING_MODE is ${mode}: keys and money of the two never mix. Use another database.`,
  })
})
