import type { PgClient } from "@effect/sql-pg"
import { Effect, Exit, Layer } from "effect"
import type { SqlError } from "effect/sql/SqlError"
import { keyScope } from "../../domain/ledger/admit.ts"
import { availableBalance, type Organisation, type Run } from "../../domain/ledger/state.ts"
import { type SpendingSnapshot, LedgerQueries } from "../../domain/ledger/LedgerQueries.ts"
import { isUuid, type KeyId, type OrganisationId, type RunId } from "../../domain/money/ids.ts"
import { microUsd, zero } from "../../domain/money/Money.ts"
import { Database, orUnavailable, withinRequestTime } from "./Database.ts"
import type { RunStatus } from "../../domain/RunStatus.ts"
import { makeBatcher } from "./Batcher.ts"
import { arrayOf } from "./parameters.ts"
import { bookings } from "./bookings.ts"
import { paymentColumns, paymentFrom, type PaymentRow, paymentsPage } from "./paymentsPage.ts"
import { accountFromJson, callFromJson, type CallRow, keyFromJson } from "./rows.ts"
import { executingCalls } from "./schema/functions.ts"
import { accountJson, callJson, keyJson, organisationJson, runJson } from "./schema/0002_functions.ts"
import { ownAccountOf } from "./schema/0036_own_accounts.ts"

interface SnapshotRow {
  readonly now: number
  readonly accounts: ReadonlyArray<AccountRow>
  readonly organisation: Organisation
  readonly key: Parameters<typeof keyFromJson>[0] | null
  readonly spends: ReadonlyArray<readonly [scope: string, period: string, spent: string]>
  readonly claims: ReadonlyArray<string>
  readonly executing: number
}

const snapshotOf = ({ accounts, claims, key, now, executing, organisation, spends }: SnapshotRow): SpendingSnapshot => {
  const spent = new Map(spends.map(([scope, period, amount]) => [`${scope}/${period}`, microUsd(BigInt(amount))]))
  return {
    now,
    organisation,
    key: key === null ? null : keyFromJson(key),
    accounts: accounts.map(accountFromJson),
    executing,
    spent: (scope, period) => spent.get(`${scope}/${period}`) ?? zero,
    claimed: new Set(claims),
  }
}

interface RunKey {
  readonly organisation: OrganisationId
  readonly run: RunId
}

const runStatuses = (sql: PgClient.PgClient) => (runs: ReadonlyArray<RunKey>) => {
  const organisations = runs.map(({ organisation }) => organisation)
  const ids = runs.map(({ run }) => run)
  const read = sql<{ readonly nth: number; readonly status: RunStatus }>`
    select x.nth::int as nth, r.status from unnest(${arrayOf("uuid", organisations)}, ${arrayOf("uuid", ids)}) with ordinality as x (org, id, nth)
      join run r on r.org = x.org and r.id = x.id`
  return Effect.match(inTime(read), {
    onFailure: (error) => runs.map(() => Exit.fail(error)),
    onSuccess: (rows) => {
      const statuses = new Map(rows.map(({ nth, status }) => [nth, status]))
      return runs.map((_, i) => Exit.succeed(statuses.get(i + 1)))
    },
  })
}

type AccountRow = Parameters<typeof accountFromJson>[0]

const make = Effect.gen(function* () {
  const { lists, reads: sql } = yield* Database
  const call = sql.literal(callJson("c"))
  /** The accounts of the organisation; of those in transit only the ones that are named. */
  const accounts = (organisation: string, inTransit: ReadonlyArray<string> = []) =>
    sql`(select coalesce(json_agg(${sql.literal(accountJson)} order by id), '[]'::json) from (
      select * from account where ${sql.literal(ownAccountOf)} = ${organisation}::uuid
      union all select * from account where transit and org = ${organisation} and id = any (${arrayOf("text", inTransit)})) as account)`

  const runStatus = yield* makeBatcher({ name: "run status", maxItems: 512, maxBytes: 1 << 20, bytesOf: () => 80, run: runStatuses(sql) })

  return LedgerQueries.of({
    runStatus: (organisation, run) => runStatus({ organisation, run }),

    spendingSummary: (organisation, key) =>
      sql<{ readonly now: bigint; readonly accounts: ReadonlyArray<AccountRow>; readonly spent: string | null }>`
        select ms(farthing_now()) as now, ${accounts(organisation)} as accounts,
          (select spent::text from spend where org = ${organisation} and scope = ${keyScope(key)}
            and period = to_char(farthing_now() at time zone 'UTC', 'YYYY-MM')) as spent`.pipe(
        Effect.map(([row]) => ({
          now: Number(row!.now),
          accounts: row!.accounts.map(accountFromJson),
          monthSpent: microUsd(BigInt(row!.spent ?? "0")),
        })),
        inTime,
      ),

    keyUse: (organisation) =>
      sql<{ readonly id: KeyId; readonly spent: string | null; readonly at: bigint | null }>`
        select k.id::text as id, s.spent::text as spent,
          (select ms(c.reserved_at) from call c where c.org = k.org and c.key = k.id order by c.reserved_at desc limit 1) as at
        from api_key k left join spend s on s.org = k.org and s.scope = 'key:' || k.id
          and s.period = to_char(farthing_now() at time zone 'UTC', 'YYYY-MM')
        where k.org = ${organisation} limit 1000`.pipe(
        Effect.map(
          (rows) =>
            new Map(
              rows.map(({ at, id, spent }) => [
                id,
                { monthSpent: microUsd(BigInt(spent ?? "0")), lastCallAt: at === null ? null : Number(at) },
              ]),
            ),
        ),
        inTime,
      ),

    spendingSnapshot: (organisation, key, { accounts: inTransit, claims, scopes }) =>
      sql<{ readonly loaded: SnapshotRow }>`
        select json_build_object('now', ms(farthing_now()), 'accounts', ${accounts(organisation, inTransit)},
          'executing', (select ${sql.literal(executingCalls("o.id"))} from organisation o where o.id = ${organisation}),
          'organisation', (select ${sql.literal(organisationJson)} from organisation where id = ${organisation}),
          'key', (select ${sql.literal(keyJson)} from api_key where org = ${organisation} and id = ${key}),
          'spends', (select coalesce(json_agg(json_build_array(scope, period, spent::text)), '[]'::json) from spend
            where org = ${organisation} and scope = any (${arrayOf("text", scopes)}) and period in
              (to_char(farthing_now() at time zone 'UTC', 'YYYY-MM'), to_char(farthing_now() at time zone 'UTC', 'YYYY-MM-DD'))),
          'claims', (select coalesce(json_agg(hash), '[]'::json) from claim where hash = any (${arrayOf("text", claims)}))) as loaded`.pipe(
        Effect.map(([row]) => snapshotOf(row!.loaded)),
        inTime,
      ),

    charges: (organisation, key, limit) =>
      sql<{ readonly call: CallRow; readonly refunded: string }>`
        select ${call} as call, (select coalesce(sum(amount), 0)::text from transfer where org = c.org and call = c.id
          and credit like 'buyer:%' and (debit like 'payee:%' or debit = 'platform:fees')) as refunded
        from call c where c.org = ${organisation} and c.key = ${key} order by c.reserved_at desc limit ${limit}`.pipe(
        Effect.map((rows) => rows.map((row) => ({ call: callFromJson(row.call), refunded: microUsd(BigInt(row.refunded)) }))),
        inTime,
      ),

    bookings: (organisation, before, limit) => inTime(bookings(lists, organisation, before, limit)),

    run: (organisation, key, id, ofEndedKeys = false) =>
      sql<{
        readonly run: Run
        readonly now: bigint
        readonly accounts: ReadonlyArray<AccountRow>
        readonly calls: ReadonlyArray<{ readonly call: CallRow; readonly body: string | null }>
      }>`
        select ${sql.literal(runJson("r"))} as run, ms(farthing_now()) as now, ${accounts(organisation)} as accounts,
          (select coalesce(json_agg(json_build_object('call', ${call}, 'body', x.body) order by c.step), '[]'::json)
            from call c left join result x on x.org = c.org and x.call = c.id where c.org = r.org and c.run = r.id) as calls
        from run r where r.org = ${organisation} and (r.key = ${key} or (${ofEndedKeys}::boolean and exists (select from api_key k
            where k.org = r.org and k.id = r.key and (k.revoked_at is not null or k.expires_at <= farthing_now())))) and r.id = ${isUuid(id) ? id : null}::uuid`.pipe(
        Effect.map(([row]) =>
          row === undefined
            ? undefined
            : {
                run: row.run,
                now: Number(row.now),
                balance: availableBalance(row.accounts.map(accountFromJson)),
                calls: row.calls.map(({ body, call }) => ({ call: callFromJson(call), body })),
              },
        ),
        inTime,
      ),

    accounts: (organisation) =>
      sql<{ readonly accounts: ReadonlyArray<AccountRow> }>`select ${accounts(organisation)} as accounts`.pipe(
        Effect.map(([row]) => row!.accounts.map(accountFromJson)),
        inTime,
      ),

    payment: (organisation, id) =>
      sql<PaymentRow>`
        select ${sql.literal(paymentColumns)} from call c
        where (${organisation}::uuid is null or c.org = ${organisation}::uuid) and c.id = ${isUuid(id) ? id : null}::uuid`.pipe(
        Effect.map(([row]) => (row === undefined ? undefined : paymentFrom(row))),
        inTime,
      ),

    payments: (organisation, filter, limit) => inTime(paymentsPage(lists, organisation, filter, limit)),
  })
})

export const PgLedgerQueries: Layer.Layer<LedgerQueries, never, Database> = Layer.effect(LedgerQueries, make)

const inTime = <A>(effect: Effect.Effect<A, SqlError>) => withinRequestTime(orUnavailable(effect))
