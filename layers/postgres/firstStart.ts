import { Data, Effect, Schedule } from "effect"
import { Database } from "./Database.ts"

/** A database belongs to the mode it was first started in. */
export class WrongMode extends Data.TaggedError("WrongMode")<{ readonly message: string }> {}

const renewInterval = "1 second"
/** A process that has not renewed its claim for this long was killed. */
const claimExpiry = "10 seconds"

/** The processes of one start: the one that prints its outcome does it, unless it does not begin within the time of a claim. */
const letOtherBegin = Effect.gen(function* () {
  const { money: sql } = yield* Database
  const begun = Effect.map(sql`select from installation`, (rows) => rows.length > 0)
  yield* Effect.repeat(begun, { until: (is: boolean) => is, schedule: Schedule.spaced("100 millis") }).pipe(
    Effect.timeoutOption(claimExpiry),
  )
})

/**
 * Does what the first start on a database has to do, once over all processes, however long it takes: a process that was
 * killed in the middle is followed by another, or by the next start. `leads`: this process prints the outcome. True where this process did it. A database of the other
 * mode is refused.
 */
export const runFirstStart = Effect.fnUntraced(function* <E, R>(
  mode: "sandbox" | "live",
  first: Effect.Effect<void, E, R>,
  leads: boolean = true,
) {
  if (!leads) yield* letOtherBegin
  for (;;) {
    const outcome = yield* attempt(mode, first)
    if (outcome !== "under way elsewhere") return outcome === "done"
    yield* Effect.sleep("500 millis")
  }
})

const attempt = Effect.fnUntraced(function* <E, R>(mode: "sandbox" | "live", first: Effect.Effect<void, E, R>) {
  const { money: sql } = yield* Database
  const [claim] = yield* sql<{ readonly at: string }>`insert into installation as i (mode) values (${mode}) on conflict (single) do update
    set claimed_at = clock_timestamp() where not i.ready and i.mode = excluded.mode
      and i.claimed_at < clock_timestamp() - ${claimExpiry}::text::interval
    returning claimed_at::text as at`
  if (claim !== undefined) {
    const done = Effect.andThen(first, Effect.as(sql`update installation set ready = true`, "done" as const))
    return yield* Effect.raceFirst(done, renewClaim(claim.at))
  }
  const [row] = yield* sql<{ readonly mode: string; readonly ready: boolean }>`select mode, ready from installation`
  if (row!.mode === mode) return row!.ready ? "done before" : "under way elsewhere"
  return yield* wrongMode(row!.mode, mode)
})

/** Renews the claim every second. Ends when another process has taken it over, because this one did not renew it for 10 seconds. */
const renewClaim = Effect.fnUntraced(function* (claimedAt: string) {
  const { money: sql } = yield* Database
  for (let mine = claimedAt; ;) {
    yield* Effect.sleep(renewInterval)
    const renewed = yield* Effect.option(
      sql<{ readonly at: string }>`update installation set claimed_at = clock_timestamp()
        where claimed_at = ${mine}::text::timestamptz returning claimed_at::text as at`,
    )
    if (renewed._tag === "None") continue
    if (renewed.value[0] === undefined) return "under way elsewhere" as const
    mine = renewed.value[0].at
  }
})

/** Refuses a database of the other mode. Call it before anything else reads or writes the database. */
export const requireMode = Effect.fnUntraced(function* (mode: "sandbox" | "live") {
  const { money: sql } = yield* Database
  const [row] = yield* sql<{ readonly mode: string }>`select mode from installation`
  if (row !== undefined && row.mode !== mode) return yield* wrongMode(row.mode, mode)
})

const wrongMode = (stored: string, mode: string) =>
  new WrongMode({
    message: `This database belongs to a ${stored} gateway and FARTHING_MODE is ${mode}: keys and money of the two never mix. Use another database.`,
  })
