import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { checkVat } from "../../../../layers/sources/tax-ids/checkVat.ts"
import { bulgarian, czech } from "../../../../layers/sources/tax-ids/corrections.ts"
import { taxIds } from "../../../../layers/sources/tax-ids/source.ts"
import { type VatFormat, vatFormats } from "../../../../layers/sources/tax-ids/vatNumber.ts"
import { ask } from "../almanac/ask.ts"
import { at } from "../call.ts"
import { checkDigits } from "./checkDigits.ts"
import { published } from "./published.ts"

const validate = (vat_number: unknown, country?: unknown) =>
  ask(taxIds, "tax.validate_vat", { vat_number, ...(country !== undefined && { country }) })

let seed = 20_261_121
const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below
const formatOf = (prefix: string): VatFormat => vatFormats.find((format) => format.prefix === prefix)!

describe("tax.validate_vat of tax-ids", () => {
  it.effect("tax-ids accepts published VAT numbers of every country, with and without prefix", () =>
    Effect.gen(function* () {
      assert.sameMembers(
        Object.keys(published),
        vatFormats.map(({ prefix }) => prefix),
      )
      for (const [prefix, numbers] of Object.entries(published))
        for (const national of numbers.split(" ")) {
          const document = yield* validate(prefix + national)
          assert.deepEqual([prefix, national, at(document, "tax.valid"), at(document, "tax.reasons")], [prefix, national, true, []])
          assert.strictEqual(at(document, "tax.national_number"), national)
          if (prefix !== "XI") assert.deepEqual(yield* validate(national, formatOf(prefix).country), document)
        }
    }),
  )

  it("the check digits are computed as the tax authorities publish them", () => {
    // stdnum also accepts a third remainder for GB, which HMRC is reported to use, checks the province of IT, and refuses CZ numbers that begin with 9.
    const shapes: Readonly<Record<string, string>> = {
      AT: "U########",
      BE: "0#########",
      BG: "#########",
      CY: "########@",
      CZ: "########",
      DE: "#########",
      DK: "########",
      EE: "#########",
      EL: "#########",
      FI: "########",
      FR: "###########",
      HR: "###########",
      HU: "########",
      IE: "#######@",
      LT: "#######1#",
      LU: "########",
      LV: "4##########",
      MT: "########",
      NL: "#########B##",
      PL: "##########",
      PT: "5########",
      RO: "#########",
      SE: "##########01",
      SI: "########",
      SK: "20########",
      NO: "#########",
      CHE: "#########",
    }
    for (const [prefix, shape] of Object.entries(shapes)) {
      const format = formatOf(prefix)
      const expected = checkDigits[prefix === "CHE" ? "CH" : prefix]!
      let valid = 0
      for (let i = 0; i < 3_000; i++) {
        const national = shape.replace(/#/gu, () => String(random(10))).replace("@", () => String.fromCharCode(65 + random(26)))
        if (!format.digits.test(national) || (prefix === "CZ" && national.startsWith("9"))) continue
        const is = expected(prefix === "CHE" ? `E${national}` : national)
        if (checkVat({ format, national }).checkDigits !== is) assert.fail(`${prefix}${national} should be ${is ? "valid" : "invalid"}`)
        if (is) valid++
      }
      assert.isAbove(valid, 1, prefix)
    }
  })

  it.effect("tax-ids rejects most single typing errors in every country", () =>
    Effect.gen(function* () {
      for (const [prefix, numbers] of Object.entries(published)) {
        let [tried, missed] = [0, 0]
        for (const national of numbers.split(" "))
          for (let i = 0; i < national.length; i++)
            for (const digit of "0123456789") {
              if (!/\d/u.test(national[i]!) || national[i] === digit || /^(GD|HA)/u.test(national)) continue
              tried++
              if (at(yield* validate(prefix + national.slice(0, i) + digit + national.slice(i + 1)), "tax.valid") === true) missed++
            }
        // Of the Netherlands, the last two digits of the older numbers are not check digits.
        assert.isBelow(missed / tried, 0.15, `${prefix}: ${missed} of ${tried}`)
      }
    }),
  )

  it.effect("tax-ids corrects the known errors of its package", () =>
    Effect.gen(function* () {
      const cases: Readonly<Record<string, boolean>> = {
        BG831919536: true, // UniCredit Bulbank; numbers that begin with 8
        BG7523169263: true, // a person
        BG7552010004: false, // 10 digits that fit no rule
        BG7552010005: true, // "other", after VIES
        CZ640903926: true, // special, after VIES
        CZ640903925: false,
        SI58248561: false, // remainder 0
      }
      for (const [number, valid] of Object.entries(cases))
        assert.deepEqual([number, at(yield* validate(number), "tax.valid")], [number, valid])
      for (let i = 0; i < 400; i++) {
        // The special numbers of Czechia: the distance to the next multiple of 11 gives the digit.
        const body = String(random(10_000_000)).padStart(7, "0")
        const sum = [8, 7, 6, 5, 4, 3, 2].reduce((total, weight, at) => total + weight * Number(body[at]), 0)
        const distance = sum % 11 === 0 ? 11 : Math.ceil(sum / 11) * 11 - sum
        const digit = { 1: 8, 2: 7, 3: 6, 4: 5, 5: 4, 6: 3, 7: 2, 8: 1, 9: 0, 10: 9, 11: 8 }[distance]
        for (let last = 0; last < 10; last++) assert.strictEqual(czech(`6${body}${last}`), last === digit, `${body}${last}`)
        // Of Bulgaria, numbers of 10 digits whose third and fourth are no month, and which are not a foreigner's.
        const front = `12${90 + random(10)}${String(random(100_000)).padStart(5, "0")}`
        const rest = [4, 3, 2, 7, 6, 5, 4, 3, 2].reduce((total, weight, at) => total + weight * Number(front[at]), 0) % 11
        const foreigner = [21, 19, 17, 13, 11, 9, 7, 3, 1].reduce((total, weight, at) => total + weight * Number(front[at]), 0) % 10
        for (let last = 0; last < 10; last++)
          assert.strictEqual(bulgarian(`${front}${last}`), last === (11 - rest) % 11 || last === foreigner, `${front}${last}`)
      }
      assert.deepInclude(at(yield* validate("LV32123456789"), "tax"), { valid: true, check_digits_valid: null })
      assert.deepInclude(at(yield* validate("GBGD001"), "tax"), { valid: true, check_digits_valid: null })
      assert.isFalse(at(yield* validate("GBGD500"), "tax.valid"))
    }),
  )

  it.effect("tax-ids reads VAT numbers as people type them and prints them in one form", () =>
    Effect.gen(function* () {
      const same: Readonly<Record<string, string>> = {
        "de 136.695.976": "DE136695976",
        "GR 094259216": "EL094259216",
        "CHE-105.909.036 MWST": "CHE105909036",
        "NO 923 609 016": "NO923609016MVA",
        NO923609016MVA: "NO923609016MVA",
        "BE 0403.019.261": "BE0403019261",
        "fr-40 303 265 045": "FR40303265045",
        "ESA-28015865": "ESA28015865",
        "XI 980 7806 84": "XI980780684",
      }
      for (const [typed, written] of Object.entries(same)) {
        const document = yield* validate(typed)
        assert.deepEqual([typed, at(document, "tax.vat_number"), at(document, "tax.valid")], [typed, written, true])
      }
      assert.deepEqual(at(yield* validate("GR094259216"), "country"), { code: "GR", name: "Greece" })
      assert.deepEqual(at(yield* validate("XI980780684"), "country"), { code: "GB", name: "United Kingdom" })
      assert.strictEqual(at(yield* validate("094259216", "gr"), "tax.vat_number"), "EL094259216")
    }),
  )

  it.effect("tax-ids delivers an invalid VAT number together with its reasons", () =>
    Effect.gen(function* () {
      assert.deepInclude(at(yield* validate("DE136695977"), "tax"), {
        valid: false,
        format_valid: true,
        check_digits_valid: false,
        reasons: [{ code: "wrong_check_digits", message: "Its check digits do not match: probably a typing error." }],
      })
      assert.deepInclude(at(yield* validate("DE13669597"), "tax"), {
        valid: false,
        format_valid: false,
        check_digits_valid: null,
        reasons: [{ code: "wrong_format", message: "After DE there should be 9 digits." }],
      })
      for (const number of ["ATU", "FRIO123456789", "NL123456782C90", `IT${"9".repeat(30)}`, "DE١٢٣٤٥٦٧٨٩"])
        assert.isFalse(at(yield* validate(number), "tax.format_valid"), number)
    }),
  )

  it.effect("tax-ids refuses a VAT number whose country is ambiguous or differs from the requested country", () =>
    Effect.gen(function* () {
      for (const [number, country, message] of [
        ["136695976", undefined, /must begin with the prefix/u],
        ["US123456789", undefined, /must begin with the prefix/u],
        ["__proto__", undefined, /must begin with the prefix/u],
        ["FR40303265045", "DE", /prefix of FR/u],
        ["DE136695976", "ZZ", /country that this source covers/u],
        ["", "DE", /malformed/u],
        ["9".repeat(41), "DE", /malformed/u],
      ] as const) {
        const error = yield* Effect.flip(validate(number, country))
        assert.include(error, { _tag: "invalid_source_input" }, number)
        assert.match(error.message, message)
      }
    }),
  )

  it.effect("tax-ids does not read the two-letter key of a French VAT number as a country prefix", () =>
    Effect.gen(function* () {
      assert.deepInclude(at(yield* validate("DE303265045", "FR"), "tax"), { vat_number: "FRDE303265045", format_valid: true })
    }),
  )
})

describe("tax.vat_format", () => {
  it.effect("a prefix has its country, and a country its prefixes with what comes after them", () =>
    Effect.gen(function* () {
      const byPrefix = (prefix: string) => ask(taxIds, "tax.vat_format", { prefix })
      const greek = yield* byPrefix("el")
      assert.deepEqual(
        [at(greek, "country.code"), at(greek, "vat.used_in"), at(greek, "vat.after_prefix"), at(greek, "vat.others")],
        ["GR", "Greece", "9 digits", []],
      )
      const northern = yield* byPrefix("XI")
      assert.deepEqual([at(northern, "country.code"), at(northern, "vat.used_in")], ["GB", "Northern Ireland"])
      const british = yield* ask(taxIds, "tax.vat_format", { country: "GB" })
      assert.deepEqual(
        [at(british, "vat.prefix"), at(british, "vat.others")],
        ["GB", [{ prefix: "XI", after_prefix: "9 or 12 digits, or GD or HA and 3 digits", used_in: "Northern Ireland" }]],
      )
      for (const { country, prefix } of vatFormats) assert.strictEqual(at(yield* byPrefix(prefix), "country.code"), country, prefix)
    }),
  )
})
