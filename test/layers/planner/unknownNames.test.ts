import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { withMeanings } from "../../../domain/planning/plan/entityMeanings.ts"
import { readQuestion } from "../../../layers/planner/deterministic.ts"
import { builtinEntries } from "./catalogue.ts"

/** The catalogue with a gazetteer that knows one town. */
const catalogue = builtinEntries.map((entry) => ({
  ...entry,
  members: entry.members.map((source) => ({
    ...source,
    operations: source.operations.map((operation) =>
      operation.id === "place.search"
        ? {
            ...operation,
            meaningsOf: (input: Readonly<Record<string, unknown>>) => {
              const known = { label: "Cape Town", description: "a town", value: "Cape Town" }
              const meanings = input["place.name"] === "Cape Town" ? [known] : []
              return Effect.succeed([{ field: "place.name", entity: "place" as const, meanings, assumption: null }])
            },
          }
        : operation,
    ),
  })),
}))

const draftWith = (given: Readonly<Record<string, string>>) => {
  const request = { given, limit: 10, catalogue, now: Date.UTC(2026, 10, 24, 9), withoutFallbacks: true }
  return withMeanings(readQuestion("When does the sun set in Camps Bay today?", request).draft, catalogue, given)
}

it.effect("a name that the data do not have is a need of another one, until one is sent that they have", () =>
  Effect.gen(function* () {
    const needsAfter = (given: Readonly<Record<string, string>>) =>
      Effect.map(draftWith(given), (draft) => (draft._tag === "NeedsInput" ? draft.needs.map(({ id }) => id) : draft._tag))
    assert.deepEqual(yield* needsAfter({}), ["place.name:camps-bay"])
    assert.deepEqual(yield* needsAfter({ "place.name:camps-bay": "Clifton" }), ["place.name:clifton"])
    // The buyer sends the first name again.
    assert.deepEqual(yield* needsAfter({ "place.name:camps-bay": "Clifton", "place.name:clifton": "Camps Bay" }), ["place.name:camps-bay"])
    const found = yield* draftWith({ "place.name:camps-bay": "Clifton", "place.name:clifton": "Cape Town" })
    assert.strictEqual(found._tag, "Planned")
    if (found._tag === "Planned") assert.deepEqual(found.plan.steps[0]!.input["place.name"], { _tag: "Value", value: "Cape Town" })
  }),
)
