import { Clock, Deferred, Effect, Option } from "effect"
import { Unavailable } from "../../domain/rail/Rail.ts"
import { Chain } from "./evm/Chain.ts"
import { Settlements } from "./settlement/Settlements.ts"
import { Verifier } from "./verify/Verifier.ts"

/** A chain that has not answered for this long counts as one that does not answer. */
const answerMs = 2_000
/** An older result is not used: the check waits for a new one. */
const keptMs = 5_000

/**
 * Fails if the chain does not answer or no settlement would be sent. Every paid call runs this check, whichever rail pays, so the last
 * result is returned at once and renewed beside the calls when it is older than `cacheMs`. 0: every check reads the chain.
 */
export const chainCheck = Effect.fnUntraced(function* (cacheMs: number) {
  const chain = yield* Chain
  const { checkDomain } = yield* Verifier
  const { blockedReason } = yield* Settlements
  const domain = yield* untilFirstSuccess(checkDomain)
  const problem: Effect.Effect<string | undefined> = Effect.andThen(chain.head, domain).pipe(
    Effect.flatMap(() => blockedReason("")),
    Effect.catch(({ message }) => Effect.succeed(`the chain does not answer: ${message}`)),
  )
  const current = cacheMs === 0 ? problem : yield* renewed(problem, cacheMs)
  return Effect.flatMap(current, (message) => (message === undefined ? Effect.void : new Unavailable({ message })))
})

const noAnswer = `the chain has not answered for ${answerMs / 1000} seconds`

const renewed = (problem: Effect.Effect<string | undefined>, cacheMs: number) =>
  Effect.sync(() => {
    let last: { readonly result: string | undefined; readonly at: number } | undefined
    let reading: { readonly since: number; readonly result: Deferred.Deferred<string | undefined> } | undefined

    const read = Effect.fnUntraced(function* (since: number) {
      const result = Deferred.makeUnsafe<string | undefined>()
      reading = { since, result }
      const fiber = Effect.gen(function* () {
        const message = yield* problem
        last = { result: message, at: yield* Clock.currentTimeMillis }
        yield* Deferred.succeed(result, message)
      })
      yield* Effect.forkDetach(
        Effect.ensuring(
          fiber,
          Effect.sync(() => void (reading = undefined)),
        ),
      )
      return result
    })

    return Effect.gen(function* () {
      const now = yield* Clock.currentTimeMillis
      if (last !== undefined && now - last.at < cacheMs) return last.result
      const inFlight = reading
      if (inFlight !== undefined && now - inFlight.since >= answerMs) return noAnswer
      const result = inFlight?.result ?? (yield* read(now))
      if (last !== undefined && now - last.at < keptMs) return last.result
      return Option.getOrElse(yield* Effect.timeoutOption(Deferred.await(result), answerMs), () => noAnswer)
    })
  })

/** Runs the effect until it has succeeded once. */
export const untilFirstSuccess = <E, R>(effect: Effect.Effect<void, E, R>) =>
  Effect.sync(() => {
    let done = false
    return Effect.suspend(() => (done ? Effect.void : Effect.tap(effect, () => Effect.sync(() => void (done = true)))))
  })
