import { Effect } from "effect"
import { InsufficientBalance } from "../../../domain/ledger/errors.ts"
import type { Order } from "../../../domain/PaidCall.ts"
import { Rails } from "../../../domain/rail/Rail.ts"
import { RailsUnavailable } from "../../../domain/rail/select.ts"
import { refusalWith, RefusalWith } from "../../../rails/http/respond.ts"

/**
 * A 402 for a call that nothing covers carries the challenge of every rail that can be paid by the next request itself. It never
 * follows an unknown settlement: that one is held, and is no refusal. Nor does it follow a payment that was presented and could not be
 * looked at: its caller gets the 503 and sends the same payment again, and is not invited to sign a second one.
 */
export const withChallenges = <A, E, R>(
  { buyer, pinned, presented, quote }: Pick<Order, "buyer" | "pinned" | "presented" | "quote">,
  paying: Effect.Effect<A, E, R>,
) =>
  Effect.catch(paying, (error): Effect.Effect<never, E | RefusalWith<InsufficientBalance>, Rails> =>
    Effect.gen(function* () {
      const refused = error instanceof RefusalWith ? (error.refusal as unknown) : error
      if (refused instanceof RailsUnavailable && presented !== undefined) return yield* Effect.fail(error)
      // A rail that can be paid by the next request itself is a way to pay, whatever another rail lacks.
      const refusal = refused instanceof RailsUnavailable ? refused.refusal : refused
      if (!(refusal instanceof InsufficientBalance)) return yield* Effect.fail(error)
      const challenging = [...(yield* Rails).values()].filter(({ id }) => pinned === null || pinned === id)
      const { available, message, payment_reason: reason, required } = refusal
      const challenges = (yield* Effect.forEach(
        challenging,
        ({ challenge }) => challenge?.(buyer, quote, reason) ?? Effect.undefined,
      )).filter((challenge) => challenge !== undefined)
      if (challenges.length === 0) return yield* Effect.fail(error)
      const why = reason === undefined ? {} : { payment_reason: reason }
      const before = error instanceof RefusalWith ? (error.headers ?? {}) : {}
      return yield* refusalWith(new InsufficientBalance({ ...why, message: `${message} ${howToPay}`, required, available }), {
        headers: Object.assign({}, before, ...challenges.map(({ headers }) => headers)) as Record<string, string>,
        members: Object.assign({}, ...challenges.map(({ members }) => members)) as Record<string, unknown>,
      })
    }),
  )

const howToPay = "Or sign the payment requirements in this response and retry with the payment."
