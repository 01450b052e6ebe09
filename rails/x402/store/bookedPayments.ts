import { Effect } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import { isForeign } from "../settlement/gasShares.ts"
import type { TokenId } from "./settlements.ts"

/** A transfer to the gateway on chain. `payer` and `hash` are lower case. */
export interface PaidTransfer {
  readonly payer: string
  readonly hash: string
  readonly logIndex: number
  readonly value: bigint
  readonly block: bigint
}

export const transferKey = ({ hash, logIndex, payer, value }: Omit<PaidTransfer, "block">) => `${hash} ${logIndex} ${payer} ${value}`

/** A settlement with this transfer, and the call that it pays for. */
interface SettlementOfTransfer {
  readonly hash: string
  readonly logIndex: number
  readonly reference: string
  readonly announced: boolean
  readonly proven: boolean | null
}

/** The members of a call's proof that name its transfer. Cast row by row: only an x402 call has such a proof. */
const proofIs = (hash: string, logIndex: string) =>
  `(c.settlement = 'settled' and lower(c.proof::json->>'hash') = ${hash} and (c.proof::json->>'log_index')::int = ${logIndex})`

/** The proof of `farthing call end --settled`. */
const endedByHand = `(c.settlement = 'settled' and c.proof::json->>'operator' is not null)`

const settlementsOfTransfers = `
  select s.hash, s.log_index as "logIndex", s.reference, s.announced, ${proofIs("s.hash", "s.log_index")} as proven
  from rail_x402.settlement s
    left join lateral (select case when s.reference like '{%' then s.reference::json end as purchase) p on true
    left join call c on c.org = (p.purchase->>'organisation')::uuid and c.id = (p.purchase->>'call')::uuid
  where s.network = $1 and s.asset = $2 and s.hash in (select jsonb_array_elements_text($3::text::jsonb))`

/** Of these references of settlements, those of calls that the ledger has as settled. */
export const settledReferences = (sql: SqlClient, references: ReadonlyArray<string>) =>
  Effect.map(
    sql.unsafe<{ readonly reference: string }>(
      `select p.reference
       from (select x.reference, case when x.reference like '{%' then x.reference::json end as purchase
         from jsonb_array_elements_text($1::text::jsonb) as x (reference)) as p
       join call c on c.org = (p.purchase->>'organisation')::uuid and c.id = (p.purchase->>'call')::uuid
       where c.settlement = 'settled'`,
      [JSON.stringify(references)],
    ),
    (rows): ReadonlySet<string> => new Set(rows.map(({ reference }) => reference)),
  )

/** Whether a settlement that a caller of the facilitator requested accounts for its transfer, or only a call does. */
type Accounting = "calls_and_facilitator" | "calls"

/**
 * The transfers, by hash and log index, that a settled call, a caller of the facilitator or a deposit accounts for, or whose outcome is on
 * its way to the ledger.
 */
export const accountedTransfers = Effect.fnUntraced(function* (
  sql: SqlClient,
  { asset, network }: TokenId,
  payTo: string,
  transfers: ReadonlyArray<PaidTransfer>,
  accounting: Accounting = "calls_and_facilitator",
) {
  const hashes = JSON.stringify([...new Set(transfers.map(({ hash }) => hash))])
  const settlements = yield* sql.unsafe<SettlementOfTransfer>(settlementsOfTransfers, [network, asset, hashes])
  const refs = JSON.stringify(transfers.map(({ hash, logIndex }) => `deposit:${hash}:${logIndex}`))
  const deposits = yield* sql<{ readonly ref: string }>`select p.ref from rail_x402.wallet w
    join post_ref p on p.org = w.org and p.ref in (select jsonb_array_elements_text(${refs}::text::jsonb)) where w.address = ${payTo}`
  return new Set([
    ...settlements.flatMap(({ announced, hash, logIndex, proven, reference }) =>
      (isForeign(reference) ? accounting === "calls_and_facilitator" : !announced || proven === true) ? [`${hash}:${logIndex}`] : [],
    ),
    ...deposits.map(({ ref }) => ref.slice("deposit:".length)),
  ])
})

/** The callers of the facilitator that requested these transfers, by hash and log index. */
export const facilitatorCallers = (sql: SqlClient, { asset, network }: TokenId, hashes: ReadonlyArray<string>) =>
  Effect.map(
    sql<{ readonly hash: string; readonly logIndex: number; readonly reference: string }>`select hash, log_index as "logIndex", reference
      from rail_x402.settlement where network = ${network} and asset = ${asset}
      and hash in (select jsonb_array_elements_text(${JSON.stringify(hashes)}::text::jsonb))`,
    (rows) =>
      new Map(rows.flatMap(({ hash, logIndex, reference }) => (isForeign(reference) ? [[`${hash}:${logIndex}`, reference] as const] : []))),
  )

/** An authorization that moved money to the gateway, with its claim: the mark under which a call takes it. */
export interface UsedAuthorization extends PaidTransfer {
  readonly nonce: string
  readonly claim: string
}

/**
 * The claims of the payments that a call was settled with, or that a call or a settlement still works on. A call that an operator ended as
 * settled was settled with its claim: its proof is the operator's evidence and names no transfer.
 */
export const claimedPayments = (sql: SqlClient, { asset, network }: TokenId, payments: ReadonlyArray<UsedAuthorization>) =>
  Effect.map(
    sql.unsafe<{ readonly claim: string }>(
      `select x.claim from jsonb_to_recordset($3::text::jsonb) as x (claim text, payer text, nonce text, hash text, "logIndex" int)
      where exists (select from claim k join call c on c.org = k.org and c.id = k.call
          where k.hash = x.claim and (c.state = 'reserved' or ${endedByHand} or ${proofIs("x.hash", 'x."logIndex"')}))
        or exists (select from rail_x402.settlement s where s.network = $1 and s.asset = $2 and s.payer = x.payer and s.nonce = x.nonce
          and s.state <> 'rejected' and not s.announced)`,
      [
        network,
        asset,
        JSON.stringify(payments.map(({ claim, hash, logIndex, nonce, payer }) => ({ claim, payer, nonce, hash, logIndex }))),
      ],
    ),
    (rows) => new Set(rows.map(({ claim }) => claim)),
  )

interface ProvenCall {
  readonly call: string
  readonly hash: string
  readonly logIndex: number
  readonly payer: string
  readonly proven: string
  readonly due: string
}

/** The calls that were settled by a transfer to this address in a range of blocks, both ends included. */
export const callsSettledIn = (sql: SqlClient, { asset, network }: TokenId, payTo: string, from: bigint, to: bigint) =>
  sql.unsafe<ProvenCall>(
    `select c.id::text as call, lower(p.proof->>'hash') as hash, (p.proof->>'log_index')::int as "logIndex", lower(p.proof->>'payer') as payer,
      p.proof->>'amount' as proven, case when c.deposits then c.max else c.amount end::text as due
    from call c join lateral (select c.proof::json as proof) p on true
    where c.rail = 'x402' and c.settlement = 'settled' and c.proof is not null and p.proof->>'network' = $1 and lower(p.proof->>'asset') = $2
      and lower(p.proof->>'payee') = $3 and (p.proof->>'block')::numeric between $4::text::numeric and $5::text::numeric`,
    [network, asset, payTo, String(from), String(to)],
  )
