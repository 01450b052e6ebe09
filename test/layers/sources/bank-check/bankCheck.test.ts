import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { getCountrySpecifications } from "ibantools"
import { bbanParts } from "../../../../layers/sources/bank-check/structure.ts"
import { bankCheck } from "../../../../layers/sources/bank-check/source.ts"
import { only } from "../only.ts"
import { at, call } from "../call.ts"
import { textOf } from "../textOf.ts"

/** The examples that the SWIFT IBAN registry gives for its countries. */
const official =
  `AD1200012030200359100100 AE070331234567890123456 AL47212110090000000235698741 AT611904300234573201 AZ21NABZ00000000137010001944
  BA391290079401028494 BE68539007547034 BG80BNBG96611020345678 BH67BMAG00001299123456 BR1800360305000010009795493C1 BY13NBRB3600900000002Z00AB00
  CH9300762011623852957 CR05015202001026284066 CY17002001280000001200527600 CZ6508000000192000145399 DE89370400440532013000 DK5000400440116243
  DO28BAGR00000001212453611324 EE382200221020145685 EG380019000500000000263180002 ES9121000418450200051332 FI2112345600000785 FO6264600001631634
  FR1420041010050500013M02606 GB29NWBK60161331926819 GE29NB0000000101904917 GI75NWBK000000007099453 GL8964710001000206 GR1601101250000000012300695
  GT82TRAJ01020000001210029690 HR1210010051863000160 HU42117730161111101800000000 IE29AIBK93115212345678 IL620108000000099999999
  IQ98NBIQ850123456789012 IS140159260076545510730339 IT60X0542811101000000123456 JO94CBJO0010000000000131000302 KW81CBKU0000000000001234560101
  KZ86125KZT5004100100 LB62099900000001001901229114 LC55HEMM000100010012001200023015 LI21088100002324013AA LT121000011101001000
  LU280019400644750000 LV80BANK0000435195001 LY83002048000020100120361 MC5811222000010123456789030 MD24AG000225100013104168
  ME25505000012345678951 MK07250120000058984 MR1300020001010000123456753 MT84MALT011000012345MTLCAST001S MU17BOMM0101101030300200000MUR
  NL91ABNA0417164300 NO9386011117947 PK36SCBL0000001123456702 PL61109010140000071219812874 PS92PALS000000000400123456702
  PT50000201231234567890154 QA58DOHB00001234567890ABCDEFG RO49AAAA1B31007593840000 RS35260005601001611379 SA0380000000608010167519
  SC18SSCB11010000000000001497USD SD2129010501234001 SE4550000000058398257466 SI56263300012039086 SK3112000000198742637541
  SM86U0322509800000000270100 ST68000100010051845310112 SV62CENR00000000000000700025 TL380080012345678910157 TN5910006035183598478831
  TR330006100519786457841326 UA213223130000026007233566001 VA59001123000012345678 VG96VPVG0000012345678901 XK051212012345678906`.split(
    /\s+/,
  )

/** ISO 7064 MOD 97-10, written anew. */
const checkDigits = (country: string, bban: string) => {
  const digits = [...`${bban}${country}00`].map((character) => Number.parseInt(character, 36)).join("")
  return String(98n - (BigInt(digits) % 97n)).padStart(2, "0")
}
const codes = (document: unknown): ReadonlyArray<unknown> => {
  const reasons = at(document, "bank.reasons")
  return Array.isArray(reasons) ? reasons.map((reason) => reason.code) : []
}

layer(only(bankCheck))("bank.validate_iban", (it) => {
  const validate = (iban: string) => call("bank-check", "bank.validate_iban", { iban })

  it.effect("bank.validate_iban accepts the registry's own examples, whose check digits are computed independently", () =>
    Effect.gen(function* () {
      for (const iban of official) {
        const document = yield* validate(iban)
        assert.deepEqual([iban, at(document, "bank.valid"), codes(document)], [iban, true, []])
        assert.strictEqual(at(document, "bank.expected_check_digits"), checkDigits(iban.slice(0, 2), iban.slice(4)))
        assert.strictEqual(at(document, "bank.bban"), iban.slice(4))
        assert.strictEqual(at(document, "bank.expected_length"), iban.length)
        assert.strictEqual(at(document, "country.code"), iban.slice(0, 2))
        assert.isString(at(document, "country.name"))
      }
    }),
  )

  it.effect("bank.validate_iban splits an account number as the country's banks do", () =>
    Effect.gen(function* () {
      // bank, branch, account, national check digits
      const expected: Record<string, ReadonlyArray<string | null>> = {
        GB29NWBK60161331926819: ["NWBK", "601613", "31926819", null],
        DE89370400440532013000: ["37040044", null, "0532013000", null],
        FR1420041010050500013M02606: ["20041", "01005", "0500013M026", "06"],
        ES9121000418450200051332: ["2100", "0418", "0200051332", "45"],
        IT60X0542811101000000123456: ["05428", "11101", "000000123456", "X"],
        SM86U0322509800000000270100: ["03225", "09800", "000000270100", "U"],
        PL61109010140000071219812874: ["109", "0101", "0000071219812874", "4"],
        NO9386011117947: ["8601", null, "111794", "7"],
        BE68539007547034: ["539", null, "0075470", "34"],
        CH9300762011623852957: ["00762", null, "011623852957", null],
        NL91ABNA0417164300: ["ABNA", null, "0417164300", null],
        IE29AIBK93115212345678: ["AIBK", "931152", "12345678", null],
        PT50000201231234567890154: ["0002", "0123", "12345678901", "54"],
        SK3112000000198742637541: ["1200", null, "0000198742637541", null],
        HU42117730161111101800000000: ["117", "7301", "111110180000000", "60"],
        MU17BOMM0101101030300200000MUR: ["BOMM01", "01", "101030300200", null],
      }
      const parts = ["bank.bank_identifier", "bank.branch_identifier", "bank.account_number", "bank.national_check_digits"]
      for (const [iban, values] of Object.entries(expected)) {
        const document = yield* validate(iban)
        assert.deepEqual([iban, ...parts.map((part) => at(document, part))], [iban, ...values])
      }
    }),
  )

  it.effect("bank.validate_iban detects every mistyped digit and every swapped pair", () =>
    Effect.gen(function* () {
      const iban = "DE89370400440532013000"
      for (let index = 2; index < iban.length; index++) {
        const digit = (Number(iban[index]) + 1 + (index % 8)) % 10
        const mistyped = `${iban.slice(0, index)}${digit}${iban.slice(index + 1)}`
        if (mistyped !== iban) assert.isFalse(at(yield* validate(mistyped), "bank.valid"), mistyped)
        const swapped = `${iban.slice(0, index)}${iban[index + 1] ?? ""}${iban[index]}${iban.slice(index + 2)}`
        if (swapped !== iban) assert.isFalse(at(yield* validate(swapped), "bank.valid"), swapped)
      }
    }),
  )

  it.effect("bank.validate_iban delivers an invalid IBAN with its reasons and the correct check digits", () =>
    Effect.gen(function* () {
      const wrong = yield* validate("DE88370400440532013000")
      assert.deepEqual(codes(wrong), ["wrong_check_digits"])
      assert.strictEqual(at(wrong, "bank.expected_check_digits"), "89")
      assert.strictEqual(at(wrong, "bank.bank_identifier"), "37040044")

      assert.deepEqual(codes(yield* validate("DE8937040044053201300")), ["wrong_length", "wrong_format"])
      assert.deepEqual(codes(yield* validate("GB29NWBK60161331926A19")), ["wrong_format"])
      assert.deepEqual(codes(yield* validate("US12345678901234567890")), ["unknown_country"])
      assert.deepEqual(codes(yield* validate("ZZ89370400440532013000")), ["unknown_country"])
      assert.deepEqual(codes(yield* validate("GB29 NWBK*6016 1331 9268 19")), ["illegal_character"])
      assert.deepEqual(codes(yield* validate("DEX9370400440532013000")), ["check_digits_not_numeric", "wrong_check_digits"])
      assert.deepEqual(codes(yield* validate(" - ")), ["empty"])
      assert.isNull(at(yield* validate("constructor"), "country.code"))
    }),
  )

  it.effect("bank.validate_iban checks national check digits if the check digits of the IBAN are right", () =>
    Effect.gen(function* () {
      // Belgium: the last two digits are the first ten modulo 97.
      const bban = "539007547035"
      const document = yield* validate(`BE${checkDigits("BE", bban)}${bban}`)
      assert.deepEqual(codes(document), ["wrong_national_check_digits"])
      assert.isFalse(at(document, "bank.valid"))
    }),
  )

  it.effect("bank.validate_iban names the bank of a valid German IBAN, and calls a code a code", () =>
    Effect.gen(function* () {
      const facts = ["bank.valid", "bank.name"]
      const german = yield* validate("DE89370400440532013000")
      assert.deepInclude(at(german, "bank"), { name: "Commerzbank", names_listed: true })
      assert.strictEqual(
        textOf("bank.validate_iban", german, facts),
        "DE89 3704 0044 0532 0130 00 is a valid IBAN of Germany. The bank code is 37040044 and the account 0532013000. The bank of this code is Commerzbank.",
      )
      const austrian = yield* validate("AT611904300234573201")
      assert.deepInclude(at(austrian, "bank"), { name: null, names_listed: true })
      assert.include(textOf("bank.validate_iban", austrian, facts), "The bank code is 19043 and the account 00234573201.")
      assert.include(textOf("bank.validate_iban", austrian, facts), "No bank of Austria with the code 19043 is in the lists.")
      const polish = yield* validate("PL61109010140000071219812874")
      assert.deepInclude(at(polish, "bank"), { name: null, names_listed: false })
      assert.include(textOf("bank.validate_iban", polish, facts), "no source has a list of the banks of Poland.")
      assert.deepInclude(at(yield* validate("GB29NWBK60161331926819"), "bank"), {
        name: "NATIONAL WESTMINSTER BANK PLC",
        names_listed: true,
      })
      assert.deepInclude(at(yield* validate("DE88370400440532013000"), "bank"), { name: null })
    }),
  )

  it.effect("bank.validate_iban covers the 41 countries of SEPA and QR-IBANs", () =>
    Effect.gen(function* () {
      for (const iban of official) {
        const sepa =
          "AD AL AT BE BG CH CY CZ DE DK EE ES FI FR GB GI GR HR HU IE IS IT LI LT LU LV MC MD ME MK MT NL NO PL PT RO RS SE SI SK SM VA"
        assert.strictEqual(at(yield* validate(iban), "bank.sepa"), sepa.includes(iban.slice(0, 2)), iban)
      }
      assert.isTrue(at(yield* validate("CH4431999123000889012"), "bank.qr_iban"))
      assert.isFalse(at(yield* validate("CH9300762011623852957"), "bank.qr_iban"))
    }),
  )

  it.effect("bank.validate_iban reads IBANs as people type them", () =>
    Effect.gen(function* () {
      for (const typed of [
        "gb29 nwbk 6016 1331 9268 19",
        "IBAN: GB29-NWBK-6016-1331-9268-19",
        "iban GB29NWBK60161331926819",
        "GB29\u00a0NWBK 60161331926819",
      ]) {
        const document = yield* validate(typed)
        assert.deepEqual([at(document, "bank.iban"), at(document, "bank.valid")], ["GB29NWBK60161331926819", true])
        assert.strictEqual(at(document, "bank.iban_formatted"), "GB29 NWBK 6016 1331 9268 19")
      }
    }),
  )

  it.effect("bank.validate_iban refuses an overlong input", () =>
    Effect.gen(function* () {
      for (const iban of ["", "9".repeat(65)]) assert.strictEqual((yield* Effect.flip(validate(iban)))._tag, "invalid_source_input")
    }),
  )

  it("every country of the registry has a structure of the right length", () => {
    for (const [code, { chars, IBANRegistry }] of Object.entries(getCountrySpecifications())) {
      if (IBANRegistry && chars !== null) assert.isNotNull(bbanParts(code, "0".repeat(chars - 4)).bank, code)
    }
  })
})

layer(only(bankCheck))("bank.iban_format", (it) => {
  it.effect("bank.iban_format gives the electronic, the printed and the masked form", () =>
    Effect.gen(function* () {
      assert.deepEqual(yield* call("bank-check", "iban_format", { iban: "nl91abna0417164300" }), {
        bank: {
          iban: "NL91ABNA0417164300",
          iban_formatted: "NL91 ABNA 0417 1643 00",
          iban_masked: "NL91 **** **** **43 00",
          valid: true,
        },
      })
    }),
  )

  it.effect("bank.iban_format never shows a short text unmasked", () =>
    Effect.gen(function* () {
      const document = yield* call("bank-check", "iban_format", { iban: "NL91ABNA" })
      assert.deepEqual([at(document, "bank.iban_masked"), at(document, "bank.valid")], ["**** ****", false])
    }),
  )
})

layer(only(bankCheck))("bank.validate_bic", (it) => {
  const validate = (bic: string) => call("bank-check", "bank.validate_bic", { bic })

  it.effect("bank.validate_bic splits a BIC into its parts", () =>
    Effect.gen(function* () {
      assert.deepEqual(yield* validate("deut de ff 500"), {
        country: { code: "DE", name: "Germany" },
        bank: {
          bic: "DEUTDEFF500",
          bic8: "DEUTDEFF",
          bic11: "DEUTDEFF500",
          valid: true,
          reasons: [],
          bank_code: "DEUT",
          name: "Deutsche Bank",
          city: "FRANKFURT AM MAIN",
          names_listed: true,
          location_code: "FF",
          branch_code: "500",
          primary_office: false,
          test_bic: false,
          passive_participant: false,
        },
      })
      const chase = yield* validate("CHASUS33")
      assert.deepEqual(
        ["bank.bic11", "bank.branch_code", "bank.primary_office", "country.code"].map((path) => at(chase, path)),
        ["CHASUS33XXX", null, true, "US"],
      )
      assert.isTrue(at(yield* validate("NEDSZAJJXXX"), "bank.primary_office"))
    }),
  )

  it.effect("bank.validate_bic detects test and passive codes by their location code (ISO 9362)", () =>
    Effect.gen(function* () {
      assert.isTrue(at(yield* validate("DEUTDEF0"), "bank.test_bic"))
      assert.isTrue(at(yield* validate("DEUTDEF1"), "bank.passive_participant"))
    }),
  )

  it.effect("a wrong length of an IBAN or a BIC is stated with the right one", () =>
    Effect.gen(function* () {
      const messages = (document: unknown) => JSON.stringify(at(document, "bank.reasons"))
      assert.include(messages(yield* validate("BARCGB2")), "It has 7 characters: a BIC has 8, or 11 with the branch.")
      const iban = yield* call("bank-check", "bank.validate_iban", { iban: "SA038000000060801016751" })
      assert.include(messages(iban), "It has 23 characters; an IBAN with SA has 24.")
    }),
  )

  it.effect("bank.iban_of_country has the lengths and bank codes of the registry's examples, and none for countries without IBANs", () =>
    Effect.gen(function* () {
      const describe = (country: string) => call("bank-check", "bank.iban_of_country", { country })
      for (const iban of official) {
        const document = yield* describe(iban.slice(0, 2))
        assert.deepEqual([at(document, "bank.uses_iban"), at(document, "bank.iban_length")], [true, iban.length], iban)
      }
      const parts = (document: unknown) => {
        const value = at(document, "bank.iban_parts")
        return Array.isArray(value) ? value.map(({ first, last, name }) => `${name} ${first}-${last}`) : []
      }
      assert.deepEqual(parts(yield* describe("ES")), [
        "country code 1-2",
        "check digits 3-4",
        "bank code 5-8",
        "branch code 9-12",
        "national check digits 13-14",
        "account number 15-24",
      ])
      for (const country of ["US", "CA", "AU", "IN", "JP"]) {
        const document = yield* describe(country)
        assert.deepEqual([at(document, "bank.uses_iban"), at(document, "bank.sepa"), parts(document)], [false, false, []], country)
      }
      // In SEPA since 2025, in it and outside of the Union, and outside of it.
      for (const [country, isIn] of [
        ["RS", true],
        ["CH", true],
        ["GB", true],
        ["TR", false],
        ["UA", false],
      ] as const)
        assert.strictEqual(at(yield* describe(country), "bank.sepa"), isIn, country)
    }),
  )

  it.effect("bank.validate_bic calls the parts of a BIC codes, and names the bank of a German one", () =>
    Effect.gen(function* () {
      assert.strictEqual(
        textOf("bank.validate_bic", yield* call("bank-check", "bank.validate_bic", { bic: "RZBAATWW" }), ["bank.valid"]),
        "RZBAATWW is a well-formed BIC of Austria. Its bank code is RZBA and its location code WW.",
      )
    }),
  )

  it.effect("bank.validate_bic delivers an invalid BIC together with its reasons", () =>
    Effect.gen(function* () {
      for (const [bic, reason] of [
        ["DEUTZZFF", "unknown_country"],
        ["DEU1DEFF", "wrong_format"],
        ["DEUTDEFF5", "wrong_length"],
        ["DEUTDEFF5000", "wrong_length"],
        ["--", "wrong_length"],
      ] as const) {
        const document = yield* validate(bic)
        assert.deepEqual([bic, at(document, "bank.valid"), codes(document)], [bic, false, [reason]])
      }
    }),
  )
})
