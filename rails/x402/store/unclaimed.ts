import { Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import type { OrganisationId } from "../../../domain/money/ids.ts"
import { Chain } from "../evm/Chain.ts"
import { type Hex, lowerCase } from "../evm/hex.ts"
import type { AuthorizationId, TokenId } from "./settlements.ts"

/** A payment to the gateway that no call took. */
export interface UnclaimedPayment {
  readonly hash: Hex
  readonly logIndex: number
  readonly payer: Hex
  readonly nonce: Hex
  readonly value: bigint
  readonly block: bigint
  /** The caller of the facilitator that requested the settlement. */
  readonly settledBy: string | null
  /** The organisation that gets it as credits. Set once. */
  readonly organisation: OrganisationId | null
}

type Stored = Omit<UnclaimedPayment, "value" | "block"> & { readonly value: string; readonly block: string }

const tokenOf = Effect.map(Chain, ({ asset, network }) => ({ network: network.caip2, asset: lowerCase(asset.address) }))
const columns = `hash, log_index as "logIndex", payer, nonce, value::text as value, block::text as block, settled_by as "settledBy", org as organisation`
const paymentOf = (row: Stored): UnclaimedPayment => ({ ...row, value: BigInt(row.value), block: BigInt(row.block) })

/** Payments that are not credited yet, the oldest first. */
export const openUnclaimed = Effect.fnUntraced(function* (limit: number) {
  const sql = yield* SqlClient
  const { asset, network } = yield* tokenOf
  const rows = yield* sql.unsafe<Stored>(
    `select ${columns} from rail_x402.unclaimed_payment where network = $1 and asset = $2 and credited_at is null
     order by block, log_index limit $3`,
    [network, asset, limit],
  )
  return rows.map(paymentOf)
})

/**
 * The organisation of a payer: the only one with a call that this address paid for in the last 30 days. Null for a managed wallet: its
 * ledger account still has the money that the chain has not.
 */
const organisationOf = (payer: string) => `select case when count(distinct p.org) = 1 then min(p.org)::uuid end
  from (select case when s.reference like '{%' then s.reference::json ->> 'organisation' end as org from rail_x402.settlement s
    where s.network = $1 and s.asset = $2 and s.payer = ${payer}) p
  where p.org is not null and not exists (select from rail_x402.wallet w where w.address = ${payer})
    and not exists (select from rail_x402.former_wallet f where f.address = ${payer})`

/** A stored payment keeps its organisation. One that a caller of the facilitator requested gets none: the payer may have bought something there. */
export const storeUnclaimed = Effect.fnUntraced(function* (payments: ReadonlyArray<Omit<UnclaimedPayment, "organisation">>) {
  const sql = yield* SqlClient
  const { asset, network } = yield* tokenOf
  const rows = payments.map((payment) => ({ ...payment, value: String(payment.value), block: String(payment.block) }))
  yield* sql.unsafe(
    `insert into rail_x402.unclaimed_payment (network, asset, hash, log_index, payer, nonce, value, block, settled_by, org)
     select $1, $2, x.hash, x."logIndex", x.payer, x.nonce, x.value, x.block, x."settledBy",
       case when x."settledBy" is null then (${organisationOf("x.payer")}) end
     from jsonb_to_recordset($3::text::jsonb) as x (hash text, "logIndex" int, payer text, nonce text, value numeric, block bigint, "settledBy" text)
     on conflict do nothing`,
    [network, asset, JSON.stringify(rows)],
  )
})

/** Gives an open payment to an organisation. Undefined if there is no such payment, or if it has an organisation already. */
export const assignUnclaimed = Effect.fnUntraced(function* (hash: string, logIndex: number, organisation: OrganisationId) {
  const sql = yield* SqlClient
  const { asset, network } = yield* tokenOf
  const rows = yield* sql.unsafe<Stored>(
    `update rail_x402.unclaimed_payment set org = $5 where network = $1 and asset = $2 and hash = $3 and log_index = $4
       and credited_at is null and (org is null or org = $5) and exists (select from organisation o where o.id = $5) returning ${columns}`,
    [network, asset, hash, logIndex, organisation],
  )
  return rows.map(paymentOf)[0]
})

export const markCredited = Effect.fnUntraced(function* ({ hash, logIndex }: Pick<UnclaimedPayment, "hash" | "logIndex">) {
  const sql = yield* SqlClient
  const { asset, network } = yield* tokenOf
  yield* sql`update rail_x402.unclaimed_payment set credited_at = clock_timestamp()
    where network = ${network} and asset = ${asset} and hash = ${hash} and log_index = ${logIndex}`
})

/** A payment that is credited, or will be, buys no call. */
export const isUnclaimed = (sql: SqlClient, { asset, network }: TokenId, { nonce, payer }: AuthorizationId) =>
  Effect.map(
    sql`select from rail_x402.unclaimed_payment where network = ${network} and asset = ${asset} and payer = ${payer} and nonce = ${nonce}`,
    (rows) => rows.length > 0,
  )

/** Undefined before the first search. */
export const searchedUnclaimed = Effect.gen(function* () {
  const sql = yield* SqlClient
  const { asset, network } = yield* tokenOf
  const [row] = yield* sql<{ readonly block: string }>`select block::text as block from rail_x402.unclaimed_search
    where network = ${network} and asset = ${asset}`
  return row === undefined ? undefined : BigInt(row.block)
})

export const storeSearchedUnclaimed = Effect.fnUntraced(function* (block: bigint) {
  const sql = yield* SqlClient
  const { asset, network } = yield* tokenOf
  yield* sql`insert into rail_x402.unclaimed_search as before (network, asset, block) values (${network}, ${asset}, ${block})
    on conflict (network, asset) do update set block = greatest(before.block, excluded.block)`
})
