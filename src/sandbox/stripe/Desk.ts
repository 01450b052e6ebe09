import { Data, Effect, Ref, Semaphore } from "effect"
import { Emulator } from "../../../rails/stripe/sandbox/Emulator.ts"
import { loadDocuments, sandboxTime, saveDocuments } from "../../../rails/stripe/sandbox/tables.ts"
import { Database } from "../../../layers/postgres/Database.ts"

/** What the emulator did could not be stored: it must not go on with it. Its keeper starts it again from what is stored. */
export class StateLost extends Data.TaggedError("StateLost")<{ readonly message: string; readonly cause: unknown }> {}

/** The one place where the emulator is used: one work at a time, at the sandbox's time, stored before it is answered. */
export interface Desk {
  /** What the work throws is thrown here, as a defect, after what it changed was stored. */
  readonly at: <A>(work: (emulator: Emulator) => A) => Effect.Effect<A, StateLost>
  /** The same at the database's own time: whoever asks Stripe for a day ahead may have seen the clock move a moment ago. */
  readonly atNow: Desk["at"]
  /** Asks the database for the time. Between two times the machine's own clock goes on. */
  readonly readClock: Effect.Effect<void, StateLost>
}

interface Stored {
  readonly kind: string
  readonly doc: unknown
}

export const openDesk = Effect.fnUntraced(function* (seed: string) {
  const { money: sql } = yield* Database
  const lost = (cause: unknown) => new StateLost({ message: "the emulator's state could not be stored", cause })
  const now = Effect.map(sql.unsafe<{ now: number }>(sandboxTime), ([row]) => row?.now ?? Date.now())
  const stored = yield* sql.unsafe<Stored>(loadDocuments)
  const first = yield* now
  const emulator = new Emulator({ seed, now: first, stored })
  const ahead = yield* Ref.make(first - Date.now())
  const turn = yield* Semaphore.make(1)

  const store = Effect.suspend(() => {
    const changes = emulator.takeChanges()
    return changes.length === 0 ? Effect.void : Effect.mapError(sql.unsafe(saveDocuments, [JSON.stringify(changes)]), lost)
  })

  const inTurn = <A, E>(effect: Effect.Effect<A, E>) => effect.pipe(turn.withPermits(1), Effect.uninterruptible)

  const doing: Desk["at"] = (work) =>
    Effect.gen(function* () {
      emulator.setNow(Date.now() + (yield* Ref.get(ahead)))
      const exit = yield* Effect.exit(Effect.sync(() => work(emulator)))
      yield* store
      return yield* exit
    })

  const readClock = Effect.flatMap(Effect.mapError(now, lost), (time) => Ref.set(ahead, time - Date.now()))
  return {
    at: (work) => inTurn(doing(work)),
    atNow: (work) => inTurn(Effect.andThen(readClock, doing(work))),
    readClock: inTurn(readClock),
  } satisfies Desk
})
