import { Effect } from "effect"
import { Unavailable } from "../../domain/rail/Rail.ts"
import { Chain } from "./chain/Chain.ts"
import { Settlements } from "./settlement/Settlements.ts"
import { Verifier } from "./verify/Verifier.ts"

/** Whether the chain answers and settlements are sent to it, as it was at most `keptMs` ago: every paid call asks, whoever pays it in the end. */
export const chainHealth = Effect.fnUntraced(function* (keptMs: number) {
  const chain = yield* Chain
  const { checkDomain } = yield* Verifier
  const { obstacle } = yield* Settlements
  // Once: by another name or version than the token's own, no payment would ever be good.
  const domain = yield* once(checkDomain)
  const asked = Effect.andThen(chain.head, domain).pipe(
    Effect.flatMap(() => obstacle),
    Effect.catch(({ message }) => Effect.succeed(`the chain does not answer: ${message}`)),
  )
  const kept = keptMs === 0 ? asked : yield* Effect.cachedWithTTL(asked, `${keptMs} millis`)
  return Effect.flatMap(kept, (why) => (why === undefined ? Effect.void : new Unavailable({ message: why })))
})

/** The effect until it succeeds, then nothing. */
const once = <E>(effect: Effect.Effect<void, E>) =>
  Effect.sync(() => {
    let done = false
    return Effect.suspend(() => (done ? Effect.void : Effect.tap(effect, () => Effect.sync(() => void (done = true)))))
  })
