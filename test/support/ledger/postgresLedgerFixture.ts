import type { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer } from "effect"
import * as Reactivity from "effect/reactivity/Reactivity"
import { inject } from "vitest"
import { Ledger } from "../../../domain/ledger/Ledger.ts"
import { Database } from "../../../layers/postgres/Database.ts"
import { connect } from "../../../layers/postgres/connection.ts"
import { PgLedger } from "../../../layers/postgres/PgLedger.ts"
import { freshDatabase } from "../database.ts"
import { LedgerFixture, noon, type Rows } from "./LedgerFixture.ts"

/** The owner of the test's database: may do what the gateway may not. */
export class Owner extends Context.Service<Owner, PgClient.PgClient>()("farthing/test/support/Owner") {}

/** The database that these layers share. */
export class TestLocation extends Context.Service<TestLocation, Effect.Success<typeof freshDatabase>>()(
  "farthing/test/support/TestLocation",
) {}

type Row = Readonly<Record<string, unknown>>

const make = Effect.gen(function* () {
  const owner = yield* Owner
  yield* owner`create table test_clock (at timestamptz not null)`
  yield* owner`insert into test_clock values (${new Date(noon).toISOString()}::text::timestamptz)`
  yield* owner`grant select on test_clock to public`
  yield* owner`create or replace function farthing_now() returns timestamptz language sql volatile as 'select at from test_clock'`
  const rowsOf = (organisation: string) => (table: string, order: string) =>
    Effect.map(
      owner.unsafe<{ readonly row: Row }>(`select to_json(t) as row from ${table} t where org::text = $1 order by ${order}`, [
        organisation,
      ]),
      (rows) => rows.map(({ row }) => memberOf(row)),
    )
  return LedgerFixture.of({
    organisation: ({ concurrency, id, spending, status }) =>
      done(owner`insert into organisation (id, name, status, spending, concurrency) values (${id}, 'test', ${status}, ${spending}, ${concurrency}::int)
        on conflict (id) do update set status = excluded.status, spending = excluded.spending, concurrency = excluded.concurrency`),
    account: ({ creditLimit, id, organisation, rail, status }) =>
      done(owner`insert into account (org, id, rail, credit_limit, status)
        values (${organisation}, ${id}, ${rail}, ${creditLimit.toString()}::text::bigint, ${status})
        on conflict (org, id) do update set credit_limit = excluded.credit_limit, status = excluded.status`),
    key: (k) =>
      done(owner`insert into api_key (org, id, name, hash, scopes, per_request, monthly, daily, expires_at, revoked_at)
        values (${k.organisation}, ${k.id}, 'test', decode(md5(${k.id}), 'hex'), '{}', ${k.perRequest?.toString() ?? null}::text::bigint,
          ${k.monthly?.toString() ?? null}::text::bigint, ${k.daily?.toString() ?? null}::text::bigint,
          ${new Date(k.expiresAt).toISOString()}::text::timestamptz,
          ${k.revokedAt === null ? null : new Date(k.revokedAt).toISOString()}::text::timestamptz)
        on conflict (org, id) do update set per_request = excluded.per_request, monthly = excluded.monthly, daily = excluded.daily,
          expires_at = excluded.expires_at, revoked_at = excluded.revoked_at`),
    setTime: (at) => done(owner`update test_clock set at = ${new Date(at).toISOString()}::text::timestamptz`),
    beat: (node) =>
      done(owner`insert into node (id) values (${node}) on conflict (id) do update set seen_at = clock_timestamp() + interval '1 day'`),
    rows: (organisation) => Effect.orDie(snapshot(rowsOf(organisation))),
  })
})

const done = (effect: Effect.Effect<unknown, unknown>) => Effect.asVoid(Effect.orDie(effect))

const snapshot = <E>(rows: (table: string, order: string) => Effect.Effect<ReadonlyArray<Row>, E>): Effect.Effect<Rows, E> =>
  Effect.gen(function* () {
    const spends = yield* rows("spend", `scope collate "C", period collate "C"`)
    const claims = yield* rows("claim", `hash collate "C"`)
    const refs = yield* rows("post_ref", `ref collate "C"`)
    const tables = {
      accounts: yield* rows("account", `id collate "C"`),
      calls: yield* rows("call", "id"),
      runs: (yield* rows("run", "id")).map(({ endpoint, idempotencyKey, ...run }) => ({
        ...run,
        idempotency: idempotencyKey === null ? null : { endpoint, key: idempotencyKey },
      })),
      results: yield* rows("result", "call"),
      transfers: (yield* rows("transfer", "id")).map((row) => without(row, "id", "at")),
      idempotency: (yield* rows("idempotency", `key, endpoint collate "C", idempotency_key collate "C"`)).map((row) =>
        without(row, "createdAt"),
      ),
      events: (yield* rows("payment_event", "id")).map((row) => ({ ...without(row, "id"), data: JSON.stringify(row["data"]) })),
      claims: claims.map(({ call, hash }) => `${String(hash)} → ${String(call)}`),
      refs: refs.map(({ ref }) => ref),
      spends: Object.fromEntries(
        spends.filter(({ spent }) => spent !== 0n).map(({ period, scope, spent }) => [`${String(scope)}/${String(period)}`, spent]),
      ),
    }
    return tables as unknown as Rows
  })

const without = (row: Row, ...members: ReadonlyArray<string>) =>
  Object.fromEntries(Object.entries(row).filter(([member]) => !members.includes(member)))

const money = new Set(["posted", "held", "credit_limit", "spent", "max", "amount"])
const times = /^(at|.*_at|deadline|wait_until)$/

/** A row under the names of the domain. Written here by itself, so that a fault of the store's own reading shows. */
const memberOf = (row: Row): Row => {
  const members: Record<string, unknown> = {}
  for (const [column, value] of Object.entries(row)) {
    const name = column === "org" ? "organisation" : column.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
    members[name] =
      value === null ? null : money.has(column) ? BigInt(value as number) : times.test(column) ? Date.parse(value as string) : value
  }
  return members
}

const owner = Layer.effect(
  Owner,
  Effect.gen(function* () {
    const location = yield* TestLocation
    return yield* connect({ ...location, username: inject("postgres").superuser }, { maxConnections: 2 })
  }),
).pipe(Layer.provide(Reactivity.layer))

/** The ledger over a fresh database of its own, whose clock the test sets, with its fixture. */
export const postgresLedgerFixture = PgLedger.pipe(
  Layer.provideMerge(Layer.unwrap(Effect.map(TestLocation, Database.layer))),
  Layer.provideMerge(Layer.effect(LedgerFixture, make)),
  Layer.provideMerge(owner),
  Layer.provideMerge(Layer.effect(TestLocation, freshDatabase)),
)

/** The ledger as another process has it, over the same database. */
export const otherProcess = Effect.gen(function* () {
  const location = yield* TestLocation
  const built = yield* Layer.build(Layer.fresh(PgLedger.pipe(Layer.provide(Layer.fresh(Database.layer(location))))))
  return yield* Effect.provide(Ledger, built)
})
