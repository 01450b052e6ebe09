import { Effect, Layer } from "effect"
import { Audit } from "../../domain/ledger/Ledger.ts"
import { Database, orUnavailable } from "./Database.ts"
import { publisherChecks } from "./publishing/publisherChecks.ts"

/** Each statement yields the rows that break the invariant it is named after. */
export const auditChecks: Readonly<Record<string, string>> = {
  "an account's posted balance is the sum of its transfers": `
    with sides as (select org, substr(credit, 7) as id, amount from transfer where credit like 'buyer:%'
      union all select org, substr(debit, 7), -amount from transfer where debit like 'buyer:%'),
    sums as (select org, id, sum(amount) as posted from sides group by org, id)
    select 1 from account a full join sums s using (org, id) where coalesce(a.posted, 0) <> coalesce(s.posted, 0)`,
  "an account holds exactly the maximum of its open calls": `
    with holds as (select org, account as id, sum(max) as held, count(*) as open from call where state = 'reserved' group by org, account)
    select 1 from account a full join holds h using (org, id)
    where coalesce(a.held, 0) <> coalesce(h.held, 0) or coalesce(a.open, 0) <> coalesce(h.open, 0)`,
  "the list of open calls is the calls that are reserved": `
    select 1 from open_call o full join (select org, id, node from call where state = 'reserved') c on c.org = o.org and c.id = o.call
    where o.call is null or c.id is null or o.node <> c.node`,
  "a prepaid account never spends more than it has": `
    select 1 from account a where posted - held < 0 and credit_limit = 0 and held > 0 and status = 'active'
      and not exists (select from transfer t where t.org = a.org and t.call is null and t.debit = 'buyer:' || a.id)`,
  "the list of unsettled calls is the calls that wait for their rail": `
    select 1 from unsettled u full join
      (select org, id, rail from call where state in ('captured', 'refunded') and settlement = 'pending' and settles <> 'at_capture') c
      on c.org = u.org and c.id = u.call where u.call is null or c.id is null or u.rail <> c.rail`,
  "a charged call has a stored result": `
    select 1 from call c where c.state = 'captured' and c.amount > 0 and not exists (select from result r where r.org = c.org and r.call = c.id)`,
  "a captured call's transfers add up to what it charged": `
    select 1 from call c where c.state = 'captured' and c.amount <> (select coalesce(sum(t.amount), 0) from transfer t
      where t.org = c.org and t.call = c.id and t.debit = 'buyer:' || c.account and t.credit not like 'buyer:%')`,
  "the fee of a captured call is its frozen share, floored": `
    select 1 from call c where c.state = 'captured' and c.amount * c.fee_basis_points / 10000 <> (select coalesce(sum(t.amount), 0) from transfer t
      where t.org = c.org and t.call = c.id and t.credit = 'platform:fees')`,
  "a refund gives back at most what its call charged, and all of it where the call is refunded": `
    with refunds as (select org, call, sum(amount) as amount from transfer
      where call is not null and credit like 'buyer:%' and (debit like 'payee:%' or debit = 'platform:fees') group by org, call)
    select 1 from call c left join refunds r on r.org = c.org and r.call = c.id
    where (r.amount is not null or (c.state = 'refunded' and c.delivered))
      and (coalesce(r.amount, 0) > c.amount or (c.state = 'refunded') <> (coalesce(r.amount, 0) = c.amount))`,
  "a released call moved nothing": `
    select 1 from call c where c.state = 'released' and exists (select from transfer t where t.org = c.org and t.call = c.id)`,
  "every transfer belongs to a call or a posted reference": `
    select 1 from transfer t where (t.call is null) = (t.ref is null)
      or (t.call is not null and not exists (select from call c where c.org = t.org and c.id = t.call))
      or (t.ref is not null and not exists (select from post_ref p where p.org = t.org and p.ref = t.ref))`,
  "what is counted as spent, by key, rail and API, is the sum of the calls less what was refunded, holds included": `
    with refunds as (select org, call, sum(amount) as amount from transfer
      where call is not null and credit like 'buyer:%' and (debit like 'payee:%' or debit = 'platform:fees') group by org, call),
    counted as (select c.*, case c.state when 'reserved' then c.max when 'released' then 0 else c.amount - coalesce(r.amount, 0) end as counts
      from call c left join refunds r on r.org = c.org and r.call = c.id),
    spent as (
      select org, 'key:' || key as scope, to_char(reserved_at at time zone 'UTC', f) as period, sum(counts) as spent
      from counted, (values ('YYYY-MM'), ('YYYY-MM-DD')) as formats (f) where key is not null group by 1, 2, 3
      union all
      select org, 'rail:' || rail, to_char(reserved_at at time zone 'UTC', 'YYYY-MM-DD'), sum(counts) from counted group by 1, 2, 3
      union all
      select c.org, 'source:' || c.source, to_char(c.reserved_at at time zone 'UTC', 'YYYY-MM-DD'), sum(c.counts)
      from counted c join run r on r.org = c.org and r.id = c.run where r.kind = 'relay' group by 1, 2, 3)
    select 1 from spend s full join spent c using (org, scope, period) where coalesce(s.spent, 0) <> coalesce(c.spent, 0)`,
  "a direct run ends with its call, unless it was cancelled": `
    select 1 from call c join run r on r.org = c.org and r.id = c.run
    where r.kind <> 'ask' and r.status <> 'cancelled' and (r.status = 'running') <> (c.state = 'reserved')`,
  "a step of an ask is one call": `
    select 1 from call c join ask a on a.org = c.org and a.run = c.run group by c.org, c.run, c.step having count(*) > 1`,
  "an Idempotency-Key names a run that exists": `
    select 1 from idempotency i where not exists (select from run r where r.org = i.org and r.id = i.run)`,
  "a claim pays one call that exists": `
    select 1 from claim k where not exists (select from call c where c.org = k.org and c.id = k.call)`,
}

const make = Effect.gen(function* () {
  const { money: sql } = yield* Database
  const statement = Object.entries({ ...auditChecks, ...publisherChecks })
    .map(([name, query]) => `select '${name.replaceAll("'", "''")}' as name, (select count(*)::int from (${query}) broken) as violations`)
    .join(" union all ")
  return Audit.of({
    run: sql
      .withTransaction(
        Effect.gen(function* () {
          yield* sql`set transaction isolation level repeatable read read only`
          yield* sql`set local statement_timeout = '10min'`
          return yield* sql.unsafe<{ readonly name: string; readonly violations: number }>(statement)
        }),
      )
      .pipe(orUnavailable),
  })
})

export const PgAudit: Layer.Layer<Audit, never, Database> = Layer.effect(Audit, make)
