import { Effect, Layer, Schedule, Semaphore } from "effect"
import { askFromJson, askToJson } from "../../../domain/ask/askCodec.ts"
import {
  type AskDecision,
  type AskTarget,
  type AskRecord,
  type AskContext,
  AskStore,
  type AskWrite,
  type RunRef,
} from "../../../domain/ask/AskStore.ts"
import { approvalUnconfirmed } from "../../../domain/ask/refusals.ts"
import { waitsUntil } from "../../../domain/ask/conclude.ts"
import type { NodeId } from "../../../domain/money/ids.ts"
import { availableBalance, type IdempotencyEntry, type Organisation, type Run } from "../../../domain/ledger/state.ts"
import { storageUnavailable } from "../../../domain/Refusal.ts"
import { microUsd, zero } from "../../../domain/money/Money.ts"
import { Database, orUnavailable, withinRequestTime } from "../Database.ts"
import type { Statement } from "../MoneySession.ts"
import { arrayOf } from "../parameters.ts"
import { accountFromJson, callFromJson, type CallRow, keyFromJson } from "../rows.ts"
import { asksOfKey } from "./asksOfKey.ts"
import { askRecord } from "../schema/0010_asks.ts"

interface Loaded {
  readonly now: number
  readonly organisation: Organisation
  readonly key: Parameters<typeof keyFromJson>[0] | null
  readonly accounts: ReadonlyArray<Parameters<typeof accountFromJson>[0]>
  readonly spends: ReadonlyArray<readonly [scope: string, period: string, spent: string]>
  readonly run: Run | null
  readonly ask: string | null
  readonly openCalls: number
  readonly executing: number
  readonly chargedCalls: number
  readonly node: NodeId | null
  readonly earlier: IdempotencyEntry | null
}

interface Row {
  readonly run: Run
  readonly now: number
  readonly ask: string
  readonly node: NodeId | null
  readonly accounts: ReadonlyArray<Parameters<typeof accountFromJson>[0]>
  readonly calls: ReadonlyArray<{ readonly call: CallRow; readonly body: string | null }>
}

const make = Effect.gen(function* () {
  const { lists, money: sql, openMoneySession, reads } = yield* Database
  const { transact } = yield* openMoneySession
  // A session has one transaction at a time.
  const turn = yield* Semaphore.make(1)
  const watch = watchProgress()

  return AskStore.of({
    step: <A>(place: AskTarget, decide: (scene: AskContext) => AskDecision<A>, onStalled?: () => void) =>
      Effect.suspend(() => {
        // Once a write was sent, its outcome is unknown until COMMIT is answered.
        let wrote = false
        const attempt = turn.withPermits(1)(
          transact(loadStatement(place), ({ loaded }: { readonly loaded: Loaded }) => {
            const { answer, write } = decide(sceneOf(loaded))
            wrote ||= write !== null
            return { answer, write: write === null ? null : applyStatement(write) }
          }).pipe(Effect.tap(() => Effect.sync(watch.progressed))),
        )
        // Deciding again finds what was written before: identities are given, not made, in a decision.
        return attempt.pipe(
          Effect.retry(retrySchedule),
          Effect.tapError((error) => Effect.logError("a step of an ask failed", error)),
          Effect.mapError(() => (wrote && place.approves === true ? approvalUnconfirmed() : storageUnavailable())),
          Effect.flatMap(({ answer }) => Effect.fromResult(answer)),
          (step) => (onStalled === undefined ? step : watch.reporting(step, onStalled)),
        )
      }),
    read: (organisation, run) =>
      reads.unsafe<Row>(askRecord, [organisation, run]).pipe(
        Effect.map(([row]) => (row === undefined ? undefined : recordOf(row))),
        orUnavailable,
        withinRequestTime,
      ),
    list: (organisation, key, filter, limit) => asksOfKey(lists, organisation, key, filter, limit).pipe(orUnavailable, withinRequestTime),
    // A node that was itself silent, or beats again only since a moment ago, does not judge the others yet. Runs of this
    // very node come back too after a while: it may have died of a fault in between, or have missed the answer to its own COMMIT.
    claim: (node, silentMs, limit) =>
      sql<RunRef>`
        with silence as (select clock_timestamp() - make_interval(secs => ${silentMs / 1000}) as since),
        due as (
          select w.org, w.run from silence s, ask_at_work w left join node n on n.id = w.node
          where (w.node = ${node} and w.looked_at < s.since)
            or (w.node <> ${node} and (n.seen_at is null or n.seen_at < s.since)
              and not exists (select from node me where me.id = ${node} and (me.seen_at < s.since or me.steady_since > s.since)))
          order by w.looked_at limit ${limit} for update of w skip locked)
        update ask_at_work w set node = ${node}, looked_at = clock_timestamp() from due d where w.org = d.org and w.run = d.run
        returning w.org as organisation, w.run`.pipe(orUnavailable),
    overdue: (limit) =>
      sql<RunRef>`
        with due as (select org, run from ask_waiting where until <= farthing_now() order by until limit ${limit} for update skip locked)
        update ask_waiting w set until = farthing_now() + interval '1 minute' from due d where w.org = d.org and w.run = d.run
        returning w.org as organisation, w.run`.pipe(orUnavailable),
    rest: ({ organisation, run }) =>
      sql`with now as (select org, id, status from run where org = ${organisation} and id = ${run}),
        rested as (delete from ask_at_work w using now n where w.org = n.org and w.run = n.id and n.status <> 'running')
        delete from ask_waiting w using now n where w.org = n.org and w.run = n.id and n.status <> 'needs_selection'`.pipe(
        Effect.asVoid,
        orUnavailable,
      ),
  })
})

export const PgAskStore: Layer.Layer<AskStore, never, Database> = Layer.effect(AskStore, make)

/** With a database that hangs in the middle of a request the request is answered 503 within 3 s. */
const maxStallMs = 2_500

/** Steps take turns: one that waits has stalled when no step has ended for `maxStallMs`, not when many steps are before it. */
const watchProgress = () => {
  let progressedAt = 0
  return {
    progressed: () => {
      progressedAt = performance.now()
    },
    reporting: <A, E, R>(step: Effect.Effect<A, E, R>, onStalled: () => void): Effect.Effect<A, E, R> =>
      Effect.suspend(() => {
        const begunAt = performance.now()
        const check = () => {
          const leftMs = Math.max(begunAt, progressedAt) + maxStallMs - performance.now()
          if (leftMs <= 0) onStalled()
          else timer = setTimeout(check, leftMs)
        }
        let timer = setTimeout(check, maxStallMs)
        return Effect.onExit(step, () => Effect.sync(() => clearTimeout(timer)))
      }),
  }
}

/** How long a step waits for a database that restarts. */
const retrySchedule = Schedule.spaced("100 millis").pipe(Schedule.upTo({ duration: "5 seconds" }))

const loadStatement = ({ idempotency, key, organisation, run, scopes }: AskTarget): Statement => ({
  sql: "select ask_load($1::uuid, $2::uuid, $3::uuid, $4::text[], $5::text, $6::text) as loaded",
  parameters: [organisation, key, run, arrayOf("text", scopes), idempotency?.endpoint ?? null, idempotency?.key ?? null],
})

const sceneOf = ({ accounts, ask, earlier, key, organisation, run, spends, ...rest }: Loaded): AskContext => {
  const spent = new Map(spends.map(([scope, period, amount]) => [`${scope}/${period}`, microUsd(BigInt(amount))]))
  return {
    ...rest,
    organisation,
    key: key === null ? null : keyFromJson(key),
    accounts: accounts.map(accountFromJson),
    spent: (scope, period) => spent.get(`${scope}/${period}`) ?? zero,
    run: run ?? undefined,
    ask: ask === null ? undefined : askFromJson(ask),
    earlier: earlier ?? undefined,
  }
}

const applyStatement = ({ ask, freed, idempotency, node, run }: AskWrite): Statement => ({
  sql: "select ask_apply($1::text::json)",
  parameters: [
    JSON.stringify({
      org: run.organisation,
      run: run.id,
      key: run.key,
      status: run.status,
      request: run.request,
      error: run.error ?? undefined,
      endpoint: run.idempotency?.endpoint,
      idempotencyKey: run.idempotency?.key,
      createdAt: run.createdAt,
      waitUntil: run.waitUntil,
      finishedAt: run.finishedAt,
      revision: ask.revision,
      body: askToJson(ask),
      node,
      waitsUntil: waitsUntil({ ask, run }),
      useEndpoint: idempotency?.endpoint,
      useKey: idempotency?.idempotencyKey,
      hash: idempotency?.hash,
      freed,
    }),
  ],
})

const recordOf = ({ accounts, ask, calls, ...row }: Row): AskRecord => ({
  ...row,
  ask: askFromJson(ask),
  balance: availableBalance(accounts.map(accountFromJson)),
  calls: calls.map(({ body, call }) => ({ call: callFromJson(call), body })),
})
