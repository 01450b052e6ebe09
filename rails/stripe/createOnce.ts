import { Effect } from "effect"
import { type StripeFailure, StripeUncertain } from "./StripeFailure.ts"

/** How many stored failures of one object are passed by. */
const maxKeys = 5

interface Creation<A, R> {
  readonly key: string
  readonly create: (idempotencyKey: string) => Effect.Effect<A, StripeFailure, R>
  /** Looks for the object in Stripe's list, by the metadata that `create` writes. */
  readonly find: Effect.Effect<A | undefined, StripeFailure, R>
}

/**
 * Creates an object under an idempotency key. Stripe stores its own failure (HTTP 500) under the key and repeats it for 24 hours, although
 * the request may have taken effect. So the object is looked for, and created under another key only if it is not there. That key follows
 * from the request that failed: every node and every repetition uses the same one.
 *
 * For objects that move no money by themselves: one that was created twice lies unused, because no caller got its address.
 */
export const createOnce = Effect.fnUntraced(function* <A, R>({ create, find, key }: Creation<A, R>) {
  let idempotencyKey = key
  for (let round = 0; round < maxKeys; round++) {
    const created = yield* Effect.catchTag(create(idempotencyKey), "StripeUncertain", (failure) => Effect.succeed(failure))
    if (!(created instanceof StripeUncertain)) return created
    if (created.status === undefined) return yield* created
    const existing = yield* find
    if (existing !== undefined) return existing
    // Only a repeated failure proves that Stripe is done with the request.
    if (created.replayed !== true || created.originalRequest === undefined) return yield* created
    idempotencyKey = `${key}:${created.originalRequest}`
  }
  return yield* new StripeUncertain({ message: `Stripe failed ${maxKeys} times with what was to be created under the key ${key}.` })
})
