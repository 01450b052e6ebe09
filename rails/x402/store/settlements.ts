import type { SqlClient } from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"
import { Effect, Schema } from "effect"
import { type Hex, HexData, lowerCase } from "../evm/hex.ts"
import { gasFor, walletGas } from "../evm/gas.ts"
import type { Authorization } from "../evm/authorization.ts"
import type { Inclusion } from "../evm/Chain.ts"

/** Which chain, which token: every row belongs to one. */
export interface TokenId {
  readonly network: string
  readonly asset: string
}

/** One authorization among those of a place. Lower case. */
export interface AuthorizationId {
  readonly payer: Hex
  readonly nonce: Hex
}

export const authorizationId = (from: Hex, nonce: Hex): AuthorizationId => ({ payer: lowerCase(from), nonce: lowerCase(nonce) })
export const authorizationKey = (id: AuthorizationId) => `${id.payer}${id.nonce}`

const State = Schema.Literals(["waiting", "sent", "included", "final", "rejected"])

const SettlementRow = Schema.Struct({
  payer: HexData,
  nonce: HexData,
  payee: HexData,
  value: Schema.BigIntFromString,
  validAfter: Schema.BigIntFromString,
  validBefore: Schema.BigIntFromString,
  signature: HexData,
  factory: Schema.NullOr(HexData),
  deployData: Schema.NullOr(HexData),
  reference: Schema.String,
  state: State,
  gasKey: Schema.NullOr(HexData),
  gasNonce: Schema.NullOr(Schema.BigInt),
  sinceBlock: Schema.BigInt,
  hash: Schema.NullOr(HexData),
  blockNumber: Schema.NullOr(Schema.BigInt),
  blockHash: Schema.NullOr(HexData),
  logIndex: Schema.NullOr(Schema.Int),
  reason: Schema.NullOr(Schema.String),
  message: Schema.NullOr(Schema.String),
  tries: Schema.Int,
  /** Nonces of gas keys that it was given so far. */
  slots: Schema.Int,
  due: Schema.Boolean,
  /** Of the dearest transaction of its slot. */
  sentHash: Schema.NullOr(HexData),
})
export type SettlementRow = typeof SettlementRow.Type
const decodeRows = Schema.decodeUnknownEffect(Schema.Array(SettlementRow))

/** Rows of a place, by a condition over `s`. */
export const settlementRows = Effect.fnUntraced(function* (sql: SqlClient, place: TokenId, condition: Fragment) {
  const rows = yield* sql`select s.payer, s.nonce, s.payee, s.value::text as value, s.valid_after::text as "validAfter",
      s.valid_before::text as "validBefore", s.signature, s.factory, s.deploy_data as "deployData", s.reference, s.state,
      s.gas_key as "gasKey", s.gas_nonce as "gasNonce", s.since_block as "sinceBlock", s.hash, s.block_number as "blockNumber",
      s.block_hash as "blockHash", s.log_index as "logIndex", s.reason, s.message, s.tries, s.slots, s.not_before <= clock_timestamp() as due,
      (select hash from rail_x402.sending x where x.network = s.network and x.gas_key = s.gas_key and x.gas_nonce = s.gas_nonce
         and not x.cancels order by max_fee desc limit 1) as "sentHash"
    from rail_x402.settlement s where s.network = ${place.network} and s.asset = ${place.asset} and ${condition}`
  return yield* Effect.orDie(decodeRows(rows))
})

export const authorizationOf = (row: SettlementRow): Authorization => ({
  from: row.payer,
  to: row.payee,
  value: row.value,
  validAfter: row.validAfter,
  validBefore: row.validBefore,
  nonce: row.nonce,
  signature: row.signature,
  ...(row.factory === null || row.deployData === null ? {} : { deploys: { factory: row.factory, data: row.deployData } }),
})

/** A list of ids as one parameter. */
export const idsJson = (ids: ReadonlyArray<AuthorizationId>) => JSON.stringify(ids.map(({ nonce, payer }) => ({ payer, nonce })))

export const isOneOf = (sql: SqlClient, ids: ReadonlyArray<AuthorizationId>) =>
  sql`(s.payer, s.nonce) in (select payer, nonce from jsonb_to_recordset(${idsJson(ids)}::text::jsonb) as x (payer text, nonce text))`

export interface NewSettlement {
  readonly authorization: Authorization
  readonly reference: string
}

/** Stored before anything else is done for them. The first one of an id stands: asking again changes nothing. Answers the new ones. */
export const insertSettlements = (sql: SqlClient, { asset, network }: TokenId, asked: ReadonlyArray<NewSettlement>) => {
  const rows = JSON.stringify(
    asked.map(({ authorization: { deploys, from, nonce, signature, to, validAfter, validBefore, value }, reference }) => ({
      ...authorizationId(from, nonce),
      payee: lowerCase(to),
      value: String(value),
      after: String(validAfter),
      before: String(validBefore),
      signature: lowerCase(signature),
      factory: deploys === undefined ? null : lowerCase(deploys.factory),
      data: deploys === undefined ? null : lowerCase(deploys.data),
      gas: String(gasFor({ signature: lowerCase(signature), ...(deploys === undefined ? {} : { deploys }) })),
      reference,
    })),
  )
  return sql<AuthorizationId>`insert into rail_x402.settlement (network, asset, payer, nonce, payee, value, valid_after, valid_before, signature, factory,
      deploy_data, gas, reference, since_block)
    select ${network}, ${asset}, x.payer, x.nonce, x.payee, x.value, x.after, x.before, x.signature, x.factory, x.data, x.gas, x.reference,
      coalesce((select head from rail_x402.watch where network = ${network} and asset = ${asset}), 0)
    from jsonb_to_recordset(${rows}::text::jsonb) as x (payer text, nonce text, payee text, value numeric, after numeric, before numeric,
      signature text, factory text, data text, gas bigint, reference text)
    order by x.payer, x.nonce on conflict do nothing returning payer, nonce`
}

export const markIncluded = (
  sql: SqlClient,
  place: TokenId,
  included: ReadonlyArray<AuthorizationId & Inclusion & { readonly final: boolean }>,
) => {
  const rows = JSON.stringify(included.map((one) => ({ ...one, blockNumber: String(one.blockNumber) })))
  return sql`update rail_x402.settlement s set state = case when x.final then 'final' else 'included' end, hash = x.hash,
      block_number = x."blockNumber", block_hash = x."blockHash", log_index = x."logIndex", reason = null, message = null
    from jsonb_to_recordset(${rows}::text::jsonb) as x (payer text, nonce text, final boolean, hash text, "blockNumber" bigint,
      "blockHash" text, "logIndex" int)
    where s.network = ${place.network} and s.asset = ${place.asset} and s.payer = x.payer and s.nonce = x.nonce
      and s.state in ('waiting', 'sent', 'included')`
}

/** Its block is gone. It goes on where it was: with its slot, which is open again, or without one. */
export const markReorganised = (sql: SqlClient, place: TokenId, ids: ReadonlyArray<AuthorizationId>) =>
  sql`update rail_x402.settlement s set state = case when gas_key is null then 'waiting' else 'sent' end,
      hash = null, block_number = null, block_hash = null, log_index = null
    where network = ${place.network} and asset = ${place.asset} and state = 'included' and ${isOneOf(sql, ids)}`

/** It has no slot any more: it waits for another one, at once or after a while. `reason` says why it failed, if it did. */
export const markWaiting = (
  sql: SqlClient,
  place: TokenId,
  id: AuthorizationId,
  failure: { readonly reason: string; readonly message: string } | null,
  afterMs: number,
) =>
  sql`update rail_x402.settlement set state = 'waiting', gas_key = null, gas_nonce = null, reason = ${failure?.reason ?? null},
      message = ${failure?.message ?? null}, tries = tries + 1, not_before = clock_timestamp() + make_interval(secs => ${afterMs / 1000})
    where network = ${place.network} and asset = ${place.asset} and payer = ${id.payer} and nonce = ${id.nonce} and state in ('waiting', 'sent')`

export const markRejected = (sql: SqlClient, place: TokenId, id: AuthorizationId, reason: string, message: string) =>
  sql`update rail_x402.settlement set state = 'rejected', reason = ${reason}, message = ${message}
    where network = ${place.network} and asset = ${place.asset} and payer = ${id.payer} and nonce = ${id.nonce} and state in ('waiting', 'sent')`

export const markAnnounced = (sql: SqlClient, place: TokenId, ids: ReadonlyArray<AuthorizationId>) =>
  sql`update rail_x402.settlement s set announced = true where s.network = ${place.network} and s.asset = ${place.asset} and ${isOneOf(sql, ids)}`

/** Wallets that payments wait for and that were not deployed when those were signed. */
export const undeployedWallets = (sql: SqlClient, { asset, network }: TokenId) =>
  sql<{ readonly payer: Hex }>`select distinct payer from rail_x402.settlement where network = ${network} and asset = ${asset}
    and state = 'waiting' and factory is not null limit 64`

/** They are there now: what they signed is settled without a deployment. */
export const markDeployed = (sql: SqlClient, { asset, network }: TokenId, payers: ReadonlyArray<Hex>) =>
  sql`update rail_x402.settlement set factory = null, deploy_data = null, gas = ${walletGas}
    where network = ${network} and asset = ${asset} and state in ('waiting', 'sent')
      and payer in (select jsonb_array_elements_text(${JSON.stringify(payers)}::text::jsonb))`
