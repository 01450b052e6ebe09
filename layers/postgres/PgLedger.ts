import { Effect, Exit, Layer, Schedule } from "effect"
import type { SqlError } from "effect/sql/SqlError"
import { randomUUID } from "node:crypto"
import { type Call, idempotencyEntryKey, type LedgerState } from "../../domain/ledger/state.ts"
import type { Command } from "../../domain/ledger/command.ts"
import { Ledger } from "../../domain/ledger/Ledger.ts"
import { scopesOf } from "../../domain/ledger/reserve.ts"
import { storageUnavailable } from "../../domain/Refusal.ts"
import { makeBatcher } from "./Batcher.ts"
import { Expectations } from "./Expectations.ts"
import { KnownRows } from "./KnownRows.ts"
import { callFromJson, type CallRow, type LoadedRows } from "./rows.ts"
import { Database } from "./Database.ts"
import { type CommandExit, decideAll } from "./decideAll.ts"
import { countTransitions, type CountWriter, hourlyCounts } from "./callCounts.ts"
import { readRequest, readStatement } from "./readRequest.ts"
import { callJson } from "./schema/0002_functions.ts"
import type { MoneySession } from "./MoneySession.ts"
import { isTransient, sqlErrorOf } from "./sqlErrors.ts"
import { verifyRequest } from "./verifyRequest.ts"
import { applyStatement, applyVerifiedStatement, writesOf } from "./writes.ts"

interface Lane extends CountWriter {
  readonly session: MoneySession
  readonly rows: KnownRows
  readonly expectations: Expectations
  /** Since when a batch is in flight, by the monotonic clock; undefined while there is none. */
  busySince: number | undefined
  /** The session in which the rows were seen. */
  generation: number
}

/**
 * The ledger over PostgreSQL: lock and load, decide, apply, commit, for everything that waits. Organisations are spread
 * over lanes, each with one batch in flight, so that two batches of one process never wait for the same lock.
 */
const make = Effect.gen(function* () {
  const { money, openMoneySession, reads } = yield* Database
  const count = countTransitions(yield* Effect.context<never>())
  const writer = randomUUID()

  /** Decides over the rows that are known, and writes if all of them are unchanged: one round trip. Undefined where the batch must be read. */
  const attemptKnown = Effect.fnUntraced(function* (commands: ReadonlyArray<Command>, { rows, session, ...lane }: Lane) {
    const batch = rows.batchOf(commands)
    if (batch === undefined) return undefined
    const verify = verifyRequest(commands, batch)
    const { answers, changes, moves } = decideAll(batch.state, commands)
    const { verified, version } = yield* session
      .execute<{ readonly verified: bigint | null; readonly version: string }>({
        sql: applyVerifiedStatement,
        parameters: [...verify, ...writesOf(changes), ...hourlyCounts(lane, moves)],
      })
      .pipe(Effect.catchCause(sqlErrorOf))
    if (verified === null) return undefined
    rows.observeClock(Number(verified))
    rows.record(batch.state, changes, version)
    count(moves, 0)
    return answers
  })

  const step = (commands: ReadonlyArray<Command>, { rows, session, ...lane }: Lane, again: boolean) =>
    session
      .transact({ sql: readStatement, parameters: readRequest(commands, rows, again) }, ({ loaded }: { readonly loaded: LoadedRows }) => {
        const state = rows.stateOf(loaded)
        if (!again && commands.some((command) => needsMoreRows(command, rows, state))) return { write: null, answer: undefined }
        const decided = decideAll(state, commands)
        const { changes, moves, takenOver } = decided
        const write =
          changes.length === 0 ? null : { sql: applyStatement, parameters: [...writesOf(changes, takenOver), ...hourlyCounts(lane, moves)] }
        return { write, answer: { ...decided, loaded, state } }
      })
      .pipe(Effect.catchCause(sqlErrorOf))

  /** A batch that turns out to need more than was read is taken again, with everything it names. */
  const attempt = Effect.fnUntraced(function* (commands: ReadonlyArray<Command>, lane: Lane, again: boolean) {
    const first = yield* step(commands, lane, again)
    const { answer, written } = first.answer === undefined ? yield* step(commands, lane, true) : first
    const { answers, changes, loaded, moves, state, takenOver } = answer!
    count(moves, takenOver)
    const { rows } = lane
    rows.learn(
      loaded,
      commands.flatMap((command) => (command._tag === "Reserve" ? scopesOf(command) : [])),
    )
    if (written !== undefined) rows.record(state, changes, (written as { readonly version: string }).version)
    return answers
  })

  /**
   * Every failure, even a connection lost at COMMIT, is handled by a retry: commands are idempotent by
   * identity, so the second time finds what the first one did. A batch that fails for another reason than the connection
   * is halved until the bad item is alone.
   */
  const run = (commands: ReadonlyArray<Command>, lane: Lane): Effect.Effect<ReadonlyArray<CommandExit>> =>
    attemptKnown(commands, lane).pipe(
      Effect.flatMap((answers) => (answers === undefined ? attempt(commands, lane, false) : Effect.succeed(answers))),
      Effect.tapError(() => Effect.sync(() => lane.rows.forget(commands))),
      Effect.catch(() => attempt(commands, lane, true).pipe(Effect.retry({ while: isTransient, schedule: retrySchedule }))),
      Effect.catch((error: SqlError) => {
        if (commands.length > 1 && !isTransient(error)) return halves(commands, lane)
        return Effect.as(
          Effect.logError("ledger step failed", error),
          commands.map((): CommandExit => Exit.fail(storageUnavailable())),
        )
      }),
    )
  const halves = (commands: ReadonlyArray<Command>, lane: Lane) => {
    const half = Math.ceil(commands.length / 2)
    return Effect.map(Effect.all([run(commands.slice(0, half), lane), run(commands.slice(half), lane)]), (both) => both.flat())
  }

  const runAndNote = (commands: ReadonlyArray<Command>, lane: Lane) => {
    lane.busySince = performance.now()
    // Behind a lost session may be another server, which gave the same transaction ids to other writes.
    const generation = lane.session.generation()
    if (generation !== lane.generation) lane.rows.clear()
    lane.generation = generation
    return Effect.onExit(run(commands, lane), () =>
      Effect.sync(() => {
        lane.busySince = undefined
        lane.expectations.decided(commands)
      }),
    )
  }

  const lanes = yield* Effect.all(
    Array.from({ length: laneCount }, (_, number) =>
      Effect.gen(function* () {
        const lane: Lane = {
          id: writer,
          lane: number,
          session: yield* openMoneySession,
          rows: new KnownRows(),
          expectations: new Expectations(),
          busySince: undefined,
          generation: 0,
        }
        const execute = yield* makeBatcher({
          name: `ledger-${number}`,
          maxItems: 256,
          maxBytes: 256 * 1024,
          bytesOf,
          run: (commands) => runAndNote(commands, lane),
        })
        return { lane, execute }
      }),
    ),
  )

  return Ledger.of({
    execute: (command) =>
      Effect.suspend(() => {
        const { execute, lane } = lanes[laneOf(command.organisation)]!
        if (command._tag === "Reserve") lane.expectations.add(command)
        return execute(command) as never
      }),
    expects: (command) => {
      const { busySince, expectations, rows } = lanes[laneOf(command.organisation)]!.lane
      if (busySince !== undefined && performance.now() - busySince > maxBusyMs) return false
      const batch = rows.batchOf([command])
      return batch !== undefined && expectations.expects(command, batch.state)
    },
    // After an outage of the database every node has been silent to every other. A node that was itself silent, or beats
    // again only since a moment ago, does not judge the others yet.
    // Each call returned moves to the end of the list, so that calls which stay unknown for long do not hide the ones behind them.
    overdue: (node, silentMs, limit) =>
      money<{ readonly call: CallRow }>`
        with silence as (select clock_timestamp() - make_interval(secs => ${silentMs / 1000}) as since),
        due as (
          select o.org, o.call, o.deadline from silence s, open_call o left join node n on n.id = o.node
          where (o.node = ${node} and o.deadline < farthing_now())
            or (o.node <> ${node} and (n.seen_at is null or n.seen_at < s.since)
              and not exists (select from node me where me.id = ${node} and (me.seen_at < s.since or me.steady_since > s.since)))
          order by o.deadline limit ${limit} for update of o skip locked),
        later as (
          update open_call o set deadline = greatest(o.deadline, farthing_now()) + interval '1 second' from due d where o.org = d.org and o.call = d.call)
        select ${money.literal(callJson("c"))} as call from due d join call c on c.org = d.org and c.id = d.call order by d.deadline`.pipe(
        Effect.map((rows): ReadonlyArray<Call> => rows.map((row) => callFromJson(row.call))),
        Effect.mapError(storageUnavailable),
      ),
    unsettled: ({ after, before, organisation, rail }, limit) =>
      reads<{ readonly call: CallRow }>`
        select ${money.literal(callJson("c"))} as call from unsettled u join call c on c.org = u.org and c.id = u.call
        where u.rail = ${rail} and (${organisation ?? null}::uuid is null or u.org = ${organisation ?? null}::uuid)
          and (${before ?? null}::float8 is null or u.captured_at < at_ms(${before ?? null}::float8))
          and (${after?.id ?? null}::uuid is null or (u.captured_at, u.call) > (at_ms(${after?.closedAt ?? null}::float8), ${after?.id ?? null}::uuid))
        order by u.captured_at, u.call limit ${limit}`.pipe(
        Effect.map((rows): ReadonlyArray<Call> => rows.map((row) => callFromJson(row.call))),
        Effect.mapError(storageUnavailable),
      ),
  })
})

export const PgLedger: Layer.Layer<Ledger, never, Database> = Layer.effect(Ledger, make)

/** There is more to read: a call opened here that is open no more or whose run was cancelled, or a reservation given a second time. */
const needsMoreRows = (command: Command, rows: KnownRows, state: LedgerState): boolean => {
  if ("call" in command && rows.openCall(command.call) !== undefined && !state.calls.has(command.call)) return true
  if (command._tag !== "Reserve" || command.key === null || command.begins === null || command.begins.idempotency === null) return false
  const { endpoint, key } = command.begins.idempotency
  return state.idempotency.get(idempotencyEntryKey(command.key, endpoint, key))?.run === command.run
}

/** How long a step waits for a database that restarts. */
const retrySchedule = Schedule.spaced("200 millis").pipe(Schedule.upTo({ duration: "10 seconds" }))

const bytesOf = (command: Command) => {
  const stored = command._tag === "Reserve" ? command.outcome : command
  return stored !== undefined && "body" in stored && stored.body !== null ? stored.body.length : 256
}

/** With a batch in flight for longer than this the database is slow or away: nothing is expected of it. */
const maxBusyMs = 250

const laneCount = 2
const laneOf = (organisation: string) => organisation.charCodeAt(organisation.length - 1) % laneCount
