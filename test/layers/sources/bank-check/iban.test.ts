import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { getCountrySpecifications } from "ibantools"
import { bankCheck } from "../../../../layers/sources/bank-check/source.ts"
import { bbanParts } from "../../../../layers/sources/bank-check/structure.ts"
import { at, call } from "../call.ts"
import { only } from "../only.ts"
import { textOf } from "../textOf.ts"
import { official } from "./official.ts"
import { codes } from "./reasonCodes.ts"

/** ISO 7064 MOD 97-10, written anew. */
const checkDigits = (country: string, bban: string) => {
  const digits = [...`${bban}${country}00`].map((character) => Number.parseInt(character, 36)).join("")
  return String(98n - (BigInt(digits) % 97n)).padStart(2, "0")
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
      assert.deepInclude(at(polish, "bank"), { name: "Erste Bank Polska (until 2026 Santander Bank Polska)", names_listed: true })
      const swedish = yield* validate("SE4550000000058398257466")
      assert.deepInclude(at(swedish, "bank"), { name: "SEB (Skandinaviska Enskilda Banken)", names_listed: true })
      const danish = yield* validate("DK5000400440116243")
      assert.deepInclude(at(danish, "bank"), { name: null, names_listed: false })
      assert.include(textOf("bank.validate_iban", danish, facts), "no source lists this bank code of Denmark.")
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
