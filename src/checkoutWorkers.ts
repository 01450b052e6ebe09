import { Effect, Layer } from "effect"
import { lookAtDue, searchPayments } from "../domain/connect/watchCheckouts.ts"
import { backgroundLoop } from "../domain/backgroundLoop.ts"

/** Confirms and expires checkouts, and searches the chain for payments that were not presented. On every node: the database gives each checkout to one of them. */
export const CheckoutWorkers = Layer.effectDiscard(
  Effect.gen(function* () {
    yield* Effect.forkScoped(backgroundLoop("checkouts", 500, "the checkouts that are due could not be read", lookAtDue))
    yield* Effect.forkScoped(
      backgroundLoop("checkout_search", 1_000, "the chain could not be searched for payments of checkouts", searchPayments),
    )
  }),
)
