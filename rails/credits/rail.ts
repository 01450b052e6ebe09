import { Effect, Layer } from "effect"
import { type Rail, Rails } from "../../domain/rail/Rail.ts"

/**
 * Prepaid credits. The money is ours to book already, so a call settles with its capture and there is never anything to
 * look up: a hold is captured or released. Every organisation has the account from its beginning.
 */
export const credits: Rail = {
  id: "credits",
  description: "Prepaid credits of the organisation.",
  opensWithOrganisation: { account: "credits" },
  offer: (_buyer, quote) =>
    Effect.succeed({
      rail: "credits",
      account: "credits",
      settles: "at_capture",
      feeBasisPoints: 200,
      cost: quote.max,
      whenSuspended: "top up with POST /v1/topups",
    }),
  settle: () => Effect.succeed({ _tag: "Settled", proof: "ledger", final: true }),
  lookup: () => Effect.succeed({ _tag: "Settled", proof: "ledger", final: true }),
}

/** Prepaid credits and no other rail: what the books and their commands need at least. */
export const prepaidAlone = Layer.succeed(Rails, new Map([["credits", credits]]))
