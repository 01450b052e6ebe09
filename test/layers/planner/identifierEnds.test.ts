import { assert, describe, it } from "@effect/vitest"
import { plansAt } from "./plansAt.ts"

const { draftOf, inputsOf, planOf } = plansAt(Date.UTC(2026, 10, 21, 9))

describe("where an identifier ends", () => {
  it.each([
    ["IBAN DE89 3704 0044 0532 0130 00 EUR valid?", "DE89 3704 0044 0532 0130 00"],
    ["IBAN BE68539007547034 EUR ok?", "BE68539007547034"],
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

describe("numbers that are no VAT numbers", () => {
  it.each([
    ["VAT in Germany on 15.08.2020", { "country.code": "DE", "date.day": "2020-08-15" }],
    ["VAT Luxembourg as of 31.12.2023", { "country.code": "LU", "date.day": "2023-12-31" }],
    ["VAT Italy on 2013-10-01", { "country.code": "IT", "date.day": "2013-10-01" }],
    ["VAT rate Austria valid from 01.07.2026", { "country.code": "AT", "date.day": "2026-07-01" }],
  ])("a date in digits: %s", (question, inputs) => {
    assert.strictEqual(planOf(question).steps[0]?.operation, "tax.vat_rate")
    assert.deepStrictEqual(inputsOf(question), inputs)
  })

  it.each(["VAT invoice 20261127 Germany", "VAT Germany invoice no. 136695976"])("a number with a label of its own: %s", (question) =>
    assert.isNotEmpty(planOf(question).unread),
  )

  it.each(["EORI GB205672212000 valid?", "EORI PL856734621500000 ok?", "EORI IT00743110157 valid?"])("an EORI number: %s", (question) => {
    const draft = draftOf(question)
    if (draft._tag !== "Unsupported") return assert.fail(draft._tag)
    assert.match(draft.message, /^No source has EORI numbers/u)
  })
})

describe("a number that is stated as EORI and VAT number", () => {
  it("is checked as a VAT number", () =>
    assert.strictEqual(
      planOf("EORI / VAT of italian forwarder is IT00743110157 - digits consistent?").steps[0]?.operation,
      "tax.validate_vat",
    ))
})

describe("German words for the VAT number", () => {
  it.each(["USt-IdNr DE136695976 valid?", "DE136695976 USt-IdNr. check please", "USt-ID DE136695976 valid?"])(
    "are no word for the tax number of a person: %s",
    (question) => {
      assert.strictEqual(planOf(question).steps[0]?.operation, "tax.validate_vat")
      assert.deepStrictEqual(inputsOf(question), { "tax.vat_number": "DE136695976" })
    },
  )
})

describe("a number that begins with 00", () => {
  it.each([
    "RSIN 004495445",
    "invoice number 00123456789",
    "customer number 0041446681800",
    "Is the number 00743110157 Italian or Spanish",
  ])("is no telephone number beside another label, or where it cannot be dialled: %s", (question) => {
    const draft = draftOf(question)
    const operations = draft._tag === "Planned" ? draft.plan.steps.map(({ operation }) => operation) : []
    assert.notInclude(operations, "phone.lookup")
  })

  it("is the VAT number that its label names", () =>
    assert.deepStrictEqual(inputsOf("P.IVA IT 00743110157"), { "tax.vat_number": "IT 00743110157" }))

  it.each(["0049301234567 which country", "what is 0041446681800"])("is a telephone number where it can be dialled: %s", (question) =>
    assert.strictEqual(planOf(question).steps[0]?.operation, "phone.lookup"),
  )
})
