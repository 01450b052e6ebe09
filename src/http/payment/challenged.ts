import { Effect } from "effect"
import { InsufficientBalance } from "../../../domain/ledger/errors.ts"
import type { Order } from "../../../domain/PaidCall.ts"
import { Rails } from "../../../domain/rail/Rail.ts"
import { Exchange } from "../Exchange.ts"

/**
 * Nothing covers the call: where a rail can tell the caller how its next request pays by itself, the 402 says so. It
 * never follows an unknown settlement: that one is held, and no refusal.
 */
export const challenged = <A, E, R>({ buyer, pinned, quote }: Pick<Order, "buyer" | "pinned" | "quote">, paying: Effect.Effect<A, E, R>) =>
  Effect.catch(paying, (error) =>
    Effect.gen(function* () {
      if (!(error instanceof InsufficientBalance)) return yield* Effect.fail(error)
      for (const rail of (yield* Rails).values()) {
        if (rail.challenge === undefined || (pinned !== null && pinned !== rail.id)) continue
        const challenge = yield* rail.challenge(buyer, quote)
        if (challenge === undefined) continue
        const exchange = yield* Exchange
        exchange.headers = { ...exchange.headers, ...challenge.headers }
        exchange.members = challenge.members
        const { available, message, required } = error
        return yield* new InsufficientBalance({ message: `${message} ${signIt}`, required, available })
      }
      return yield* Effect.fail(error)
    }),
  )

const signIt = "Or sign the demand that this answer carries, and send the request again with the payment."
