import { Context, Effect, Ref, Schedule, Semaphore } from "effect"
import type { SqlError } from "effect/sql/SqlError"
import { Database } from "./Database.ts"

/** The loaded value and its revision of the catalogue. */
interface AtRevision<A> {
  readonly revision: bigint
  readonly value: A
}

/** The age in milliseconds of the last check of each snapshot of this process, by the name of its content. */
export const SnapshotAges = Context.Reference<Map<string, () => number>>("farthing/layers/postgres/Snapshots", {
  defaultValue: () => new Map(),
})

/**
 * A snapshot that follows the catalogue: every change of prices, sources or listings raises a revision, which is looked
 * at twice a second, and `load` reads anew. `load` gets its previous result. `latest` looks at it now, for those who must read what they just
 * wrote, on any node.
 */
export const followCatalogue = <A, R>(what: string, load: (before: A | undefined) => Effect.Effect<A, SqlError, R>) =>
  Effect.gen(function* () {
    const { reads } = yield* Database
    const next = Effect.fnUntraced(function* (before: AtRevision<A> | undefined) {
      const [row] = yield* reads<{ readonly revision: bigint }>`select revision from catalogue`
      if (before?.revision === row!.revision) return before
      return { revision: row!.revision, value: yield* load(before?.value) } satisfies AtRevision<A>
    })
    const seen = yield* Ref.make<AtRevision<A>>(yield* next(undefined))
    let seenAt = performance.now()
    const ages = yield* SnapshotAges
    ages.set(what, () => performance.now() - seenAt)
    const context = yield* Effect.context<Database | R>()
    const look = Ref.get(seen).pipe(
      Effect.flatMap(next),
      Effect.flatMap((current) => Ref.set(seen, current)),
      Effect.tap(() => Effect.sync(() => (seenAt = performance.now()))),
      Effect.catchCause((cause) => Effect.logWarning(`${what} could not be read; the last known state stays`, cause)),
      Effect.provide(context),
    )
    // One at a time: an older revision never replaces a newer one.
    const refresh = Semaphore.makeUnsafe(1).withPermits(1)(look)
    yield* Effect.forkScoped(Effect.repeat(refresh, Schedule.spaced("500 millis")))
    const current = Effect.map(Ref.get(seen), ({ value }) => value)
    return { current, latest: Effect.andThen(refresh, current) }
  })
