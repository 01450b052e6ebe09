import { assert, describe, it } from "@effect/vitest"
import { plansAt } from "./plansAt.ts"

/** A Monday. */
const now = Date.UTC(2026, 10, 23, 9)
const { leftOf, planOf, valuesOf } = plansAt(now)
const operationsOf = (question: string) => planOf(question).steps.map(({ operation }) => String(operation).split("/").at(-1))

describe("days that have a name", () => {
  it("a holiday of several countries needs none of them, and one that is requested with a country is looked up there", () => {
    for (const question of ["Diwali 2027 date", "Republic Day falls on which weekday in 2027", "midsummer eve 2027, when is it"])
      assert.deepStrictEqual(operationsOf(question), ["calendar.holiday_dates"])
    assert.deepStrictEqual(operationsOf("Diwali 2027 in Singapore"), ["calendar.named_holiday"])
    assert.deepStrictEqual(valuesOf("Diwali 2027 in Singapore", "country.code"), ["SG"])
  })

  it("the two feasts of Korea are read by their Korean names", () => {
    assert.deepStrictEqual(operationsOf("When is Seollal in 2027?"), ["calendar.named_holiday"])
    assert.deepStrictEqual(valuesOf("When is Chuseok 2027", "country.code"), ["KR"])
  })

  it.each([
    ["When is Easter 2028 and what date is Good Friday?", [2028, 2028]],
    ["When is Easter 2028 and when is Good Friday?", [2028, 2028]],
    ["when is easter 2028 and is good friday a bank holiday in northern ireland", [2028, 2028]],
    ["When is Hanukkah in 2027 and when is Purim?", [2027, 2027]],
    ["What date is Easter Sunday in 2027 and in 2028?", [2027, 2028]],
  ])("the only year of a question is that of each day that it names: %s", (question, years) => {
    assert.deepStrictEqual(valuesOf(question, "calendar.year"), years)
    assert.deepStrictEqual(leftOf(question), [])
  })

  it("a question of a named day beside another request is a request of its own", () =>
    assert.deepStrictEqual(operationsOf("public holidays in Kenya 2028 and when is Easter"), [
      "calendar.public_holidays",
      "calendar.feast_date",
    ]))

  it("the year of a named day may be behind the verb", () =>
    assert.deepStrictEqual(valuesOf("What day of the week does St Patricks Day fall on in 2028?", "calendar.year"), [2028]))
})
