import { Data, Effect, Ref, Semaphore } from "effect"
import { Emulator } from "../Emulator.ts"
import { loadDocuments, sandboxTime, saveDocuments } from "../tables.ts"
import { SqlClient } from "effect/sql/SqlClient"

/** A change of the emulator could not be stored. The process must end; the supervisor restarts it from the stored state. */
export class StateNotStored extends Data.TaggedError("StateNotStored")<{ readonly message: string; readonly cause: unknown }> {}

/** The only access to the emulator: one request at a time, at the sandbox's time, stored before its response. */
export interface EmulatorAccess {
  /** An exception of `work` becomes a defect, after its changes were stored. */
  readonly run: <A>(work: (emulator: Emulator) => A) => Effect.Effect<A, StateNotStored>
  /** The same after reading the database's time: a client may have moved the sandbox's clock a moment ago. */
  readonly runAtDatabaseTime: EmulatorAccess["run"]
  /** Reads the database's time. Between two readings the machine's clock is used. */
  readonly syncClock: Effect.Effect<void, StateNotStored>
}

interface Stored {
  readonly kind: string
  readonly doc: unknown
}

export const openEmulator = Effect.fnUntraced(function* (seed: string) {
  const sql = yield* SqlClient
  const lost = (cause: unknown) => new StateNotStored({ message: "the emulator's state could not be stored", cause })
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

  const doing: EmulatorAccess["run"] = (work) =>
    Effect.gen(function* () {
      emulator.setNow(Date.now() + (yield* Ref.get(ahead)))
      const exit = yield* Effect.exit(Effect.sync(() => work(emulator)))
      yield* store
      return yield* exit
    })

  const readClock = Effect.flatMap(Effect.mapError(now, lost), (time) => Ref.set(ahead, time - Date.now()))
  return {
    run: (work) => inTurn(doing(work)),
    runAtDatabaseTime: (work) => inTurn(Effect.andThen(readClock, doing(work))),
    syncClock: inTurn(readClock),
  } satisfies EmulatorAccess
})

export interface Request {
  readonly method: string
  /** Without its query. */
  readonly path: string
  readonly url: string
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: string
}

export interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}
