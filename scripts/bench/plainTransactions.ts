import type { PgClient } from "@effect/sql-pg"
import { Clock, Effect } from "effect"
import { execFileSync, spawnSync } from "node:child_process"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import type { DatabaseLocation } from "../../layers/postgres/connection.ts"
import type { Buyer } from "./database.ts"

/** Creates the functions and the table that `plainTransactions` needs. */
export const installPlainTransactions = Effect.fnUntraced(function* (sql: PgClient.PgClient) {
  for (const statement of statements) yield* sql.unsafe(statement)
})

/**
 * Pairs of reserve and capture per second, each step a transaction of its own, over 16 connections: by pgbench where it is
 * installed, else by the product's client.
 */
export const plainTransactions = Effect.fnUntraced(function* (
  sql: PgClient.PgClient,
  location: DatabaseLocation,
  buyers: ReadonlyArray<Buyer>,
  seconds: number,
) {
  const rows = buyers.map(({ key, organisation }, i) => ({ n: i + 1, org: organisation, key }))
  yield* sql`truncate bench_buyer`
  yield* sql`insert into bench_buyer select * from json_to_recordset(${JSON.stringify(rows)}::text::json) as b (n int, org uuid, key uuid)`
  if (hasPgbench() && location._tag === "Socket") return pgbench(location, buyers.length, seconds)
  const until = (yield* Clock.currentTimeMillis) + seconds * 1000
  let pairs = 0
  const caller = Effect.gen(function* () {
    while ((yield* Clock.currentTimeMillis) < until) {
      const n = 1 + Math.floor(Math.random() * buyers.length)
      const [held] = yield* sql<{ o: string; c: string; r: string }>`select o, c, r from plain_reserve(${n}::int, 1000)`
      yield* sql`select plain_capture(${held!.o}, ${held!.c}, ${held!.r}, 1000)`
      pairs++
    }
  })
  yield* Effect.forEach(Array.from({ length: 16 }), () => caller, { concurrency: "unbounded", discard: true })
  return pairs / seconds
})

const hasPgbench = () => spawnSync("pgbench", ["--version"]).status === 0

const pgbench = (location: Extract<DatabaseLocation, { readonly _tag: "Socket" }>, orgs: number, seconds: number): number => {
  const file = join(process.env["TMPDIR"] ?? "/tmp", `farthing-bench-${process.pid}.sql`)
  writeFileSync(file, pgbenchScript)
  const args = ["-n", "-M", "prepared", "-c", "16", "-j", "2", "-T", String(seconds), "-D", `orgs=${orgs}`, "-f", file]
  const out = execFileSync(
    "pgbench",
    [...args, "-h", location.directory, "-p", String(location.port), "-U", location.username, location.database],
    {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
    },
  )
  return Number(/tps = ([\d.]+)/.exec(out)?.[1])
}

/**
 * The same rows and checks as the product's reserve and capture, without a batch: each step is one function and one
 * transaction. It was the fastest design without batches.
 */
const statements: ReadonlyArray<string> = [
  `create table bench_buyer (n int primary key, org uuid not null, key uuid not null)`,
  `create function plain_reserve(buyer int, cost bigint, out o uuid, out c uuid, out r uuid) language plpgsql as $$
   declare k uuid; a account; month text := to_char(now() at time zone 'UTC', 'YYYY-MM'); day text := to_char(now() at time zone 'UTC', 'YYYY-MM-DD');
   begin
     select org, key into o, k from bench_buyer where n = buyer;
     c := gen_random_uuid();
     r := gen_random_uuid();
     select * into a from account where org = o and id = 'credits' for update;
     if a.posted - a.held + a.credit_limit < cost then raise 'insufficient_balance'; end if;
     if exists (select from api_key where org = o and id = k and revoked_at is not null) then raise 'api_key_revoked'; end if;
     update account set held = held + cost, open = open + 1 where org = o and id = 'credits';
     insert into spend as s (org, scope, period, spent) values (o, 'key:' || k, month, cost), (o, 'key:' || k, day, cost), (o, 'rail:credits', day, cost)
       on conflict (org, scope, period) do update set spent = s.spent + excluded.spent;
     insert into run (org, id, key, kind, status, request, created_at, wait_until) values (o, r, k, 'direct', 'running', '{}', now(), now());
     insert into call (org, id, run, step, key, source, operation, name, payee, rail, account, fee_basis_points, settles, deposits, remainder_to,
         max, amount, state, settlement, delivered, node, reserved_at, deadline, attempts)
       values (o, c, r, 0, k, 'bench', 'bench.call', 'Bench', 'Bench', 'credits', 'credits', 200, 'at_capture', false, 'credits', cost, cost,
         'reserved', 'none', false, o, now(), now() + interval '1 minute', '[]');
     insert into open_call (org, call, node, deadline) values (o, c, o, now() + interval '1 minute');
   end $$`,
  `create function plain_capture(o uuid, c uuid, r uuid, cost bigint) returns void language plpgsql as $$
   begin
     perform 1 from account where org = o and id = 'credits' for update;
     update account set posted = posted - cost, held = held - cost, open = open - 1 where org = o and id = 'credits';
     update call set state = 'captured', settlement = 'settled', delivered = true, closed_at = now() where org = o and id = c and state = 'reserved';
     delete from open_call where org = o and call = c;
     update run set status = 'completed', finished_at = now() where org = o and id = r;
     insert into result (org, call, run, body) values (o, c, r, '{"data":{"valid":true}}');
     insert into transfer (org, call, debit, credit, amount, at) values
       (o, c, 'buyer:credits', 'payee:Bench', cost - cost * 200 / 10000, now()), (o, c, 'buyer:credits', 'platform:fees', cost * 200 / 10000, now());
   end $$`,
]

/** One pgbench transaction: reserve, commit, capture, commit, for one of `:orgs` buyers. */
const pgbenchScript = `
\\set n random(1, :orgs)
select o, c, r from plain_reserve(:n, 1000) \\gset
select plain_capture(:o::uuid, :c::uuid, :r::uuid, 1000);
`
