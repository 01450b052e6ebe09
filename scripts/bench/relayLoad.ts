import { Effect } from "effect"
import type { Pool } from "undici"
import { closedLoop, during, median, openLoop } from "./load.ts"

/** A side of a comparison: who is asked, with what. */
export interface Side {
  readonly pool: Pool
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
}

const ask = async ({ headers, path, pool }: Side): Promise<void> => {
  const answer = await pool.request({ method: "GET", path, headers })
  const text = await answer.body.text()
  if (answer.statusCode !== 200) throw new Error(`answered ${answer.statusCode}: ${text}`)
}

/** The median latency of requests at a steady rate, in milliseconds. */
export const medianAt = (side: Side, perSecond: number, seconds: number): Effect.Effect<number> =>
  Effect.map(
    openLoop(perSecond, seconds, () => ask(side)),
    median,
  )

/** All sides in turns, so that a noisy moment of the machine meets them all: requests per second of each round by itself. */
export const rounds = Effect.fnUntraced(function* <Name extends string>(
  sides: Readonly<Record<Name, Side>>,
  count: number,
  seconds: number,
) {
  const names = Object.keys(sides) as Array<Name>
  const measured: Array<Record<Name, number>> = []
  for (let round = 0; round < count; round++) {
    const one: Partial<Record<Name, number>> = {}
    for (const name of names) one[name] = yield* closedLoop(during(seconds), () => ask(sides[name]))
    measured.push(one as Record<Name, number>)
  }
  return measured
})
