import { assert, describe, it } from "@effect/vitest"
import { plansAt } from "./plansAt.ts"

const { draftOf } = plansAt(Date.UTC(2026, 10, 21, 9))

describe("an amount of money", () => {
  it.each([
    ["Can an invoice in Japanese yen show an amount such as 1,250.50?", ["JPY", "1,250.50"]],
    ["can an amount be 1250.50 JPY or is that wrong", ["JPY", "1250.50"]],
    ["How many fils are in 1,250.500 BHD", ["BHD", "1,250.500"]],
  ])("is checked against the decimals of its currency: %s", (question, inputs) => {
    const draft = draftOf(question)
    if (draft._tag !== "Planned") return assert.fail(`${draft._tag}: ${draft.message}`)
    assert.deepStrictEqual(
      draft.plan.steps.map(({ input, operation }) => [
        operation,
        ...Object.values(input).map((binding) => "value" in binding && binding.value),
      ]),
      [["currency.amount_check", ...inputs]],
    )
    assert.isUndefined(draft.plan.unread)
  })

  it.each(["250 GBP in euros at today's rate", "how much is 1500 chf in euro today"])(
    "is not converted to another currency: %s",
    (question) => assert.match(JSON.stringify(draftOf(question)), /No source has exchange rates/u),
  )

  it("is unread where another fact of the currency is requested", () => {
    const draft = draftOf("symbol for 100 USD")
    assert.deepStrictEqual(draft._tag === "Planned" ? draft.plan.unread : draft, ["100"])
  })
})

describe("an amount that a tax is in or is added to", () => {
  it.each([
    ["vat on 1840,50 finland", { "country.code": "FI", "currency.amount": "1840,50", "amount.basis": "net" }],
    ["VAT on 595 EUR gross Germany", { "country.code": "DE", "currency.amount": "595", "amount.basis": "gross", "currency.code": "EUR" }],
    ["add 21% Belgian VAT to 450 euro", { "country.code": "BE", "currency.amount": "450", "amount.basis": "net", "currency.code": "EUR" }],
    [
      "net amount of 1190 EUR including 19% German VAT",
      { "country.code": "DE", "currency.amount": "1190", "amount.basis": "gross", "currency.code": "EUR" },
    ],
    ["gross 1190 with 19 % German VAT, net?", { "country.code": "DE", "currency.amount": "1190", "amount.basis": "gross" }],
    ["what's 80 plus VAT in the UK", { "country.code": "GB", "currency.amount": "80", "amount.basis": "net" }],
  ])("is read with a percentage or without a currency: %s", (question, inputs) => {
    const draft = draftOf(question)
    if (draft._tag !== "Planned") return assert.fail(`${draft._tag}: ${draft.message}`)
    const [step, another] = draft.plan.steps
    assert.deepStrictEqual([step?.operation, another], ["tax.vat_of_amount", undefined])
    assert.deepStrictEqual(
      Object.fromEntries(Object.entries(step!.input).map(([field, binding]) => [field, "value" in binding && binding.value])),
      inputs,
    )
    assert.isUndefined(draft.plan.unread)
  })

  it("waits where the percentage is not the country's rate", () => {
    const draft = draftOf("add 19% VAT to 100 EUR in France")
    assert.deepStrictEqual(draft._tag === "Planned" ? draft.plan.unread : draft, ["19%"])
  })
})

it.each([
  ["GST on 2 lakh rupees in India", 200_000],
  ["GST on 1,20,000 rupees in India", 120_000],
  ["VAT on 1.5 million euro in Germany", 1_500_000],
])("a scale or separators of India are read: %s", (question, amount) => {
  const draft = draftOf(question)
  if (draft._tag !== "Planned") return assert.fail(`${draft._tag}: ${draft.message}`)
  const { input } = draft.plan.steps[0]!
  assert.deepInclude(input["currency.amount"], { value: String(amount) })
})
