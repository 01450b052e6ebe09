import { Effect } from "effect"
import type { Pool } from "undici"

/** A side of a comparison: who is asked, with what. */
export interface Side {
  readonly pool: Pool
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
}

const callers = 64

const ask = async ({ headers, path, pool }: Side): Promise<void> => {
  const answer = await pool.request({ method: "GET", path, headers })
  const text = await answer.body.text()
  if (answer.statusCode !== 200) throw new Error(`answered ${answer.statusCode}: ${text}`)
}

/** As many requests as 64 callers get through, one after the other each: requests per second. */
export const throughput = (side: Side, seconds: number): Effect.Effect<number> =>
  Effect.promise(async () => {
    const startedAt = performance.now()
    let done = 0
    const caller = async () => {
      for (; performance.now() - startedAt < seconds * 1000; done++) await ask(side)
    }
    await Promise.all(Array.from({ length: callers }, caller))
    return done / ((performance.now() - startedAt) / 1000)
  })

/** Requests at a steady rate, whether or not the earlier ones are done: the median of their latencies in milliseconds. */
export const medianAt = (side: Side, perSecond: number, seconds: number): Effect.Effect<number> =>
  Effect.promise(async () => {
    const latencies: Array<number> = []
    const flying: Array<Promise<void>> = []
    const total = Math.floor(perSecond * seconds)
    const startedAt = performance.now()
    for (let sent = 0; sent < total;) {
      const due = Math.min(total, ((performance.now() - startedAt) / 1000) * perSecond)
      for (; sent < due; sent++) {
        const at = performance.now()
        flying.push(ask(side).then(() => void latencies.push(performance.now() - at)))
      }
      await new Promise((resolve) => setTimeout(resolve, 1))
    }
    await Promise.all(flying)
    return median(latencies)
  })

export const median = (values: ReadonlyArray<number>): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!

/** All sides in turns, so that a noisy moment of the machine meets them all: each round by itself. */
export const rounds = Effect.fnUntraced(function* <Name extends string>(
  sides: Readonly<Record<Name, Side>>,
  count: number,
  seconds: number,
) {
  const names = Object.keys(sides) as Array<Name>
  const measured: Array<Record<Name, number>> = []
  for (let round = 0; round < count; round++) {
    const one: Partial<Record<Name, number>> = {}
    for (const name of names) one[name] = yield* throughput(sides[name], seconds)
    measured.push(one as Record<Name, number>)
  }
  return measured
})
