import { movementRows } from "./earningRows.ts"

/** Invariants of publishers for the audit. Each statement yields the rows that break the one it is named after. */
export const publisherChecks: Readonly<Record<string, string>> = {
  "a publisher is owed what its statement adds up to": `
    with sides as (select credit as side, amount from transfer where credit like 'payee:%'
      union all select debit, -amount from transfer where debit like 'payee:%'),
    owed as (select pp.publisher, sum(s.amount) as amount from sides s join publisher_payee pp on 'payee:' || pp.payee = s.side group by pp.publisher),
    listed as (select publisher, sum(amount) as amount from (${movementRows("true")}) m group by publisher)
    select 1 from owed o full join listed l using (publisher) where coalesce(o.amount, 0) <> coalesce(l.amount, 0)`,
  "a payout is the sum of its calls, and booked once when it is paid": `
    select 1 from payout p
      left join lateral (select sum(t.amount) as amount from transfer t where t.org = p.publisher and t.ref = 'payout:' || p.id) b on true
      left join lateral (select sum(i.amount) as amount from payout_item i where i.payout = p.id) i on true
    where p.amount is distinct from i.amount or (p.status = 'paid' and p.amount is distinct from b.amount)
      or (p.status = 'sending' and p.amount <> b.amount) or (p.status not in ('paid', 'sending') and b.amount is not null)`,
  "the calls of a payout are taken while it is open or paid, and free otherwise": `
    select 1 from payout_item i join payout p on p.id = i.payout where i.live = (p.status in ('rejected', 'failed'))`,
  "an adjustment of an earning is posted for its amount": `
    select 1 from publisher_adjustment a left join lateral (select sum(t.amount) as amount from transfer t where t.org = a.publisher and t.ref = a.ref) b on true
    where (a.posted and a.amount is distinct from b.amount) or a.amount <> b.amount`,
}
