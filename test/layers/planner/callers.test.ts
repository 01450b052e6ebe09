import { assert, describe, it } from "@effect/vitest"
import { plansAt } from "./plansAt.ts"

const { draftOf } = plansAt(Date.UTC(2026, 10, 21, 9))
const operationsOf = (question: string) => {
  const draft = draftOf(question)
  return draft._tag === "Planned" ? draft.plan.steps.map(({ operation }) => operation) : [draft._tag]
}

describe("a calling code without the rest of the number", () => {
  it.each([
    "missed call from a +351 number, what country",
    "Missed call from +372, where's that",
    "missed call, starts +234, which country",
    "Missed call from a number that starts with +1 876. From where?",
  ])("has a country, and is no number of a company that lacks: %s", (question) =>
    assert.deepStrictEqual(operationsOf(question), ["country.of_code"]),
  )

  it("leads to a fact of its country, which the look-up of the code does not return", () => {
    const [first, second, ...others] = operationsOf("What is the currency of the country with dialling code +84?")
    assert.deepStrictEqual([first, others], ["country.of_code", []])
    assert.include(["country.profile", "currency.of_country"], second)
  })
})
