import { assert, describe, it } from "@effect/vitest"
import { plansAt } from "./plansAt.ts"

const { planOf, valuesOf } = plansAt(Date.UTC(2026, 10, 21, 9))

describe("identifiers of one kind in one clause", () => {
  it.each([
    ["How many addresses in a /22, and how many in a /27?", "subnet.cidr", ["/22", "/27"]],
    ["13335 and 15169 as AS numbers, whose are they", "network.asn", ["AS13335", "AS15169"]],
    [
      "old IBAN DE89370400440532013000, new one is NL91ABNA0417164300, are both valid?",
      "bank.iban",
      ["DE89370400440532013000", "NL91ABNA0417164300"],
    ],
    [
      "Our customer in the Netherlands gives NL004495445B01 and one in France FR40303265045. Are both numbers formally correct?",
      "tax.vat_number",
      ["NL004495445B01", "FR40303265045"],
    ],
  ] as const)("each has its own step, also with words between: %s", (question, name, values) =>
    assert.deepStrictEqual(valuesOf(question, name), [...values]),
  )

  it.each([
    ["Which organisation runs the autonomous system AS15169 in 2019?", "network.asn", ["AS15169"], "2019"],
    ["country of ASN 3320 (ticket 88123)", "network.asn", ["AS3320"], "88123"],
  ] as const)("a number that is no member of a list has no step and is unread: %s", (question, name, values, unread) => {
    assert.deepStrictEqual(valuesOf(question, name), [...values])
    assert.include(planOf(question).unread ?? [], unread)
  })

  it("numbers in a list behind the noun are AS numbers", () =>
    assert.deepStrictEqual(valuesOf("Who runs ASNs 714, 2914 and 3320?", "network.asn"), ["AS714", "AS2914", "AS3320"]))

  it("an identifier that is taken back has no step without an approval", () => {
    const plan = planOf("not +31201234567 but +3225123456, which country?")
    assert.deepStrictEqual(plan.unread, ["not"])
  })
})

describe("a list is known by the kinds of its values and by what is between them", () => {
  it("two addresses or telephone numbers with a slash between them are not one", () => {
    assert.deepStrictEqual(valuesOf("can you check anna@web.de/john@example.com", "email.address"), ["anna@web.de", "john@example.com"])
    assert.deepStrictEqual(valuesOf("+49 1512 3456789/0171 5550123 mobile or landline", "phone.number"), ["+49 1512 3456789"])
    assert.isDefined(planOf("+49 1512 3456789/0171 5550123 mobile or landline").unread)
  })
})
