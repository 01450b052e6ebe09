import { callProgress, type Column, readAs, written, type Written } from "./columns.ts"
import { ownAccountOf, transitAccountOf } from "./0036_own_accounts.ts"
import { accountJson, callJson, keyJson, organisationJson, runJson } from "./0002_functions.ts"

/**
 * The functions of a money step. `ledger_read` locks the organisations of a batch, in order, and then reads: in READ COMMITTED each
 * statement of a volatile function sees what was committed before it began, so nothing it returns is older than the locks.
 * `ledger_verify` takes the same locks and fails unless every row that a decision was made over is still the version that it
 * was made over. `ledger_write` writes what TypeScript decided. None of them decides anything.
 *
 * A version is the `xmin` of a row: the transaction that wrote it last.
 */

/**
 * Every access is by key, so one plan fits all parameters: planning anew took half of the time of a step. A plan that was cached
 * while a table was small would scan it for ever.
 */
const byIndex = "set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set plan_cache_mode = force_generic_plan"

const list = (item: string, from: string) => `(select coalesce(json_agg(${item}), '[]'::json) from ${from})`

/** A row as JSON with its version. */
const versioned = (json: string, table: string) => `json_build_array(${json}, ${table}.xmin::text)`

/** The calls of an organisation that execute now: `isExecuting` of the domain. */
export const executingCalls = (org: string) =>
  `(select count(*) from open_call h join call w on w.org = h.org and w.id = h.call
    where h.org = ${org} and w.settlement <> 'unknown' and not (w.settlement = 'pending' and w.delivered))`

/**
 * The rows of one table for each named key: one look-up in the primary key per key. `offset 0` keeps PostgreSQL from planning it as a join, which it would
 * begin with the whole table if the table was nearly empty when the plan was made. A condition beside the key could choose a partial index instead.
 */
const lookedUp = (table: string, alias: string, where: string) =>
  `cross join lateral (select *, ctid, xmin from ${table} where ${where} offset 0) as ${alias}`

/**
 * One row of `call` by its key. All of its indexes begin with the organisation: as long as PostgreSQL has no statistics of the table it holds them for equal and
 * may read all calls of an organisation for one. A range of one id in the order of ids is cheapest by the primary key, with statistics or without.
 */
const oneCall = (org: string, id: string) => `call where org = ${org} and id between ${id} and ${id} order by id limit 1`

/** The rows of a table that a pair of arrays names, organisation and id. */
const named = (orgs: string, ids: string, table: string, id = "id") =>
  `unnest(${orgs}, ${ids}) as x (o, i) ${table === "call" && id === "id" ? `cross join lateral (select *, ctid, xmin from ${oneCall("x.o", "x.i")}) as c` : lookedUp(table, table[0]!, `org = x.o and ${id} = x.i`)}`

/** `limit 1` where `exists` would do: PostgreSQL may answer an `exists` from a hash table of all accounts in transit. */
const hasTransit = (org: string) => `((select true from account where ${transitAccountOf} = ${org} limit 1) is not null)`

/**
 * Locks in the order organisations, then accounts; a release before this one locks accounts alone, and waits for these.
 * Of the transit accounts only those are locked and read that the batch names; other named accounts are locked by then. `ledger_verify` locks in the same
 * order.
 */
const lock = `perform 1 from organisation where id = any (orgs) order by id for no key update;
    perform 1 from account where ${ownAccountOf} = any (orgs) order by ${ownAccountOf}, id for update;
    if cardinality(accounts) > 0 then
      perform 1 from (select * from unnest(account_orgs, accounts) as x (o, i) order by o, i) as x
        cross join lateral (select from account where org = x.o and id = x.i for update) as a;
    end if;`

const read = `create or replace function ledger_read(orgs uuid[], account_orgs uuid[], accounts text[], keys uuid[], call_orgs uuid[], calls uuid[],
    run_orgs uuid[], runs uuid[], scopes text[], cancel_orgs uuid[], cancels uuid[], progress_orgs uuid[], progress uuid[], q json)
  returns json language plpgsql volatile ${byIndex} as $$
  declare at timestamptz; claims text[]; more_orgs uuid[]; more uuid[]; more_accounts text[];
  begin
    if q is not null then
      insert into organisation (id, name, kind) select w.id::uuid, 'wallet', 'wallet' from json_array_elements_text(q->'wallets') as w (id)
        order by 1 on conflict do nothing;
      claims := array(select json_array_elements_text(q->'claims'));
    end if;
    if cardinality(cancels) > 0 then
      select array_agg(c.org), array_agg(c.id) into more_orgs, more from ${named("cancel_orgs", "cancels", "call", "run")} where c.state = 'reserved';
      call_orgs := call_orgs || more_orgs; calls := calls || more;
    end if;
    if cardinality(calls) > 0 then
      select array_agg(d.org), array_agg(d.run) into more_orgs, more from (select distinct c.org, c.run from ${named("call_orgs", "calls", "call")}) as d;
      run_orgs := run_orgs || more_orgs; runs := runs || more;
      select array_agg(d.org), array_agg(d.account) into more_orgs, more_accounts
        from (select c.org, c.account from ${named("call_orgs", "calls", "call")} union select c.org, c.remainder_to from ${named("call_orgs", "calls", "call")}) as d;
      account_orgs := account_orgs || more_orgs; accounts := accounts || more_accounts;
    end if;
    ${lock}
    if cardinality(cancels) > 0 then
      select array_agg(c.org), array_agg(c.id) into more_orgs, more from ${named("cancel_orgs", "cancels", "call", "run")}
        where c.state = 'reserved' and not c.id = any (calls);
      call_orgs := call_orgs || more_orgs; calls := calls || more;
    end if;
    at := farthing_now();
    return json_build_object(
      'now', ms(at),
      'organisations', ${list(versioned(organisationJson, "organisation"), "organisation where id = any (orgs)")},
      'accounts', ${list(versioned(accountJson, "account"), `account where ${ownAccountOf} = any (orgs)`)},
      'transit', case when cardinality(accounts) = 0 then '[]'::json else ${list(
        versioned(accountJson, "account"),
        "(select distinct o, i from unnest(account_orgs, accounts) as n (o, i)) as x " +
          `${lookedUp("account", "account", "org = x.o and id = x.i")} where account.transit`,
      )} end,
      'holds', ${list(`json_build_array(o.id, ${hasTransit("o.id")}, ${executingCalls("o.id")})`, "unnest(orgs) as o (id)")},
      'keys', case when cardinality(keys) = 0 then '[]'::json else ${list(versioned(keyJson, "api_key"), "api_key where org = any (orgs) and id = any (keys)")} end,
      'spends', case when cardinality(scopes) = 0 then '[]'::json else ${list(
        "json_build_array(org, scope, period, spent::text, xmin::text)",
        `spend where org = any (orgs) and scope = any (scopes)
          and period in (to_char(at at time zone 'UTC', 'YYYY-MM'), to_char(at at time zone 'UTC', 'YYYY-MM-DD'))`,
      )} end,
      'calls', case when cardinality(calls) = 0 then '[]'::json else ${list(versioned(callJson("c"), "c"), named("call_orgs", "calls", "call"))} end,
      'progress', case when cardinality(progress) = 0 then '[]'::json else ${list(
        `json_build_array(c.id, c.xmin::text, ${callProgress.map((column) => readAs(column, "c")).join(", ")})`,
        `${named("progress_orgs", "progress", "call")} where c.state = 'reserved'
          and exists (select from run r where r.org = c.org and r.id = c.run and r.status = 'running')`,
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

/**
 * Whether one of the rows is gone, or no longer the version that is given for it at the same index; null as a version stands for a row that must not exist.
 * `row` finds the row of the index `i`.
 */
const changed = (versions: string, row: string) =>
  `exists (select from generate_subscripts(${versions}, 1) as i left join lateral (select xmin from ${row}) as r on true
    where r.xmin is distinct from ${versions}[i]::xid)`

/** The same, and each of these rows is locked, in the order of its key. The version of a row for which this waited is that of the lock. */
const lockedChanged = (versions: string, key: string, row: string, strength: string) =>
  `exists (select from (select i from generate_subscripts(${versions}, 1) as i order by ${key}) as x
    left join lateral (select xmin from ${row} for ${strength}) as r on true where r.xmin is distinct from ${versions}[i]::xid)`

/**
 * The time of the ledger's clock in milliseconds since 1970; null where a row that was decided over has another version by now, or
 * where a row exists that was not there. A new account of an organisation is made under the organisation's lock.
 *
 * What few batches need is in statements of its own: a statement prepares all of its parts before it runs, also those that it will not need, and this was
 * a third of a small batch.
 */
const verify = `create or replace function ledger_verify(at_ms bigint, orgs uuid[], org_versions text[], org_accounts int, org_transit boolean[], org_holds int[],
    account_orgs uuid[], accounts text[], account_versions text[], key_orgs uuid[], keys uuid[], key_versions text[],
    spend_orgs uuid[], spend_scopes text[], spend_periods text[], spend_versions text[], call_orgs uuid[], calls uuid[], call_versions text[], q json)
  returns bigint language plpgsql volatile ${byIndex} as $$
  declare at bigint;
  begin
    if ${lockedChanged("org_versions", "orgs[i]", "organisation where id = orgs[i]", "no key update")} then return null; end if;
    if ${lockedChanged("account_versions", "account_orgs[i], accounts[i]", "account where org = account_orgs[i] and id = accounts[i]", "update")} then return null; end if;
    at := ms(farthing_now());
    if abs(at - at_ms) > 200 then return null; end if;
    if (select count(*) from account where ${ownAccountOf} = any (orgs)) <> org_accounts
      or (select true from account where ${transitAccountOf} = any (array(
        select x.o from unnest(orgs, org_transit) as x (o, t) where not x.t)) limit 1) is not null
    then return null; end if;
    if true = any (org_transit) then
      if exists (select from unnest(orgs, org_transit, org_holds) as x (o, t, h) where x.t and (not ${hasTransit("x.o")} or x.h <> ${executingCalls("x.o")}))
      then return null; end if;
    end if;
    if cardinality(keys) > 0 or cardinality(spend_scopes) > 0 then
      if ${changed("key_versions", "api_key where org = key_orgs[i] and id = keys[i]")}
        or ${changed("spend_versions", "spend where org = spend_orgs[i] and scope = spend_scopes[i] and period = spend_periods[i]")}
      then return null; end if;
    end if;
    if cardinality(calls) > 0 then
      if ${changed("call_versions", oneCall("call_orgs[i]", "calls[i]"))} then return null; end if;
    end if;
    if q is not null then
      if exists (select from json_to_recordset(q->'idempotency') as k (organisation uuid, key uuid, endpoint text, "idempotencyKey" text)
          join idempotency i on i.org = k.organisation and i.key = k.key and i.endpoint = k.endpoint and i.idempotency_key = k."idempotencyKey")
        or exists (select from json_array_elements_text(q->'claims') as k (hash) join claim c on c.hash = k.hash)
      then return null; end if;
    end if;
    return at;
  end $$`

/** The names of a table's array parameters, its columns, and both as they are selected from the arrays. */
const rows = (name: Written) => {
  const columns: ReadonlyArray<Column> = written[name]
  const parameter = (column: string) => `${name.toLowerCase()}_${column}`
  return {
    given: `${parameter(columns[0]![1])} is not null`,
    columns: columns.map(([, column]) => column).join(", "),
    values: columns.map(([, column, type]) => (type === "json" ? `${parameter(column)}[i]::json` : `${parameter(column)}[i]`)).join(", "),
    from: `generate_subscripts(${parameter(columns[0]![1])}, 1) as i`,
    parameters: columns.map(([, column, type]) => `${parameter(column)} ${arrayType(type)}[]`),
  }
}

/** JSON travels as text and is cast where it is stored. */
const arrayType = (type: Column[2]) => (type === "json" ? "text" : type)

const insert = (name: Written, table: string, extra = "", conflict = "") => {
  const { columns, from, given, values } = rows(name)
  return `if ${given} then insert into ${table} (${columns}) select ${values} from ${from} ${conflict}; ${extra} end if;`
}

const tables = Object.keys(written) as ReadonlyArray<Written>
const accounts = rows("accounts")
const runChanges = rows("runChanges")
const callChanges = rows("callChanges")

const apply = `create or replace function ledger_write(${tables.flatMap((name) => rows(name).parameters).join(", ")}, q json)
  returns void language plpgsql volatile ${byIndex} as $$
  declare ended tid[]; removed int;
  begin
    if q is not null then
      insert into account (org, id, rail, posted, held, credit_limit, open, status, transit)
        select x.organisation, x.id, x.rail, x.posted, x.held, x."creditLimit", x.open, x.status, x.transit
        from json_to_recordset(q->'opened') as x (organisation uuid, id text, rail text, posted bigint, held bigint, "creditLimit" bigint, open int, status text, transit boolean);
      update account a set credit_limit = x."creditLimit", status = x.status
        from json_to_recordset(q->'terms') as x (organisation uuid, id text, "creditLimit" bigint, status text) where a.org = x.organisation and a.id = x.id;
    end if;
    if ${accounts.given} then
      update account a set posted = accounts_posted[i], held = accounts_held[i], open = accounts_open[i] from ${accounts.from}
        where a.org = accounts_org[i] and a.id = accounts_id[i];
    end if;
    ${insert("spends", "spend as s", "", "on conflict (org, scope, period) do update set spent = s.spent + excluded.spent")}
    ${insert("runs", "run")}
    if ${runChanges.given} then
      update run r set status = runchanges_status[i], error = runchanges_error[i]::json, finished_at = runchanges_finished_at[i] from ${runChanges.from}
        where r.org = runchanges_org[i] and r.id = runchanges_id[i];
    end if;
    ${insert(
      "calls",
      "call",
      `insert into open_call (org, call, node, deadline) select calls_org[i], calls_id[i], calls_node[i], calls_deadline[i]
        from generate_subscripts(calls_org, 1) as i where calls_state[i] = 'reserved';`,
    )}
    if ${callChanges.given} then
      update call c set amount = callchanges_amount[i], state = callchanges_state[i], settlement = callchanges_settlement[i],
          delivered = callchanges_delivered[i], proof = callchanges_proof[i], last_error = callchanges_last_error[i],
          node = callchanges_node[i], closed_at = callchanges_closed_at[i]
        from ${callChanges.from} where c.org = callchanges_org[i] and c.id = callchanges_id[i];
      ended := array(select o.ctid
        from ${callChanges.from} ${lookedUp("open_call", "o", "org = callchanges_org[i] and call = callchanges_id[i]")}
        where callchanges_state[i] <> 'reserved');
      delete from open_call where ctid = any (ended);
      get diagnostics removed = row_count;
      -- A row that the list of overdue calls moved meanwhile has another place: it is deleted by its key, which the next statement sees.
      if removed < cardinality(ended) then
        delete from open_call o using unnest(callchanges_org, callchanges_id, callchanges_state) as x (org, id, state)
          where o.org = x.org and o.call = x.id and x.state <> 'reserved';
      end if;
      if q is not null and (q->>'takenOver')::int > 0 then
        update open_call o set node = x.node from unnest(callchanges_org, callchanges_id, callchanges_node) as x (org, id, node)
          where o.org = x.org and o.call = x.id and o.node <> x.node;
      end if;
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

/** The first half of a step of an ask. It takes the locks of `ledger_read`, so that asks and the ledger never decide over each other's stale rows. */
const askLoad = `create or replace function ask_load(o uuid, k uuid, r uuid, scopes text[], endpoint_ text, ikey text) returns json language plpgsql volatile
set enable_seqscan = off as $$
   declare at timestamptz;
   begin
    perform 1 from organisation where id = o for no key update;
    perform 1 from account where ${ownAccountOf} = o order by id for update;
     at := farthing_now();
     return json_build_object(
       'now', ms(at),
       'organisation', (select ${organisationJson} from organisation where id = o),
       'key', (select ${keyJson} from api_key where org = o and id = k),
       'accounts', (select coalesce(json_agg(${accountJson} order by id), '[]'::json) from account where ${ownAccountOf} = o),
      'executing', ${executingCalls("o")},
       'spends', (select coalesce(json_agg(json_build_array(scope, period, spent::text)), '[]'::json) from spend
         where org = o and scope = any (scopes) and period in (to_char(at at time zone 'UTC', 'YYYY-MM'), to_char(at at time zone 'UTC', 'YYYY-MM-DD'))),
       'run', (select ${runJson("run")} from run where org = o and id = r and key = k),
       'ask', (select body from ask where org = o and run = r),
       'openCalls', (select count(*) from call where org = o and run = r and state = 'reserved'),
       'chargedCalls', (select count(*) from call where org = o and run = r and (state = 'captured' and amount > 0 or state = 'refunded')),
       'node', (select node from ask_at_work where org = o and run = r),
       'earlier', (select json_build_object('organisation', i.org, 'key', i.key, 'endpoint', i.endpoint, 'idempotencyKey', i.idempotency_key,
           'hash', i.hash, 'run', i.run) from idempotency i where i.org = o and i.key = k and i.endpoint = endpoint_ and i.idempotency_key = ikey));
   end $$`

/** Created again whenever their source changes. A signature, once released, stays: the release before this one calls it too. */
export const functions: ReadonlyArray<string> = [read, verify, apply, askLoad]
