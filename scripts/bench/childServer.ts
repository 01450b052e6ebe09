import { Effect } from "effect"
import { type ChildProcess, fork } from "node:child_process"
import { fileURLToPath } from "node:url"
import { Pool } from "undici"
import type { DatabaseLocation } from "../../layers/postgres/connection.ts"

const connections = 64
/** Compiled code is kept as `farthing serve` keeps it (`src/main.ts`). */
const compiledCode = fileURLToPath(new URL("../../node_modules/.cache/farthing", import.meta.url))

export interface ChildServer {
  readonly child: ChildProcess
  readonly url: string
  readonly pool: Pool
}

/** Starts an entry of this folder as a process of its own, with a pool of 64 connections to it; both end with the scope. */
export const childServer = (entry: string, env: Readonly<Record<string, string>>, execArgv: ReadonlyArray<string> = []) =>
  Effect.acquireRelease(
    Effect.promise(async (): Promise<ChildServer> => {
      const child = fork(fileURLToPath(new URL(entry, import.meta.url)), {
        execArgv: [...execArgv],
        env: { ...process.env, NODE_COMPILE_CACHE: compiledCode, ...env },
        stdio: ["ignore", "ignore", "inherit", "ipc"],
      })
      const { url } = await nextMessage<{ readonly url: string }>(child)
      return { child, url, pool: new Pool(url, { connections, pipelining: 1 }) }
    }),
    ({ child, pool }) =>
      Effect.promise(async () => {
        await pool.destroy()
        const exited = new Promise((resolve) => child.once("exit", resolve))
        child.kill("SIGTERM")
        await exited
      }),
  )

/** A gateway over the benchmark's database, with the ledger or without it. */
export const gatewayProcess = (location: DatabaseLocation, ledger: "in" | "left out", processes = 1) =>
  childServer("gatewayEntry.ts", { BENCH_DATABASE: JSON.stringify(location), BENCH_LEDGER: ledger, BENCH_PROCESSES: String(processes) }, [
    "--expose-gc",
  ])

interface Memory {
  readonly heapUsed: number
  readonly rss: number
}

/** Memory of the gateway after a garbage collection, in MB. */
export const memoryOf = ({ child }: ChildServer) =>
  Effect.promise(async () => {
    const answer = nextMessage<{ readonly memory: Memory }>(child)
    child.send("memory")
    const { heapUsed, rss } = (await answer).memory
    return { heapMb: heapUsed / 2 ** 20, rssMb: rss / 2 ** 20 }
  })

/** Processor time of the gateway so far, in microseconds. */
export const processorTimeOf = ({ child }: ChildServer) =>
  Effect.promise(async () => {
    const answer = nextMessage<{ readonly processorTime: NodeJS.CpuUsage }>(child)
    child.send("processorTime")
    const { system, user } = (await answer).processorTime
    return system + user
  })

const nextMessage = <A>(child: ChildProcess) =>
  new Promise<A>((resolve, reject) => {
    const stopped = (code: number | null) => reject(new Error(`the server stopped with ${code}`))
    child.once("exit", stopped)
    child.once("message", (message) => {
      child.off("exit", stopped)
      resolve(message as A)
    })
  })
