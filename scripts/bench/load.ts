import { Data, Effect, Redacted } from "effect"
import type { Pool } from "undici"
import type { ChildServer } from "./childServer.ts"

/** Concurrent callers of every closed loop. */
export const callers = 64

/** An HTTP request that a loop sends again and again. */
export interface Target {
  readonly pool: Pool
  readonly method: "GET" | "POST"
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

class NotOk extends Data.TaggedError("NotOk")<{ readonly status: number; readonly text: string }> {}

/** Sends the request once; every status but 200 is an error. */
export const send = async ({ body, headers, method, path, pool }: Target): Promise<void> => {
  const response = await pool.request({ method, path, headers, ...(body === undefined ? {} : { body }) })
  const text = await response.body.text()
  if (response.statusCode !== 200) throw new NotOk({ status: response.statusCode, text })
}

/** One paid call of the benchmark's source; `headers` may bring a payment. */
export const paidCall = (
  { pool }: Pick<ChildServer, "pool">,
  secret: Redacted.Redacted,
  headers?: Readonly<Record<string, string>>,
): Target => ({
  pool,
  method: "POST",
  path: "/v1/execute/bench/bench.call",
  headers: { authorization: `Bearer ${Redacted.value(secret)}`, "content-type": "application/json", ...headers },
  body: JSON.stringify({ "bench.value": "a" }),
})

export const requestsPerSecond = (target: Target, seconds: number): Effect.Effect<number> => closedLoop(during(seconds), () => send(target))

/** Latencies in milliseconds, in ascending order, of requests that arrive at a steady rate. */
export const latenciesAt = (target: Target, perSecond: number, seconds: number): Effect.Effect<ReadonlyArray<number>> =>
  openLoop(perSecond, seconds, () => send(target))

/** The rate per second at which 64 callers run `perform`, each for one item after the other, until there is no next item. */
export const closedLoop = <A>(items: () => () => A | undefined, perform: (item: A) => Promise<void>): Effect.Effect<number> =>
  Effect.promise(async () => {
    const next = items()
    const startedAt = performance.now()
    let done = 0
    const caller = async () => {
      for (let item = next(); item !== undefined; item = next()) {
        await perform(item)
        done++
      }
    }
    await Promise.all(Array.from({ length: callers }, caller))
    return done / ((performance.now() - startedAt) / 1000)
  })

/** The items 0, 1, 2, … for this time, from the moment at which the loop begins. */
export const during = (seconds: number) => () => {
  const until = performance.now() + seconds * 1000
  let n = 0
  return () => (performance.now() < until ? n++ : undefined)
}

/** Each of these items once. */
export const each =
  <A>(items: ReadonlyArray<A>) =>
  () => {
    let n = 0
    return () => items[n++]
  }

/** Runs `perform` at a steady rate, also while earlier runs are not done: the latencies in milliseconds, in ascending order. */
const openLoop = (perSecond: number, seconds: number, perform: () => Promise<void>): Effect.Effect<ReadonlyArray<number>> =>
  Effect.promise(async () => {
    const latencies: Array<number> = []
    const inFlight: Array<Promise<void>> = []
    const total = Math.floor(perSecond * seconds)
    const startedAt = performance.now()
    for (let started = 0; started < total;) {
      const due = Math.min(total, ((performance.now() - startedAt) / 1000) * perSecond)
      for (; started < due; started++) {
        const at = performance.now()
        inFlight.push(perform().then(() => void latencies.push(performance.now() - at)))
      }
      await new Promise((resolve) => setTimeout(resolve, 1))
    }
    await Promise.all(inFlight)
    return latencies.sort((a, b) => a - b)
  })

/** The value that this share of the ascending values does not exceed. */
export const quantile = (ascending: ReadonlyArray<number>, share: number): number => ascending[Math.floor(ascending.length * share)]!

export const median = (values: ReadonlyArray<number>): number =>
  quantile(
    [...values].sort((a, b) => a - b),
    0.5,
  )

export const mean = (values: ReadonlyArray<number>): number => values.reduce((sum, value) => sum + value, 0) / values.length

/** All measurements in turns, so that a noisy moment of the machine meets each of them: the results of every round. */
export const inTurns = Effect.fnUntraced(function* <Name extends string, E, R>(
  rounds: number,
  measurements: Readonly<Record<Name, Effect.Effect<number, E, R>>>,
) {
  const names = Object.keys(measurements) as Array<Name>
  const results: Array<Record<Name, number>> = []
  for (let round = 0; round < rounds; round++) {
    const result: Partial<Record<Name, number>> = {}
    for (const name of names) result[name] = yield* measurements[name]
    results.push(result as Record<Name, number>)
  }
  return results
})

export interface Comparison {
  readonly product: number
  readonly reference: number
}

/** The product against its reference, in turns: the means over all rounds. */
export const compare = <E1, R1, E2, R2>(rounds: number, product: Effect.Effect<number, E1, R1>, reference: Effect.Effect<number, E2, R2>) =>
  Effect.map(inTurns<keyof Comparison, E1 | E2, R1 | R2>(rounds, { product, reference }), (results): Comparison => ({
    product: mean(results.map((round) => round.product)),
    reference: mean(results.map((round) => round.reference)),
  }))
