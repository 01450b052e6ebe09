import { Effect, Exit, Layer, Result, Schedule } from "effect"
import type { SqlError } from "effect/sql/SqlError"
import type { Call } from "../../domain/ledger/Books.ts"
import { applyToBooks, type Change } from "../../domain/ledger/Change.ts"
import type { Answers, Command } from "../../domain/ledger/Command.ts"
import { decide } from "../../domain/ledger/decide.ts"
import { Impossible, type LedgerError } from "../../domain/ledger/Decision.ts"
import { Ledger, type LedgerUnavailable, unavailable } from "../../domain/ledger/Ledger.ts"
import { makeBatcher } from "./Batcher.ts"
import { Database } from "./Database.ts"
import { loadRequest, loadStatement } from "./loadRequest.ts"
import { booksOf, callFromJson, type CallRow, type Loaded } from "./rows.ts"
import { callJson } from "./schema/0002_functions.ts"
import { applyStatement, writesOf } from "./writes.ts"

type Answer = Exit.Exit<Answers[Command["_tag"]], LedgerError | LedgerUnavailable>

/**
 * The ledger over PostgreSQL: lock and load, decide, apply, commit, for everything that waits. Organisations are spread
 * over lanes, each with one batch in flight, so that two batches of one process never wait for the same lock.
 */
const make = Effect.gen(function* () {
  const { money, reads } = yield* Database

  const attempt = (commands: ReadonlyArray<Command>, again: boolean) =>
    money.withTransaction(
      Effect.gen(function* () {
        const [row] = yield* money.unsafe<{ readonly loaded: Loaded }>(loadStatement, loadRequest(commands, again))
        const { answers, changes } = decideAll(row!.loaded, commands)
        if (changes.length > 0) yield* money.unsafe(applyStatement, writesOf(changes))
        return answers
      }),
    )

  /**
   * Whatever went wrong, also a connection lost at COMMIT, is answered by asking again: commands are idempotent by
   * identity, so the second time finds what the first one did. A batch that fails for another reason than the connection
   * is halved until the bad item stands alone.
   */
  const run = (commands: ReadonlyArray<Command>): Effect.Effect<ReadonlyArray<Answer>> =>
    attempt(commands, false).pipe(
      Effect.catch(() =>
        attempt(commands, true).pipe(Effect.retry({ while: mayPass, schedule: Schedule.spaced("200 millis"), times: 40 })),
      ),
      Effect.catch((error: SqlError) => {
        if (commands.length > 1 && !mayPass(error)) return halves(commands)
        return Effect.as(
          Effect.logError("ledger step failed", error),
          commands.map((): Answer => Exit.fail(unavailable())),
        )
      }),
    )
  const halves = (commands: ReadonlyArray<Command>) => {
    const half = Math.ceil(commands.length / 2)
    return Effect.map(Effect.all([run(commands.slice(0, half)), run(commands.slice(half))]), (both) => both.flat())
  }

  const lanes = yield* Effect.all(
    Array.from({ length: laneCount }, () => makeBatcher({ maxItems: 256, maxBytes: 256 * 1024, bytesOf, run })),
  )

  return Ledger.of({
    execute: (command) => lanes[laneOf(command.organisation)]!(command) as never,
    overdue: (node, silentMs, limit) =>
      reads<{ readonly call: CallRow }>`
        select ${money.literal(callJson("c"))} as call
        from open_call o join call c on c.org = o.org and c.id = o.call left join node n on n.id = o.node
        where (o.node = ${node} and o.deadline < farthing_now())
          or (o.node <> ${node} and (n.seen_at is null or n.seen_at < clock_timestamp() - make_interval(secs => ${silentMs / 1000})))
        order by o.deadline limit ${limit}`.pipe(
        Effect.map((rows): ReadonlyArray<Call> => rows.map((row) => callFromJson(row.call))),
        Effect.mapError(unavailable),
      ),
  })
})

export const PgLedger: Layer.Layer<Ledger, never, Database> = Layer.effect(Ledger, make)

const decideAll = (loaded: Loaded, commands: ReadonlyArray<Command>) => {
  const books = booksOf(loaded)
  const changes: Array<Change> = []
  const answers = commands.map((command): Answer => {
    const decision = safely(() => decide(books, command))
    if (Result.isFailure(decision)) return Exit.fail(new Impossible({ message: String(decision.failure) }))
    for (const change of decision.success.changes) {
      applyToBooks(books, change)
      changes.push(change)
    }
    const { answer } = decision.success
    return Result.isSuccess(answer) ? Exit.succeed(answer.success) : Exit.fail(answer.failure)
  })
  return { answers, changes }
}

/** A fault in one decision must not fail its neighbours. */
const safely = <A>(decision: () => A): Result.Result<A, unknown> => Result.try(decision)

const transient = new Set([
  "ConnectionError",
  "DeadlockError",
  "SerializationError",
  "LockTimeoutError",
  "StatementTimeoutError",
  "AuthenticationError",
])
const restarting = /terminating connection|shutting down|starting up|recovery mode|idle-in-transaction/i
const mayPass = (error: SqlError) => transient.has(error.reason._tag) || restarting.test(String(error.reason.cause))

const bytesOf = (command: Command) => ("body" in command && command.body !== null ? command.body.length : 256)

const laneCount = 2
const laneOf = (organisation: string) => Number.parseInt(organisation.slice(-2), 16) % laneCount
