import { assert, describe, it } from "@effect/vitest"
import { plansAt } from "./plansAt.ts"

const { draftOf, planOf } = plansAt(Date.UTC(2026, 10, 21, 9))
const callsOf = (question: string) =>
  planOf(question).steps.map(({ input, operation }) => [operation, ...Object.values(input).map((each) => "value" in each && each.value)])
const unreadOf = (question: string) => planOf(question).unread

describe("identifiers of banks, companies and telephones", () => {
  it.each([
    ["NDEASESS - in which country is this bank?", [["bank.validate_bic", "NDEASESS"]]],
    ["what country is NDEAFIHH", [["bank.validate_bic", "NDEAFIHH"]]],
    ["BARCGB2 rejected by the bank, why", [["bank.validate_bic", "BARCGB2"]]],
    ["is +65 9123 4567 a correct singapore mobile number", [["phone.lookup", "+65 9123 4567", "SG"]]],
    // A VAT number of another country is not of the kind that is named.
    [
      "NIF 501964843 and BE0428759497 valid?",
      [
        ["id.validate_number", "PT.NIF", "501964843"],
        ["tax.validate_vat", "BE0428759497"],
      ],
    ],
    ["0033 6 12 34 56 78 mobile or fixed?", [["phone.lookup", "0033 6 12 34 56 78"]]],
    ["which bank is NL91 ABNA 0417 1643 00", [["bank.of_iban", "NL91 ABNA 0417 1643 00"]]],
    ["which bank is PL61 1090 1014 0000 0712 1981 2874", [["bank.of_iban", "PL61 1090 1014 0000 0712 1981 2874"]]],
    ["which bank is SE45 5000 0000 0583 9825 7466", [["bank.of_iban", "SE45 5000 0000 0583 9825 7466"]]],
    ["which bank is DK50 0040 0440 1162 43", [["bank.validate_iban", "DK50 0040 0440 1162 43"]]],
    ["which bank is DE89 3704 0044 0532 0130 00", [["bank.of_iban", "DE89 3704 0044 0532 0130 00"]]],
    ["French VAT no. that belongs to SIREN 732829320", [["tax.vat_of_company", "732829320", "FR"]]],
    ["Norwegian org nr 923609016 as VAT number", [["tax.vat_of_company", "923609016", "NO"]]],
    ["norwegian org nr 923609061, correct?", [["company.validate_number", "NO", "923609061"]]],
    ["Finnish business ID 2077474-0, does it check out?", [["company.validate_number", "FI", "2077474-0"]]],
    // Each country's number of taxpayers, where the number has its form.
    ["German tax ID 86095742719", [["id.validate_number", "DE.IDNR", "86095742719"]]],
    // With slashes it is the number of a tax account.
    ["tax number 12/345/67890 german, valid?", [["id.validate_number", "DE.STNR", "12/345/67890"]]],
    ["Steuernummer 181/815/08155 ok?", [["id.validate_number", "DE.STNR", "181/815/08155"]]],
    ["Italian tax code RSSMRA85T10A562S valid?", [["id.validate_number", "IT.CF", "RSSMRA85T10A562S"]]],
    ["tax ID 123456789 Germany", [["tax.validate_vat", "123456789", "DE"]]],
    // The letters of a VAT number without its prefix.
    ["Spanish VAT number B12345674 valid?", [["tax.validate_vat", "B12345674", "ES"]]],
    ["Dutch VAT number 123456782B90", [["tax.validate_vat", "123456782B90", "NL"]]],
    // `ID` and `NO` before it are no prefix where it has one of its own.
    ["Is VAT ID ATU12345675 valid?", [["tax.validate_vat", "ATU12345675"]]],
    ["VAT NO ATU12345678 please", [["tax.validate_vat", "ATU12345678"]]],
    ["VAT no. NO 974760673 MVA ok?", [["tax.validate_vat", "NO 974760673 MVA"]]],
    ["What network does 198.51.100.77 belong to with a /28 mask?", [["ip.subnet", "198.51.100.77/28"]]],
    ["PL NIP 526-025-09-95 ok", [["id.validate_number", "PL.NIP", "526-025-09-95"]]],
    ["QQ 12 34 56 C as national insurance no., can that be right", [["id.validate_number", "GB.NINO", "QQ 12 34 56 C"]]],
    ["structure of an Indian PAN, how many letters and digits", [["id.number_format", "IN.PAN"]]],
    ["What does HRB stand for before a German register number?", [["id.number_format", "DE.HR"]]],
    ["OC301234 what type of uk entity", [["company.validate_number", "GB", "OC301234"]]],
  ])("are read by their form, their name or a word beside them: %s", (question, calls) => {
    assert.deepStrictEqual(callsOf(question), calls)
    assert.isUndefined(unreadOf(question))
  })

  it("the code of the airport of Harbin is not a section of the German register", () =>
    assert.deepStrictEqual(callsOf("flight from HRB to PEK distance"), [["airport.distance", "HRB", "PEK"]]))

  it("a legal entity identifier is not validated as the number of a company of some country", () =>
    assert.deepStrictEqual(callsOf("check both: LEI 529900T8BM49AURSDO55, Finnish business id 0112038-9"), [
      ["id.validate_number", "INT.LEI", "529900T8BM49AURSDO55"],
    ]))
})

describe("several identifiers of one kind", () => {
  it.each([
    "check these 3 ibans: GB29NWBK60161331926819 ; FR1420041010050500013M02606 ; PL6110901014000007121981287",
    "elfproef for three BSN: 111222333 / 123456782 / 123456789",
  ])("have a step each, and a number that counts them is read: %s", (question) => {
    assert.lengthOf(callsOf(question), 3)
    assert.isUndefined(unreadOf(question))
  })

  it("a number that does not count them is unread", () =>
    assert.deepStrictEqual(unreadOf("check these 4 ibans: GB29NWBK60161331926819 ; FR1420041010050500013M02606"), ["4"]))
})

describe("an identifier that a question names and does not state", () => {
  it.each([
    ["Can you check whether the supplier's IBAN is right?", /Which IBAN\?/u],
    ["please verify the VAT number of my client", /Which VAT number\?/u],
  ])("is requested back, free: %s", (question, message) => {
    const draft = draftOf(question)
    assert.strictEqual(draft._tag, "NeedsInput")
    assert.match(JSON.stringify(draft), message)
  })
})
