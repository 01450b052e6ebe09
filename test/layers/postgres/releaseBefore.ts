/**
 * The statements of the release before: of November 2026, whose nodes lock accounts alone and know no versions of rows. They are copied
 * from that release and never changed: its nodes send them while the nodes of an upgrade start beside them.
 */

/** What a call is read as. The members of a call and their types, in this order. */
export const callMembers =
  "organisation:uuid id:uuid run:uuid step:int key:uuid source:text operation:text name:text payee:text price:text rail:text account:text feeBasisPoints:int settles:text deposits:boolean remainderTo:text max:bigint evidence:text reservedAt:timestamptz deadline:timestamptz attempts:json amount:bigint state:text settlement:text delivered:boolean proof:text lastError:text node:uuid closedAt:timestamptz"

const call = `json_build_array(c.org, c.id, c.run, c.step, c.key, c.source, c.operation, c.name, c.payee, c.price, c.rail, c.account,
    c.fee_basis_points, c.settles, c.deposits, c.remainder_to, c.max::text, c.evidence, ms(c.reserved_at), ms(c.deadline),
    c.attempts, c.amount::text, c.state, c.settlement, c.delivered, c.proof, c.last_error, c.node, ms(c.closed_at))`

const run = `json_build_object('organisation', r.org, 'id', r.id, 'key', r.key, 'kind', r.kind, 'status', r.status,
  'request', r.request, 'error', r.error, 'idempotency', case when r.idempotency_key is null then null
    else json_build_object('endpoint', r.endpoint, 'key', r.idempotency_key) end,
  'createdAt', ms(r.created_at), 'waitUntil', ms(r.wait_until), 'finishedAt', ms(r.finished_at))`

const accounts = `(select coalesce(json_agg(json_build_object('organisation', org, 'id', id, 'rail', rail, 'posted', posted::text, 'held', held::text,
  'creditLimit', credit_limit::text, 'open', open, 'status', status, 'transit', transit) order by id), '[]'::json) from account where org = $1)`

export const ledgerLoad = `select ledger_load($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::uuid[], $6::uuid[], $7::text[], $8::uuid[], $9::uuid[],
    $10::uuid[], $11::uuid[], $12::text::json) as loaded`

/** The parameters of `ledgerApply`: an array for each of these members of a table's rows, by table. */
export const writtenMembers = {
  accounts: "organisation:uuid id:text posted:bigint held:bigint open:int",
  spends: "organisation:uuid scope:text period:text delta:bigint",
  runs: "organisation:uuid id:uuid key:uuid kind:text request:text endpoint:text idempotencyKey:text createdAt:timestamptz waitUntil:timestamptz status:text error:json finishedAt:timestamptz",
  runChanges: "organisation:uuid id:uuid status:text error:json finishedAt:timestamptz",
  calls:
    "organisation:uuid id:uuid run:uuid step:int key:uuid source:text operation:text name:text payee:text price:text rail:text account:text feeBasisPoints:int settles:text deposits:boolean remainderTo:text max:bigint evidence:text reservedAt:timestamptz deadline:timestamptz attempts:json amount:bigint state:text settlement:text delivered:boolean proof:text lastError:text node:uuid closedAt:timestamptz",
  callChanges:
    "organisation:uuid id:uuid amount:bigint state:text settlement:text delivered:boolean proof:text lastError:text node:uuid closedAt:timestamptz",
  results: "organisation:uuid call:uuid run:uuid body:text",
  transfers: "organisation:uuid call:uuid ref:text debit:text credit:text amount:bigint at:timestamptz",
}

export const ledgerApply = `select ledger_apply($1::uuid[], $2::text[], $3::bigint[], $4::bigint[], $5::int[], $6::uuid[], $7::text[], $8::text[],
    $9::bigint[], $10::uuid[], $11::uuid[], $12::uuid[], $13::text[], $14::text[], $15::text[], $16::text[], $17::timestamptz[],
    $18::timestamptz[], $19::text[], $20::text[], $21::timestamptz[], $22::uuid[], $23::uuid[], $24::text[], $25::text[],
    $26::timestamptz[], $27::uuid[], $28::uuid[], $29::uuid[], $30::int[], $31::uuid[], $32::text[], $33::text[], $34::text[],
    $35::text[], $36::text[], $37::text[], $38::text[], $39::int[], $40::text[], $41::boolean[], $42::text[], $43::bigint[],
    $44::text[], $45::timestamptz[], $46::timestamptz[], $47::text[], $48::bigint[], $49::text[], $50::text[], $51::boolean[],
    $52::text[], $53::text[], $54::uuid[], $55::timestamptz[], $56::uuid[], $57::uuid[], $58::bigint[], $59::text[], $60::text[],
    $61::boolean[], $62::text[], $63::text[], $64::uuid[], $65::timestamptz[], $66::uuid[], $67::uuid[], $68::uuid[],
    $69::text[], $70::uuid[], $71::uuid[], $72::text[], $73::text[], $74::text[], $75::bigint[], $76::timestamptz[],
    $77::text::json), traffic_add($78::uuid, $79::int, $80::timestamptz, $81::int[], $82::int[], $83::int[], $84::int[])`

export const gate = `
  with requested as (
    select a.ord::int, decode(a.value->>'h', 'hex') as hash, a.value->>'e' as endpoint, a.value->>'k' as idempotency_key
    from json_array_elements($1::text::json) with ordinality as a (value, ord)),
  clocks as materialized (select farthing_now() as at, clock_timestamp() as raw),
  found as (
    select a.ord, a.endpoint, a.idempotency_key, k.*, o.status, o.spending, o.rail_preference, o.rate_per_minute, o.concurrency,
      k.revoked_at is null and k.expires_at > (select at from clocks) as live
    from requested a join api_key k on k.hash = a.hash join organisation o on o.id = k.org),
  counted as (
    insert into rate as r (org, started_at, used)
      select org, (select raw from clocks), count(*) from found where live group by org order by org
      on conflict (org) do update set
        used = case when r.started_at <= excluded.started_at - interval '1 minute' then excluded.used else r.used + excluded.used end,
        started_at = case when r.started_at <= excluded.started_at - interval '1 minute' then excluded.started_at else r.started_at end
      returning org, used, started_at)
  select json_agg(json_build_object(
    'ord', f.ord, 'now', ms((select at from clocks)), 'organisation', f.org, 'organisationStatus', f.status, 'spending', f.spending,
    'preference', f.rail_preference, 'key', f.id, 'keyName', f.name, 'scopes', f.scopes,
    'perRequest', f.per_request::text, 'monthly', f.monthly::text, 'daily', f.daily::text,
    'expiresAt', ms(f.expires_at), 'revokedAt', ms(f.revoked_at), 'rateLimit', f.rate_per_minute, 'concurrency', f.concurrency, 'usedAfter', coalesce(c.used, 0),
    'resetMs', coalesce(60000 - (ms((select raw from clocks)) - ms(c.started_at)), 60000),
    'earlier', case when i.run is null then null
      else json_build_object('run', i.run, 'hash', i.hash, 'status', r.status, 'waitUntil', ms(r.wait_until)) end)) as callers
  from found f left join counted c on c.org = f.org
    left join idempotency i on i.org = f.org and i.key = f.id and i.endpoint = f.endpoint and i.idempotency_key = f.idempotency_key
    left join run r on r.org = i.org and r.id = i.run`

export const askLoad = "select ask_load($1::uuid, $2::uuid, $3::uuid, $4::text[], $5::text, $6::text) as loaded"

export const askApply = "select ask_apply($1::text::json)"

export const heartbeat = `insert into node (id) values ($1) on conflict (id) do update set seen_at = clock_timestamp(),
  steady_since = case when node.seen_at < clock_timestamp() - make_interval(secs => $2) then clock_timestamp() else node.steady_since end`

export const overdue = `
  with silence as (select clock_timestamp() - make_interval(secs => $1) as since),
  due as (
    select o.org, o.call, o.deadline from silence s, open_call o left join node n on n.id = o.node
    where (o.node = $2 and o.deadline < farthing_now())
      or (o.node <> $2 and (n.seen_at is null or n.seen_at < s.since)
        and not exists (select from node me where me.id = $2 and (me.seen_at < s.since or me.steady_since > s.since)))
    order by o.deadline limit $3 for update of o skip locked),
  later as (
    update open_call o set deadline = greatest(o.deadline, farthing_now()) + interval '1 second' from due d where o.org = d.org and o.call = d.call)
  select ${call} as call from due d join call c on c.org = d.org and c.id = d.call order by d.deadline`

export const unsettled = `
  select ${call} as call from unsettled u join call c on c.org = u.org and c.id = u.call
  where u.rail = $1 and u.org = $2::uuid order by u.captured_at, u.call limit 100`

export const payments = `
  select ${call} as call,
    (select json_agg(json_build_object('organisation', t.org, 'call', t.call, 'ref', t.ref, 'debit', t.debit, 'credit', t.credit,
      'amount', t.amount::text, 'at', ms(t.at)) order by t.id) from transfer t where t.org = c.org and t.call = c.id) as transfers,
    (select json_agg(json_build_object('organisation', e.org, 'call', e.call, 'type', e.type, 'at', ms(e.at), 'data', e.data::text) order by e.id)
      from payment_event e where e.org = c.org and e.call = c.id) as events
  from call c where c.org = $1::uuid and c.state || '/' || c.settlement = any ($2) order by c.id desc limit 100`

export const runRecord = `
  select ${run} as run, ms(farthing_now()) as now, ${accounts} as accounts,
    (select coalesce(json_agg(json_build_object('call', ${call}, 'body', x.body) order by c.step), '[]'::json)
      from call c left join result x on x.org = c.org and x.call = c.id where c.org = r.org and c.run = r.id) as calls
  from run r where r.org = $1 and r.key = $2 and r.id = $3::uuid`
