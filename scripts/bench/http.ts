import { Data, Effect, Redacted } from "effect"
import { type ChildProcess, fork } from "node:child_process"
import { fileURLToPath } from "node:url"
import { Pool } from "undici"
import type { DatabaseLocation } from "../../layers/postgres/Database.ts"

const connections = 64
const path = "/v1/execute/bench/bench.call"
const body = JSON.stringify({ "bench.value": "a" })

class NotOk extends Data.TaggedError("NotOk")<{ readonly status: number; readonly text: string }> {}

export interface Memory {
  readonly heapUsed: number
  readonly rss: number
}

/** A gateway as a process of its own over the benchmark's database, with the ledger or with it left out. */
export const gatewayProcess = (location: DatabaseLocation, ledger: "in" | "left out") =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const child = fork(fileURLToPath(new URL("gatewayEntry.ts", import.meta.url)), {
        execArgv: ["--expose-gc"],
        env: { ...process.env, BENCH_DATABASE: JSON.stringify(location), BENCH_LEDGER: ledger },
        stdio: ["ignore", "ignore", "inherit", "ipc"],
      })
      const { url } = await reply<{ readonly url: string }>(child)
      const pool = new Pool(url, { connections, pipelining: 1 })
      return { child, pool }
    }),
    ({ child, pool }) =>
      Effect.promise(async () => {
        await pool.close()
        const gone = new Promise((resolve) => child.once("exit", resolve))
        child.kill("SIGTERM")
        await gone
      }),
  )

export type Gateway = Effect.Success<ReturnType<typeof gatewayProcess>>

const reply = <A>(child: ChildProcess) =>
  new Promise<A>((resolve, reject) => {
    child.once("message", (message) => resolve(message as A))
    child.once("exit", (code) => reject(new Error(`the gateway stopped with ${code}`)))
  })

/** Memory of the gateway after a garbage collection, in MB. */
export const memoryOf = ({ child }: Gateway) =>
  Effect.promise(async () => {
    const answer = reply<{ readonly memory: Memory }>(child)
    child.send("memory")
    const { heapUsed, rss } = (await answer).memory
    return { heapMb: heapUsed / 2 ** 20, rssMb: rss / 2 ** 20 }
  })

const call = async ({ pool }: Gateway, secret: string): Promise<void> => {
  const headers = { authorization: `Bearer ${secret}`, "content-type": "application/json" }
  const response = await pool.request({ method: "POST", path, headers, body })
  const text = await response.body.text()
  if (response.statusCode !== 200) throw new NotOk({ status: response.statusCode, text })
}

/** As many as 64 callers get through, one after the other each: calls per second. */
export const closedLoop = (
  gateway: Gateway,
  secrets: ReadonlyArray<Redacted.Redacted>,
  until: { readonly seconds: number } | { readonly calls: number },
) =>
  Effect.promise(async () => {
    const startedAt = performance.now()
    let done = 0
    const more = "seconds" in until ? () => performance.now() - startedAt < until.seconds * 1000 : () => done < until.calls
    const caller = async (n: number) => {
      while (more()) {
        done++
        await call(gateway, Redacted.value(secrets[n % secrets.length]!))
      }
    }
    await Promise.all(Array.from({ length: connections }, (_, n) => caller(n)))
    return done / ((performance.now() - startedAt) / 1000)
  })

/** Calls that arrive at a steady rate whether or not the earlier ones are done: p50 and p99 in milliseconds. */
export const openLoop = (gateway: Gateway, secrets: ReadonlyArray<Redacted.Redacted>, perSecond: number, seconds: number) =>
  Effect.promise(async () => {
    const latencies: Array<number> = []
    const flying: Array<Promise<void>> = []
    const startedAt = performance.now()
    for (let sent = 0; sent < perSecond * seconds;) {
      const due = Math.min(perSecond * seconds, ((performance.now() - startedAt) / 1000) * perSecond)
      for (; sent < due; sent++) {
        const at = performance.now()
        flying.push(call(gateway, Redacted.value(secrets[sent % secrets.length]!)).then(() => void latencies.push(performance.now() - at)))
      }
      await new Promise((resolve) => setTimeout(resolve, 1))
    }
    await Promise.all(flying)
    latencies.sort((a, b) => a - b)
    return { p50Ms: latencies[Math.floor(latencies.length * 0.5)]!, p99Ms: latencies[Math.floor(latencies.length * 0.99)]! }
  })
