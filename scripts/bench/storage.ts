import type { PgClient } from "@effect/sql-pg"
import { Clock, Effect, Layer } from "effect"
import { uuidV7Unsafe } from "effect/crypto/SecureRandom"
import { execFileSync, spawnSync } from "node:child_process"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { scopes } from "../../domain/identity/errors.ts"
import { Organisations } from "../../domain/identity/Organisations.ts"
import { CallId, type KeyId, NodeId, type OrganisationId, RunId } from "../../domain/money/ids.ts"
import { buyerAccount, outside } from "../../domain/ledger/postings.ts"
import { Ledger } from "../../domain/ledger/Ledger.ts"
import { microUsd } from "../../domain/money/Money.ts"
import { Database, type DatabaseLocation } from "../../layers/postgres/Database.ts"
import { PgLedger } from "../../layers/postgres/PgLedger.ts"
import { PgOrganisations } from "../../layers/postgres/PgOrganisations.ts"
import { prepaidAlone } from "../../rails/credits/credits.ts"
import { baseline, pgbenchScript } from "./baseline.ts"

export interface Buyer {
  readonly organisation: OrganisationId
  readonly key: KeyId
}

const callers = 64
const cost = microUsd(1000n)
const node = NodeId.make(uuidV7Unsafe())

export const books = (location: DatabaseLocation) =>
  Layer.merge(PgLedger, PgOrganisations).pipe(Layer.provideMerge(Database.layer(location)), Layer.provide(prepaidAlone))

/** Organisations with plenty of credits, and one key each. */
export const makeBuyers = Effect.fnUntraced(function* (count: number) {
  const organisations = yield* Organisations
  const ledger = yield* Ledger
  const limits = { perRequest: null, monthly: null, daily: null }
  return yield* Effect.forEach(
    Array.from({ length: count }),
    Effect.fnUntraced(function* () {
      const organisation = yield* organisations.create({ name: "bench", rate: 1_000_000_000, concurrency: 1_000_000 })
      const transfer = { debit: outside("grant"), credit: buyerAccount("credits"), amount: microUsd(9_000_000_000_000n) }
      yield* ledger.execute({ _tag: "Post", organisation, ref: "bench", transfers: [transfer] })
      const { key, secret } = yield* organisations.createKey({ organisation, name: "bench", scopes, expiresInDays: 30, ...limits })
      return { organisation, key: key.id, secret }
    }),
    { concurrency: 8 },
  )
})

/** Reserve and capture, one after the other, by 64 callers at once for `seconds`: pairs per second. */
export const product = Effect.fnUntraced(function* (buyers: ReadonlyArray<Buyer>, seconds: number) {
  const ledger = yield* Ledger
  const until = (yield* Clock.currentTimeMillis) + seconds * 1000
  let pairs = 0
  const pair = Effect.fnUntraced(function* ({ key, organisation }: Buyer) {
    const call = CallId.make(uuidV7Unsafe())
    yield* ledger.execute({
      _tag: "Reserve",
      organisation,
      key,
      wallet: false,
      call,
      run: RunId.make(uuidV7Unsafe()),
      step: 0,
      begins: { kind: "direct", request: "{}", waitMs: 0, idempotency: null },
      source: "bench",
      operation: "bench.call",
      name: "Bench",
      payee: "Bench",
      price: null,
      max: cost,
      maxSpend: null,
      options: [{ rail: "credits", account: "credits", settles: "at_capture", feeBasisPoints: 200, cost }],
      attempts: [],
      node,
      deadlineMs: 60_000,
    })
    yield* ledger.execute({
      _tag: "Capture",
      organisation,
      call,
      node,
      amount: cost,
      body: `{"data":{"valid":true}}`,
      proof: null,
      error: null,
    })
    pairs++
  })
  const caller = (n: number) =>
    Effect.gen(function* () {
      for (let i = n; (yield* Clock.currentTimeMillis) < until; i += callers) yield* pair(buyers[i % buyers.length]!)
    })
  const startedAt = performance.now()
  yield* Effect.forEach(
    Array.from({ length: callers }, (_, n) => n),
    caller,
    { concurrency: "unbounded", discard: true },
  )
  return pairs / ((performance.now() - startedAt) / 1000)
})

const hasPgbench = () => spawnSync("pgbench", ["--version"]).status === 0

/** The same pairs, each step a transaction of its own, over 16 connections: by pgbench, else by our own client. */
export const plain = Effect.fnUntraced(function* (
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

export const installBaseline = Effect.fnUntraced(function* (sql: PgClient.PgClient) {
  for (const statement of baseline) yield* sql.unsafe(statement)
})
