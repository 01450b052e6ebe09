import { describe, expect, it } from "@effect/vitest"
import { Deferred, Effect } from "effect"
import { KeyId, OrganisationId } from "../../../domain/money/ids.ts"
import { microUsd } from "../../../domain/money/Money.ts"
import { Gap, type Rail, Rails } from "../../../domain/rail/Rail.ts"
import { selectPaymentOptions } from "../../../domain/rail/select.ts"

const selection = {
  buyer: { organisation: OrganisationId.make("o"), key: KeyId.make("k") },
  quote: { max: microUsd(1000n), payee: "publisher", priceId: null },
  pinned: null,
  preference: [],
  presented: undefined,
}

const railOf = (id: string, offer: Rail["offer"]): Rail => ({
  id,
  description: id,
  offer,
  settle: () => Effect.die("not settled here"),
  lookup: () => Effect.die("not settled here"),
})
const optionOf = (rail: string, cost: bigint) =>
  ({ rail, account: rail, settles: "at_capture", feeBasisPoints: 0, cost: microUsd(cost) }) as const

const selectFrom = (...rails: ReadonlyArray<Rail>) =>
  Effect.provideService(selectPaymentOptions(selection), Rails, new Map(rails.map((rail) => [rail.id, rail])))

describe("The selection of payment options", () => {
  it.effect("all rails make their offers at the same time: each offer of this test waits for the start of the other one", () =>
    Effect.gen(function* () {
      const first = yield* Deferred.make<void>()
      const second = yield* Deferred.make<void>()
      const meet = (own: Deferred.Deferred<void>, other: Deferred.Deferred<void>) =>
        Effect.andThen(Deferred.succeed(own, undefined), Deferred.await(other))
      const { options } = yield* selectFrom(
        railOf("dear", () => Effect.as(meet(first, second), optionOf("dear", 1200n))),
        railOf("cheap", () => Effect.as(meet(second, first), optionOf("cheap", 1000n))),
      )
      expect(options.map(({ rail }) => rail)).toEqual(["cheap", "dear"])
    }),
  )

  it.effect("the offers of working rails remain when one rail breaks and another lacks a requirement", () =>
    Effect.gen(function* () {
      const { attempts, options } = yield* selectFrom(
        railOf("broken", () => Effect.die(new Error("a defect"))),
        railOf("unready", () => new Gap({ code: "mandate_missing", message: "Set up a mandate." })),
        railOf("ready", () => Effect.succeed(optionOf("ready", 1000n))),
      )
      expect(options.map(({ rail }) => rail)).toEqual(["ready"])
      expect(attempts).toEqual([
        { rail: "broken", outcome: "unavailable", reason: "the rail failed" },
        { rail: "unready", outcome: "unavailable", reason: "Set up a mandate." },
      ])
    }),
  )
})
