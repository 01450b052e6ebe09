import { assert, describe, it } from "@effect/vitest"
import { plansAt } from "./plansAt.ts"

const { draftOf, planOf } = plansAt(Date.UTC(2026, 10, 21, 9))

describe("a percentage beside the VAT of an amount", () => {
  it.each(["200 EUR net, 19% VAT, Germany", "add 19% German VAT to 200 EUR net", "200 EUR net with 19 % VAT in Germany"])(
    "is read where it is the rate of the country: %s",
    (question) => {
      const { steps, unread } = planOf(question)
      assert.strictEqual(steps[0]?.operation, "tax.vat_of_amount")
      assert.isUndefined(unread)
    },
  )

  it.each([
    ["how much gst is in $4,200 if its 15% inclusive", "4,200", "15", "gross"],
    ["Total of the invoice is 1464.00 euro with 22% VAT inside, how much is net and how much is tax?", "1464.00", "22", "gross"],
    ["An invoice is R 18 400 including 15% VAT, how much is the VAT and what is the amount without it?", "18 400", "15", "gross"],
    ["We sold goods for 3,450.00 EUR net, VAT is 21%. What is the gross?", "3,450.00", "21", "net"],
    ["what is 200 plus 18% GST", "200", "18", "net"],
    ["take 20% VAT off 1,200 GBP", "1,200", "20", "gross"],
  ])("is the rate itself where no country has it: %s", (question, amount, percent, basis) => {
    const { steps, unread } = planOf(question)
    assert.isUndefined(unread)
    assert.strictEqual(steps[0]?.operation, "tax.at_rate")
    const valueOf = (field: string) => steps[0]?.input[field]
    for (const [field, value] of [
      ["currency.amount", amount],
      ["tax.percent", percent],
      ["amount.basis", basis],
    ] as const)
      assert.deepEqual(valueOf(field), { _tag: "Value", value })
  })

  it.each(["net price 80, VAT 25%, quantity 4, gross total?", "100 EUR net minus 10% discount plus 19% VAT"])(
    "is not read where the amount is part of a calculation: %s",
    (question) => assert.notStrictEqual(draftOf(question)._tag === "Planned" && planOf(question).unread === undefined, true),
  )

  it.each(["19% VAT of 200 EUR net in Austria", "200 EUR net plus 20 % VAT Germany"])(
    "delays the plan where it is another: %s",
    (question) => assert.isNotEmpty(planOf(question).unread),
  )
})
