import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { InsufficientBalance } from "../../domain/ledger/errors.ts"
import { KeyId, OrganisationId } from "../../domain/money/ids.ts"
import { microUsd, zero } from "../../domain/money/Money.ts"
import { type Challenge, type Rail, Rails, Unavailable } from "../../domain/rail/Rail.ts"
import { RefusalWith, refusalWith } from "../../rails/http/respond.ts"
import { withChallenges } from "../../src/http/paid/challenge.ts"

const rail = (id: string, challenge?: Challenge): Rail => ({
  id,
  description: id,
  offer: () => Effect.fail(new Unavailable({ message: "A rail of a test." })),
  settle: () => Effect.die("not called"),
  lookup: () => Effect.die("not called"),
  ...(challenge && { challenge: () => Effect.succeed(challenge) }),
})

const rails = [
  rail("prepaid"),
  rail("first", { headers: { "x-first": "1" }, members: { first: true } }),
  rail("second", { headers: { "x-second": "2" }, members: { second: true } }),
]

const refused = new InsufficientBalance({ message: "Nothing covers this call.", required: microUsd(10n), available: zero })

const refusalOf = (pinned: string | null, paying: Effect.Effect<never, InsufficientBalance | RefusalWith<InsufficientBalance>>) =>
  Effect.flip(
    withChallenges(
      {
        buyer: {
          organisation: OrganisationId.make("1d009363-2161-45ba-8153-38e11a5a2204"),
          key: KeyId.make("bd5c10d9-f0ed-46f4-9e1e-ea577eda2cac"),
        },
        pinned,
        quote: { max: microUsd(10n), payee: "Farthing", priceId: null },
      },
      paying,
    ),
  ).pipe(Effect.provideService(Rails, new Map(rails.map((one) => [one.id, one]))))

it.effect("a 402 carries the headers and members of every rail that challenges", () =>
  Effect.gen(function* () {
    const error = yield* refusalOf(null, Effect.fail(refused))
    expect(error).toBeInstanceOf(RefusalWith)
    expect(error).toMatchObject({ headers: { "x-first": "1", "x-second": "2" }, members: { first: true, second: true } })
  }),
)

it.effect("a 402 for a pinned rail carries the challenge of that rail alone", () =>
  Effect.gen(function* () {
    const error = yield* refusalOf("second", Effect.fail(refused))
    expect(error).toMatchObject({ headers: { "x-second": "2" }, members: { second: true } })
    expect(yield* refusalOf("prepaid", Effect.fail(refused))).toBe(refused)
  }),
)

it.effect("a 402 for a declined payment keeps the receipt of its rail beside the challenges", () =>
  Effect.gen(function* () {
    const declined = refusalWith(refused, { headers: { "x-receipt": "declined" } })
    const error = yield* refusalOf(null, Effect.fail(declined))
    expect(error).toMatchObject({ headers: { "x-receipt": "declined", "x-first": "1", "x-second": "2" } })
  }),
)
