import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { unitsSource } from "../../../../layers/sources/units/source.ts"
import { ask, refusedField } from "../gazetteer/answer.ts"

const convert = (value: number | string, from: string, to: string) =>
  Effect.map(ask(unitsSource, "unit.convert_rate", { value, from, to }), ({ data }) => data.rate)

it.effect("an amount per unit becomes larger by as much as the unit: the products of both are the same", () =>
  Effect.gen(function* () {
    // By the international yard (0.9144 m), pound (0.45359237 kg), US gallon (3.785411784 l), foot (0.3048 m) and the kWh (3.6 MJ).
    const expected = [
      [3.2, "yard", "m", "3.4996", false],
      [1, "lb", "kg", "2.2046", false],
      [4.5, "gallon", "litre", "1.1888", false],
      [10, "m", "ft", "3.048", true],
      [0.36, "kWh", "MJ", "0.1", true],
      [900, "short ton", "tonne", "992.0802", false],
      ["25", "m²", "sq ft", "2.3226", true],
      [0, "kg", "lb", "0", true],
      [40, "tonne", "gram", "0.00004", true],
      [0.5, "kg", "gram", "0.0005", true],
      [1, "tonne", "lb", "0.0004536", true],
    ] as const
    for (const [value, from, to, rounded, isExact] of expected) {
      const answer = yield* convert(value, from, to)
      assert.deepStrictEqual([value, from, answer.rounded, answer.exact], [value, from, rounded, isExact])
    }
    assert.strictEqual((yield* convert(25, "m²", "sq ft")).result_decimal, "2.322576")
    assert.strictEqual((yield* convert(1, "gallon", "l")).from.name, "US gallon")
  }),
)

it("units of different kinds, of temperature and of several meanings are refused with the field that is wrong", () => {
  const refused = (from: string, to: string) => refusedField(unitsSource, "unit.convert_rate", { value: 1, from, to })
  assert.strictEqual(refused("kg", "m"), "rate.to")
  // How many hours are worked in a week is not known.
  assert.strictEqual(refused("hour", "week"), "rate.from")
  assert.strictEqual(refused("celsius", "fahrenheit"), "rate.from")
  assert.strictEqual(refused("kg", "ton"), "rate.to")
  assert.strictEqual(refused("l/100 km", "mpg"), "rate.from")
})
