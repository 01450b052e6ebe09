import { assert, describe, it } from "@effect/vitest"
import { extract } from "../../../layers/planner/extract/extract.ts"

const read = (question: string) =>
  extract(question, 0)
    .filter(({ kind }) => kind.startsWith("id."))
    .map(({ options, value }) => (options === undefined ? value : options.map((option) => option.value)))

const companies = (question: string) => [
  ...new Set(
    extract(question, 0)
      .filter(({ kind }) => kind === "company.number" || kind === "country.code")
      .map(({ value }) => value),
  ),
]

describe("kinds of numbers in questions", () => {
  it("a kind is read by the name that its country uses, with the number beside it", () => {
    assert.deepEqual(read("is codice fiscale RSSMRA85T10A562S right"), ["IT.CF", "RSSMRA85T10A562S"])
    assert.deepEqual(read("QQ 12 34 56 C as national insurance number?"), ["QQ 12 34 56 C", "GB.NINO"])
    assert.deepEqual(read("NIR 2 55 08 14 168 025 38, valid?"), ["FR.NIR", "2 55 08 14 168 025 38"])
    assert.deepEqual(read("how many digits has a kvk number"), ["NL.KVK"])
    assert.deepEqual(read("ISIN US0378331005 valid?"), ["INT.ISIN", "US0378331005"])
    assert.deepEqual(read("IMEI 35-209900-176148-1 ok?"), ["INT.IMEI", "35-209900-176148-1"])
    assert.deepEqual(read("is RF18 5390 0754 7034 a valid creditor reference"), ["RF18 5390 0754 7034", "INT.RF"])
    assert.deepEqual(read("how long is a Norwegian company number"), ["NO.Orgnr"])
    assert.deepEqual(read("ABA routing no. 021000021"), ["US.RTN", "021000021"])
    assert.deepEqual(read("container number CSQU 305438, what is the check digit?"), ["INT.CONTAINER", "CSQU 305438"])
    // Of a person it has four letters, of a company three.
    assert.deepEqual(read("Is the RFC GODE561231GR8 correctly formed?"), ["MX.RFCP", "GODE561231GR8"])
    assert.deepEqual(companies("is RFC MAB9307148T4 valid"), ["MX", "MAB9307148T4"])
    // `TC` of the name is no country.
    assert.deepEqual(read("Check TC kimlik no 10000000146"), ["TR.TCKN", "10000000146"])
  })

  it("of several kinds, each number is of the kind before it", () =>
    assert.deepEqual(
      extract("pan AAAPL1234C and gstin 27AAPFU0939F1ZV, are both formatted correctly", 0)
        .filter(({ kind }) => kind.startsWith("id."))
        .map(({ groups, value }) => [value, groups]),
      [
        ["IN.PAN", [0]],
        ["AAAPL1234C", [0]],
        ["IN.GSTIN", [1]],
        ["27AAPFU0939F1ZV", [1]],
      ],
    ))

  it("an ID beside the adjective of a country is the number of its persons", () => {
    assert.deepEqual(read("Israeli ID 123456782, pass or fail?"), ["IL.TZ", "123456782"])
    assert.deepEqual(read("SA ID number 8001015009087, does the check digit work out?"), ["ZA.IDNR", "8001015009087"])
    assert.deepEqual(read("national ID number 10000000146 Turkey valid"), ["TR.TCKN", "10000000146"])
    // Another number of a user, and one that is too short.
    assert.deepEqual(read("our user ID is 123456782 and we are in Israel"), [])
    assert.deepEqual(read("Israeli ID 12345 is whose?"), [])
  })

  it("a common name of a company's number is of the only country whose form the number has", () => {
    assert.deepEqual(companies("Does the organisation number 202100-2932 have a correct check digit?"), ["SE", "202100-2932"])
    assert.deepEqual(companies("organisation number 923 609 016 valid?"), ["NO", "923 609 016"])
    assert.deepEqual(companies("GST registration 123456789 RT0001, is the business number valid?"), ["CA", "123456789 RT0001"])
    assert.deepEqual(companies("unified social credit code 914403001922038216 validity check"), ["CN", "914403001922038216"])
    // Denmark, Czechia and others have eight digits, and short numbers are of many kinds.
    assert.notInclude(companies("company number 05560604 valid?"), "GB")
    assert.deepEqual(companies("company number 12345 valid?"), [])
  })

  it("a word of requests names no kind of number", () => {
    assert.deepEqual(read("Bombay, Madras, Calcutta: modern names"), [])
    assert.deepEqual(companies("10:00 MST on 3 December 2026"), [])
    assert.deepEqual(companies("ICE 79 leaves at 9:00 with 5 kg of tin"), [])
    assert.deepEqual(companies("pls name country and city: +353 1 436 1000"), [])
  })

  it("a kind of all countries is read beside a country, and in capitals alone: Romania has lei", () => {
    assert.deepEqual(read("LEI 5493001KJTIIGC8Y1R12 of our French client"), ["INT.LEI", "5493001KJTIIGC8Y1R12"])
    assert.deepEqual(read("5000 lei in Romania"), [])
  })

  it("a name that several countries use is a choice, unless the question names the country or only one kind fits the number", () => {
    assert.deepEqual(read("DNI 12345678 valid?"), [["ES.DNI", "AR.DNI"], "12345678"])
    assert.deepEqual(read("Spanish DNI 12345678"), ["ES.DNI", "12345678"])
    assert.deepEqual(read("DNI 12345678Z"), ["ES.DNI", "12345678Z"])
  })

  it("codes of airports, words and numbers of companies are read as before", () => {
    for (const question of [
      "great-circle route FRA-SIN",
      "PAN to SIN",
      "a pan for 12345 eggs",
      "Is 552 032 534 a valid SIREN in France?",
      "format of a German company number",
    ])
      assert.deepEqual(read(question), [], question)
    assert.deepEqual(read("is PAN AAPFU0939F of a person or a firm"), ["IN.PAN", "AAPFU0939F"])
    assert.deepEqual(read("is SIN 046 454 286 correct"), ["CA.SIN", "046 454 286"])
  })

  it("a number of a company is read by the name that its country uses, with that country", () => {
    assert.deepEqual(companies("organisasjonsnummer 988 077 971 - genuine?"), ["NO", "988 077 971"])
    assert.deepEqual(companies("is CIF B58378431 correct"), ["ES", "B58378431"])
    assert.deepEqual(companies("check partita IVA 00743110157"), ["IT", "00743110157"])
    // A Norwegian number has nine digits, a Swedish one ten.
    assert.deepEqual(companies("orgnr 556016-0680 valid?"), ["SE", "556016-0680"])
    assert.deepEqual(companies("which SIREN is inside FR83404833048"), [])
  })

  it("a name in small letters that is a word too is read beside a number of its kind", () => {
    assert.deepEqual(read("nip 526-02-50-995 check pls"), ["PL.NIP", "526-02-50-995"])
    assert.deepEqual(read("pan ABCPE1234F valid"), ["IN.PAN", "ABCPE1234F"])
    assert.deepEqual(companies("rut 12.345.678-5 ok"), ["CL", "12.345.678-5"])
    assert.deepEqual(read("nip 526-02-50-996 check pls"), [])
    assert.deepEqual(read("pan 180 degrees celsius to fahrenheit"), [])
  })

  it("a Spanish NIF is that of a person where its form is that of a person's", () => {
    assert.deepEqual(read("our employee's NIF 54362315K in Spain, does the letter match"), ["ES.DNI", "54362315K"])
    assert.deepEqual(read("NIF X2482300W of Spain valid?"), ["ES.NIE", "X2482300W"])
    assert.deepEqual(companies("NIF B58378431 valid?"), ["ES", "B58378431"])
  })
})
