import type { PgClient } from "@effect/sql-pg"
import { Effect } from "effect"

/** A node that died while it searched is followed by another one after this time. */
const leaseSeconds = 15

/** Where the search continues, for one node at a time. Undefined: another node searches. */
export const claimSearch = (sql: PgClient.PgClient, network: string) =>
  Effect.map(
    sql<{ readonly fromBlock: string | null; readonly begunAt: number }>`
      insert into checkout_search as s (network, leased_until) values (${network}, clock_timestamp() + make_interval(secs => ${leaseSeconds}))
        on conflict (network) do update set leased_until = excluded.leased_until where s.leased_until < clock_timestamp()
        returning s.next_block::text as "fromBlock", ms(farthing_now())::float8 as "begunAt"`,
    ([row]) => (row === undefined ? undefined : { fromBlock: row.fromBlock === null ? null : BigInt(row.fromBlock), begunAt: row.begunAt }),
  )

/** While a checkout is open the search is repeated every 2 seconds, otherwise every 15: then only late payments are searched for. */
const pauseSeconds = `case when exists (select from checkout where next_at is not null and status <> 'paid') then 2 else 15 end`

/** Everything before `nextBlock` has been searched. */
export const finishSearch = (sql: PgClient.PgClient, network: string, nextBlock: bigint, begunAt: number) =>
  Effect.asVoid(sql`update checkout_search set next_block = ${nextBlock.toString()}::text::bigint, searched_at = at_ms(${begunAt}::float8),
    leased_until = clock_timestamp() + make_interval(secs => ${sql.literal(pauseSeconds)}) where network = ${network}`)

export const searchedAt = (sql: PgClient.PgClient, network: string) =>
  Effect.map(
    sql<{ readonly at: number | null }>`select ms(searched_at)::float8 as at from checkout_search where network = ${network}`,
    ([row]) => row?.at ?? undefined,
  )

/** The recursion steps from one contract to the next, so that a million checkouts of one cost no more than a few. */
export const splitters = (sql: PgClient.PgClient) =>
  Effect.map(
    sql<{ readonly splitter: string }>`
      with recursive s (splitter) as (
        (select splitter from checkout where splitter is not null order by splitter limit 1)
        union all
        select (select c.splitter from checkout c where c.splitter > s.splitter order by c.splitter limit 1) from s where s.splitter is not null)
      select splitter from s where splitter is not null`,
    (rows) => rows.map(({ splitter }) => splitter),
  )
