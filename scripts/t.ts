import { NodeRuntime } from "@effect/platform-node"
import { Console, Effect } from "effect"
import { benchDatabase } from "./bench/database.ts"
import { books, makeBuyers, product } from "./bench/storage.ts"
const storage = Effect.gen(function* () {
  const { location, sql } = yield* benchDatabase
  yield* sql`create extension pg_stat_statements`
  return yield* Effect.gen(function* () {
    const buyers = yield* makeBuyers(100)
    yield* product(buyers, 1)
    const a = process.cpuUsage()
    const one = yield* product(buyers.slice(0, 1), 4)
    const b = process.cpuUsage(a)
    const hundred = yield* product(buyers, 4)
    const c = process.cpuUsage(a)
    yield* Effect.sleep(1500)
    const batches =
      yield* sql`select left(regexp_replace(query, '\\s+', ' ', 'g'), 90) as q, calls, rows, round(total_exec_time) as total, round(mean_exec_time::numeric,3) as mean from pg_stat_statements order by total_exec_time desc limit 25`
    return { one, hundred, jsOne: (b.user + b.system) / 1e6, jsBoth: (c.user + c.system) / 1e6, batches }
  }).pipe(Effect.provide(books(location)))
})
Effect.scoped(storage).pipe(
  Effect.flatMap((r) => Console.log(JSON.stringify(r, (_, v) => (typeof v === "bigint" ? Number(v) : v), 1))),
  NodeRuntime.runMain,
)
