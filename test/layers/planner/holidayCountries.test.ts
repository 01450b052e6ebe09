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

  it("is not chosen where a second country has it as a day off that is no public holiday: the days of both are given", () =>
    assert.strictEqual(planOf("when is midsummer eve next year").steps.at(-1)?.operation, "calendar.holiday_dates"))

  it("is not assumed beside a place", () =>
    assert.notInclude(planOf("When is Waitangi Day 2027 in Australia?").limitations.join(" "), "the only country"))
})

describe("a state of Australia by its letters", () => {
  it.each(["invoice dated 18 Nov 2026, terms 30 business days, NSW. Due date?", "30 business days from 18 Nov 2026 in NSW"])(
    "is the region: %s",
    (question) => assert.deepInclude(inputsOf(question), { "country.code": "AU", "region.code": "AU-NSW", "calendar.date": "2026-11-18" }),
  )
})

describe("a bank holiday of a name", () => {
  it.each([
    ["when is the St Brigid's bank holiday in Ireland", "St Brigid's", "IE"],
    ["August bank holiday 2027 Ireland", "August bank holiday", "IE"],
    ["when is the early May bank holiday 2027 in England", "early May bank holiday", "GB"],
    ["is Assumption Day a public holiday in Germany", "Assumption", "DE"],
    ["Ferragosto 2027", "Ferragosto", "IT"],
    ["Store Bededag 2027 Denmark", "Store Bededag", "DK"],
  ])("is one day, by its own name: %s", (question, name, country) => {
    const { steps, isUncertain, unread } = planOf(question)
    assert.deepEqual([steps.map(({ operation }) => operation), isUncertain, unread], [["calendar.named_holiday"], undefined, undefined])
    assert.deepInclude(inputsOf(question), { "holiday.name": name, "country.code": country })
  })

  it("is looked up alone where the question calls it a public holiday", () =>
    assert.deepEqual(
      planOf("is St Andrew's Day a public holiday in the UK").steps.map(({ operation }) => operation),
      ["calendar.named_holiday"],
    ))

  it("is not read from the name of a country", () => assert.notProperty(inputsOf("Canada bank holidays 2027"), "holiday.name"))
})

describe("NI", () => {
  it("is Northern Ireland beside another name of the United Kingdom", () =>
    assert.deepInclude(inputsOf("bank holidays in NI 2027, UK"), { "country.code": "GB", "region.code": "GB-NIR" }))

  it("waits where the answer of the whole country is requested beside it", () => {
    const { unread } = planOf("next bank holiday in the UK, is it different for NI")
    assert.deepStrictEqual(unread, ["is it different for NI"])
  })

  it("is Nicaragua otherwise", () => assert.deepInclude(inputsOf("public holidays in NI 2027"), { "country.code": "NI" }))
})
