import type { PgClient } from "@effect/sql-pg"
import { Effect } from "effect"
import { readdirSync, readFileSync } from "node:fs"
import { type ChildServer, processorTimeOf } from "./childServer.ts"
import { closedLoop, each, quantile, send, type Target } from "./load.ts"
import { stageTimes } from "./stages.ts"

/** Processor time of all processes of this PostgreSQL server so far, in microseconds. Linux alone shows it. */
const databaseTime = (postmaster: number) =>
  Effect.sync(() => {
    const times = readdirSync("/proc").map((pid) => {
      const process = /^\d+$/.test(pid) ? statOf(pid) : undefined
      return process?.parent === postmaster ? process.ticks : 0
    })
    return times.reduce((sum, ticks) => sum + ticks, 0) * microsecondsPerTick
  })

const postmasterOf = (sql: PgClient.PgClient) =>
  Effect.map(sql<{ pid: number }>`select pg_backend_pid() as pid`, ([row]) => statOf(row!.pid)!.parent)

const microsecondsPerTick = 10_000

const statOf = (pid: number | string) => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8")
    const fields = stat
      .slice(stat.lastIndexOf(")") + 2)
      .split(" ")
      .map(Number)
    return { parent: fields[1]!, ticks: fields[11]! + fields[12]! }
  } catch {
    // The process ended in between.
    return undefined
  }
}

/** What one request costs: microseconds of processor time of the gateway and of PostgreSQL, its latency and its stages, at 64 connections and alone. */
export const costOfCalls = Effect.fnUntraced(function* (sql: PgClient.PgClient, gateway: ChildServer, target: Target, calls: number) {
  const postmaster = yield* postmasterOf(sql)
  const measure = Effect.fnUntraced(function* (run: Effect.Effect<unknown>, count: number) {
    const [gatewayBefore, databaseBefore] = [yield* processorTimeOf(gateway), yield* databaseTime(postmaster)]
    yield* run
    return {
      gateway_us: ((yield* processorTimeOf(gateway)) - gatewayBefore) / count,
      postgresql_us: ((yield* databaseTime(postmaster)) - databaseBefore) / count,
    }
  })
  const latencies: Array<number> = []
  const timed = async () => {
    const startedAt = performance.now()
    await send(target)
    latencies.push(performance.now() - startedAt)
  }
  const percentiles = () => {
    const ascending = latencies.splice(0).sort((a, b) => a - b)
    return { p50_ms: quantile(ascending, 0.5), p99_ms: quantile(ascending, 0.99) }
  }
  const numbers = Array.from({ length: calls }, (_, n) => n)
  const together = yield* measure(closedLoop(each(numbers), timed), calls)
  const at64 = { ...together, ...percentiles() }
  const stages = yield* stageTimes(sql, gateway, closedLoop(each(numbers), timed), calls)
  percentiles()
  const alone = yield* measure(
    Effect.promise(async () => {
      for (let n = 0; n < calls / 20; n++) await timed()
    }),
    calls / 20,
  )
  return { at_64_connections: { ...at64, ...stages }, alone: { ...alone, ...percentiles() } }
})
