import { Duration, Effect, Metric } from "effect"
import { Rails } from "../../domain/rail/Rail.ts"
import { Database } from "../../layers/postgres/Database.ts"
import { Snapshots } from "../../layers/postgres/catalogue/following.ts"
import { type Holds, openHolds, ping } from "../../layers/postgres/PgHealth.ts"
import { lagOf, unknownAgeOf } from "./reconcilerLag.ts"

const gauge = (name: string, description: string) => Metric.gauge(name, { description })
const up = gauge(
  "farthing_database_up",
  "1 where the database answered in time, else 0, and then what follows from it is as it was last seen.",
)
const pinged = gauge("farthing_database_ping_seconds", "Round trip to the database.")
const lag = gauge(
  "farthing_reconciler_lag_seconds",
  "How long the oldest call that only has to be ended is past its deadline, over all nodes.",
)
const unknownAge = gauge(
  "farthing_holds_unknown_age_seconds",
  "How long the oldest call whose payment nobody knows yet is past its deadline, over all nodes.",
)

const ageOf = (what: string) =>
  Metric.gauge("farthing_snapshot_age_seconds", {
    description: "How long ago this node's copy of something was known to be current.",
    attributes: { snapshot: what },
  })

/** Answers what brings the series about the database up to date. It asks at most once in three seconds, for two at most. */
export const measureDatabase = Effect.gen(function* () {
  const context = yield* Effect.context<never>()
  const database = yield* Database
  const rails = yield* Rails
  const shown = holdsSeries(context)
  const snapshots = yield* Snapshots
  const look = Effect.all([ping, openHolds]).pipe(
    Effect.timeout("2 seconds"),
    Effect.provideService(Database, database),
    Effect.matchCause({
      onFailure: () => up.updateUnsafe(0, context),
      onSuccess: ([elapsed, holds]) => {
        up.updateUnsafe(1, context)
        pinged.updateUnsafe(Duration.toSeconds(elapsed), context)
        lag.updateUnsafe(lagOf(holds), context)
        unknownAge.updateUnsafe(unknownAgeOf(holds), context)
        shown([...rails.keys()], holds)
      },
    }),
  )
  const ages = Effect.sync(() => {
    for (const [what, ageMs] of snapshots) ageOf(what).updateUnsafe(ageMs() / 1000, context)
  })
  return Effect.andThen(ages, yield* Effect.cachedWithTTL(look, "3 seconds"))
})

/** What was open and is no more is shown as zero, and every rail has its line from the beginning. */
const holdsSeries = (context: Parameters<typeof up.updateUnsafe>[1]) => {
  const known = new Map<string, Pick<Holds, "rail" | "settlement">>()
  return (rails: ReadonlyArray<string>, holds: ReadonlyArray<Holds>) => {
    const nameOf = ({ rail, settlement }: Pick<Holds, "rail" | "settlement">) => `${rail} ${settlement}`
    for (const group of [...rails.map((rail) => ({ rail, settlement: "none" })), ...holds]) known.set(nameOf(group), group)
    const now = new Map(holds.map((group) => [nameOf(group), group]))
    for (const [name, { rail, settlement }] of known) {
      const attributes = { rail, settlement }
      const found = now.get(name)
      Metric.gauge("farthing_holds_open", { description: "Calls that hold money, over all nodes.", attributes }).updateUnsafe(
        found?.calls ?? 0,
        context,
      )
      Metric.gauge("farthing_holds_micro_usd", {
        description: "Money that open calls hold, over all nodes, in millionths of a US dollar.",
        attributes,
        bigint: true,
      }).updateUnsafe(found?.microUsd ?? 0n, context)
    }
  }
}
