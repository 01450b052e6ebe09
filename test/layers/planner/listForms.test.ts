import { assert, describe, it } from "@effect/vitest"
import { plansAt } from "./plansAt.ts"

const { planOf, valuesOf } = plansAt(Date.UTC(2026, 10, 21, 9))

describe("an enumeration", () => {
  it("is a list, and each of its values has a step", () => {
    assert.deepStrictEqual(valuesOf("holiday on 26 December 2026, yes or no, for a) Latvia b) Estonia c) Finland?", "country.code"), [
      "LV",
      "EE",
      "FI",
    ])
  })
})

describe("a list is known by the kinds of its values and by what is between them", () => {
  it.each([
    ["FR83404833048 und IT00743110157, both VAT numbers ok?", "tax.vat_number", ["FR83404833048", "IT00743110157"]],
    ["area of Luxembourg et Portugal", "country.code", ["LU", "PT"]],
    ["capital of Paraguay / Myanmar", "country.code", ["PY", "MM"]],
    ["iso 4217 numeric: SEK NOK DKK", "currency.code", ["SEK", "NOK", "DKK"]],
    ["countries of .gg .ai .io", "country.top_level_domain", [".gg", ".ai", ".io"]],
    ["airport names of PVG-HKG-LEJ", "airport.iata", ["PVG", "HKG", "LEJ"]],
    ["number of working days in Poland, Belgium and Denmark in December 2026", "country.code", ["PL", "BE", "DK"]],
    ["capital of\nKazakhstan\nParaguay\n", "country.code", ["KZ", "PY"]],
    ["geo for these\n8.8.8.8\n9.9.9.9\n1.1.1.1", "ip.address", ["8.8.8.8", "9.9.9.9", "1.1.1.1"]],
    // The country is not the first input.
    ["Easter Monday 2027 date + is it holiday in Poland and France", "country.code", ["PL", "FR"]],
  ] as const)("each value has a step of its own: %s", (question, field, values) => {
    assert.sameMembers(valuesOf(question, field), [...values])
    const { limitations, unread } = planOf(question)
    assert.deepStrictEqual(
      [limitations.filter((text) => text.includes("does not use") || text.includes("No step")), unread],
      [[], undefined],
    )
  })
})

it("a list continues behind `now`, and a sentence behind the full stop of an abbreviated unit", () => {
  const { steps, unread } = planOf("What is the standard VAT in Finland now, and in Estonia?")
  assert.deepEqual(
    steps.map(({ input, operation }) => [operation, input["country.code"]]),
    ["FI", "EE"].map((value) => ["tax.vat_rate", { _tag: "Value" as const, value }]),
  )
  assert.isUndefined(unread)
  assert.strictEqual(planOf("The oven of the recipe says 350 F. in celsius").steps[0]?.operation, "unit.convert")
})
