/**
 * The two halves of a money step. `ledger_load` locks the accounts of every organisation in the batch, in order, and
 * then reads: in READ COMMITTED each statement of a volatile function sees what was committed before it began, so
 * nothing it returns is older than the locks. `ledger_apply` writes what TypeScript decided. Neither decides anything.
 */
export const accountJson = `json_build_object('organisation', org, 'id', id, 'rail', rail, 'posted', posted::text, 'held', held::text,
  'creditLimit', credit_limit::text, 'open', open, 'status', status)`

export const callJson = (
  c: string,
) => `json_build_object('organisation', ${c}.org, 'id', ${c}.id, 'run', ${c}.run, 'step', ${c}.step, 'key', ${c}.key,
  'source', ${c}.source, 'operation', ${c}.operation, 'name', ${c}.name, 'payee', ${c}.payee, 'price', ${c}.price,
  'rail', ${c}.rail, 'account', ${c}.account, 'feeBasisPoints', ${c}.fee_basis_points, 'settles', ${c}.settles, 'deposits', ${c}.deposits, 'remainderTo', ${c}.remainder_to,
  'max', ${c}.max::text, 'amount', ${c}.amount::text, 'state', ${c}.state, 'settlement', ${c}.settlement, 'delivered', ${c}.delivered,
  'evidence', ${c}.evidence, 'proof', ${c}.proof, 'lastError', ${c}.last_error, 'node', ${c}.node, 'reservedAt', ms(${c}.reserved_at),
  'deadline', ms(${c}.deadline), 'closedAt', ms(${c}.closed_at), 'attempts', ${c}.attempts)`

export const runJson = (
  r: string,
) => `json_build_object('organisation', ${r}.org, 'id', ${r}.id, 'key', ${r}.key, 'kind', ${r}.kind, 'status', ${r}.status,
  'request', ${r}.request, 'error', ${r}.error, 'idempotency', case when ${r}.idempotency_key is null then null
    else json_build_object('endpoint', ${r}.endpoint, 'key', ${r}.idempotency_key) end,
  'createdAt', ms(${r}.created_at), 'waitUntil', ms(${r}.wait_until), 'finishedAt', ms(${r}.finished_at))`

const uuids = (member: string) => `array(select json_array_elements_text(q->'${member}')::uuid)`
const texts = (member: string) => `array(select json_array_elements_text(q->'${member}'))`
const list = (item: string, from: string) => `(select coalesce(json_agg(${item}), '[]'::json) from ${from})`

export const functions: ReadonlyArray<string> = [
  `create function ledger_load(q json) returns json language plpgsql volatile as $$
   declare
     orgs uuid[] := ${uuids("organisations")};
     keys uuid[] := ${uuids("keys")};
     calls uuid[] := ${uuids("calls")};
     runs uuid[] := ${uuids("runs")};
     scopes text[] := ${texts("scopes")};
     claims text[] := ${texts("claims")};
     at timestamptz;
   begin
     if json_array_length(q->'wallets') > 0 then
       insert into organisation (id, name, kind) select w.id::uuid, 'wallet', 'wallet' from json_array_elements_text(q->'wallets') as w (id)
         order by 1 on conflict do nothing;
     end if;
     if json_array_length(q->'opens') > 0 then
       insert into account (org, id, rail, credit_limit)
         select o.organisation, o.id, o.rail, o."creditLimit"
         from json_to_recordset(q->'opens') as o (organisation uuid, id text, rail text, "creditLimit" bigint)
         order by 1, 2 on conflict do nothing;
     end if;
     perform 1 from account where org = any (orgs) order by org, id for update;
     at := farthing_now();
     runs := runs || array(select run from call where org = any (orgs) and id = any (calls));
     if json_array_length(q->'cancels') > 0 then
       calls := calls || array(select id from call where org = any (orgs) and run = any (${uuids("cancels")}) and state = 'reserved');
     end if;
     return json_build_object(
       'now', ms(at),
       'organisations', ${list("json_build_object('id', id, 'status', status, 'spending', spending, 'concurrency', concurrency)", "organisation where id = any (orgs)")},
       'accounts', ${list(accountJson, "account where org = any (orgs)")},
       'keys', ${list(
         `json_build_object('id', id, 'organisation', org, 'perRequest', per_request::text, 'monthly', monthly::text, 'daily', daily::text,
           'expiresAt', ms(expires_at), 'revokedAt', ms(revoked_at))`,
         "api_key where org = any (orgs) and id = any (keys)",
       )},
       'spends', ${list(
         "json_build_array(org, scope, period, spent::text)",
         `spend where org = any (orgs) and scope = any (scopes)
           and period in (to_char(at at time zone 'UTC', 'YYYY-MM'), to_char(at at time zone 'UTC', 'YYYY-MM-DD'))`,
       )},
       'calls', ${list(callJson("c"), "call c where c.org = any (orgs) and c.id = any (calls)")},
       'runs', ${list(runJson("r"), "run r where r.org = any (orgs) and r.id = any (runs)")},
       'idempotency', case when json_array_length(q->'idempotency') = 0 then '[]'::json else
         ${list(
           `json_build_object('organisation', i.org, 'key', i.key, 'endpoint', i.endpoint, 'idempotencyKey', i.idempotency_key, 'hash', i.hash, 'run', i.run)`,
           `idempotency i join json_to_recordset(q->'idempotency') as k (organisation uuid, key uuid, endpoint text, "idempotencyKey" text)
           on i.org = k.organisation and i.key = k.key and i.endpoint = k.endpoint and i.idempotency_key = k."idempotencyKey"`,
         )} end,
       'claims', case when cardinality(claims) = 0 then '[]'::json else ${list("json_build_array(hash, call)", "claim where hash = any (claims)")} end,
       'refs', case when json_array_length(q->'refs') = 0 then '[]'::json else
         ${list(
           "json_build_array(p.org, p.ref)",
           `post_ref p join json_to_recordset(q->'refs') as k (organisation uuid, ref text)
           on p.org = k.organisation and p.ref = k.ref`,
         )} end);
   end $$`,

  `create function ledger_apply(q json) returns void language plpgsql volatile as $$
   begin
     if q->'accounts' is not null then
       update account a set posted = x.posted, held = x.held, open = x.open, status = x.status
         from json_to_recordset(q->'accounts') as x (organisation uuid, id text, posted bigint, held bigint, open int, status text)
         where a.org = x.organisation and a.id = x.id;
     end if;
     if q->'spends' is not null then
       insert into spend as s (org, scope, period, spent)
         select x.organisation, x.scope, x.period, x.delta
         from json_to_recordset(q->'spends') as x (organisation uuid, scope text, period text, delta bigint)
         on conflict (org, scope, period) do update set spent = s.spent + excluded.spent;
     end if;
     if q->'runs' is not null then
       insert into run (org, id, key, kind, status, request, error, endpoint, idempotency_key, created_at, wait_until, finished_at)
         select x.organisation, x.id, x.key, x.kind, x.status, x.request, x.error, x.idempotency->>'endpoint', x.idempotency->>'key',
           at_ms(x."createdAt"), at_ms(x."waitUntil"), at_ms(x."finishedAt")
         from json_to_recordset(q->'runs') as x (organisation uuid, id uuid, key uuid, kind text, status text, request text, error json,
           idempotency json, "createdAt" double precision, "waitUntil" double precision, "finishedAt" double precision)
         on conflict (org, id) do update set status = excluded.status, error = excluded.error, finished_at = excluded.finished_at;
     end if;
     if q->'calls' is not null then
       insert into call (org, id, run, step, key, source, operation, name, payee, price, rail, account, fee_basis_points, settles, deposits, remainder_to,
           max, amount, state, settlement, delivered, evidence, proof, last_error, node, reserved_at, deadline, closed_at, attempts)
         select x.organisation, x.id, x.run, x.step, x.key, x.source, x.operation, x.name, x.payee, x.price, x.rail, x.account, x."feeBasisPoints", x.settles,
           x.deposits, x."remainderTo", x.max, x.amount, x.state, x.settlement, x.delivered, x.evidence, x.proof, x."lastError", x.node,
           at_ms(x."reservedAt"), at_ms(x.deadline), at_ms(x."closedAt"), x.attempts
         from json_to_recordset(q->'calls') as x (organisation uuid, id uuid, run uuid, step int, key uuid, source text, operation text, name text,
           payee text, price text, rail text, account text, "feeBasisPoints" int, settles text, deposits boolean, "remainderTo" text, max bigint, amount bigint,
           state text, settlement text, delivered boolean, evidence text, proof text, "lastError" text, node uuid,
           "reservedAt" double precision, deadline double precision, "closedAt" double precision, attempts json)
         on conflict (org, id) do update set amount = excluded.amount, state = excluded.state, settlement = excluded.settlement,
           delivered = excluded.delivered, proof = excluded.proof, last_error = excluded.last_error, node = excluded.node, closed_at = excluded.closed_at;
     end if;
     if q->'results' is not null then
       insert into result (org, call, run, body) select x.organisation, x.call, x.run, x.body
         from json_to_recordset(q->'results') as x (organisation uuid, call uuid, run uuid, body text);
     end if;
     if q->'transfers' is not null then
       insert into transfer (org, call, ref, debit, credit, amount) select x.organisation, x.call, x.ref, x.debit, x.credit, x.amount
         from json_to_recordset(q->'transfers') as x (organisation uuid, call uuid, ref text, debit text, credit text, amount bigint);
     end if;
     if q->'freed' is not null then
       delete from idempotency i using json_to_recordset(q->'freed') as x (organisation uuid, key uuid, endpoint text, "idempotencyKey" text)
         where i.org = x.organisation and i.key = x.key and i.endpoint = x.endpoint and i.idempotency_key = x."idempotencyKey";
     end if;
     if q->'idempotency' is not null then
       insert into idempotency (org, key, endpoint, idempotency_key, hash, run)
         select x.organisation, x.key, x.endpoint, x."idempotencyKey", x.hash, x.run
         from json_to_recordset(q->'idempotency') as x (organisation uuid, key uuid, endpoint text, "idempotencyKey" text, hash text, run uuid);
     end if;
     if q->'claims' is not null then
       insert into claim (hash, org, call) select x.hash, x.organisation, x.call
         from json_to_recordset(q->'claims') as x (hash text, organisation uuid, call uuid);
     end if;
     if q->'refs' is not null then
       insert into post_ref (org, ref) select x.organisation, x.ref from json_to_recordset(q->'refs') as x (organisation uuid, ref text);
     end if;
     if q->'events' is not null then
       insert into payment_event (org, call, type, at, data) select x.organisation, x.call, x.type, at_ms(x.at), x.data::json
         from json_to_recordset(q->'events') as x (organisation uuid, call uuid, type text, at double precision, data text);
     end if;
   end $$`,
]
