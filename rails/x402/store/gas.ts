import { Effect } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"

// What the gas of a UTC day costs, in wei: in total, and by party that has a share of it (`gasPartyOf`); the columns are called `caller`, since
// callers of the facilitator were the first ones. Until a transaction is in a block it counts with the
// most that it can cost, and from then on with what its receipt shows.

export const gasCommittedToday = (sql: SqlClient, network: string) =>
  Effect.map(
    sql<{ readonly caller: string | null; readonly committed: string }>`select null as caller, committed::text as committed
      from rail_x402.gas_day where network = ${network} and day = (clock_timestamp() at time zone 'UTC')::date
      union all select caller, committed::text from rail_x402.gas_share
      where network = ${network} and day = (clock_timestamp() at time zone 'UTC')::date`,
    (rows) => ({
      total: BigInt(rows.find(({ caller }) => caller === null)?.committed ?? "0"),
      parties: new Map(rows.flatMap(({ caller, committed }) => (caller === null ? [] : [[caller, BigInt(committed)] as const]))),
    }),
  )

/** Whose transactions have a share of the gas: callers of the facilitator, and marketplaces. */
export type ShareKind = "facilitator" | "checkout"

/** Gas of one transaction that today's budget allows: own calls, each party, and parties without an entry in `parties`. */
export interface GasLimits {
  readonly ownGas: bigint
  readonly newPartyGas: Readonly<Record<ShareKind, bigint>>
  readonly parties: ReadonlyArray<{ readonly party: string; readonly gas: bigint }>
}

/** `gasPartyOf` over a row `s` of settlement. */
export const gasParty = (sql: SqlClient) =>
  sql`case when s.reference like 'facilitator:%' then s.reference else substring(s.reference from '^checkout:[^:]*') end`

/** `caller`: the party; null for the gateway's own calls. */
export interface GasCost {
  readonly caller: string | null
  readonly wei: bigint
}

export const commitGas = (sql: SqlClient, network: string, costs: ReadonlyArray<GasCost>) => {
  const rows = JSON.stringify(costs.map(({ caller, wei }) => ({ caller, wei: String(wei) })))
  return sql`with x as (select caller, sum(wei) as wei from jsonb_to_recordset(${rows}::text::jsonb) as x (caller text, wei numeric) group by caller),
    shares as (insert into rail_x402.gas_share as s (network, day, caller, committed)
      select ${network}, (clock_timestamp() at time zone 'UTC')::date, x.caller, x.wei from x where x.caller is not null order by x.caller
      on conflict (network, day, caller) do update set committed = s.committed + excluded.committed)
    insert into rail_x402.gas_day as d (network, day, committed)
    select ${network}, (clock_timestamp() at time zone 'UTC')::date, coalesce(sum(x.wei), 0) from x
    on conflict (network, day) do update set committed = d.committed + excluded.committed`
}

/** A nonce slot that a transaction has used. `spent`: what its receipt shows, in wei; null if no receipt was found. */
export interface ConsumedSlot {
  readonly gasKey: string
  readonly gasNonce: bigint
  readonly spent: bigint | null
}

/** Marks the slots as consumed in `block`, and gives back to their day what their gas was committed for and did not cost. */
export const consumeNonceSlots = (sql: SqlClient, network: string, slots: ReadonlyArray<ConsumedSlot>, block: bigint) => {
  const rows = JSON.stringify(
    slots.map(({ gasKey, gasNonce, spent }) => ({ k: gasKey, n: String(gasNonce), spent: spent === null ? null : String(spent) })),
  )
  return sql`with x as (select * from jsonb_to_recordset(${rows}::text::jsonb) as x (k text, n bigint, spent numeric)),
    consumed as (
      update rail_x402.slot t set consumed_block = ${block}, spent = coalesce(x.spent, t.spent)
      from x join rail_x402.slot o on o.network = ${network} and o.gas_key = x.k and o.gas_nonce = x.n
      where t.network = o.network and t.gas_key = o.gas_key and t.gas_nonce = o.gas_nonce and t.consumed_block is null
      returning t.day, t.caller, coalesce(o.spent, (select max(y.gas * y.max_fee) from rail_x402.sending y
        where y.network = o.network and y.gas_key = o.gas_key and y.gas_nonce = o.gas_nonce)) - x.spent as freed),
    freed as (select day, caller, sum(freed) as wei from consumed where day is not null and freed is not null group by day, caller),
    shares as (update rail_x402.gas_share s set committed = greatest(0, s.committed - f.wei) from freed f
      where s.network = ${network} and s.day = f.day and s.caller = f.caller)
    update rail_x402.gas_day d set committed = greatest(0, d.committed - f.wei)
    from (select day, sum(wei) as wei from freed group by day) f where d.network = ${network} and d.day = f.day`
}
