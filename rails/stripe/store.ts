import { Array, Context, Effect, type Redacted } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { SecretCipher, type SecretColumn, secretPlace } from "../../domain/SecretCipher.ts"
import { fromTables, type RailUnavailable } from "../RailUnavailable.ts"

/** What is tried again after a failure: an item of Stripe's lists, or the work for an organisation, a debit or a top-up. */
export type RetryKind = "event" | "dispute" | "refund" | "debtor" | "mandate" | "debit" | "notice" | "topup"

/** The pause after a failure doubles with each one, up to `maxMs`. After `endMs` of failures it is not tried again (null: it is). */
export interface RetryPlan {
  readonly firstMs: number
  readonly maxMs: number
  readonly endMs: number | null
}

type Query<A> = Effect.Effect<A, RailUnavailable>

/** Which events were handled, and when each recurring job ran last, over all nodes of the gateway. */
export interface StripeStoreShape {
  /** The database's clock, which a sandbox may have moved, in milliseconds since 1970. Everything here follows it. */
  readonly now: Query<number>
  readonly isHandled: (event: string) => Query<boolean>
  readonly markHandled: (event: string) => Query<void>
  /** Deletes the ids of events that were handled before this time: Stripe does not list them any more. */
  readonly forgetEvents: (before: number) => Query<void>
  /** Undefined if another node claimed this job less than `everyMs` ago. `mark` is the value of the last `keepMark`. */
  readonly claimRun: (job: string, everyMs: number) => Query<{ readonly mark: number | null } | undefined>
  /** The run of this job has ended, also by a failure. */
  readonly endRun: (job: string) => Query<void>
  /** The job is due at once, whenever it ran last. */
  readonly hastenRun: (job: string) => Query<void>
  /** The jobs that are due at a time and have not begun since, and those whose run has not ended. */
  readonly unfinishedJobs: (at: number) => Query<ReadonlyArray<string>>
  readonly keepMark: (job: string, mark: number) => Query<void>
  /** What failed and is tried again, by id, with the time from which it is due. */
  readonly failures: (kind: RetryKind) => Query<ReadonlyMap<string, number>>
  readonly keepFailure: (kind: RetryKind, id: string, error: string, plan: RetryPlan) => Query<void>
  readonly forgetFailure: (kind: RetryKind, id: string) => Query<void>
  /** How many were given up and are kept for the operator. */
  readonly givenUp: Query<number>
}

const maxFailures = 10_000
const maxErrorLength = 500

export class StripeStore extends Context.Service<StripeStore, StripeStoreShape>()("farthing/rails/stripe/StripeStore") {}

/** The first release created these tables in the schema `rail_sepa`. They stay there: nodes of two releases run over one database. */
export const makePgStripeStore = Effect.gen(function* () {
  const sql = yield* SqlClient
  const run = (statement: string, params: ReadonlyArray<unknown>) => fromTables(Effect.asVoid(sql.unsafe(statement, params)))
  return StripeStore.of({
    now: fromTables(Effect.map(sql.unsafe<{ readonly now: bigint }>(`select ms(farthing_now()) as now`), ([row]) => Number(row!.now))),
    isHandled: (event) =>
      fromTables(Effect.map(sql.unsafe(`select id from rail_sepa.event where id = $1`, [event]), ({ length }) => length > 0)),
    markHandled: (event) => run(`insert into rail_sepa.event (id) values ($1) on conflict do nothing`, [event]),
    forgetEvents: (before) => run(`delete from rail_sepa.event where at < at_ms($1::text::float8)`, [String(before)]),
    claimRun: (job, everyMs) =>
      fromTables(
        Effect.map(
          sql.unsafe<{ readonly mark: bigint | null }>(
            `insert into rail_sepa.turn as job_run (name, taken_at, every)
               select $1, farthing_now(), make_interval(secs => $2::text::float8)
               where not exists (select from rail_sepa.turn where name = $1 and taken_at > farthing_now() - make_interval(secs => $2::text::float8))
             on conflict (name) do update set taken_at = excluded.taken_at, every = excluded.every
               where job_run.taken_at <= excluded.taken_at - excluded.every
             returning ms(mark) as mark`,
            [job, String(everyMs / 1000)],
          ),
          ([jobRun]) => (jobRun === undefined ? undefined : { mark: jobRun.mark === null ? null : Number(jobRun.mark) }),
        ),
      ),
    endRun: (job) => run(`update rail_sepa.turn set ended_at = farthing_now() where name = $1`, [job]),
    hastenRun: (job) => run(`update rail_sepa.turn set taken_at = '-infinity' where name = $1`, [job]),
    // A node of an earlier release does not write how often its jobs are due.
    unfinishedJobs: (at) =>
      fromTables(
        Effect.map(
          sql.unsafe<{ readonly name: string }>(
            `select name from rail_sepa.turn where taken_at <= at_ms($1::text::float8) - coalesce(every, interval '0')
               or ended_at is null or ended_at < taken_at order by name`,
            [String(at)],
          ),
          (rows) => rows.map(({ name }) => name),
        ),
      ),
    keepMark: (job, mark) => run(`update rail_sepa.turn set mark = at_ms($2::text::float8) where name = $1`, [job, String(mark)]),
    failures: (kind) =>
      fromTables(
        Effect.map(
          sql.unsafe<{ readonly id: string; readonly due: bigint }>(
            `select id, ms(due_at) as due from rail_sepa.retry where kind = $1 and ended_at is null order by due_at limit ${maxFailures}`,
            [kind],
          ),
          (rows) => new Map(rows.map(({ due, id }) => [id, Number(due)])),
        ),
      ),
    keepFailure: (kind, id, error, { endMs, firstMs, maxMs }) =>
      run(
        `insert into rail_sepa.retry as retry (kind, id, failures, due_at, error)
         values ($1, $2, 1, farthing_now() + make_interval(secs => $4::text::float8), $3)
         on conflict (kind, id) do update set failures = retry.failures + 1, error = excluded.error,
           due_at = farthing_now() + make_interval(secs => least($5::text::float8, $4::text::float8 * 2 ^ least(retry.failures, 30))),
           ended_at = case when farthing_now() - retry.first_at > make_interval(secs => $6::text::float8) then farthing_now() end`,
        [
          kind,
          id,
          error.slice(0, maxErrorLength),
          String(firstMs / 1000),
          String(maxMs / 1000),
          endMs === null ? null : String(endMs / 1000),
        ],
      ),
    forgetFailure: (kind, id) => run(`delete from rail_sepa.retry where kind = $1 and id = $2`, [kind, id]),
    givenUp: fromTables(
      Effect.map(sql.unsafe<{ readonly n: bigint }>(`select count(*) as n from rail_sepa.retry where ended_at is not null`), ([row]) =>
        Number(row!.n),
      ),
    ),
  })
})

export const webhookSecretColumn: SecretColumn = { table: "rail_sepa.webhook", key: "url", column: "secret" }

/** The secrets of the webhook endpoints that gateways registered at the sandbox's Stripe. Those of the 20 newest starts are valid. */
export const webhookSecrets = Effect.gen(function* () {
  const sql = yield* SqlClient
  const { decrypt, encrypt } = yield* SecretCipher
  return {
    all: Effect.flatMap(
      fromTables(
        sql.unsafe<{ readonly url: string; readonly secret: string }>(
          `select url, secret from rail_sepa.webhook order by begun_at desc, url limit 20`,
        ),
      ),
      // A secret that cannot be decrypted verifies nothing.
      Effect.forEach(({ secret, url }) => Effect.option(decrypt(secret, secretPlace(webhookSecretColumn, url)))),
    ).pipe(Effect.map(Array.getSomes)),
    /** Whether an earlier start registered this address. The address becomes the newest. */
    isRegistered: (url: string) =>
      Effect.map(
        fromTables(sql.unsafe(`update rail_sepa.webhook set begun_at = clock_timestamp() where url = $1 returning url`, [url])),
        ({ length }) => length > 0,
      ),
    keep: (url: string, secret: Redacted.Redacted) =>
      fromTables(
        Effect.asVoid(
          sql.unsafe(
            `insert into rail_sepa.webhook (url, secret) values ($1, $2) on conflict (url) do update
               set secret = excluded.secret, begun_at = excluded.begun_at`,
            [url, encrypt(secret, secretPlace(webhookSecretColumn, url))],
          ),
        ),
      ),
  }
})
