import { assert, describe, it } from "@effect/vitest"
import { plansAt } from "./plansAt.ts"

const { planOf } = plansAt(Date.UTC(2026, 10, 21, 9))
const callsOf = (question: string) =>
  planOf(question).steps.map(({ input, operation }) => [
    operation,
    ...Object.values(input).map((binding) => ("value" in binding ? binding.value : "from before")),
  ])

describe("a value that a question proposes as its answer", () => {
  it.each([
    ["Currency of Bulgaria now, still lev?", [["currency.of_country", "BG"]]],
    ["Which currency does Poland use, zloty or euro?", [["currency.of_country", "PL"]]],
    ["VAT prefix for Greece is GR or EL?", [["tax.vat_format", "GR"]]],
  ])("is what the answer is compared with, and no unread part: %s", (question, calls) => {
    assert.deepStrictEqual(callsOf(question), calls)
    assert.isUndefined(planOf(question).unread)
  })

  it.each([
    ["is France's VAT rate 20%?", "tax.vat_rate"],
    ["Is the standard VAT rate in Italy still 22 %?", "tax.vat_rate"],
    ["Which ISO week is 1 January 2027, 53 or 1?", "calendar.weekday"],
    ["Does the Kuwaiti dinar have 3 decimals?", "currency.info"],
    ["Is Kenya 3 hours ahead of UTC?", "time.difference"],
    ["Is the distance from LHR to JFK 5,540 km?", "airport.distance"],
    ["Our system still has Estonia at 22 percent VAT. Is that right?", "tax.vat_rate"],
    ["VAT in Finland is 25.5, right?", "tax.vat_rate"],
    ["MwSt on restaurant food in Germany, 7 or 19?", "tax.goods_vat_rate"],
    ["My colleague says the capital of Australia is Sydney. Is that right?", "country.profile"],
    ["A colleague claims 15 August is a public holiday in Italy. True?", "calendar.is_holiday"],
  ])("may be a number, or what a statement says: %s", (question, operation) => {
    assert.deepStrictEqual(
      callsOf(question).map(([called]) => called),
      [operation],
    )
    assert.isUndefined(planOf(question).unread)
  })

  it.each([
    ["is there a holiday within 5 days of 3 May 2027 in Japan", "5"],
    ["Is Eswatini's currency pegged to the rand?", "pegged"],
  ])("is no number that limits the request, and no other word: %s", (question, unread) =>
    assert.include(planOf(question).unread?.join(" "), unread),
  )

  it("is another request if its part names a fact of it", () =>
    assert.deepStrictEqual(callsOf("currency of Japan and symbol of the euro"), [
      ["currency.of_country", "JP"],
      ["currency.info", "EUR"],
    ]))

  it("is unread if something is turned into it", () =>
    assert.deepStrictEqual(planOf("VAT prefix for Greece, changed from GR to EL?").unread?.length, 1))
})
