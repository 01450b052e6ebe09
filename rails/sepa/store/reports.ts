import { Context, Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { CallId, type OrganisationId } from "../../../domain/money/ids.ts"
import { type MicroUsd, microUsd } from "../../../domain/money/Money.ts"
import { collectingSql, owedSql } from "./Collection.ts"
import { asUuid } from "../../documentTable.ts"
import type { BookedLines } from "../../stripe/payouts.ts"
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
  /** Of a fee: the euro cents that it was fixed at. */
  readonly cents: bigint | null
}

/** What is owed and not collected, in micro-USD by the age of its oldest part: days since its oldest call or fee, also where that is claimed again. */
export interface Receivables {
  readonly organisation: string
  readonly name: string
  readonly upTo7: bigint
  readonly upTo30: bigint
  readonly upTo60: bigint
  readonly older: bigint
  /** Of these, in debits that failed or were taken back. */
  readonly failed: bigint
}

/** Reads for people and for the audit. Unlike the store they join the tables of the rail with those of the ledger; nothing is written. */
export interface SepaReportsShape {
  readonly linesOf: (organisation: OrganisationId, claim: string) => Query<ReadonlyArray<LineGroup>>
  /** Newest first, with ids below `before`. */
  readonly callsOf: (claim: string, before: string | undefined, limit: number) => Query<ReadonlyArray<CallId>>
  readonly receivables: Query<ReadonlyArray<Receivables>>
  /** Debits that were written down in the last 30 days. */
  readonly byStatus: Query<ReadonlyArray<{ readonly status: string; readonly count: number; readonly cents: bigint }>>
  /** Debits on their way whose notice the gateway tried to send, and could not. */
  readonly unsentNotices: Query<number>
  /** What the ledger has booked for a debit on the account of its organisation: above zero, the organisation paid. */
  readonly bookedFor: (organisation: OrganisationId, collection: string) => Query<bigint>
  /** The same for lines of our balance at Stripe, on the account of the money that is there. */
  readonly bookedLines: BookedLines
}

export class SepaReports extends Context.Service<SepaReports, SepaReportsShape>()("farthing/rails/sepa/store/SepaReports") {}

interface GroupRow {
  readonly period: string | null
  readonly source: string | null
  readonly operation: string | null
  readonly entries: bigint
  readonly amount: string
  readonly cents: string | null
}

type ReceivableRow = { readonly [name in keyof Receivables]: string }

export const makeSepaReports = Effect.gen(function* () {
  const sql = yield* SqlClient
  return SepaReports.of({
    linesOf: (organisation, claim) =>
      fromTables(
        Effect.map(
          sql.unsafe<GroupRow>(
            `select case when l.fee then substr(l.id, 5, 7) end as period, c.source, c.operation, count(*) as entries, sum(l.amount)::text as amount, sum(l.cents)::text as cents
             from rail_sepa.line l left join call c on c.org = l.org and c.id = case when not l.fee then l.id::uuid end
             where l.org = $1::text::uuid and l.claim = $2::text::uuid group by 1, 2, 3 order by 1 nulls first, 2, 3`,
            [organisation, claim],
          ),
          (rows) =>
            rows.map(({ amount, cents, entries, ...group }) => ({
              ...group,
              entries: Number(entries),
              amount: microUsd(BigInt(amount)),
              cents: cents === null ? null : BigInt(cents),
            })),
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
    receivables: fromTables(
      Effect.map(sql.unsafe<ReceivableRow>(receivables), (rows) =>
        rows.map(({ failed, name, older, organisation, upTo30, upTo60, upTo7 }) => ({
          organisation,
          name,
          upTo7: BigInt(upTo7),
          upTo30: BigInt(upTo30),
          upTo60: BigInt(upTo60),
          older: BigInt(older),
          failed: BigInt(failed),
        })),
      ),
    ),
    byStatus: fromTables(
      Effect.map(
        sql.unsafe<{ readonly status: string; readonly count: bigint; readonly cents: string }>(
          `select status, count(*) as count, sum((doc->>'cents')::bigint)::text as cents from rail_sepa.collection
           where created_at > farthing_now() - interval '30 days' group by status`,
        ),
        (rows) => rows.map(({ cents, count, status }) => ({ status, count: Number(count), cents: BigInt(cents) })),
      ),
    ),
    unsentNotices: fromTables(
      Effect.map(
        sql.unsafe<{ readonly count: bigint }>(
          `select count(*) as count from rail_sepa.collection c where ${collectingSql("c")}
             and doc->'notice'->'delivery'->>'error' is not null and doc->'notice'->'webhook'->>'sentAt' is null`,
        ),
        ([row]) => Number(row!.count),
      ),
    ),
    bookedLines: (wanted) =>
      fromTables(
        Effect.map(
          sql.unsafe<{ readonly line: string; readonly amount: string }>(
            `with wanted as (select * from json_to_recordset($1::text::json) as w (line text, org uuid, ref text, account text))
             select w.line, sum(case when t.debit = w.account then t.amount else -t.amount end)::text as amount
             from wanted w join transfer t on t.org = w.org and t.call is null and t.ref = w.ref and w.account in (t.debit, t.credit) group by w.line`,
            [
              JSON.stringify(
                wanted.flatMap(({ account, line, organisation, refs }) => refs.map((ref) => ({ line, org: organisation, ref, account }))),
              ),
            ],
          ),
          (rows) => new Map(rows.map(({ amount, line }) => [line, BigInt(amount)])),
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

/** The organisations that owe most come first. Remainders below one cent are left out. */
const receivables = `
  with owed as (
    select u.org, c.amount, farthing_now() - c.closed_at as age, false as failed from unsettled u join call c on c.org = u.org and c.id = u.call
      where u.rail = 'sepa' and not exists (select from rail_sepa.line l where l.org = u.org and l.id = u.call::text and l.claim is not null)
    union all
    select org, amount, farthing_now() - at, false from rail_sepa.line where fee and booked and claim is null
    union all
    select c.org, (c.doc->>'micro')::bigint, farthing_now() - coalesce((select min(l.at) from rail_sepa.line l where l.claim = c.claim), f.created_at), c.status in ('failed', 'disputed')
      from rail_sepa.collection c join rail_sepa.collection f on f.id = c.claim
      where ${owedSql("c")}),
  aged as (select org, amount, failed, extract(epoch from age) / 86400 as days from owed)
  select a.org::text as organisation, o.name,
    coalesce(sum(amount) filter (where days <= 7), 0)::text as "upTo7",
    coalesce(sum(amount) filter (where days > 7 and days <= 30), 0)::text as "upTo30",
    coalesce(sum(amount) filter (where days > 30 and days <= 60), 0)::text as "upTo60",
    coalesce(sum(amount) filter (where days > 60), 0)::text as older,
    coalesce(sum(amount) filter (where failed), 0)::text as failed
  from aged a join organisation o on o.id = a.org group by a.org, o.name order by sum(amount) desc limit 1000`
