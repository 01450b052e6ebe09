import { Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"

/** A round that did nothing for `idleMs` is over: true if `round` may begin in its place. Of several nodes that try, one begins. */
export const beginComparison = Effect.fnUntraced(function* (round: string, idleMs: number) {
  const sql = yield* SqlClient
  const rows = yield* sql`insert into rail_x402.comparison as last (round, active_at) values (${round}::text::uuid, clock_timestamp())
    on conflict (single) do update set round = excluded.round, active_at = excluded.active_at
      where last.active_at <= clock_timestamp() - make_interval(secs => ${idleMs / 1000}) returning round`
  return rows.length > 0
})

/** False if another round has begun: then this one must end. */
export const continueComparison = Effect.fnUntraced(function* (round: string) {
  const sql = yield* SqlClient
  const rows = yield* sql`update rail_x402.comparison set active_at = clock_timestamp() where round = ${round}::text::uuid returning round`
  return rows.length > 0
})

/** Stores what a round found for some wallets. Returns, by address, in how many consecutive rounds a wallet had this same difference. */
export const recordDifferences = Effect.fnUntraced(function* (differences: ReadonlyMap<string, bigint>) {
  const sql = yield* SqlClient
  const equal = [...differences].filter(([, difference]) => difference === 0n)
  const unequal = [...differences].filter(([, difference]) => difference !== 0n)
  yield* sql.unsafe(`delete from rail_x402.wallet_difference where address in (select json_array_elements_text($1::text::json))`, [
    JSON.stringify(equal.map(([address]) => address)),
  ])
  const rows = yield* sql.unsafe<{ readonly address: string; readonly rounds: number }>(
    `insert into rail_x402.wallet_difference as last (address, difference, rounds)
     select address, difference, 1 from json_to_recordset($1::text::json) as x (address text, difference numeric)
     on conflict (address) do update set difference = excluded.difference,
       rounds = case when last.difference = excluded.difference then last.rounds + 1 else 1 end
     returning address, rounds`,
    [JSON.stringify(unequal.map(([address, difference]) => ({ address, difference: String(difference) })))],
  )
  return new Map(rows.map(({ address, rounds }) => [address, rounds]))
})

/** The number of wallets that had the same difference in at least `rounds` consecutive rounds, whichever nodes compared them. */
export const countDifferences = Effect.fnUntraced(function* (rounds: number) {
  const sql = yield* SqlClient
  const [row] = yield* sql<{ readonly wallets: number }>`select count(*)::float8 as wallets
    from rail_x402.wallet_difference d join rail_x402.wallet w on w.address = d.address where d.rounds >= ${rounds}::int`
  return row!.wallets
})
