import { Context, Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { CallId, type OrganisationId } from "../../../domain/money/ids.ts"
import { type MicroUsd, microUsd } from "../../../domain/money/Money.ts"
import { asUuid } from "../../documentTable.ts"
import { fromTables, type RailUnavailable } from "../../RailUnavailable.ts"

type Query<A> = Effect.Effect<A, RailUnavailable>

/** What a debit collects, in groups: the calls of one operation, or the fee of one month. */
export interface LineGroup {
  /** `2026-11` for a fee, null for calls. */
  readonly period: string | null
  readonly source: string | null
  readonly operation: string | null
  readonly entries: number
  readonly amount: MicroUsd
}

/** Reads for people and for the audit. Unlike the store they join the tables of the rail with those of the ledger; nothing is written. */
export interface SepaReportsShape {
  readonly linesOf: (organisation: OrganisationId, claim: string) => Query<ReadonlyArray<LineGroup>>
  /** Newest first, with ids below `before`. */
  readonly callsOf: (claim: string, before: string | undefined, limit: number) => Query<ReadonlyArray<CallId>>
  /** What the ledger has booked for a debit on the account of its organisation: above zero, the organisation paid. */
  readonly bookedFor: (organisation: OrganisationId, collection: string) => Query<bigint>
}

export class SepaReports extends Context.Service<SepaReports, SepaReportsShape>()("farthing/rails/sepa/store/SepaReports") {}

interface GroupRow {
  readonly period: string | null
  readonly source: string | null
  readonly operation: string | null
  readonly entries: bigint
  readonly amount: string
}

export const makeSepaReports = Effect.gen(function* () {
  const sql = yield* SqlClient
  return SepaReports.of({
    linesOf: (organisation, claim) =>
      fromTables(
        Effect.map(
          sql.unsafe<GroupRow>(
            `select case when l.fee then substr(l.id, 5) end as period, c.source, c.operation, count(*) as entries, sum(l.amount)::text as amount
             from rail_sepa.line l left join call c on c.org = l.org and c.id = case when not l.fee then l.id::uuid end
             where l.org = $1::text::uuid and l.claim = $2::text::uuid group by 1, 2, 3 order by 1 nulls first, 2, 3`,
            [organisation, claim],
          ),
          (rows) => rows.map(({ amount, entries, ...group }) => ({ ...group, entries: Number(entries), amount: microUsd(BigInt(amount)) })),
        ),
      ),
    callsOf: (claim, before, limit) =>
      fromTables(
        Effect.map(
          sql.unsafe<{ readonly id: string }>(
            `select id from rail_sepa.line where claim = $1::text::uuid and not fee and ($2::text is null or id < $2) order by id desc limit $3::text::int`,
            [asUuid(claim), before ?? null, String(limit)],
          ),
          (rows) => rows.map(({ id }) => CallId.make(id)),
        ),
      ),
    bookedFor: (organisation, collection) =>
      fromTables(
        Effect.map(
          sql.unsafe<{ readonly amount: string }>(
            `select coalesce(sum(case when credit = 'buyer:sepa' then amount when debit = 'buyer:sepa' then -amount end), 0)::text as amount
             from transfer where org = $1::text::uuid and call is null and ref like 'collection:' || $2 || ':%'`,
            [organisation, collection],
          ),
          ([row]) => BigInt(row!.amount),
        ),
      ),
  })
})
