import type { PgClient } from "@effect/sql-pg"
import { Effect } from "effect"
import type { Marketplace } from "../../../domain/connect/Marketplace.ts"
import type { MarketplaceCaller, MarketplaceKeyKind } from "../../../domain/connect/Marketplaces.ts"
import { orUnavailable } from "../Database.ts"

/** A marketplace, in a statement that calls its row `m`. */
export const marketplaceJson = `json_build_object('id', m.id, 'name', m.name, 'status', m.status, 'feeBasisPoints', m.fee_basis_points, 'wallet', m.wallet,
  'rate', m.rate_per_minute, 'webhookUrl', m.webhook_url, 'createdAt', ms(m.created_at)) as marketplace`

/** One statement: the key, its marketplace, a request of the minute that the keys of this kind share, and once a minute the time of use. */
export const authenticateMarketplace = (sql: PgClient.PgClient) => (hash: Uint8Array, kind: MarketplaceKeyKind) =>
  sql<{ readonly marketplace: Marketplace; readonly key: string; readonly used: number; readonly resetMs: number }>`
    with m as (
      select m.*, k.id as key from marketplace_key k join marketplace m on m.id = k.marketplace
      where k.hash = ${hash} and k.kind = ${kind} and k.revoked_at is null),
    clocks as materialized (select clock_timestamp() as raw),
    counted as (
      insert into marketplace_rate as r (marketplace, kind, started_at, used) select id, ${kind}, (select raw from clocks), 1 from m
        on conflict (marketplace, kind) do update set
          used = case when r.started_at <= excluded.started_at - interval '1 minute' then 1 else r.used + 1 end,
          started_at = case when r.started_at <= excluded.started_at - interval '1 minute' then excluded.started_at else r.started_at end
        returning used, started_at),
    seen as (
      update marketplace_key k set last_used_at = farthing_now() from m
        where k.marketplace = m.id and k.id = m.key and (k.last_used_at is null or k.last_used_at < farthing_now() - interval '1 minute'))
    select ${sql.literal(marketplaceJson)}, m.key::text as key, c.used,
      (60000 - (ms((select raw from clocks)) - ms(c.started_at)))::float8 as "resetMs"
    from m cross join counted c`.pipe(
    Effect.map(([row]): MarketplaceCaller | undefined =>
      row === undefined
        ? undefined
        : {
            ...row.marketplace,
            key: row.key,
            keyKind: kind,
            requests: { limit: row.marketplace.rate, used: row.used, resetMs: row.resetMs },
          },
    ),
    orUnavailable,
  )
