import { assert, describe, it } from "@effect/vitest"
import { plansAt } from "./plansAt.ts"

const { planOf } = plansAt(Date.UTC(2026, 10, 21, 9))

describe("a percentage beside the VAT of an amount", () => {
  it.each(["200 EUR net, 19% VAT, Germany", "add 19% German VAT to 200 EUR net", "200 EUR net with 19 % VAT in Germany"])(
    "is read where it is the rate of the country: %s",
    (question) => {
      const { steps, unread } = planOf(question)
      assert.strictEqual(steps[0]?.operation, "tax.vat_of_amount")
      assert.isUndefined(unread)
    },
  )

  it.each(["19% VAT of 200 EUR net in Austria", "200 EUR net plus 20 % VAT Germany"])(
    "delays the plan where it is another: %s",
    (question) => assert.isNotEmpty(planOf(question).unread),
  )
})
