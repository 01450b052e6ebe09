import { assert, describe, it } from "@effect/vitest"
import { plansAt } from "./plansAt.ts"

const { planOf } = plansAt(Date.UTC(2026, 10, 21, 9))

describe("the operation that answers the requested thing by way of another", () => {
  it.each([
    ["local currency in the country where airport DAR is", ["airport.lookup", "currency.of_country"]],
    ["capital of the country with dialling code +84", ["country.of_code", "country.profile"]],
  ])("comes before the one that only supplies its input: %s", (question, operations) =>
    assert.deepStrictEqual(
      planOf(question).steps.map(({ operation }) => operation),
      operations,
    ),
  )
})

describe("a dialling code without a number", () => {
  it.each([
    "missed call from a +351 number, what country",
    "Missed call from +372, where's that",
    "missed call, starts +234, which country",
    "I have a missed call, number begins +1 876. US?",
  ])("is the code of a country, and no company number is missed: %s", (question) =>
    assert.deepStrictEqual(
      planOf(question).steps.map(({ operation }) => operation),
      ["country.of_code"],
    ),
  )

  it("is not a number of a currency too", () =>
    assert.deepStrictEqual(
      planOf("Customer's number starts +420; in which currency should the quote be?").steps.map(({ operation }) => operation),
      ["country.of_code", "currency.of_country"],
    ))
})

it("the registry of an address is that of its block, not that of its country", () => {
  const operations = planOf("which RIR and country for both 133.11.0.1 and 193.0.6.139").steps.map(({ operation }) => operation)
  assert.notInclude(operations, "ip.registry_of_country")
})
