/**
 * Every call of a payee `pp` that was ever captured. A range of one payee and `offset 0` keep PostgreSQL to the index of the payee, also where another payee
 * has nearly all calls: it expects of each payee the mean, and read all calls.
 */
const callsOfPayee = (more = "true") => `cross join lateral (select c.* from call c
    where c.payee between pp.payee and pp.payee and c.state in ('captured', 'refunded') and ${more} offset 0) c`

/** The same for a publisher, a parameter. */
export const callsOfPublisher = (publisher: string, more?: string) =>
  `(select c.* from publisher_payee pp ${callsOfPayee(more)} where pp.publisher = ${publisher})`

/**
 * Calls as earnings, one row each: the ledger's transfers, and what was posted for the call since. The moment of the settlement is read only for the rails that
 * `settledAt` chooses: it is the slowest part.
 */
export const earningRows = (calls: string, settledAt = "true") => `
  select c.org, c.id as call, c.payee, c.source, c.operation, c.rail, c.state, c.settlement, c.amount as charged, c.fee_basis_points, c.closed_at,
    m.earned, m.refunded, case when r.ref is null then 0 else m.earned - m.refunded end + a.charged_back as charged_back, a.corrected,
    case when c.settlement = 'settled' and ${settledAt} then coalesce((select max(e.at) from payment_event e
      where e.org = c.org and e.call = c.id and e.type = 'settlement.settled'), c.closed_at) end as settled_at
  from ${calls} c
    cross join lateral (select coalesce(sum(t.amount) filter (where t.credit = 'payee:' || c.payee), 0)::bigint as earned,
        coalesce(sum(t.amount) filter (where t.debit = 'payee:' || c.payee), 0)::bigint as refunded
      from transfer t where t.org = c.org and t.call = c.id) m
    cross join lateral (select coalesce(sum(case x.kind when 'charge_back' then x.amount when 'charge_back_void' then -x.amount end), 0)::bigint as charged_back,
        coalesce(sum(x.amount) filter (where x.kind = 'correction'), 0)::bigint as corrected
      from publisher_adjustment x where x.call = c.id and x.posted) a
    left join post_ref r on c.settlement = 'failed' and r.org = c.org and r.ref = 'unpaid:' || c.id`

/** What a row of `earningRows` is worth to the publisher. */
export const net = "(earned - refunded - charged_back + corrected)"

/** Whether a settled row may still be taken back by its payer, with a table `w` of the windows of each rail. */
export const isReversible = (window: "without_reason_ms" | "unauthorised_ms") =>
  `(w.rail is not null and e.settlement = 'settled' and e.settled_at + make_interval(secs => w.${window} / 1000.0) > farthing_now())`

/** The windows of each rail, of a parameter in JSON. */
export const windowRows = (parameter: string) =>
  `json_to_recordset(${parameter}::text::json) as w (rail text, without_reason_ms float8, unauthorised_ms float8)`

/**
 * Every movement of the balance of the publishers that a condition over `publisher_payee pp` chooses: of their calls, and of what was posted for the publisher
 * itself, under its id.
 */
export const movementRows = (chosen: string) => `
  select pp.publisher, case when t.credit = 'payee:' || c.payee then 'earned' else 'refunded' end as kind, c.rail, c.source, c.operation, t.at,
    case when t.credit = 'payee:' || c.payee then t.amount else -t.amount end as amount
  from publisher_payee pp ${callsOfPayee()}
    join transfer t on t.org = c.org and t.call = c.id and (t.credit = 'payee:' || c.payee or t.debit = 'payee:' || c.payee)
  where ${chosen}
  union all
  select pp.publisher, 'reversed', c.rail, null, null, r.created_at, -(c.amount - c.amount * c.fee_basis_points / 10000)
  from publisher_payee pp ${callsOfPayee("c.settlement = 'failed'")} join post_ref r on r.org = c.org and r.ref = 'unpaid:' || c.id
  where ${chosen}
  union all
  select pp.publisher, case split_part(t.ref, ':', 1) when 'payout' then 'paid_out' when 'correction' then 'corrected' else 'charged_back' end, null, null, null, t.at,
    case when t.credit like 'payee:%' then t.amount else -t.amount end
  from publisher_payee pp join transfer t on t.org = pp.publisher and t.call is null and 'payee:' || pp.payee in (t.debit, t.credit)
  where ${chosen}`
