import { ownAccountOf } from "./0036_own_accounts.ts"
import { callJson, accountJson, keyJson, organisationJson, runJson } from "./0002_functions.ts"

/**
 * What is kept of asks beside their runs. `ask_load` is the first half of a step: it locks the organisation's accounts
 * as `ledger_read` does, and then reads, so that asks and the ledger never judge each other's stale rows.
 */
export const asksTables: ReadonlyArray<string> = [
  /* `body` is the ask as its codec writes it: wish, plan, quote, approval with the calls of its steps, open question. */
  `create table ask (
     org uuid not null, run uuid not null, revision int not null, body text not null,
     primary key (org, run)) with (fillfactor = 70)`,
  /* Runs that somebody has to carry on, and who does. */
  `create table ask_at_work (org uuid not null, run uuid not null, node uuid not null,
     looked_at timestamptz not null default clock_timestamp(), primary key (org, run))`,
  /* Approved runs that wait for their buyer, and until when. */
  `create table ask_waiting (org uuid not null, run uuid not null, until timestamptz not null, primary key (org, run))`,
  `create index ask_waiting_until on ask_waiting (until)`,
  `create table continuation_key (id text primary key, secret text not null, created_at timestamptz not null default clock_timestamp())`,

  `create function ask_load(o uuid, k uuid, r uuid, scopes text[], endpoint_ text, ikey text) returns json language plpgsql volatile
     set enable_seqscan = off as $$
   declare at timestamptz;
   begin
     perform 1 from account where org = o order by org, id for update;
     /* One that has no account yet is locked itself, as it is where its first account is opened. */
     if not found then
       perform 1 from organisation where id = o for update;
       perform 1 from account where org = o order by org, id for update;
     end if;
     at := farthing_now();
     return json_build_object(
       'now', ms(at),
       'organisation', (select ${organisationJson} from organisation where id = o),
       'key', (select ${keyJson} from api_key where org = o and id = k),
       'accounts', (select coalesce(json_agg(${accountJson} order by id), '[]'::json) from account where org = o),
       'spends', (select coalesce(json_agg(json_build_array(scope, period, spent::text)), '[]'::json) from spend
         where org = o and scope = any (scopes) and period in (to_char(at at time zone 'UTC', 'YYYY-MM'), to_char(at at time zone 'UTC', 'YYYY-MM-DD'))),
       'run', (select ${runJson("run")} from run where org = o and id = r and key = k),
       'ask', (select body from ask where org = o and run = r),
       'openCalls', (select count(*) from call where org = o and run = r and state = 'reserved'),
       'chargedCalls', (select count(*) from call where org = o and run = r and (state = 'captured' and amount > 0 or state = 'refunded')),
       'node', (select node from ask_at_work where org = o and run = r),
       'earlier', (select json_build_object('organisation', i.org, 'key', i.key, 'endpoint', i.endpoint, 'idempotencyKey', i.idempotency_key,
           'hash', i.hash, 'run', i.run) from idempotency i where i.org = o and i.key = k and i.endpoint = endpoint_ and i.idempotency_key = ikey));
   end $$`,

  `create function ask_apply(q json) returns void language plpgsql volatile set enable_seqscan = off as $$
   declare o uuid := (q->>'org')::uuid; r uuid := (q->>'run')::uuid; k uuid := (q->>'key')::uuid;
   begin
     insert into run (org, id, key, kind, status, request, error, endpoint, idempotency_key, created_at, wait_until, finished_at)
       values (o, r, k, 'ask', q->>'status', q->>'request', q->'error', q->>'endpoint', q->>'idempotencyKey',
         at_ms((q->>'createdAt')::float8), at_ms((q->>'waitUntil')::float8), at_ms((q->>'finishedAt')::float8))
       on conflict (org, id) do update set status = excluded.status, error = excluded.error, wait_until = excluded.wait_until,
         finished_at = excluded.finished_at;
     insert into ask (org, run, revision, body) values (o, r, (q->>'revision')::int, q->>'body')
       on conflict (org, run) do update set revision = excluded.revision, body = excluded.body;
     if q->>'node' is null then delete from ask_at_work where org = o and run = r;
     else insert into ask_at_work (org, run, node) values (o, r, (q->>'node')::uuid)
       on conflict (org, run) do update set node = excluded.node, looked_at = excluded.looked_at;
     end if;
     if q->>'waitsUntil' is null then delete from ask_waiting where org = o and run = r;
     else insert into ask_waiting (org, run, until) values (o, r, at_ms((q->>'waitsUntil')::float8))
       on conflict (org, run) do update set until = excluded.until;
     end if;
     if q->>'hash' is not null then
       insert into idempotency (org, key, endpoint, idempotency_key, hash, run)
         values (o, k, q->>'useEndpoint', q->>'useKey', q->>'hash', r);
     end if;
     delete from idempotency i using json_to_recordset(q->'freed') as x (endpoint text, key text)
       where i.org = o and i.key = k and i.endpoint = x.endpoint and i.idempotency_key = x.key and i.run = r;
   end $$`,
]

/** One run with its ask, its calls and what they delivered. */
export const askRecord = `
  select ${runJson("r")} as run, ms(farthing_now())::float8 as now, a.body as ask, w.node,
    (select coalesce(json_agg(${accountJson} order by id), '[]'::json) from account where ${ownAccountOf} = r.org) as accounts,
    (select coalesce(json_agg(json_build_object('call', ${callJson("c")}, 'body', x.body) order by c.step), '[]'::json)
      from call c left join result x on x.org = c.org and x.call = c.id where c.org = r.org and c.run = r.id) as calls
  from run r join ask a on a.org = r.org and a.run = r.id left join ask_at_work w on w.org = r.org and w.run = r.id
  where r.org = $1::uuid and r.id = $2::uuid`
