import { callColumns, callProgress, type Column, firstWritten, readAs, type Written } from "./columns.ts"

/**
 * The two halves of a money step. `ledger_load` locks the accounts of every organisation in the batch, in order, and
 * then reads: in READ COMMITTED each statement of a volatile function sees what was committed before it began, so
 * nothing it returns is older than the locks. `ledger_apply` writes what TypeScript decided. Neither decides anything.
 */
export const accountJson = `json_build_object('organisation', org, 'id', id, 'rail', rail, 'posted', posted::text, 'held', held::text,
  'creditLimit', credit_limit::text, 'open', open, 'status', status, 'transit', transit)`

export const organisationJson = "json_build_object('id', id, 'status', status, 'spending', spending, 'concurrency', concurrency)"

export const keyJson = `json_build_object('id', id, 'organisation', org, 'perRequest', per_request::text, 'monthly', monthly::text, 'daily', daily::text,
          'expiresAt', ms(expires_at), 'revokedAt', ms(revoked_at))`

/** A call as a JSON array, its values in the order of `callColumns`. */
export const callJson = (table: string) => `json_build_array(${callColumns.map((column) => readAs(column, table)).join(", ")})`

export const runJson = (
  r: string,
) => `json_build_object('organisation', ${r}.org, 'id', ${r}.id, 'key', ${r}.key, 'kind', ${r}.kind, 'status', ${r}.status,
  'request', ${r}.request, 'error', ${r}.error, 'idempotency', case when ${r}.idempotency_key is null then null
    else json_build_object('endpoint', ${r}.endpoint, 'key', ${r}.idempotency_key) end,
  'createdAt', ms(${r}.created_at), 'waitUntil', ms(${r}.wait_until), 'finishedAt', ms(${r}.finished_at))`

const list = (item: string, from: string) => `(select coalesce(json_agg(${item}), '[]'::json) from ${from})`

/** Every access is by key. A plan that was cached while a table was small would scan it for ever. */
const byIndex = "set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off"

/** The rows of a table that a pair of arrays names, organisation and id: each is one look-up in the primary key. */
const named = (orgs: string, ids: string, table: string, id = "id") =>
  `unnest(${orgs}, ${ids}) as x (o, i) join ${table} as ${table[0]} on ${table[0]}.org = x.o and ${table[0]}.${id} = x.i`

const load = `create or replace function ledger_load(orgs uuid[], keys uuid[], call_orgs uuid[], calls uuid[], run_orgs uuid[], runs uuid[], scopes text[],
    cancel_orgs uuid[], cancels uuid[], progress_orgs uuid[], progress uuid[], q json)
  returns json language plpgsql volatile ${byIndex} as $$
  declare at timestamptz; claims text[]; more_orgs uuid[]; more uuid[];
  begin
    if q is not null then
      insert into organisation (id, name, kind) select w.id::uuid, 'wallet', 'wallet' from json_array_elements_text(q->'wallets') as w (id)
        order by 1 on conflict do nothing;
      claims := array(select json_array_elements_text(q->'claims'));
    end if;
    perform 1 from account where org = any (orgs) order by org, id for update;
    /* Two batches must not open one account: where one is to be opened, the organisation itself is locked, after its accounts. */
    if q is not null and exists (select from json_to_recordset(q->'opens') as n (organisation uuid, id text)
        left join account a on a.org = n.organisation and a.id = n.id where a.id is null) then
      perform 1 from organisation where id in (select n.organisation from json_to_recordset(q->'opens') as n (organisation uuid)) order by id for update;
      perform 1 from account where org = any (orgs) order by org, id for update;
    end if;
    at := farthing_now();
    if cardinality(cancels) > 0 then
      select array_agg(c.org), array_agg(c.id) into more_orgs, more from ${named("cancel_orgs", "cancels", "call", "run")} where c.state = 'reserved';
      call_orgs := call_orgs || more_orgs; calls := calls || more;
    end if;
    if cardinality(calls) > 0 then
      select array_agg(d.org), array_agg(d.run) into more_orgs, more from (select distinct c.org, c.run from ${named("call_orgs", "calls", "call")}) as d;
      run_orgs := run_orgs || more_orgs; runs := runs || more;
    end if;
    return json_build_object(
      'now', ms(at),
      'organisations', ${list(organisationJson, "organisation where id = any (orgs)")},
      'accounts', ${list(accountJson, "account where org = any (orgs)")},
      'keys', case when cardinality(keys) = 0 then '[]'::json else ${list(keyJson, "api_key where org = any (orgs) and id = any (keys)")} end,
      'spends', case when cardinality(scopes) = 0 then '[]'::json else ${list(
        "json_build_array(org, scope, period, spent::text)",
        `spend where org = any (orgs) and scope = any (scopes)
          and period in (to_char(at at time zone 'UTC', 'YYYY-MM'), to_char(at at time zone 'UTC', 'YYYY-MM-DD'))`,
      )} end,
      'calls', case when cardinality(calls) = 0 then '[]'::json else ${list(callJson("c"), named("call_orgs", "calls", "call"))} end,
      'progress', case when cardinality(progress) = 0 then '[]'::json else ${list(
        `json_build_array(c.id, ${callProgress.map((column) => readAs(column, "c")).join(", ")})`,
        `${named("progress_orgs", "progress", "call")} where c.state = 'reserved'`,
      )} end,
      'runs', case when cardinality(runs) = 0 then '[]'::json else ${list(runJson("r"), named("run_orgs", "runs", "run"))} end,
      'idempotency', case when q is null then '[]'::json else ${list(
        `json_build_object('organisation', i.org, 'key', i.key, 'endpoint', i.endpoint, 'idempotencyKey', i.idempotency_key, 'hash', i.hash, 'run', i.run)`,
        `idempotency i join json_to_recordset(q->'idempotency') as k (organisation uuid, key uuid, endpoint text, "idempotencyKey" text)
          on i.org = k.organisation and i.key = k.key and i.endpoint = k.endpoint and i.idempotency_key = k."idempotencyKey"`,
      )} end,
      'claims', case when q is null then '[]'::json else ${list("json_build_array(hash, call)", "claim where hash = any (claims)")} end,
      'refs', case when q is null then '[]'::json else ${list(
        "json_build_array(p.org, p.ref)",
        `post_ref p join json_to_recordset(q->'refs') as k (organisation uuid, ref text) on p.org = k.organisation and p.ref = k.ref`,
      )} end);
  end $$`

/** The names of a table's array parameters, its columns, and both as they are selected from the arrays. */
const rows = (name: Written) => {
  const columns = firstWritten[name]
  const parameter = (column: string) => `${name.toLowerCase()}_${column}`
  return {
    given: `${parameter(columns[0]![1])} is not null`,
    columns: columns.map(([, column]) => column).join(", "),
    values: columns.map(([, column, type]) => (type === "json" ? `x.${column}::json` : `x.${column}`)).join(", "),
    from: `unnest(${columns.map(([, column]) => parameter(column)).join(", ")}) as x (${columns.map(([, column]) => column).join(", ")})`,
    parameters: columns.map(([, column, type]) => `${parameter(column)} ${arrayType(type)}[]`),
  }
}

/** JSON travels as text and is cast where it is stored. */
const arrayType = (type: Column[2]) => (type === "json" ? "text" : type)

const insert = (name: Written, table: string, extra = "", conflict = "") => {
  const { columns, from, given, values } = rows(name)
  return `if ${given} then insert into ${table} (${columns}) select ${values} from ${from} ${conflict}; ${extra} end if;`
}

const tables = Object.keys(firstWritten) as ReadonlyArray<Written>
const accounts = rows("accounts")
const runChanges = rows("runChanges")
const callChanges = rows("callChanges")

const apply = `create or replace function ledger_apply(${tables.flatMap((name) => rows(name).parameters).join(", ")}, q json)
  returns void language plpgsql volatile ${byIndex} as $$
  begin
    if q is not null then
      insert into account (org, id, rail, posted, held, credit_limit, open, status, transit)
        select x.organisation, x.id, x.rail, x.posted, x.held, x."creditLimit", x.open, x.status, x.transit
        from json_to_recordset(q->'opened') as x (organisation uuid, id text, rail text, posted bigint, held bigint, "creditLimit" bigint, open int, status text, transit boolean);
      update account a set credit_limit = x."creditLimit", status = x.status
        from json_to_recordset(q->'terms') as x (organisation uuid, id text, "creditLimit" bigint, status text) where a.org = x.organisation and a.id = x.id;
    end if;
    if ${accounts.given} then
      update account a set posted = x.posted, held = x.held, open = x.open from ${accounts.from} where a.org = x.org and a.id = x.id;
    end if;
    ${insert("spends", "spend as s", "", "on conflict (org, scope, period) do update set spent = s.spent + excluded.spent")}
    ${insert("runs", "run")}
    if ${runChanges.given} then
      update run r set status = x.status, error = x.error::json, finished_at = x.finished_at from ${runChanges.from} where r.org = x.org and r.id = x.id;
    end if;
    ${insert(
      "calls",
      "call",
      `insert into open_call (org, call, node, deadline) select x.org, x.id, x.node, x.deadline
        from unnest(calls_org, calls_id, calls_node, calls_deadline, calls_state) as x (org, id, node, deadline, state) where x.state = 'reserved';`,
    )}
    if ${callChanges.given} then
      update call c set amount = x.amount, state = x.state, settlement = x.settlement, delivered = x.delivered, proof = x.proof,
          last_error = x.last_error, node = x.node, closed_at = x.closed_at
        from ${callChanges.from} where c.org = x.org and c.id = x.id;
      delete from open_call o using unnest(callchanges_org, callchanges_id, callchanges_state) as x (org, id, state)
        where o.org = x.org and o.call = x.id and x.state <> 'reserved';
      update open_call o set node = x.node from unnest(callchanges_org, callchanges_id, callchanges_node) as x (org, id, node)
        where o.org = x.org and o.call = x.id and o.node <> x.node;
    end if;
    ${insert("results", "result")}
    ${insert("transfers", "transfer")}
    if q is not null then
      delete from idempotency i using json_to_recordset(q->'freed') as x (organisation uuid, key uuid, endpoint text, "idempotencyKey" text)
        where i.org = x.organisation and i.key = x.key and i.endpoint = x.endpoint and i.idempotency_key = x."idempotencyKey";
      insert into idempotency (org, key, endpoint, idempotency_key, hash, run)
        select x.organisation, x.key, x.endpoint, x."idempotencyKey", x.hash, x.run
        from json_to_recordset(q->'idempotency') as x (organisation uuid, key uuid, endpoint text, "idempotencyKey" text, hash text, run uuid);
      insert into claim (hash, org, call) select x.hash, x.organisation, x.call
        from json_to_recordset(q->'claims') as x (hash text, organisation uuid, call uuid);
      insert into unsettled (org, call, rail, captured_at) select x.org, x.call, x.rail, at_ms(x.at)
        from json_to_recordset(q->'unsettled') as x (org uuid, call uuid, rail text, at double precision) on conflict do nothing;
      delete from unsettled u using json_to_recordset(q->'settled') as x (org uuid, call uuid) where u.org = x.org and u.call = x.call;
      insert into post_ref (org, ref) select x.organisation, x.ref from json_to_recordset(q->'refs') as x (organisation uuid, ref text);
      insert into payment_event (org, call, type, at, data) select x.organisation, x.call, x.type, at_ms(x.at), x.data::json
        from json_to_recordset(q->'events') as x (organisation uuid, call uuid, type text, at double precision, data text);
    end if;
  end $$`

export const functions: ReadonlyArray<string> = [load, apply]
