import { Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import { type Hex, HexData } from "../evm/hex.ts"
import { type GasLimits, gasParty } from "./gas.ts"
import { type AuthorizationId, selectSettlements, type TokenId } from "./settlements.ts"

/** A signed transaction for a nonce slot. Fees in wei per gas. */
export interface SignedTransaction {
  readonly hash: Hex
  readonly raw: Hex
  readonly gas: bigint
  readonly maxFee: bigint
  readonly tip: bigint
  /** It settles nothing and only uses the nonce. */
  readonly cancels: boolean
}

/** A gas key and a number of its transactions on chain. */
interface GasKeyNonce {
  readonly gasKey: Hex
  readonly nonce: number
}

/** Stores gas keys with the next nonce that the chain reports, and skips nonces that another program has used. */
export const openGasKeys = (sql: SqlClient, network: string, keys: ReadonlyArray<GasKeyNonce>) =>
  sql`insert into rail_x402.gas_key as k (network, address, next_nonce) select ${network}, x."gasKey", x.nonce
    from jsonb_to_recordset(${JSON.stringify(keys)}::text::jsonb) as x ("gasKey" text, nonce bigint)
    where not exists (select from rail_x402.gas_key o where o.network = ${network} and o.address = x."gasKey" and o.next_nonce >= x.nonce)
    order by x."gasKey" on conflict (network, address) do update set next_nonce = greatest(k.next_nonce, excluded.next_nonce)`

/** A gas key that this database transaction has locked. `open`: how many of its nonce slots are in no block. */
interface LockedGasKey {
  readonly address: Hex
  readonly nextNonce: bigint
  readonly open: number
}

/** Locks gas keys for this database transaction, except keys that another node has locked or that have no gas. */
export const lockGasKeys = (sql: SqlClient, network: string, addresses: ReadonlyArray<Hex>) =>
  sql<LockedGasKey>`select address, next_nonce as "nextNonce", (select count(*)::int from rail_x402.slot s
        where s.network = k.network and s.gas_key = k.address and not s.done and s.consumed_block is null) as open
      from rail_x402.gas_key k where network = ${network} and address in (select jsonb_array_elements_text(${JSON.stringify(addresses)}::text::jsonb))
        and dry_until < clock_timestamp() order by address for update skip locked`

/** The gas key cannot pay for gas: other keys are used for a while. */
export const markOutOfGas = (sql: SqlClient, network: string, gasKey: Hex, forMs: number) =>
  sql`update rail_x402.gas_key set dry_until = clock_timestamp() + make_interval(secs => ${forMs / 1000})
    where network = ${network} and address = ${gasKey}`

export const countWaiting = (sql: SqlClient, { asset, network }: TokenId) =>
  Effect.map(
    sql<{
      count: number
    }>`select count(*)::int as count from (select from rail_x402.settlement where network = ${network} and asset = ${asset}
      and not announced and state = 'waiting' and reason is null and not_before <= clock_timestamp() limit 1000) w`,
    (rows) => rows[0]?.count ?? 0,
  )

/**
 * Locks settlements that are valid at this time of the chain and within the gas budget: the gateway's own calls first, then the oldest. Of several settlements that deploy
 * the same wallet only the oldest is locked: a second deployment would burn its gas.
 */
export const lockWaiting = (
  sql: SqlClient,
  token: TokenId,
  chainTime: bigint,
  { newPartyGas, ownGas, parties }: GasLimits,
  maxRows: number,
) => {
  const limits = JSON.stringify(parties.map(({ gas, party }) => ({ party, gas: String(gas) })))
  return selectSettlements(
    sql,
    token,
    sql`not s.announced and s.state = 'waiting' and s.reason is null and s.not_before <= clock_timestamp() and s.valid_after < ${String(chainTime)}::text::numeric
      and s.valid_before > ${String(chainTime)}::text::numeric + 2
      and s.gas <= case when ${gasParty(sql)} is null then ${ownGas} else coalesce((select l.gas
        from jsonb_to_recordset(${limits}::text::jsonb) as l (party text, gas bigint) where l.party = ${gasParty(sql)}),
        case when s.reference like 'facilitator:%' then ${String(newPartyGas.facilitator)}::text::bigint else ${String(newPartyGas.checkout)}::text::bigint end) end
      and (s.factory is null or not exists (select from rail_x402.settlement o where o.network = s.network and o.asset = s.asset
        and o.payer = s.payer and o.factory is not null and (o.state = 'sent' or (o.state = 'waiting' and o.reason is null
          and o.not_before <= clock_timestamp() and (o.created_at, o.nonce) < (s.created_at, s.nonce)))))
      order by ${gasParty(sql)} is not null, s.created_at limit ${maxRows} for update of s skip locked`,
  )
}

/** A signed transaction with the nonce of a gas key, for a settlement. */
export interface FilledSlot extends SignedTransaction, AuthorizationId {
  readonly gasKey: Hex
  readonly gasNonce: bigint
  /** The party whose share its gas uses; null for the gateway's own calls. */
  readonly caller: string | null
}

/** Gives the next nonces of locked gas keys to signed transactions. A nonce is never given out without its transaction. */
export const fillNonceSlots = Effect.fnUntraced(function* (sql: SqlClient, { asset, network }: TokenId, slots: ReadonlyArray<FilledSlot>) {
  const rows = JSON.stringify(
    slots.map(({ gas, gasNonce, maxFee, tip, ...slot }) => ({
      ...slot,
      gas: String(gas),
      maxFee: String(maxFee),
      tip: String(tip),
      gasNonce: String(gasNonce),
    })),
  )
  yield* sql`with x as (select * from jsonb_to_recordset(${rows}::text::jsonb) as x ("gasKey" text, "gasNonce" bigint, payer text, nonce text, hash text,
      raw text, gas bigint, "maxFee" numeric, tip numeric, cancels boolean, caller text)),
    slots as (insert into rail_x402.slot (network, gas_key, gas_nonce, asset, payer, nonce, caller, day)
      select ${network}, x."gasKey", x."gasNonce", ${asset}, x.payer, x.nonce, x.caller, (clock_timestamp() at time zone 'UTC')::date from x),
    sendings as (insert into rail_x402.sending (network, hash, gas_key, gas_nonce, raw, gas, max_fee, tip, cancels)
      select ${network}, x.hash, x."gasKey", x."gasNonce", x.raw, x.gas, x."maxFee", x.tip, x.cancels from x),
    sent as (update rail_x402.settlement s set state = 'sent', gas_key = x."gasKey", gas_nonce = x."gasNonce", slots = slots + 1 from x
      where s.network = ${network} and s.asset = ${asset} and s.payer = x.payer and s.nonce = x.nonce)
    update rail_x402.gas_key k set next_nonce = next_nonce + u.used from (select "gasKey", count(*) as used from x group by 1) as u
    where k.network = ${network} and k.address = u."gasKey"`
})

/** Stores one more transaction of a slot, with a higher fee. */
export const addTransaction = (sql: SqlClient, network: string, gasKey: Hex, gasNonce: bigint, transaction: SignedTransaction) =>
  sql`insert into rail_x402.sending (network, hash, gas_key, gas_nonce, raw, gas, max_fee, tip, cancels)
    values (${network}, ${transaction.hash}, ${gasKey}, ${gasNonce}, ${transaction.raw}, ${transaction.gas}, ${String(transaction.maxFee)}::text::numeric,
      ${String(transaction.tip)}::text::numeric, ${transaction.cancels}) on conflict do nothing`

const NonceSlot = Schema.Struct({
  gasKey: HexData,
  gasNonce: Schema.BigInt,
  payer: HexData,
  nonce: HexData,
  /** A transaction with this nonce is in a block. */
  consumed: Schema.Boolean,
  /** Its settlement is still assigned to this slot. */
  needed: Schema.Boolean,
  /** Its settlement is in a block by one of this slot's transactions. */
  included: Schema.Boolean,
  /** The party whose share its gas uses; null for the gateway's own calls. */
  caller: Schema.NullOr(Schema.String),
  /** Of all its transactions. */
  hashes: Schema.Array(HexData),
  // Of the transaction with the highest fee:
  hash: HexData,
  raw: HexData,
  maxFee: Schema.BigIntFromString,
  tip: Schema.BigIntFromString,
  gas: Schema.BigInt,
  signedMsAgo: Schema.Finite,
  broadcastMsAgo: Schema.Finite,
})
export type NonceSlot = typeof NonceSlot.Type
const decodeSlots = Schema.decodeUnknownEffect(Schema.Array(NonceSlot))

/** Slots whose nonce is unused, and used ones whose settlement is still assigned to them. The lowest nonce first. */
export const openNonceSlots = Effect.fnUntraced(function* (sql: SqlClient, { asset, network }: TokenId) {
  const rows =
    yield* sql`select t.gas_key as "gasKey", t.gas_nonce as "gasNonce", t.payer, t.nonce, t.consumed_block is not null as consumed,
      coalesce(s.state = 'sent' and s.gas_key = t.gas_key and s.gas_nonce = t.gas_nonce, false) as needed,
      coalesce(s.state in ('included', 'final') and s.hash = any (a.hashes), false) as included,
      t.caller, a.hashes, x.hash, x.raw, x.max_fee::text as "maxFee", x.tip::text as tip, x.gas,
      least(extract(epoch from clock_timestamp() - x.signed_at) * 1000, 1e12)::float8 as "signedMsAgo",
      least(extract(epoch from clock_timestamp() - x.offered_at) * 1000, 1e12)::float8 as "broadcastMsAgo"
    from rail_x402.slot t
    left join rail_x402.settlement s on s.network = t.network and s.asset = t.asset and s.payer = t.payer and s.nonce = t.nonce
    cross join lateral (select array_agg(hash) as hashes from rail_x402.sending y
      where y.network = t.network and y.gas_key = t.gas_key and y.gas_nonce = t.gas_nonce) a
    cross join lateral (select * from rail_x402.sending y
      where y.network = t.network and y.gas_key = t.gas_key and y.gas_nonce = t.gas_nonce order by max_fee desc limit 1) x
    where t.network = ${network} and t.asset = ${asset} and not t.done
      and (t.consumed_block is null or (s.state = 'sent' and s.gas_key = t.gas_key and s.gas_nonce = t.gas_nonce)) order by t.gas_key, t.gas_nonce limit 2000`
  return yield* Effect.orDie(decodeSlots(rows))
})

/** After a reorg the chain has only this number of transactions of a gas key: the slots from that nonce on are open again. */
export const reopenNonceSlots = (sql: SqlClient, network: string, keys: ReadonlyArray<GasKeyNonce>) =>
  sql`update rail_x402.slot set consumed_block = null, done = false where network = ${network} and consumed_block is not null
    and ${sql.or(["false", ...keys.map(({ gasKey, nonce }) => sql`(gas_key = ${gasKey} and gas_nonce >= ${BigInt(nonce)})`)])}`

/** A slot that was consumed in `block` or before is too deep for a reorg. */
export const finishNonceSlots = (sql: SqlClient, network: string, block: bigint) =>
  sql`update rail_x402.slot set done = true where network = ${network} and not done and consumed_block <= ${block}`

/** The node had lost these transactions, and they are broadcast again. The row of a new transaction has its first time. */
export const markBroadcast = (sql: SqlClient, network: string, hashes: ReadonlyArray<Hex>) =>
  sql`update rail_x402.sending set offered_at = clock_timestamp() where network = ${network}
    and hash in (select jsonb_array_elements_text(${JSON.stringify(hashes)}::text::jsonb))`

/** The node refused the fee: the slot is due for a transaction with a higher fee at once. */
export const markUnderpriced = (sql: SqlClient, network: string, hash: Hex) =>
  sql`update rail_x402.sending set signed_at = '-infinity' where network = ${network} and hash = ${hash}`
