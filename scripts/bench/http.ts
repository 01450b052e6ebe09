import { Data, Effect, Redacted } from "effect"
import type { DatabaseLocation } from "../../layers/postgres/Database.ts"
import { type ChildServer, childServer, reply } from "./childServer.ts"
import { closedLoop, during, openLoop, quantile } from "./load.ts"

const path = "/v1/execute/bench/bench.call"
const body = JSON.stringify({ "bench.value": "a" })

class NotOk extends Data.TaggedError("NotOk")<{ readonly status: number; readonly text: string }> {}

export interface Memory {
  readonly heapUsed: number
  readonly rss: number
}

/** A gateway over the benchmark's database, with the ledger or with it left out. */
export const gatewayProcess = (location: DatabaseLocation, ledger: "in" | "left out") =>
  childServer("gatewayEntry.ts", { BENCH_DATABASE: JSON.stringify(location), BENCH_LEDGER: ledger }, ["--expose-gc"])

/** Memory of the gateway after a garbage collection, in MB. */
export const memoryOf = ({ child }: ChildServer) =>
  Effect.promise(async () => {
    const answer = reply<{ readonly memory: Memory }>(child)
    child.send("memory")
    const { heapUsed, rss } = (await answer).memory
    return { heapMb: heapUsed / 2 ** 20, rssMb: rss / 2 ** 20 }
  })

/** Buys one call; `headers` may bring a payment. */
export const buy = async (
  { pool }: Pick<ChildServer, "pool">,
  secret: Redacted.Redacted,
  headers?: Readonly<Record<string, string>>,
): Promise<void> => {
  const response = await pool.request({
    method: "POST",
    path,
    headers: { authorization: `Bearer ${Redacted.value(secret)}`, "content-type": "application/json", ...headers },
    body,
  })
  const text = await response.body.text()
  if (response.statusCode !== 200) throw new NotOk({ status: response.statusCode, text })
}

/** Paid calls a second. */
export const callsPerSecond = (gateway: ChildServer, secret: Redacted.Redacted, seconds: number) =>
  closedLoop(during(seconds), () => buy(gateway, secret))

/** Latency of paid calls that arrive at a steady rate, in milliseconds. */
export const latencyAt = (gateway: ChildServer, secret: Redacted.Redacted, perSecond: number, seconds: number) =>
  Effect.map(
    openLoop(perSecond, seconds, () => buy(gateway, secret)),
    (latencies) => ({ p50Ms: quantile(latencies, 0.5), p99Ms: quantile(latencies, 0.99) }),
  )
