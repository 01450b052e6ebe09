import type { PgClient } from "@effect/sql-pg"
import { Effect } from "effect"
import type { SqlError } from "effect/sql/SqlError"
import type { Fragment } from "effect/sql/Statement"
import type { PaymentFilter, PaymentPage, PaymentRecord } from "../../domain/ledger/LedgerQueries.ts"
import type { PaymentEvent, Transfer } from "../../domain/ledger/state.ts"
import { type PaymentStatus, stateSettlementPairs } from "../../domain/ledger/status.ts"
import type { CallId, OrganisationId } from "../../domain/money/ids.ts"
import { microUsd } from "../../domain/money/Money.ts"
import { dayMs } from "../../domain/time.ts"
import { arrayOf } from "./parameters.ts"
import { callFromJson, type CallRow } from "./rows.ts"
import { callJson } from "./schema/0002_functions.ts"

export interface PaymentRow {
  readonly call: CallRow
  readonly transfers: ReadonlyArray<Transfer> | null
  readonly events: ReadonlyArray<PaymentEvent> | null
}

export const paymentColumns = `${callJson("c")} as call,
    (select json_agg(json_build_object('organisation', t.org, 'call', t.call, 'ref', t.ref, 'debit', t.debit, 'credit', t.credit,
      'amount', t.amount::text, 'at', ms(t.at)) order by t.id) from transfer t where t.org = c.org and t.call = c.id) as transfers,
    (select json_agg(json_build_object('organisation', e.org, 'call', e.call, 'type', e.type, 'at', ms(e.at), 'data', e.data::text) order by e.id)
      from payment_event e where e.org = c.org and e.call = c.id) as events`

export const paymentFrom = ({ call, events, transfers }: PaymentRow): PaymentRecord => ({
  call: callFromJson(call),
  transfers: (transfers ?? []).map((transfer) => ({ ...transfer, amount: microUsd(BigInt(transfer.amount)) })),
  events: events ?? [],
})

/**
 * Calls that one page looks at: about 20 ms of the server. Without the bound a filter that matches nothing walks over every call of
 * an organisation, some seconds for two million.
 */
export const maxWalked = 5_000

/** A debit can be disputed, and its calls collected again, for 13 months after their reservation. */
const longestSettlementMs = 400 * dayMs
/** How far the clocks of nodes and database may be apart. */
const skewMs = dayMs

interface PageRow {
  readonly payments: ReadonlyArray<PaymentRow> | null
  /** The oldest call that the walk reached, where it stopped before the end. */
  readonly stopped: CallId | null
}

/** The payments of a filter, newest first. A list of given ids, and the operator's over all organisations, have no bound but the time-out of a statement. */
export const paymentsPage = (
  sql: PgClient.PgClient,
  organisation: OrganisationId | null,
  filter: PaymentFilter,
  limit: number,
): Effect.Effect<PaymentPage, SqlError> => {
  if (organisation !== null && filter.ids === undefined) {
    const page = sql<PageRow>`${pageOfOrganisation(sql, organisation, filter, limit)}`
    return Effect.map(page, ([row]) => pageOf(row!.payments ?? [], limit, row!.stopped))
  }
  const ids = filter.ids === undefined ? sql`true` : sql`c.id = any (${arrayOf("uuid", filter.ids)})`
  const owner = organisation === null ? sql`true` : sql`c.org = ${organisation}::uuid`
  const conditions = sql.and([owner, ids, spanOf(sql, filter)("c.id"), ...conditionsOf(sql, filter)])
  const page = sql<PaymentRow>`select ${sql.literal(paymentColumns)} from call c where ${conditions} order by c.id desc limit ${limit + 1}`
  return Effect.map(page, (rows) => pageOf(rows, limit, null))
}

/** One row of a page and the place where the walk stopped. Each list is an index that is walked in the order of the page. */
export const pageOfOrganisation = (
  sql: PgClient.PgClient,
  organisation: OrganisationId,
  filter: PaymentFilter,
  limit: number,
): Fragment => {
  const conditions = conditionsOf(sql, filter)
  const walk = conditions.length === 0 ? limit + 1 : Math.max(limit + 1, maxWalked)
  const span = spanOf(sql, filter)
  const newest = (table: string, id: string, more = sql`true`) =>
    sql`select ${sql.literal(id)} as id from ${sql.literal(table)} where org = ${organisation} and ${more} and ${span(id)}
      order by ${sql.literal(id)} desc limit ${walk}`
  const ids = {
    open: () => sql`(${newest("open_call", "call")}) union (${newest("unsettled", "call")}) order by id desc limit ${walk}`,
    all: () => newest("call", "id"),
    ofStatus: () => newest("call_of_status", "call", sql`status = ${filter.status ?? ""}`),
  }[listOf[filter.status ?? "settled"]]()
  return sql`
    select (select json_agg(p order by p.id desc) from (
        select w.id, ${sql.literal(paymentColumns)} from (${ids}) as w
          cross join lateral (select * from call where org = ${organisation} and id = w.id offset 0) as c
        where ${sql.and([sql`true`, ...conditions])} order by w.id desc limit ${limit + 1}) as p) as payments,
      (select w.id from (${ids}) as w order by w.id desc offset ${walk - 1}) as stopped`
}

/** Ids begin with the time they were made at, so that a span of time is a span of the primary key. */
const spanOf = (sql: PgClient.PgClient, { before, by, from, to }: PaymentFilter) => {
  const earlierMs = skewMs + (by === "settled" ? longestSettlementMs : 0)
  const firstId = (ms: Fragment) => sql`(lpad(to_hex(greatest(0, (${ms})::bigint)), 12, '0') || repeat('0', 20))::uuid`
  return (column: string) => {
    const id = sql.literal(column)
    return sql.and([
      before === undefined ? sql`true` : sql`${id} < ${before}::uuid`,
      from === undefined ? sql`true` : sql`${id} >= ${firstId(sql`${from} - ms_ahead() - ${earlierMs}`)}`,
      to === undefined ? sql`true` : sql`${id} <= ${firstId(sql`${to} + ${skewMs}`)}`,
    ])
  }
}

/** What no index of a list answers. */
const conditionsOf = (sql: PgClient.PgClient, { by, from, key, rail, source, status, tag, to }: PaymentFilter): ReadonlyArray<Fragment> => {
  const at = by === "settled" ? settledAt(sql) : sql`c.reserved_at`
  return [
    by === "settled" ? [sql`c.settlement = 'settled'`] : [],
    rail === undefined ? [] : [sql`c.rail = ${rail}`],
    key === undefined ? [] : [sql`c.key = ${key}::uuid`],
    source === undefined ? [] : [sql`c.source = ${source}`],
    tag === undefined ? [] : [sql`c.tag = ${tag}`],
    status === undefined ? [] : [sql`c.state || '/' || c.settlement = any (${arrayOf("text", stateSettlementPairs(status))})`],
    from === undefined ? [] : [sql`${at} >= at_ms(${from})`],
    to === undefined ? [] : [sql`${at} < at_ms(${to})`],
  ].flat()
}

/** When the rail proved the payment, else with the capture. */
const settledAt = (sql: PgClient.PgClient) =>
  sql`coalesce((select max(e.at) from payment_event e where e.org = c.org and e.call = c.id and e.type = 'settlement.settled'), c.closed_at)`

/** The list in which the calls of each status are found: the open ones, those of a rare status, or all. */
const listOf: Record<PaymentStatus, "open" | "all" | "ofStatus"> = {
  reserved: "open",
  settling: "open",
  settled: "all",
  released: "ofStatus",
  refunded: "ofStatus",
  failed: "ofStatus",
  unknown: "ofStatus",
}

/** `rows` has one payment more than the page if there is another page. */
const pageOf = (rows: ReadonlyArray<PaymentRow>, limit: number, stopped: CallId | null): PaymentPage => {
  const payments = rows.slice(0, limit).map(paymentFrom)
  return { payments, next: rows.length > limit ? payments.at(-1)!.call.id : stopped }
}
