/** Earlier releases left the amount of a refund in the counters of the limits. It is taken out of the day and month of the call's reservation. */
export const refundedLimitChanges: ReadonlyArray<string> = [
  `with refunds as (
     select c.org, c.key, c.rail, case when r.kind = 'relay' then c.source end as api, c.reserved_at at time zone 'UTC' as at, sum(t.amount) as amount
     from transfer t join call c on c.org = t.org and c.id = t.call join run r on r.org = c.org and r.id = c.run
     where t.credit like 'buyer:%' and (t.debit like 'payee:%' or t.debit = 'platform:fees') group by 1, 2, 3, 4, 5),
   counted as (
     select org, 'key:' || key as scope, to_char(at, 'YYYY-MM') as period, amount from refunds where key is not null
     union all select org, 'key:' || key, to_char(at, 'YYYY-MM-DD'), amount from refunds where key is not null
     union all select org, 'rail:' || rail, to_char(at, 'YYYY-MM-DD'), amount from refunds
     union all select org, 'source:' || api, to_char(at, 'YYYY-MM-DD'), amount from refunds where api is not null)
   update spend s set spent = s.spent - d.amount from (select org, scope, period, sum(amount) as amount from counted group by 1, 2, 3) d
   where s.org = d.org and s.scope = d.scope and s.period = d.period`,
]
