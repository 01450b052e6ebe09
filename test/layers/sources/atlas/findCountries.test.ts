import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { atlas } from "../../../../layers/sources/atlas/source.ts"
import { ask, refusedField } from "../gazetteer/answer.ts"

const codes = (input: Record<string, unknown>) =>
  Effect.map(ask(atlas, "country.find", input), ({ data }) => data.country.list.map(({ code }: { code: string }) => code).toSorted())

it.effect("country.find gives the countries that meet all conditions", () =>
  Effect.gen(function* () {
    assert.deepEqual(yield* codes({ region: "South America", landlocked: true }), ["BO", "PY"])
    assert.deepEqual(yield* codes({ european_union: true, euro_area: false }), ["CZ", "DK", "HU", "PL", "RO", "SE"])
    assert.deepEqual(yield* codes({ european_union: true, schengen: false }), ["CY", "IE"])
    assert.deepEqual(yield* codes({ schengen: true, european_union: false }), ["CH", "IS", "LI", "NO"])
    assert.deepEqual(yield* codes({ language: "Portuguese", region: "Africa" }), ["AO", "CV", "GQ", "GW", "MZ", "ST"])
    assert.deepEqual(yield* codes({ without_language: "Spanish", region: "South America" }), ["BR", "GY", "SR"])
    assert.deepEqual(yield* codes({ european_union: false, code: "EUR" }), ["AD", "MC", "ME", "SM", "VA", "XK"])
    assert.deepEqual(yield* codes({ driving_side: "left", region: "Europe" }), ["CY", "GB", "IE", "MT"])
    assert.deepEqual(yield* codes({ region: "Caribbean", landlocked: true }), [])
    assert.deepEqual(yield* codes({ region: "Baltic states" }), ["EE", "LT", "LV"])
    assert.lengthOf(yield* codes({ european_union: true }), 27)
    assert.lengthOf(yield* codes({ euro_area: true }), 21)
  }),
)

it.effect("territories of other states are no countries", () =>
  Effect.gen(function* () {
    const caribbean = yield* codes({ region: "Caribbean" })
    assert.includeMembers(caribbean, ["CU", "JM", "HT"])
    assert.notIncludeMembers(caribbean, ["PR", "AW", "GP"])
  }),
)

it("country.find refuses what is no region, language or side", () => {
  assert.strictEqual(refusedField(atlas, "country.find", { region: "Atlantis" }), "condition.region")
  assert.strictEqual(refusedField(atlas, "country.find", { region: "Africa", language: "Elvish" }), "condition.language")
  assert.strictEqual(refusedField(atlas, "country.find", { driving_side: "middle" }), "condition.driving_side")
})
