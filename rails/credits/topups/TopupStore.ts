import { Context, Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import type { OrganisationId } from "../../../domain/money/ids.ts"
import { asUuid, documentTable, type Page } from "../../documentTable.ts"
import { fromTables, type RailUnavailable } from "../../RailUnavailable.ts"
import { isOpen, Topup } from "./Topup.ts"

type Query<A> = Effect.Effect<A, RailUnavailable>

/** The top-ups. Each call is one transaction; `change` runs its function on the row under its lock, so that no change is lost. */
export interface TopupStoreShape {
  /** The database's clock, which a sandbox may have moved, in milliseconds since 1970. */
  readonly now: Query<number>
  /** Inserts the top-up, or answers the earlier one of the same Idempotency-Key. Undefined if the organisation has `maxOpen` open ones. */
  readonly add: (topup: Topup) => Query<Topup | undefined>
  readonly find: (id: string) => Query<Topup | undefined>
  readonly change: (id: string, change: (topup: Topup) => Topup) => Query<Topup | undefined>
  readonly page: (organisation: OrganisationId | null, page: Page) => Query<ReadonlyArray<Topup>>
  /** Waiting for the payment or for the booking of the credit, oldest first. */
  readonly open: (limit: number) => Query<ReadonlyArray<Topup>>
}

export class TopupStore extends Context.Service<TopupStore, TopupStoreShape>()("farthing/rails/credits/topups/TopupStore") {}

/** Of one organisation. Each open top-up is read again at Stripe every hour, so their number is bounded. */
export const maxOpen = 20

/** The first release created this table in the schema `rail_sepa`. It stays there: nodes of two releases run over one database. */
export const topupTable = "rail_sepa.topup"

export const makePgTopupStore = Effect.gen(function* () {
  const sql = yield* SqlClient
  const topups = documentTable(sql, topupTable, "id", Topup)
  return TopupStore.of({
    now: fromTables(Effect.map(sql.unsafe<{ readonly now: bigint }>(`select ms(farthing_now()) as now`), ([row]) => Number(row!.now))),
    add: (topup) =>
      fromTables(
        sql.withTransaction(
          Effect.gen(function* () {
            const { organisation } = topup
            // The count and the insert belong together: the lock keeps two requests from passing the bound at the same time.
            yield* sql.unsafe(`select pg_advisory_xact_lock(hashtextextended('topup:' || $1, 0))`, [organisation])
            const earlier = yield* topups.one(`where org = $1::text::uuid and key = $2::text::uuid and idempotency_key = $3`, [
              organisation,
              topup.key,
              topup.idempotency?.key ?? null,
            ])
            if (earlier !== undefined) return earlier
            const inserted = yield* sql.unsafe(
              `insert into ${topupTable} (org, id, key, idempotency_key, open, created_at, doc)
               select $1::text::uuid, $2::text::uuid, $3::text::uuid, $4, true, at_ms($5::text::float8), $6::text::json
               where (select count(*) from (select from ${topupTable} where org = $1::text::uuid and open limit $7::text::int) as opened) < $7::text::int
               returning id`,
              [
                organisation,
                topup.id,
                topup.key,
                topup.idempotency?.key ?? null,
                String(topup.createdAt),
                topups.encode(topup),
                String(maxOpen),
              ],
            )
            return inserted.length > 0 ? topup : undefined
          }),
        ),
      ),
    find: (id) => topups.one(`where id = $1::text::uuid`, [asUuid(id)]),
    change: (id, change) =>
      topups.change(id, change, (topup) =>
        sql.unsafe(`update ${topupTable} set open = $2::text::boolean, doc = $3::text::json where id = $1::text::uuid`, [
          topup.id,
          String(isOpen(topup)),
          topups.encode(topup),
        ]),
      ),
    page: topups.page,
    open: (limit) => topups.where(`where open order by created_at limit $1::text::int`, [String(limit)]),
  })
})
