import { assert, describe, it } from "@effect/vitest"
import { plansAt } from "./plansAt.ts"

const { inputsOf, planOf } = plansAt(Date.UTC(2026, 10, 27, 9))

describe("the countries that a question describes", () => {
  it.each([
    ["Which EU countries don't use the euro?", { "condition.european_union": true, "condition.euro_area": false }],
    ["how many countries are in the EU", { "condition.european_union": true }],
    ["Is there a landlocked country in South America?", { "condition.region": "South America", "condition.landlocked": true }],
    ["which African countries are not landlocked", { "condition.region": "Africa", "condition.landlocked": false }],
    ["list the countries that speak Portuguese", { "condition.language": "Portuguese" }],
    ["non-EU Schengen countries", { "condition.european_union": false, "condition.schengen": true }],
    ["European countries that drive on the left", { "condition.region": "Europe", "condition.driving_side": "left" }],
    ["Which countries speak Spanish?", { "condition.language": "Spanish" }],
    ["Landlocked countries which use the East Caribbean dollar", { "condition.landlocked": true, "currency.code": "XCD" }],
    ["what are the Baltic countries", { "condition.region": "Baltic states" }],
    ["capitals of the Nordic countries", { "condition.region": "Nordic countries" }],
    ["list of euro countries", { "condition.euro_area": true }],
    [
      "how many countries in Africa do NOT have french as an official language",
      { "condition.region": "Africa", "condition.without_language": "French" },
    ],
    ["which African countries speak no French", { "condition.region": "Africa", "condition.without_language": "French" }],
    [
      "countries in Africa where French is not an official language",
      { "condition.region": "Africa", "condition.without_language": "French" },
    ],
    ["which countries outside the EU use the euro", { "condition.european_union": false, "currency.code": "EUR" }],
  ])("are found by its conditions: %s", (question, inputs) => {
    const { steps, unread } = planOf(question)
    assert.deepEqual([steps.map(({ operation }) => operation), inputsOf(question), unread], [["country.find"], inputs, undefined])
  })

  it.each([
    ["is Norway in the EU", "country.profile"],
    ["which countries border Austria", "country.neighbours"],
    ["neighbours of Chad and their capitals", "country.neighbours"],
    ["which countries border Austria, and what currencies do they use?", "country.neighbours"],
    ["which country is +49", "country.of_code"],
    ["how many countries use the euro", "country.by_currency"],
    ["Our shipping rules depend on it: is North Macedonia a member of the European Union?", "country.profile"],
    ["Which countries use South African rand as legal tender?", "country.by_currency"],
  ])("are not those of a question about one country, border or currency: %s", (question, operation) =>
    assert.deepEqual(
      planOf(question).steps.map((step) => step.operation),
      [operation],
    ),
  )

  it.each([
    ["EU countries except Germany", "except"],
    ["which of Austria's neighbours are not in the EU", "not"],
    ["which country in Africa is the biggest", "biggest"],
    ["Countries outside Africa with French as an official language", "Africa"],
  ])("wait for a condition that no input takes: %s", (question, word) =>
    assert.isTrue(planOf(question).unread?.some((text) => text.includes(word))),
  )
})
