import { Effect } from "effect"

const callers = 64

/** What 64 callers get through, one after the other each, as long as there is a next: how many a second. */
export const closedLoop = <A>(begin: () => () => A | undefined, ask: (one: A) => Promise<void>): Effect.Effect<number> =>
  Effect.promise(async () => {
    const next = begin()
    const startedAt = performance.now()
    let done = 0
    const caller = async () => {
      for (let one = next(); one !== undefined; one = next()) {
        await ask(one)
        done++
      }
    }
    await Promise.all(Array.from({ length: callers }, caller))
    return done / ((performance.now() - startedAt) / 1000)
  })

/** 0, 1, 2 and so on for a while, from when it begins. */
export const during = (seconds: number) => () => {
  const until = performance.now() + seconds * 1000
  let n = 0
  return () => (performance.now() < until ? n++ : undefined)
}

/** All of these, each once. */
export const each =
  <A>(all: ReadonlyArray<A>) =>
  () => {
    let n = 0
    return () => all[n++]
  }

/** Requests at a steady rate, whether or not the earlier ones are done: their latencies in milliseconds, the least first. */
export const openLoop = (perSecond: number, seconds: number, ask: (n: number) => Promise<void>): Effect.Effect<ReadonlyArray<number>> =>
  Effect.promise(async () => {
    const latencies: Array<number> = []
    const flying: Array<Promise<void>> = []
    const total = Math.floor(perSecond * seconds)
    const startedAt = performance.now()
    for (let sent = 0; sent < total;) {
      const due = Math.min(total, ((performance.now() - startedAt) / 1000) * perSecond)
      for (; sent < due; sent++) {
        const at = performance.now()
        flying.push(ask(sent).then(() => void latencies.push(performance.now() - at)))
      }
      await new Promise((resolve) => setTimeout(resolve, 1))
    }
    await Promise.all(flying)
    return latencies.sort((a, b) => a - b)
  })

/** Of values in order, the one that this share of them does not exceed. */
export const quantile = (ordered: ReadonlyArray<number>, share: number): number => ordered[Math.floor(ordered.length * share)]!

export const median = (values: ReadonlyArray<number>): number =>
  quantile(
    [...values].sort((a, b) => a - b),
    0.5,
  )

export interface Pair {
  readonly product: number
  readonly reference: number
}

/** Both sides in turns, so that a noisy moment of the machine meets both: the means over all rounds. */
export const inTurns = Effect.fnUntraced(function* <E1, R1, E2, R2>(
  rounds: number,
  product: Effect.Effect<number, E1, R1>,
  reference: Effect.Effect<number, E2, R2>,
) {
  const sums = { product: 0, reference: 0 }
  for (let round = 0; round < rounds; round++) {
    sums.product += yield* product
    sums.reference += yield* reference
  }
  return { product: sums.product / rounds, reference: sums.reference / rounds } satisfies Pair
})
