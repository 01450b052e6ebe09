import { Effect } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import { OrganisationId } from "../../../domain/money/ids.ts"
import { microUsd } from "../../../domain/money/Money.ts"
import type { Collection } from "./Collection.ts"
import { fromTables, type RailUnavailable } from "../../RailUnavailable.ts"
import type { SepaStoreShape } from "./SepaStore.ts"

type Lines = Pick<
  SepaStoreShape,
  "bound" | "covered" | "callsOf" | "collectionsOfCall" | "mark" | "feesOf" | "addFees" | "unbookedFees" | "feeBooked" | "freeFees"
>
type QueryCollections = (statement: string, params: ReadonlyArray<unknown>) => Effect.Effect<ReadonlyArray<Collection>, RailUnavailable>

interface FeeRow {
  readonly org: string
  readonly id: string
  readonly amount: bigint
  readonly cents: bigint | null
  readonly at: bigint
}

/** The lines that an organisation owes, which are calls and fees, and the claims that cover them. */
export const pgLines = (sql: SqlClient, queryCollections: QueryCollections): Lines => {
  const ids = (statement: string, params: ReadonlyArray<unknown>) =>
    fromTables(Effect.map(sql.unsafe<{ readonly id: string }>(statement, params), (rows) => rows.map(({ id }) => id)))
  const run = (statement: string, params: ReadonlyArray<unknown>) => fromTables(Effect.asVoid(sql.unsafe(statement, params)))

  return {
    bound: (organisation, calls) =>
      Effect.map(
        ids(
          `select id from rail_sepa.line where org = $1::text::uuid and claim is not null and id in (select json_array_elements_text($2::text::json))`,
          [organisation, JSON.stringify(calls)],
        ),
        (claimed) => new Set(claimed),
      ),
    callsOf: (claim, settled, limit) =>
      ids(
        `select id from rail_sepa.line where claim = $1::text::uuid and not fee and settled = $2::text::boolean order by id limit $3::text::int`,
        [claim, String(settled), String(limit)],
      ),
    covered: (organisation, claims) =>
      fromTables(
        Effect.map(
          sql.unsafe<{ readonly entries: bigint; readonly oldest: bigint | null }>(
            `select count(*) as entries, ms(min(at)) as oldest from rail_sepa.line
             where org = $1::text::uuid and claim in (select json_array_elements_text($2::text::json)::uuid)`,
            [organisation, JSON.stringify(claims)],
          ),
          ([row]) => ({ entries: Number(row!.entries), oldestAt: row!.oldest === null ? null : Number(row!.oldest) }),
        ),
      ),
    collectionsOfCall: (organisation, call) =>
      queryCollections(
        `select c.doc::text as doc from rail_sepa.line l join rail_sepa.collection c on c.claim = l.claim
         where l.org = $1::text::uuid and l.id = $2 order by c.id desc limit 20`,
        [organisation, call],
      ),
    mark: (claim, calls, settled) =>
      run(
        `update rail_sepa.line set settled = $3::text::boolean where claim = $1::text::uuid and id in (select json_array_elements_text($2::text::json))`,
        [claim, JSON.stringify(calls), String(settled)],
      ),

    feesOf: (organisation, period) =>
      fromTables(
        Effect.map(
          sql.unsafe<{ readonly lines: bigint; readonly cents: string | null }>(
            `select count(*) as lines, case when bool_or(cents is null) then null else coalesce(sum(cents), 0)::text end as cents
             from rail_sepa.line where org = $1::text::uuid and fee and (id = 'fee:' || $2 or id like 'fee:' || $2 || ':%')`,
            [organisation, period],
          ),
          ([row]) => ({ lines: Number(row!.lines), cents: row!.cents === null ? null : BigInt(row!.cents) }),
        ),
      ),
    addFees: (organisation, fees, feeFrom) =>
      fromTables(
        sql.withTransaction(
          Effect.gen(function* () {
            yield* sql.unsafe(
              `insert into rail_sepa.line (org, id, amount, cents, fee, booked, at)
               select $1::text::uuid, f.id, f.amount, f.cents, true, false, at_ms(f.at)
               from json_to_recordset($2::text::json) as f (id text, amount bigint, cents bigint, at float8) on conflict do nothing`,
              [
                organisation,
                JSON.stringify(fees.map(({ amount, at, cents, id }) => ({ id, amount: amount.toString(), cents: cents?.toString(), at }))),
              ],
            )
            yield* sql.unsafe(
              `update rail_sepa.debtor set doc = (doc::jsonb || jsonb_build_object('feeFrom', $2::text))::json where org = $1::text::uuid`,
              [organisation, feeFrom],
            )
          }),
        ),
      ),
    unbookedFees: (limit) =>
      fromTables(
        Effect.map(
          sql.unsafe<FeeRow>(
            `select org::text as org, id, amount, cents, ms(at) as at from rail_sepa.line where fee and claim is null and not booked limit $1::text::int`,
            [String(limit)],
          ),
          (rows) => rows.map(({ amount, id, org }) => ({ organisation: OrganisationId.make(org), id, amount: microUsd(BigInt(amount)) })),
        ),
      ),
    feeBooked: ({ id, organisation }) =>
      run(`update rail_sepa.line set booked = true where org = $1::text::uuid and id = $2`, [organisation, id]),
    freeFees: (organisation) =>
      fromTables(
        Effect.map(
          sql.unsafe<FeeRow>(
            `select org::text as org, id, amount, cents, ms(at) as at from rail_sepa.line where org = $1::text::uuid and fee and booked and claim is null order by id`,
            [organisation],
          ),
          (rows) =>
            rows.map(({ amount, at, cents, id }) => ({
              id,
              amount: microUsd(BigInt(amount)),
              at: Number(at),
              ...(cents === null ? {} : { cents: BigInt(cents) }),
            })),
        ),
      ),
  }
}
