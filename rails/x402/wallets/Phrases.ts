import { Cache, Context, Effect, Exit, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { forRequest } from "../../RailUnavailable.ts"

/** A phrase that managed wallets come from. The first generation is 1, and the highest one is current. */
export interface Phrase {
  readonly generation: number
  readonly fingerprint: string
  /** When it became current, in seconds ago by the database's clock. */
  readonly secondsAgo: number
  /** Its wallets were empty and no open call named it: it may be missing from the settings. */
  readonly retired: boolean
}

/** The keys or the database do not answer. */
export class WalletsUnavailable extends Schema.TaggedError<WalletsUnavailable>()("WalletsUnavailable", { message: Schema.String }) {}

/** All nodes follow a rotation within this time. */
const cachedMs = 1_000

/** The phrases of the books, as the table has them. */
export class Phrases extends Context.Service<
  Phrases,
  {
    /** The current one first. */
    readonly all: Effect.Effect<readonly [Phrase, ...ReadonlyArray<Phrase>], WalletsUnavailable>
    readonly ofGeneration: (generation: number) => Effect.Effect<Phrase, WalletsUnavailable>
  }
>()("farthing/rails/x402/Phrases") {
  /** `first`: the fingerprint that books without a phrase have. */
  static readonly layer = (first: string) => Layer.effect(Phrases, make(first))
}

export const readPhrases = Effect.flatMap(
  SqlClient,
  (sql) => sql<Phrase>`select generation, fingerprint, extract(epoch from clock_timestamp() - current_since)::float8 as "secondsAgo",
    retired_at is not null as retired from rail_x402.phrase order by generation desc`,
)

const make = Effect.fnUntraced(function* (first: string) {
  const sql = yield* SqlClient
  const read = readPhrases.pipe(
    Effect.provideService(SqlClient, sql),
    forRequest,
    Effect.map(
      ([current = { generation: 1, fingerprint: first, secondsAgo: 0, retired: false }, ...earlier]) => [current, ...earlier] as const,
    ),
    Effect.mapError(({ message }) => new WalletsUnavailable({ message: `the phrases of the wallets cannot be read: ${message}` })),
  )
  const cache = yield* Cache.makeWith<"all", readonly [Phrase, ...ReadonlyArray<Phrase>], WalletsUnavailable>(() => read, {
    capacity: 1,
    timeToLive: (exit) => (Exit.isSuccess(exit) ? cachedMs : 0),
  })
  const all = Cache.get(cache, "all")
  return Phrases.of({
    all,
    ofGeneration: Effect.fnUntraced(function* (generation) {
      const phrase = (yield* all).find((one) => one.generation === generation)
      return phrase ?? (yield* new WalletsUnavailable({ message: `the books have no wallet phrase of generation ${generation}` }))
    }),
  })
})
