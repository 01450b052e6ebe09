import { Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"
import type { Authorization } from "../evm/authorization.ts"
import type { Inclusion } from "../evm/Chain.ts"
import { gasFor, savedDeployGas } from "../evm/contracts.ts"
import { type Hex, HexData, lowerCase } from "../evm/hex.ts"

/** A chain (CAIP-2) and a token (lower case). Every row belongs to one pair. */
export interface TokenId {
  readonly network: string
  readonly asset: string
}

/** One authorization of a token. Lower case. */
export interface AuthorizationId {
  readonly payer: Hex
  readonly nonce: Hex
}

export const authorizationId = ({ from, nonce }: Pick<Authorization, "from" | "nonce">): AuthorizationId => ({
  payer: lowerCase(from),
  nonce: lowerCase(nonce),
})

/** The same identity as a key of maps. */
export const authorizationKey = (id: AuthorizationId) => `${id.payer}${id.nonce}`

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
  receiver: Schema.NullOr(HexData),
  receiverData: Schema.NullOr(HexData),
  reference: Schema.String,
  state: Schema.Literals(["waiting", "sent", "included", "final", "rejected"]),
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
  /** How many nonce slots it has had. */
  slots: Schema.Int,
  /** `not_before` has passed. */
  due: Schema.Boolean,
  /** Of the transaction with the highest fee in its nonce slot. */
  sentHash: Schema.NullOr(HexData),
})
export type SettlementRow = typeof SettlementRow.Type
const decodeRows = Schema.decodeUnknownEffect(Schema.Array(SettlementRow))

/** Settlements of a token by a condition over `s`. */
export const selectSettlements = Effect.fnUntraced(function* (sql: SqlClient, token: TokenId, condition: Fragment) {
  const rows = yield* sql`select s.payer, s.nonce, s.payee, s.value::text as value, s.valid_after::text as "validAfter",
      s.valid_before::text as "validBefore", s.signature, s.factory, s.deploy_data as "deployData", s.receiver,
      s.receiver_data as "receiverData", s.reference, s.state,
      s.gas_key as "gasKey", s.gas_nonce as "gasNonce", s.since_block as "sinceBlock", s.hash, s.block_number as "blockNumber",
      s.block_hash as "blockHash", s.log_index as "logIndex", s.reason, s.message, s.tries, s.slots, s.not_before <= clock_timestamp() as due,
      (select hash from rail_x402.sending x where x.network = s.network and x.gas_key = s.gas_key and x.gas_nonce = s.gas_nonce
         and not x.cancels order by max_fee desc limit 1) as "sentHash"
    from rail_x402.settlement s where s.network = ${token.network} and s.asset = ${token.asset} and ${condition}`
  return yield* Effect.orDie(decodeRows(rows))
})

/** How many settlements pay for a call: one, by whichever authorization it was submitted first. The index `settlement_of_call` has this expression. */
export const settlementsOfCall = (sql: SqlClient, call: string) =>
  Effect.map(
    sql.unsafe<{ readonly n: number }>(
      `select count(*)::int as n from rail_x402.settlement
       where reference like '{%' and substring(reference from '"call":"([0-9a-f-]{36})"') = $1`,
      [call],
    ),
    ([row]) => row!.n,
  )

export const authorizationOf = (row: SettlementRow): Authorization => ({
  from: row.payer,
  to: row.payee,
  value: row.value,
  validAfter: row.validAfter,
  validBefore: row.validBefore,
  nonce: row.nonce,
  signature: row.signature,
  ...(row.factory === null || row.deployData === null ? {} : { deploys: { factory: row.factory, data: row.deployData } }),
  ...(row.receiver === null || row.receiverData === null ? {} : { receiver: { contract: row.receiver, data: row.receiverData } }),
})

/** A condition over `s`. The identities are one parameter of the statement, however many there are. */
export const isOneOf = (sql: SqlClient, ids: ReadonlyArray<AuthorizationId>) => {
  const list = JSON.stringify(ids.map(({ nonce, payer }) => ({ payer, nonce })))
  return sql`(s.payer, s.nonce) in (select payer, nonce from jsonb_to_recordset(${list}::text::jsonb) as x (payer text, nonce text))`
}

export interface NewSettlement {
  readonly authorization: Authorization
  readonly reference: string
  /** The authorization was used in this block already: the settlement is looked for there before a transaction is signed for it. */
  readonly usedInBlock?: bigint
}

/** Inserts the authorizations that are not stored yet and returns their identities. A stored one is never changed by this. */
export const insertSettlements = (sql: SqlClient, { asset, network }: TokenId, settlements: ReadonlyArray<NewSettlement>) => {
  const rows = JSON.stringify(
    settlements.map(({ authorization, reference, usedInBlock }) => {
      const { deploys, receiver, signature, to, validAfter, validBefore, value } = authorization
      const inLowerCase = { ...authorization, signature: lowerCase(signature) }
      return {
        ...authorizationId(authorization),
        payee: lowerCase(to),
        value: String(value),
        after: String(validAfter),
        before: String(validBefore),
        signature: lowerCase(signature),
        factory: deploys === undefined ? null : lowerCase(deploys.factory),
        data: deploys === undefined ? null : lowerCase(deploys.data),
        receiver: receiver === undefined ? null : lowerCase(receiver.contract),
        call: receiver === undefined ? null : lowerCase(receiver.data),
        gas: String(gasFor(inLowerCase)),
        reference,
        used: usedInBlock === undefined ? null : String(usedInBlock),
      }
    }),
  )
  return sql<AuthorizationId>`insert into rail_x402.settlement (network, asset, payer, nonce, payee, value, valid_after, valid_before, signature, factory,
      deploy_data, receiver, receiver_data, gas, reference, since_block, not_before)
    select ${network}, ${asset}, x.payer, x.nonce, x.payee, x.value, x.after, x.before, x.signature, x.factory, x.data, x.receiver, x.call, x.gas, x.reference,
      coalesce(x.used, (select head from rail_x402.watch where network = ${network} and asset = ${asset}), 0),
      clock_timestamp() + case when x.used is null then interval '0' else interval '5 seconds' end
    from jsonb_to_recordset(${rows}::text::jsonb) as x (payer text, nonce text, payee text, value numeric, after numeric, before numeric,
      signature text, factory text, data text, receiver text, call text, gas bigint, reference text, used bigint)
    order by x.payer, x.nonce on conflict do nothing returning payer, nonce`
}

/** Makes the settlement pay for another reference, to which its outcome is published again. False if another caller was faster. */
export const changeReference = (sql: SqlClient, token: TokenId, row: SettlementRow, reference: string) =>
  Effect.map(
    sql`update rail_x402.settlement set reference = ${reference}, announced = false
      where network = ${token.network} and asset = ${token.asset} and payer = ${row.payer} and nonce = ${row.nonce}
        and reference = ${row.reference} and state <> 'rejected' returning payer`,
    (rows) => rows.length > 0,
  )

export const markIncluded = (
  sql: SqlClient,
  token: TokenId,
  included: ReadonlyArray<AuthorizationId & Inclusion & { readonly final: boolean }>,
) => {
  const rows = JSON.stringify(included.map((one) => ({ ...one, blockNumber: String(one.blockNumber) })))
  return sql`update rail_x402.settlement s set state = case when x.final then 'final' else 'included' end, hash = x.hash,
      block_number = x."blockNumber", block_hash = x."blockHash", log_index = x."logIndex", reason = null, message = null
    from jsonb_to_recordset(${rows}::text::jsonb) as x (payer text, nonce text, final boolean, hash text, "blockNumber" bigint,
      "blockHash" text, "logIndex" int)
    where s.network = ${token.network} and s.asset = ${token.asset} and s.payer = x.payer and s.nonce = x.nonce
      and s.state in ('waiting', 'sent', 'included')`
}

/** A reorg removed the block. A settlement with a nonce slot is sent again by that slot; one without a slot waits for one. */
export const markReorganised = (sql: SqlClient, token: TokenId, ids: ReadonlyArray<AuthorizationId>) =>
  sql`update rail_x402.settlement s set state = case when gas_key is null then 'waiting' else 'sent' end,
      hash = null, block_number = null, block_hash = null, log_index = null
    where network = ${token.network} and asset = ${token.asset} and state = 'included' and ${isOneOf(sql, ids)}`

/** The settlement has lost its nonce slot and waits `afterMs` for another one. `failure` is null if the transfer should succeed. */
export const markWaiting = (
  sql: SqlClient,
  token: TokenId,
  id: AuthorizationId,
  failure: { readonly reason: string; readonly message: string } | null,
  afterMs: number,
) =>
  sql`update rail_x402.settlement set state = 'waiting', gas_key = null, gas_nonce = null, reason = ${failure?.reason ?? null},
      message = ${failure?.message ?? null}, tries = tries + 1, not_before = clock_timestamp() + make_interval(secs => ${afterMs / 1000})
    where network = ${token.network} and asset = ${token.asset} and payer = ${id.payer} and nonce = ${id.nonce} and state in ('waiting', 'sent')`

export const markRejected = (sql: SqlClient, token: TokenId, id: AuthorizationId, reason: string, message: string) =>
  sql`update rail_x402.settlement set state = 'rejected', reason = ${reason}, message = ${message}
    where network = ${token.network} and asset = ${token.asset} and payer = ${id.payer} and nonce = ${id.nonce} and state in ('waiting', 'sent')`

/** The outcome was published. */
export const markAnnounced = (sql: SqlClient, token: TokenId, ids: ReadonlyArray<AuthorizationId>) =>
  sql`update rail_x402.settlement s set announced = true where s.network = ${token.network} and s.asset = ${token.asset} and ${isOneOf(sql, ids)}`

/** Payers of waiting settlements whose smart wallet was not deployed when the payment was signed. */
export const undeployedWallets = (sql: SqlClient, { asset, network }: TokenId) =>
  sql<{ readonly payer: Hex }>`select distinct payer from rail_x402.settlement where network = ${network} and asset = ${asset}
    and not announced and state = 'waiting' and factory is not null limit 64`

/** These wallets are deployed by now: their payments are settled without a deployment. */
export const markDeployed = (sql: SqlClient, { asset, network }: TokenId, payers: ReadonlyArray<Hex>) =>
  sql`update rail_x402.settlement set factory = null, deploy_data = null, gas = gas - ${savedDeployGas}
    where network = ${network} and asset = ${asset} and not announced and state in ('waiting', 'sent') and factory is not null
      and payer in (select jsonb_array_elements_text(${JSON.stringify(payers)}::text::jsonb))`
