import { Effect, Layer, Result, Semaphore } from "effect"
import { uuidV7Unsafe } from "effect/crypto/SecureRandom"
import { toDecimal, sum } from "../../../domain/money/Money.ts"
import {
  choosePayout,
  maxPayoutItems,
  openPayoutStatuses,
  type Payout,
  PayoutDecided,
  PayoutInProgress,
  type PayoutItem,
  PayoutNotCovered,
  PayoutNotFound,
  type PayoutStatus,
} from "../../../domain/publishing/Payout.ts"
import { Payouts } from "../../../domain/publishing/Payouts.ts"
import { reversibleRoom } from "../../../domain/publishing/earnings.ts"
import { Database, orUnavailable, refusalOrUnavailable, withoutRequestTime } from "../Database.ts"
import { arrayOf } from "../parameters.ts"
import { callsOfPublisher, earningRows, isReversible, windowRows } from "./earningRows.ts"
import { longRead, readBalance, windowsJson } from "./PgPublisherBooks.ts"

const payoutJson = `p.id::text, p.publisher::text, p.status, p.amount, p.calls, p.wallet, p.proofs::text[], ms(p.requested_at)::float8 as "requestedAt",
  ms(p.decided_at)::float8 as "decidedAt", p.decided_by as "decidedBy", p.reason, ms(p.sent_at)::float8 as "sentAt", ms(p.ended_at)::float8 as "endedAt",
  p.tx_hash as "transactionHash", p.block_number::float8 as "blockNumber", p.last_error as "lastError"`

/** Mature and in no payout: the rest of each call, and its correction. The oldest first. */
const candidates = `
  with w as (select * from ${windowRows("$2")}),
  e as (${earningRows(callsOfPublisher("$1::text::uuid", "c.settlement = 'settled'"), "c.rail in (select rail from w)")})
  select e.call::text as call, e.org::text as org, e.payee, k.kind, k.amount::bigint as amount, ${isReversible("without_reason_ms")} as reversible
  from e left join w on w.rail = e.rail
    cross join lateral (values ('call', e.earned - e.refunded - e.charged_back), ('correction', e.corrected)) as k (kind, amount)
  where k.amount > 0 and not exists (select from payout_item i where i.call = e.call and i.kind = k.kind and i.live)
  order by e.call, k.kind limit ${2 * maxPayoutItems}`

interface CandidateRow extends PayoutItem {
  readonly org: string
  readonly reversible: boolean
}

const make = Effect.gen(function* () {
  const { lists, money: sql } = yield* Database
  const alone = yield* Semaphore.make(1)
  const columns = sql.literal(payoutJson)
  const byId = (id: string, publisher: string | null = null) =>
    sql<Payout>`select ${columns} from payout p where p.id::text = ${id} and (${publisher}::text is null or p.publisher::text = ${publisher}::text)`

  const find = (publisher: string | null, id: string) =>
    Effect.flatMap(orUnavailable(byId(id, publisher)), ([row]) => (row === undefined ? noPayout(id) : Effect.succeed(row)))

  /** Ends in one of the wanted statuses, or refuses with what the payout is now. */
  const decide = Effect.fnUntraced(function* (
    id: string,
    {
      by,
      from,
      reason,
      to,
    }: { readonly from: ReadonlyArray<PayoutStatus>; readonly to: PayoutStatus; readonly by: string; readonly reason: string },
  ) {
    const changed = yield* sql`update payout set status = ${to}, decided_at = farthing_now(), decided_by = ${by}, reason = ${reason},
        ended_at = case when ${to} = 'rejected' then farthing_now() end
      where id::text = ${id} and status = any (${arrayOf("text", from)}) returning id`
    const [row] = yield* byId(id)
    if (row === undefined) return yield* noPayout(id)
    if (changed.length === 0) {
      return yield* new PayoutDecided({
        message: `The payout ${id} is ${row.status}. Nothing was changed. See: farthing payouts show ${id}`,
      })
    }
    return row
  })

  const freeItems = (id: string) => sql`update payout_item set live = false where payout = ${id}`

  return Payouts.of({
    request: ({ amount, proofs, publisher, wallet }, windows, terms) =>
      lists
        .withTransaction(
          Effect.gen(function* () {
            yield* lists.unsafe(`set local statement_timeout = '${longRead}'`)
            yield* lists`select from publisher where id = ${publisher} for update`
            const [open] = yield* lists<{ readonly id: string; readonly status: string }>`select id::text, status from payout
              where publisher = ${publisher} and status = any (${arrayOf("text", openPayoutStatuses)})`
            if (open !== undefined) {
              return yield* new PayoutInProgress({
                message: `The payout ${open.id} is ${open.status}. Request the next one when it has ended: GET /v1/publishers/me/payouts/${open.id}. No money moved.`,
              })
            }
            const balance = yield* readBalance(lists, publisher, windows)
            const items = yield* lists.unsafe<CandidateRow>(candidates, [publisher, windowsJson(windows)])
            const chosen = choosePayout(
              { items, available: balance.available, reversibleRoom: reversibleRoom(balance, terms.reversiblePercent) },
              amount,
              terms.minimum,
            )
            if (Result.isFailure(chosen)) return yield* chosen.failure
            const rows = chosen.success as ReadonlyArray<CandidateRow>
            const id = uuidV7Unsafe()
            const calls = new Set(rows.map(({ call }) => call)).size
            yield* lists`insert into payout (id, publisher, status, amount, calls, wallet, proofs)
              values (${id}, ${publisher}, 'requested', ${sum(rows.map(({ amount }) => amount))}, ${calls}::int, ${wallet}, ${arrayOf("uuid", proofs)})`
            yield* lists`insert into payout_item (payout, publisher, call, kind, org, payee, amount)
              select ${id}::text::uuid, ${publisher}::text::uuid, x.* from unnest(${arrayOf(
                "uuid",
                rows.map(({ call }) => call),
              )}, ${arrayOf(
                "text",
                rows.map(({ kind }) => kind),
              )},
                ${arrayOf(
                  "uuid",
                  rows.map(({ org }) => org),
                )}, ${arrayOf(
                  "text",
                  rows.map(({ payee }) => payee),
                )}, ${arrayOf(
                  "bigint",
                  rows.map(({ amount }) => amount),
                )}) as x`
            const [row] = yield* lists<Payout>`select ${columns} from payout p where p.id = ${id}`
            return row!
          }),
        )
        .pipe(alone.withPermits(1), refusalOrUnavailable, withoutRequestTime),
    find,
    list: (publisher, { before, from, status, to }, limit) =>
      sql<Payout>`select ${columns} from payout p where (${publisher}::text is null or p.publisher::text = ${publisher}::text)
        and (${status ?? null}::text is null or p.status = ${status ?? null}::text) and (${before ?? null}::text is null or p.id < ${before ?? null}::text::uuid)
        and (${from ?? null}::float8 is null or p.requested_at >= at_ms(${from ?? null}::float8))
        and (${to ?? null}::float8 is null or p.requested_at < at_ms(${to ?? null}::float8))
        order by p.id desc limit ${limit}`.pipe(orUnavailable),
    items: (id, after, limit) =>
      sql<PayoutItem>`select i.call::text, i.payee, i.kind, i.amount from (
          select distinct call from payout_item where payout = ${id} and (${after}::text is null or call > ${after}::text::uuid) order by call limit ${limit}) c
        join payout_item i on i.payout = ${id} and i.call = c.call order by i.call, i.kind`.pipe(orUnavailable),
    byPayee: (id) =>
      sql<Pick<PayoutItem, "payee" | "amount">>`select payee, sum(amount)::bigint as amount from payout_item where payout = ${id} and live
        group by payee order by payee`.pipe(orUnavailable),
    approve: (id, by, reason) =>
      sql
        .withTransaction(
          Effect.gen(function* () {
            yield* sql.unsafe(`set local statement_timeout = '${longRead}'`)
            const [payout] = yield* byId(id)
            if (payout === undefined) return yield* noPayout(id)
            yield* sql`select from publisher where id = ${payout.publisher} for update`
            const { available } = yield* readBalance(sql, payout.publisher, [])
            if (payout.status === "requested" && available < 0n) {
              return yield* new PayoutNotCovered({
                message: `Earnings of the publisher were taken back since the payout ${id} was requested: ${toDecimal(available)} USD would remain. Nothing was changed. Reject it; the publisher then requests what is left.`,
              })
            }
            return yield* decide(id, { from: ["requested"], to: "approved", by, reason })
          }),
        )
        .pipe(refusalOrUnavailable, withoutRequestTime),
    reject: (id, by, reason) =>
      sql
        .withTransaction(Effect.tap(decide(id, { from: ["requested", "approved"], to: "rejected", by, reason }), freeItems(id)))
        .pipe(refusalOrUnavailable),
    unfinished: (limit) =>
      sql<Payout>`select ${columns} from payout p where p.status in ('approved', 'sending') order by p.id limit ${limit}`.pipe(
        orUnavailable,
      ),
    beginSending: (id) =>
      sql`update payout set status = 'sending', sent_at = coalesce(sent_at, farthing_now()) where id::text = ${id} and status in ('approved', 'sending')
        returning id`.pipe(
        Effect.map((rows) => rows.length === 1),
        orUnavailable,
      ),
    end: (id, end) =>
      (end._tag === "Paid"
        ? sql`update payout set status = 'paid', ended_at = farthing_now(), tx_hash = ${end.transactionHash}, block_number = ${end.blockNumber}::float8::bigint,
            proof = ${end.proof}, last_error = null where id::text = ${id} and status = 'sending'`
        : sql.withTransaction(
            Effect.andThen(
              sql`update payout set status = 'failed', ended_at = farthing_now(), last_error = ${end.reason} where id::text = ${id} and status = 'sending'`,
              sql`update payout_item i set live = false from payout p where p.id = i.payout and p.id = ${id} and p.status = 'failed'`,
            ),
          )
      ).pipe(orUnavailable, Effect.asVoid),
    noteProblem: (id, problem) =>
      sql`update payout set last_error = ${problem.slice(0, 500)} where id::text = ${id} and status in ('approved', 'sending')`.pipe(
        orUnavailable,
        Effect.asVoid,
      ),
  })
})

const noPayout = (id: string) => Effect.fail(new PayoutNotFound({ message: `There is no payout ${id}.` }))

export const PgPayouts: Layer.Layer<Payouts, never, Database> = Layer.effect(Payouts, make)
