import { assert, describe, it } from "@effect/vitest"
import { plansAt } from "./plansAt.ts"

const { inputsOf, planOf } = plansAt(Date.UTC(2026, 10, 21, 9))

describe("where an identifier ends", () => {
  it.each([
    ["IBAN DE89 3704 0044 0532 0130 00 EUR valid?", "DE89 3704 0044 0532 0130 00"],
    ["IBAN BE68539007547034 BIC?", "BE68539007547034"],
    ["Please check IBAN DE89 3704 0044 0532 0130 00 BMW AG", "DE89 3704 0044 0532 0130 00"],
    ["IBAN AT61 1904 3002 3457 3201 SEPA?", "AT61 1904 3002 3457 3201"],
    // A digit is missing, and the word does not stand in for it.
    ["IBAN DE89 3704 0044 0532 0130 0 EUR valid?", "DE89 3704 0044 0532 0130 0"],
    // The IBANs of Malta may end in letters.
    ["check MT84 MALT 0110 0001 2345 MTLC AST0 01S", "MT84 MALT 0110 0001 2345 MTLC AST0 01S"],
  ])("an IBAN ends where the length and the check digits of its country are met: %s", (question, iban) =>
    assert.deepStrictEqual(inputsOf(question), { "bank.iban": iban }),
  )

  it.each([
    ["GB980780684 VAT valid?", "GB980780684"],
    ["DE136695976 VAT?", "DE136695976"],
    ["VAT NL004495445B01 BV valid", "NL004495445B01"],
    ["FR40303265045 SAS ok as a VAT number?", "FR40303265045"],
    ["VAT DE136695976 2026", "DE136695976"],
    ["PL8567346215 VAT valid?", "PL8567346215"],
    ["BE0428759497 BTW valid", "BE0428759497"],
    ["SK2020273893 DPH valid", "SK2020273893"],
    ["HR12345678903 OIB ok", "HR12345678903"],
    ["VAT DE13669597 GMBH ok", "DE13669597"],
    ["IE6388047V LTD VAT ok", "IE6388047V"],
    ["NO923609016MVA valid?", "NO923609016MVA"],
    ["CHE-116.281.710 MWST valid?", "CHE-116.281.710 MWST"],
  ])("a VAT number ends where the form and the check digits of its country are met: %s", (question, number) => {
    assert.strictEqual(planOf(question).steps[0]?.operation, "tax.validate_vat")
    assert.deepStrictEqual(inputsOf(question), { "tax.vat_number": number })
  })

  it.each([
    ["DE VAT 136695976", "136695976", "DE"],
    ["FR VAT 40 303 265 045", "40 303 265 045", "FR"],
  ])("a word between the prefix and the digits is no part of it: %s", (question, number, country) =>
    assert.deepStrictEqual(inputsOf(question), { "tax.vat_number": number, "country.code": country }),
  )

  it("a word behind the number of a company is no part of it", () =>
    assert.deepStrictEqual(inputsOf("CVR 13585628 APS valid?"), { "country.code": "DK", "company.number": "13585628" }))
})
