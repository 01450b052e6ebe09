import { type Context, Effect, Schema } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { dayMs, hourMs } from "../../domain/time.ts"
import type { RailAudit } from "../RailModule.ts"
import { fromTables } from "../RailUnavailable.ts"
import { type comparePayouts, payoutBreaks } from "../stripe/payouts.ts"
import { StripeApi } from "../stripe/StripeApi.ts"
import { StripeUncertain } from "../stripe/StripeFailure.ts"
import { bookedOf, owedOf, unreadable, usd } from "./checkPayment.ts"
import { observationOf } from "./debits/observation.ts"
import { Collection, owedSql, takenCents } from "./store/Collection.ts"
import { SepaStore } from "./store/SepaStore.ts"

const decode = Schema.decodeUnknownSync(Schema.fromJsonString(Collection))
/** A debit can be disputed for 13 months. */
const disputableMs = 396 * dayMs
/** Of one page of Stripe's list. */
const maxIntents = 5_000
const maxBreaks = 1_000

/** What `farthing ledger audit` compares on this rail. What is being booked at this moment is left out. */
export const sepaAudit = (context: Context.Context<SepaStore | StripeApi>, sql: SqlClient, payouts: ComparePayouts): RailAudit => {
  const rows = <A extends object>(statement: string) => fromTables(sql.unsafe<A>(`${statement} limit ${maxBreaks}`))
  const booked = fromTables(sql.unsafe<{ readonly doc: string; readonly net: string }>(bookedDebits)).pipe(
    Effect.map((debits) => debits.map(({ doc, net }) => ({ debit: decode(doc), net: BigInt(net) }))),
  )
  return {
    "the ledger has booked each debit as its status says": unreadable(
      Effect.map(booked, (debits) =>
        debits.flatMap(({ debit, net }) => {
          const due = bookedOf(debit)
          return due === net ? [] : [`debit ${debit.id} (${debit.status}): ${usd(net)} booked, ${usd(due)} due`]
        }),
      ),
    ),
    "an organisation owes the lines, remainders and debits that are not paid": unreadable(
      Effect.map(fromTables(sql.unsafe<OwedRow>(owedRows)), (organisations) => organisations.flatMap(owedBreaks)),
    ),
    "a line of a debit is a captured call of this amount": unreadable(
      Effect.map(rows<{ readonly line: string; readonly claim: string }>(strayLines), (lines) =>
        lines.map(({ claim, line }) => `call ${line} in debit ${claim}: no captured call on sepa of this amount`),
      ),
    ),
    "a call is settled as the debit that collects it": unreadable(
      Effect.map(rows<{ readonly call: string; readonly settlement: string; readonly debit: string }>(unsettledLines), (calls) =>
        calls.map(({ call, debit, settlement }) => `call ${call} is ${settlement}, debit ${debit} ended otherwise`),
      ),
    ),
    "Stripe has each debit as the books have it": unreadable(Effect.provide(compareWithStripe, context)),
    "a payout of Stripe is the sum of its lines, and the ledger has booked each line": unreadable(
      Effect.provide(
        Effect.flatMap(SepaStore, (store) => Effect.flatMap(store.now, (now) => payoutsBreaks(now, payouts))),
        context,
      ),
    ),
  }
}

type Compared = ReturnType<typeof comparePayouts>
type ComparePayouts = (from: number, to: number) => Effect.Effect<Effect.Success<Compared>, Effect.Error<Compared>>

/** The fees of a line are booked within an hour or two. */
const bookedAfterMs = 2 * hourMs
const payoutsBackMs = 62 * dayMs

const payoutsBreaks = Effect.fnUntraced(function* (now: number, compare: ComparePayouts) {
  const { complete, payouts } = yield* Effect.timeoutOrElse(compare(now - payoutsBackMs, now), {
    duration: "2 minutes",
    orElse: () => new StripeUncertain({ message: "The payouts of two months could not be compared within two minutes." }),
  })
  if (!complete) return yield* new StripeUncertain({ message: "There are more payouts in two months than can be compared." })
  return payouts
    .filter(({ payout }) => payout.created * 1000 < now - bookedAfterMs)
    .flatMap(payoutBreaks)
    .slice(0, maxBreaks)
})

const bookedDebits = `
  select c.doc::text as doc, coalesce(t.net, 0)::text as net from rail_sepa.collection c left join (
    select org, split_part(ref, ':', 2) as id, sum(case when credit = 'buyer:sepa' then amount when debit = 'buyer:sepa' then -amount end) as net
    from transfer where call is null and ref like 'collection:%' group by 1, 2) t on t.org = c.org and t.id = c.id::text
  where c.booked = c.status`

interface OwedRow {
  readonly org: string
  readonly owed: string
  readonly unclaimed: string
  readonly fees: string
  readonly carry: string
  readonly remainder: string
  readonly open: ReadonlyArray<string>
}

/** Debits that are on their way, owed again, or were not needed: a written-off debit leaves nothing owed. */
const owedRows = `
  select d.org::text as org, coalesce(-a.posted, 0)::text as owed, coalesce((d.doc->>'carry'), '0') as carry,
    case when d.doc->'remainder'->>'booked' = 'false' then d.doc->'remainder'->>'micro' else '0' end as remainder,
    (select coalesce(sum(c.amount), 0)::text from unsettled u join call c on c.org = u.org and c.id = u.call
      where u.org = d.org and u.rail = 'sepa'
        and not exists (select from rail_sepa.line l where l.org = u.org and l.id = u.call::text and l.claim is not null)) as unclaimed,
    (select coalesce(sum(l.amount), 0)::text from rail_sepa.line l where l.org = d.org and l.fee and l.claim is null
      and exists (select from post_ref p where p.org = l.org and p.ref = 'sepa:' || l.id)) as fees,
    (select coalesce(json_agg(c.doc::text), '[]'::json) from rail_sepa.collection c where c.org = d.org
      and (c.doc->>'voidedAt' is not null or ${owedSql("c")})) as open
  from rail_sepa.debtor d left join account a on a.org = d.org and a.id = 'sepa'
  where not exists (select from rail_sepa.collection c where c.org = d.org and c.booked <> c.status)`

const owedBreaks = ({ carry, fees, open, org, owed, remainder, unclaimed }: OwedRow): ReadonlyArray<string> => {
  const debits = open.reduce((sum, doc) => sum + owedOf(decode(doc)), 0n)
  const due = BigInt(unclaimed) + BigInt(fees) + BigInt(carry) + BigInt(remainder) + debits
  return due === BigInt(owed) ? [] : [`organisation ${org}: ${usd(BigInt(owed))} owed in the ledger, ${usd(due)} in the rail's tables`]
}

/** A call that its operator refunded after the debit was paid stays a line of it. */
const strayLines = `
  select l.id as line, l.claim::text as claim from rail_sepa.line l
    left join call c on c.org = l.org and c.id = case when not l.fee then l.id::uuid end
  where not l.fee and l.claim is not null and (c.id is null or c.rail <> 'sepa' or c.state not in ('captured', 'refunded') or c.amount <> l.amount)`

/** The newest debit of a claim that is still needed decides, once all of them are booked. */
const unsettledLines = `
  select c.id::text as call, c.settlement, e.id::text as debit from rail_sepa.line l
    join lateral (select d.id, d.status, d.booked, d.written_off from rail_sepa.collection d
      where d.claim = l.claim and d.doc->>'voidedAt' is null order by d.id desc limit 1) e on e.booked = e.status
    join call c on c.org = l.org and c.id = case when not l.fee then l.id::uuid end
  where not l.fee and not exists (select from rail_sepa.collection d where d.claim = l.claim and d.booked <> d.status)
    and c.settlement <> case when e.status = 'succeeded' then 'settled' when e.written_off then 'failed' else 'pending' end`

const compareWithStripe = Effect.gen(function* () {
  const stripe = yield* StripeApi
  const store = yield* SepaStore
  const now = yield* store.now
  const gte = Math.floor((now - disputableMs) / 1000)
  const breaks: Array<string> = []
  const listed = new Set<string>()
  for (let lte: number | undefined; ;) {
    const { complete, items } = yield* stripe.paymentIntents({ created: lte === undefined ? { gte } : { gte, lte } }, maxIntents)
    for (const intent of items) {
      const id = intent.metadata["collection_id"]
      if (id === undefined || listed.has(intent.id)) continue
      listed.add(intent.id)
      const debit = yield* store.collection(id)
      const seen = yield* observationOf(intent)
      const status = takenCents(seen.moves) > 0n ? "disputed" : seen.status
      if (debit === undefined) breaks.push(`PaymentIntent ${intent.id}: the debit ${id} is in no table here`)
      else if (debit.paymentIntent !== null && debit.paymentIntent !== intent.id)
        breaks.push(`debit ${id}: Stripe has ${intent.id} beside ${debit.paymentIntent}`)
      else if (BigInt(intent.amount) !== debit.cents)
        breaks.push(`debit ${id}: ${intent.amount} cents at Stripe, ${debit.cents} here, ${intent.id}`)
      else if (status !== (debit.status === "new" ? "processing" : debit.status))
        breaks.push(`debit ${id}: ${status} at Stripe, ${debit.status} here, ${intent.id}`)
    }
    const oldest = items.at(-1)?.created
    if (complete) break
    if (oldest === undefined || oldest === lte)
      return yield* new StripeUncertain({ message: `One second has more than ${maxIntents} PaymentIntents.` })
    lte = oldest
  }
  for (let before: string | undefined; ;) {
    const page = yield* store.collections(null, { before, from: now - disputableMs, limit: 1_000 })
    for (const { createdAt, id, paymentIntent } of page)
      if (paymentIntent !== null && createdAt > now - disputableMs + dayMs && !listed.has(paymentIntent))
        breaks.push(`debit ${id}: Stripe does not list ${paymentIntent}`)
    if (page.length < 1_000) return breaks.slice(0, maxBreaks)
    before = page.at(-1)!.id
  }
})
