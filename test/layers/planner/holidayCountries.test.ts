import { assert, describe, it } from "@effect/vitest"
import { plansAt } from "./plansAt.ts"

const { draftOf, inputsOf, planOf } = plansAt(Date.UTC(2026, 10, 27, 9))

describe("the country of a holiday in a question that names no place", () => {
  it.each([
    ["When is Waitangi Day?", "NZ"],
    ["when is Juneteenth next year", "US"],
    ["st brigids day bank holiday 2027 what date", "IE"],
  ])("is the only one that has it, which is stated: %s", (question, country) => {
    assert.strictEqual(inputsOf(question)["country.code"], country)
    assert.include(planOf(question).limitations.join(" "), "the only country of the data that has it")
  })

  it("is a question back where many have the name on different days", () =>
    assert.strictEqual(draftOf("when is Independence Day 2027")._tag, "NeedsInput"))

  it("is a choice where a second country has it as a day off that is no public holiday", () =>
    assert.strictEqual(draftOf("when is midsummer eve next year")._tag, "NeedsSelection"))

  it("is not assumed beside a place", () =>
    assert.notInclude(planOf("When is Waitangi Day 2027 in Australia?").limitations.join(" "), "the only country"))
})
