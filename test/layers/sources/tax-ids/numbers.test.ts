import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { taxIds } from "../../../../layers/sources/tax-ids/source.ts"
import { allKinds, personalKinds } from "../../../../layers/sources/tax-ids/kinds/allKinds.ts"
import { ask, refusedField } from "../gazetteer/answer.ts"

/** Numbers that the authorities, or the descriptions of the check digits, print as examples. */
const printed: Readonly<Record<string, string>> = {
  "AR.CBU": "2850590940090418135201",
  "AR.CUIL": "20-05536168-2",
  "AT.TIN": "59-119/9013",
  "AT.VSNR": "1237 010180",
  "AU.TFN": "123 456 782",
  "BE.BIS": "98.47.28-997.65",
  "BE.NN": "85.07.30-033.28",
  "BG.EGN": "7523169263",
  "BR.CPF": "111.444.777-35",
  "CA.SIN": "123 456 782",
  "CH.AHV": "756.9217.0769.85",
  "CN.RIC": "360426199101010071",
  "DE.IDNR": "36 574 261 809",
  "DE.SVNR": "15 070649 C 103",
  "DO.CEDULA": "001-1391820-5",
  "EC.CI": "171430710-3",
  "EE.IK": "36805280109",
  "ES.DNI": "12345678-Z",
  "ES.NIE": "X1234567L",
  "FI.HETU": "131052-308T",
  "FR.NIR": "2 55 08 14 168 025 38",
  "GB.NHS": "9434765919",
  "GB.UTR": "1955839661",
  "GR.AFM": "094014201",
  "GR.AMKA": "01013099997",
  "HK.HKID": "A123456(3)",
  "IE.PPS": "6433435F",
  "IL.TZ": "039337423",
  "IN.AADHAAR": "2341 2341 2346",
  "IN.EPIC": "WKH1186253",
  "IN.GSTIN": "27AAPFU0939F1ZV",
  // The example of ISO 6346 that the Bureau International des Containers gives.
  "INT.CONTAINER": "CSQU 305438 3",
  "INT.EAN": "4006381333931",
  "INT.GTIN": "4006381333931",
  "INT.IMEI": "490154203237518",
  "INT.ISBN": "978-3-16-148410-0",
  "INT.ISIN": "US0378331005",
  "INT.ISSN": "0378-5955",
  "INT.LEI": "5493001KJTIIGC8Y1R12",
  "INT.RF": "RF18 5390 0754 7034",
  "INT.UPC": "036000291452",
  "IT.CF": "RSSMRA85T10A562S",
  "KR.RRN": "971013-9019902",
  "LT.AK": "33309240064",
  "MX.CLABE": "032180000118359719",
  "MX.CURP": "BOXW310820HNERXN09",
  "NL.BSN": "1112.22.333",
  "NO.FNR": "151086 95088",
  "NO.KONTO": "8601 11 17947",
  "NZ.IRD": "49-091-850",
  "PE.CUI": "10117410-2",
  "PL.PESEL": "44051401359",
  "RO.CNP": "1800101221144",
  "SE.PNR": "19811218-9876",
  "SI.EMSO": "0101006500006",
  "TH.IDNR": "1-1017-00230-70-8",
  "TR.TCKN": "10000000146",
  "TW.NATID": "A123456789",
  "UA.RNTRC": "1759013776",
  "US.RTN": "021000021",
  "ZA.IDNR": "7503305044089",
  "ZA.TIN": "0001339050",
}

const validate = (kind: string, number: string) => Effect.map(ask(taxIds, "id.validate_number", { kind, number }), ({ data }) => data.id)

it.effect("one digit repeated is no number, and a typographic dash is a hyphen", () =>
  Effect.gen(function* () {
    for (const [code, number] of [
      ["BR.CPF", "111.111.111-11"],
      ["NL.BSN", "000000000"],
      ["CA.SIN", "000 000 000"],
    ] as const)
      assert.isFalse((yield* validate(code, number)).valid, code)
    assert.isTrue((yield* validate("FI.HETU", "131052–308T")).valid)
    // A non-resident of Portugal.
    assert.isTrue((yield* validate("PT.NIF", "451234561")).valid)
  }),
)

it.effect("the country before a number that begins with no letters is no part of it", () =>
  Effect.gen(function* () {
    const { number, valid } = yield* validate("PT.NIF", "PT 501964843")
    assert.deepEqual([number, valid], ["501964843", true])
  }),
)

it.effect("the printed numbers of each country are valid, and with another check digit invalid and corrected", () =>
  Effect.gen(function* () {
    for (const [code, number] of Object.entries(printed)) {
      const right = yield* validate(code, number)
      assert.deepEqual([code, right.valid, right.reason], [code, true, null])
      const { checkDigits } = personalKinds.find((kind) => kind.code === code)!
      assert(checkDigits)
      const bare: string = right.number
      const at = checkDigits.from < 0 ? bare.length + checkDigits.from : checkDigits.from
      const other = /\d/u.test(bare[at]!) ? String((Number(bare[at]) + 1) % 10) : bare[at] === "A" ? "B" : "A"
      const wrong = yield* validate(code, bare.slice(0, at) + other + bare.slice(at + 1))
      assert.deepEqual([code, wrong.valid, wrong.corrected_number], [code, false, bare])
    }
  }),
)

it.effect("the taxpayer number of a Mexican person has two possible check characters, of two alphabets", () =>
  Effect.gen(function* () {
    const right = yield* validate("MX.RFCP", "GODE 561231 GR8")
    assert.deepEqual([right.valid, right.number], [true, "GODE561231GR8"])
    // That of sales to the public, which no check character fits.
    assert.isTrue((yield* validate("MX.RFCP", "XAXX010101000")).valid)
    const wrong = yield* validate("MX.RFCP", "GODE561231GR9")
    assert.deepEqual([wrong.valid, wrong.corrected_number], [false, null])
  }),
)

it.effect("a book number is given in its other form, which only numbers that begin with 978 have", () =>
  Effect.gen(function* () {
    for (const [number, other] of [
      ["9780306406157", "0306406152"],
      ["0-306-40615-2", "9780306406157"],
      ["978-0-8044-2957-3", "080442957X"],
      ["080442957X", "9780804429573"],
      ["9791034304691", null],
      ["0-306-40615-3", null],
    ] as const)
      assert.strictEqual((yield* validate("INT.ISBN", number)).other_form, other, number)
  }),
)

it.effect("a number without its check digits is completed, and one without published check digits is only compared with the form", () =>
  Effect.gen(function* () {
    const { completed_number, reason, valid } = yield* validate("ES.DNI", "12345678")
    assert.deepEqual([valid, completed_number, reason], [false, "12345678Z", "The check digits are missing."])
    assert.strictEqual((yield* validate("IT.CF", "RSSMRA85T10A562")).completed_number, "RSSMRA85T10A562S")
    const ssn = yield* validate("us.ssn", "536-90-4399")
    assert.deepEqual([ssn.valid, ssn.has_check_digits, ssn.kind], [true, false, "US.SSN"])
    assert.isFalse((yield* validate("US.SSN", "000-12-3456")).valid)
    assert.match((yield* validate("NL.BSN", "1234")).reason, /8 or 9 digits, and it has 4/)
    assert.strictEqual(refusedField(taxIds, "id.validate_number", { kind: "XX.YY", number: "12345678" }), "id.kind")
    assert.strictEqual(refusedField(taxIds, "id.validate_number", { kind: "NL.KVK", number: "12345678" }), "id.kind")
  }),
)

it.effect("a company number with a wrong or missing check digit is given with the right one", () =>
  Effect.gen(function* () {
    const company = (country: string, number: string) =>
      Effect.map(ask(taxIds, "company.validate_number", { country, number }), ({ data }) => data.company)
    assert.strictEqual((yield* company("CL", "12.345.678")).completed_number, "12.345.678-5")
    assert.strictEqual((yield* company("FR", "552032535")).corrected_number, "552 032 534")
    assert.strictEqual((yield* company("AU", "52 824 753 556")).corrected_number, "51 824 753 556")
    const right = yield* company("DK", "24256790")
    assert.deepEqual([right.valid, right.corrected_number, right.completed_number], [true, null, null])
  }),
)

it.effect("the form of every kind of number is stated in words that have its digits, and British prefixes have a meaning", () =>
  Effect.gen(function* () {
    for (const { code } of allKinds) {
      const { data } = yield* ask(taxIds, "id.number_format", { kind: code })
      assert.match(data.id.written, /\d/, code)
    }
    const british = yield* ask(taxIds, "id.number_format", { kind: "GB.CRN" })
    assert.deepInclude(british.data.id.prefixes, { prefix: "SC", meaning: "a company registered in Scotland" })
    assert.strictEqual((yield* ask(taxIds, "id.number_format", { kind: "nl.kvk" })).data.id.written, "8 digits")
  }),
)
