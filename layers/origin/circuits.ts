import { Duration, Effect, type Exit, Scope } from "effect"
import { CircuitBreaker } from "effect/persistence"
import { circuitOpen, type OriginError } from "./OriginError.ts"
import type { Destination } from "./OriginRequest.ts"

/** A share, not a run: one failure among good answers must not open the circuit. */
const tripPolicy = CircuitBreaker.rate({ threshold: 0.5, minimumCalls: 5, size: 20 })

/**
 * Runs `use` while two circuits let it: that of the origin, which connection faults open for everybody, and that of
 * one endpoint for one caller, so that the time-outs of one buyer's slow requests refuse no other buyer.
 *
 * The circuits are kept in the framework's store, without its `CircuitBreaker.execute`: that also serves remote stores, schedules and subscribers. Two
 * of them around a request took 75 of the 390 steps that Effect ran for a relayed call.
 */
export const makeCircuits = Effect.fnUntraced(function* (openMs: number) {
  const store = yield* CircuitBreaker.CircuitBreakerStore
  const scope = yield* Scope.Scope
  const openFor = Duration.millis(openMs)

  const admit = (key: string, displayName: string) =>
    store.admit(key).pipe(
      Effect.provideService(Scope.Scope, scope),
      Effect.mapError(({ reason }) =>
        circuitOpen(displayName, reason._tag === "CircuitOpen" ? Duration.toMillis(reason.retryAfter) : openMs),
      ),
    )
  const record = (key: string, { generation }: CircuitBreaker.Admission, outcome: CircuitBreaker.Outcome["_tag"]) =>
    Effect.orDie(store.record({ key, generation, outcome, tripPolicy, openFor }))

  return <A, R>({ allowed, baseUrl, caller = "", displayName, endpoint }: Destination, use: Effect.Effect<A, OriginError, R>) => {
    const origin = `${allowed ? "allowed" : "public"} ${baseUrl.origin}`
    const path = `${origin} ${endpoint} ${caller}`
    return Effect.uninterruptibleMask((restore) => {
      const throughPath = Effect.flatMap(admit(path, displayName), (admission) =>
        Effect.onExit(restore(use), (exit) => record(path, admission, outcomeFor("path", exit))),
      )
      return Effect.flatMap(admit(origin, displayName), (admission) =>
        Effect.onExit(throughPath, (exit) => record(origin, admission, outcomeFor("origin", exit))),
      )
    })
  }
})

/** An origin that answers is up, whatever its status: a 500 is its answer to this request and may be right for the next. */
const outcomeFor = (part: "origin" | "path", exit: Exit.Exit<unknown, OriginError>): CircuitBreaker.Outcome["_tag"] => {
  if (exit._tag === "Success") return "Success"
  const failure = exit.cause.reasons.find((reason) => reason._tag === "Fail")
  return failure?.error.broken === part ? "Failure" : "Ignored"
}
