import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { insufficientBalance } from "../../domain/ledger/admit.ts"
import { microUsd, zero } from "../../domain/money/Money.ts"
import { KeyId, OrganisationId } from "../../domain/money/ids.ts"
import { type Rail, Rails } from "../../domain/rail/Rail.ts"
import { whileUnavailable } from "../../domain/rail/select.ts"
import { credits } from "../../rails/credits/rail.ts"
import { withChallenges } from "../../src/http/paid/challenge.ts"

const order = {
  buyer: {
    organisation: OrganisationId.make("00000000-0000-4000-8000-000000000001"),
    key: KeyId.make("00000000-0000-4000-8000-000000000002"),
  },
  pinned: null,
  presented: undefined,
  quote: { max: microUsd(1000n), payee: "Registry Ltd", priceId: null },
}
const uncovered = insufficientBalance(order.quote.max, zero, [{ rail: "credits", outcome: "insufficient", reason: "0 USD available" }])
const wallet: Rail = { ...credits, id: "wallet", challenge: () => Effect.succeed({ headers: { "payment-required": "sign" }, members: {} }) }
const refusedWith = (rails: ReadonlyArray<Rail>) =>
  Effect.flip(withChallenges(order, Effect.fail(whileUnavailable(uncovered, ["sepa"])))).pipe(
    Effect.provideService(Rails, new Map(rails.map((rail) => [rail.id, rail]))),
  )

it.effect("while one rail is unavailable, a rail that the next request can pay itself is still offered with a 402", () =>
  Effect.gen(function* () {
    expect(yield* refusedWith([credits, wallet])).toMatchObject({ refusal: { status: 402 }, headers: { "payment-required": "sign" } })
    expect(yield* refusedWith([credits])).toMatchObject({ code: "service_unavailable", status: 503 })
  }),
)

it.effect("a payment that was presented while its rail is unavailable gets the 503, and no offer to sign a second payment", () =>
  Effect.gen(function* () {
    const refused = yield* Effect.flip(
      withChallenges({ ...order, presented: "payment" }, Effect.fail(whileUnavailable(uncovered, ["wallet"]))).pipe(
        Effect.provideService(Rails, new Map([["wallet", wallet]])),
      ),
    )
    expect(refused).toMatchObject({ code: "service_unavailable", status: 503 })
  }),
)

it.effect("a paused rail is named with the reason, and the advice is to retry or to pay on another rail, not to top up", () =>
  Effect.gen(function* () {
    const paused = { rail: "credits", outcome: "unavailable", reason: "an operator has paused this rail" } as const
    const refusal = whileUnavailable(insufficientBalance(order.quote.max, zero, [paused]), ["credits"])
    expect(refusal.message).toBe(
      "The rail credits does not cover this call: it may cost up to 0.001 USD. credits: an operator has paused this rail. Nothing was charged. Retry later, or pay on another rail.",
    )
    const offered = yield* Effect.flip(
      withChallenges(order, Effect.fail(refusal)).pipe(Effect.provideService(Rails, new Map([["wallet", wallet]]))),
    )
    expect(offered).toMatchObject({ refusal: { status: 402, message: expect.not.stringContaining("Top up") } })
  }),
)
