import { Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { createHash, randomUUID } from "node:crypto"
import type { OrganisationId } from "../../../domain/money/ids.ts"
import { walletEvidence } from "../callRecords.ts"
import type { Hex } from "../evm/hex.ts"

/** A transfer from an organisation's address of an earlier phrase to its current address. Stored before it is signed. */
export interface Sweep {
  readonly id: string
  readonly organisation: OrganisationId
  /** Of the sender's phrase. */
  readonly generation: number
  readonly sender: Hex
  readonly receiver: Hex
  readonly value: bigint
  readonly nonce: Hex
  /** In seconds since 1970. */
  readonly validBefore: bigint
}

/** Also after the process has ended: an open sweep is submitted again with the same nonce. */
export const openSweeps = (limit: number) =>
  Effect.flatMap(SqlClient, (sql) =>
    Effect.map(
      sql<Omit<Sweep, "value" | "validBefore"> & { readonly value: string; readonly validBefore: string }>`select id,
        org as organisation, generation, sender, receiver, value::text as value, nonce, valid_before::text as "validBefore"
        from rail_x402.sweep where state = 'open' order by created_at limit ${limit}`,
      (rows) => rows.map((row): Sweep => ({ ...row, value: BigInt(row.value), validBefore: BigInt(row.validBefore) })),
    ),
  )

/** False if the sender has an open sweep already: then nothing is stored. */
export const storeSweep = Effect.fnUntraced(function* (sweep: Omit<Sweep, "id" | "nonce">) {
  const sql = yield* SqlClient
  const id = randomUUID()
  const nonce = `0x${createHash("sha256").update(`x402-sweep ${id}`).digest("hex")}`
  const rows = yield* sql`insert into rail_x402.sweep (id, org, generation, sender, receiver, value, nonce, valid_before)
    values (${id}, ${sweep.organisation}, ${sweep.generation}, ${sweep.sender}, ${sweep.receiver},
      ${String(sweep.value)}::text::numeric, ${nonce}, ${String(sweep.validBefore)}::text::numeric)
    on conflict (sender) where state = 'open' do nothing returning id`
  return rows.length > 0
})

export const endSweep = (
  id: string,
  end: { readonly state: "done" | "failed"; readonly hash: string | null; readonly reason: string | null },
) =>
  Effect.flatMap(
    SqlClient,
    (sql) => sql`update rail_x402.sweep set state = ${end.state}, hash = ${end.hash}, reason = ${end.reason}
      where id = ${id}::text::uuid and state = 'open'`,
  )

/** An address of an earlier phrase with the organisation's current address. */
export interface FormerAddress {
  readonly organisation: OrganisationId
  readonly address: Hex
  readonly generation: number
  readonly current: Hex
}

/** In the order of the addresses, from the first one behind `after`. Addresses of which a sweep is open are among them. */
export const formerAddresses = (generation: number, after: string, limit: number) =>
  Effect.flatMap(
    SqlClient,
    (sql) => sql<FormerAddress>`select f.org as organisation, f.address, f.generation, w.address as current
      from rail_x402.former_wallet f join rail_x402.wallet w on w.org = f.org
      where f.generation = ${generation} and f.address > ${after} order by f.address limit ${limit}`,
  )

/** Calls that the wallet of a generation still has to pay for: reserved ones with their maximum, captured ones with their amount. */
const dueOfGeneration = `select c.org, case when c.state = 'reserved' then c.max else c.amount end as due
  from (select org, call from open_call union select org, call from unsettled where rail = 'x402') o
    join call c on c.org = o.org and c.id = o.call
  where c.rail = 'x402' and c.settles = 'later' and c.evidence is not distinct from $1`

/** By organisation, in micro-units. */
export const dueByOrganisation = Effect.fnUntraced(function* (generation: number, organisations: ReadonlyArray<OrganisationId>) {
  const sql = yield* SqlClient
  const rows = yield* sql.unsafe<{ readonly org: string; readonly due: string }>(
    `select org, sum(due)::text as due from (${dueOfGeneration}) d
     where org in (select x::uuid from jsonb_array_elements_text($2::text::jsonb) x) group by org`,
    [walletEvidence(generation), JSON.stringify(organisations)],
  )
  return new Map(rows.map(({ due, org }) => [org, BigInt(due)]))
})

export const countOpenCalls = Effect.fnUntraced(function* (generation: number) {
  const sql = yield* SqlClient
  const [row] = yield* sql.unsafe<{ readonly n: number }>(`select count(*)::int as n from (${dueOfGeneration}) d`, [
    walletEvidence(generation),
  ])
  return row!.n
})
