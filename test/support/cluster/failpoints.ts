import { Effect, Layer } from "effect"
import { Database } from "../../../layers/postgres/Database.ts"
import type { DatabaseLocation } from "../../../layers/postgres/connection.ts"
import { pooledSession } from "../../../layers/postgres/MoneySession.ts"

/** A durable step of a call, recognised by the row that it writes. */
export type Step = "reserve" | "deliver" | "capture" | "release" | "takeover"

/**
 * Where a step can be hit: when it is `written` but not committed (nothing of it remains), and when it is `committed`
 * (all of it remains, and no caller was answered). A dispatch can be hit when it has started and before it answers.
 */
export type Failpoint = `${Step}:${"written" | "committed"}` | `dispatch:${"started" | "answered"}`

/** Every failpoint a node passes by itself, in the order of a call; those of a take-over need another node's death first. */
export const failpoints: ReadonlyArray<Failpoint> = [
  "reserve:written",
  "reserve:committed",
  "dispatch:started",
  "dispatch:answered",
  "deliver:written",
  "deliver:committed",
  "capture:written",
  "capture:committed",
  "release:written",
  "release:committed",
]

/** Kills this process without a farewell when the failpoint is passed for the n-th time. */
export const killAt = <Point extends string>(at: Point | undefined, nth: number) => {
  let passed = 0
  return (point: Point): void => {
    if (point === at && ++passed === nth) process.kill(process.pid, "SIGKILL")
  }
}

/** The database of a location, whose money steps pass failpoints. */
export const databaseWithFailpoints = (location: DatabaseLocation, pass: (point: Failpoint) => void) =>
  databaseWithFailpointsOf<Step>(location, stepsOfTransaction, pass)

/** The same for other steps: the query returns the steps that a transaction has taken. */
export const databaseWithFailpointsOf = <Taken extends string>(
  location: DatabaseLocation,
  stepsTaken: string,
  pass: (point: `${Taken}:${"written" | "committed"}`) => void,
) =>
  Layer.effect(
    Database,
    Effect.map(Database, ({ money, ...others }) => {
      const client = watched(money, stepsTaken, pass)
      return Database.of({ ...others, money: client, openMoneySession: Effect.succeed(pooledSession(client)) })
    }),
  ).pipe(Layer.provide(Database.layer(location)))

type Client = Database["Service"]["money"]

const watched = <Taken extends string>(
  client: Client,
  stepsTaken: string,
  pass: (point: `${Taken}:${"written" | "committed"}`) => void,
): Client => {
  const withTransaction = <A, E, R>(body: Effect.Effect<A, E, R>) =>
    Effect.suspend(() => {
      const taken = new Set<Taken>()
      const watchedBody = Effect.gen(function* () {
        const answer = yield* body
        for (const { step } of yield* client.unsafe<{ readonly step: Taken }>(stepsTaken)) taken.add(step)
        for (const step of taken) pass(`${step}:written`)
        return answer
      })
      return Effect.tap(client.withTransaction(watchedBody), () => Effect.sync(() => taken.forEach((step) => pass(`${step}:committed`))))
    })
  return new Proxy(client, {
    get: (target, name): unknown => (name === "withTransaction" ? withTransaction : Reflect.get(target, name)),
  })
}

/** A call that is open and older than the transaction has only changed its node. */
const stepsOfTransaction = `
  select distinct case
      when state = 'captured' then 'capture' when state = 'released' then 'release' when delivered then 'deliver'
      when reserved_at >= transaction_timestamp() + (select ahead from clock) - interval '250 ms' then 'reserve' else 'takeover' end as step
    from call where xmin = pg_current_xact_id_if_assigned()::xid`
