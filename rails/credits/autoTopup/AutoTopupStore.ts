import { Context, Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import type { OrganisationId } from "../../../domain/money/ids.ts"
import { documentTable } from "../../documentTable.ts"
import { fromTables, type RailUnavailable } from "../../RailUnavailable.ts"
import { Topup } from "../topups/Topup.ts"
import { topupTable } from "../topups/TopupStore.ts"
import { AutoTopup, isWatched } from "./AutoTopup.ts"

type Query<A> = Effect.Effect<A, RailUnavailable>

export interface AutoTopupStoreShape {
  readonly find: (organisation: OrganisationId) => Query<AutoTopup | undefined>
  /** Changes the row under its lock, or creates it. */
  readonly put: (organisation: OrganisationId, change: (current: AutoTopup | undefined) => AutoTopup) => Query<AutoTopup>
  readonly watched: (after: string | null, limit: number) => Query<ReadonlyArray<AutoTopup>>
  /** What automatic top-ups of this UTC month took or may still take from the card. */
  readonly monthCents: (organisation: OrganisationId) => Query<bigint>
  /**
   * Writes the next top-up down, if one is due: under the lock of the row it is active, its pause is over, the organisation may spend, its credits are
   * below the threshold, no other automatic top-up is open, and the month's ceiling covers it. So two nodes never begin one at the same time,
   * and the ceiling is never exceeded.
   */
  readonly begin: (organisation: OrganisationId, draft: (auto: AutoTopup, now: number) => Topup | undefined) => Query<Topup | undefined>
  /** Ends an open top-up and changes the row, both or none. Undefined where the top-up was not open any more. */
  readonly end: (topup: Topup, ended: Topup, change: (auto: AutoTopup, now: number) => AutoTopup) => Query<AutoTopup | undefined>
}

export class AutoTopupStore extends Context.Service<AutoTopupStore, AutoTopupStoreShape>()("farthing/rails/credits/AutoTopupStore") {}

const table = "rail_credits.auto_topup"

export const autoTopupTables: Readonly<Record<string, ReadonlyArray<string>>> = {
  "0001_auto_topup": [
    `create schema rail_credits`,
    `create table ${table} (org uuid primary key, watched boolean not null, doc json not null)`,
    `create index auto_topup_watched on ${table} (org) where watched`,
  ],
}

const ofAuto = `org = $1::text::uuid and doc -> 'auto' is not null and doc ->> 'auto' is not null`

export const makePgAutoTopupStore = Effect.gen(function* () {
  const sql = yield* SqlClient
  const rows = documentTable(sql, table, "org", AutoTopup)
  const topups = documentTable(sql, topupTable, "id", Topup)
  const locked = (organisation: OrganisationId) =>
    Effect.map(
      sql.unsafe<{ readonly doc: string; readonly now: bigint }>(
        `select doc::text as doc, ms(farthing_now()) as now from ${table} where org = $1::text::uuid for update`,
        [organisation],
      ),
      ([row]) => (row === undefined ? undefined : { auto: rows.decode(row.doc), now: Number(row.now) }),
    )
  const save = (auto: AutoTopup) =>
    sql.unsafe(
      `insert into ${table} (org, watched, doc) values ($1::text::uuid, $2::text::boolean, $3::text::json)
       on conflict (org) do update set watched = excluded.watched, doc = excluded.doc`,
      [auto.organisation, String(isWatched(auto)), rows.encode(auto)],
    )
  const spentThisMonth = (organisation: OrganisationId) =>
    Effect.map(
      sql.unsafe<{ readonly cents: string }>(
        `select coalesce(sum((doc ->> 'cents')::bigint), 0)::text as cents from ${topupTable} where ${ofAuto}
           and doc ->> 'status' <> 'expired' and created_at >= date_trunc('month', farthing_now() at time zone 'UTC') at time zone 'UTC'`,
        [organisation],
      ),
      ([row]) => BigInt(row!.cents),
    )
  return AutoTopupStore.of({
    find: (organisation) => rows.one(`where org = $1::text::uuid`, [organisation]),
    put: (organisation, change) =>
      fromTables(
        sql.withTransaction(
          Effect.gen(function* () {
            yield* sql.unsafe(`select pg_advisory_xact_lock(hashtextextended('auto-topup:' || $1, 0))`, [organisation])
            const auto = change((yield* locked(organisation))?.auto)
            yield* save(auto)
            return auto
          }),
        ),
      ),
    watched: (after, limit) =>
      rows.where(`where watched and ($1::text is null or org > $1::text::uuid) order by org limit $2::text::int`, [after, String(limit)]),
    monthCents: (organisation) => fromTables(spentThisMonth(organisation)),
    begin: (organisation, draft) =>
      fromTables(
        sql.withTransaction(
          Effect.gen(function* () {
            const row = yield* locked(organisation)
            if (row === undefined || row.auto.status !== "active" || row.auto.topup !== null) return undefined
            const { auto, now } = row
            if (auto.retryAt !== null && auto.retryAt > now) return undefined
            const isLow = yield* sql.unsafe(
              `select 1 from account a join organisation o on o.id = a.org where a.org = $1::text::uuid and a.id = 'credits'
                 and a.status <> 'frozen' and a.posted - a.held < $2::text::bigint and o.status = 'active' and o.spending`,
              [organisation, auto.thresholdMicro.toString()],
            )
            if (isLow.length === 0) return undefined
            if ((yield* spentThisMonth(organisation)) + auto.cents > auto.monthlyCents) return undefined
            const topup = draft(auto, now)
            if (topup === undefined) return undefined
            yield* sql.unsafe(
              `insert into ${topupTable} (org, id, key, open, created_at, doc)
               values ($1::text::uuid, $2::text::uuid, $3::text::uuid, false, at_ms($4::text::float8), $5::text::json)`,
              [organisation, topup.id, topup.key, String(topup.createdAt), topups.encode(topup)],
            )
            yield* save({ ...auto, topup: topup.id })
            return topup
          }),
        ),
      ),
    end: ({ id, organisation }, ended, change) =>
      fromTables(
        sql.withTransaction(
          Effect.gen(function* () {
            const row = yield* locked(organisation)
            const [stored] = yield* sql.unsafe<{ readonly doc: string }>(
              `select doc::text as doc from ${topupTable} where id = $1::text::uuid for update`,
              [id],
            )
            if (row === undefined || stored === undefined || topups.decode(stored.doc).status !== "open") return undefined
            yield* sql.unsafe(`update ${topupTable} set doc = $2::text::json where id = $1::text::uuid`, [id, topups.encode(ended)])
            const auto = change(row.auto, row.now)
            yield* save(auto)
            return auto
          }),
        ),
      ),
  })
})
