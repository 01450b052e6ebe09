import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { registers } from "../../../../layers/sources/tax-ids/registers.ts"
import { taxIds } from "../../../../layers/sources/tax-ids/source.ts"
import { ask } from "../almanac/ask.ts"
import { at } from "../call.ts"

const validate = (country: unknown, number: unknown) => ask(taxIds, "company.validate_number", { country, number })

/** Numbers that companies and authorities publish: country, kind, number. */
const published = `
  AR CUIT 30-54668997-9;AR CUIT 30-50109269-6;AT FN FN 33209 m;AT FN FN 66209 t;AT FN FN 144477 t;AT FN FN 93363z;AU ABN 51 824 753 556;AU ABN 49 004 028 077
  AU ACN 004 028 077;AU ACN 004 085 616;BE KBO/BCE 0417.497.106;BE KBO/BCE BE 0403.019.261;BG EIK 831919536;BG EIK 175074752
  BR CNPJ 33.000.167/0001-01;BR CNPJ 60.746.948/0001-12;BR CNPJ 00.000.000/0001-91;BR CNPJ 12.ABC.345/01DE-35;CA BN 12302 6635 RC 0001;CA BN 119298172
  CH UID CHE-105.909.036;CH UID CHE-116.281.710;CL RUT 97.004.000-5;CL RUT 61.704.000-K;CL RUT 96.806.980-2;CN USCC 91440300708461136T;CN USCC 914403001922038216
  CO NIT 899.999.068-1;CO NIT 890.903.938-8;CZ IČO 00177041;CZ IČO 45274649;DK CVR 24256790;DK CVR 22756214;DK CVR 61056416
  EE Registrikood 10060701;EE Registrikood 10421629;ES NIF A28015865;ES NIF A15075062;ES NIF Q2818014I;FI Y-tunnus 0112038-9;FI Y-tunnus 1927400-1
  FR SIREN 552 032 534;FR SIREN 775 670 417;FR SIREN 542 051 180;FR SIRET 732 829 320 00074;FR SIRET 356 000 000 49837;GB CRN 00445790;GB CRN SC327000;GB CRN OC303675;HR OIB 81793146560;HR OIB 68419124305
  IL H.P. 520013954;IS Kennitala 600169-2039;IT Partita_IVA 00905811006;IT Partita_IVA 00159560366;JP Corporate_Number 1180301018771;JP Corporate_Number 7000012050002
  KR BRN 124-81-00998;KR BRN 220-81-62517;MX RFC TME 840315 KT6;MX RFC WMT970714R10;NO Orgnr 923 609 016;NO Orgnr 982 463 718;PE RUC 20100130204;PE RUC 20100047218
  PL REGON 610188201;PL REGON 012100784;PT NIPC 500 697 256;PT NIPC PT504499777;RO CUI 1590082;RO CUI RO 361757;RS PIB 104052135;RS PIB 100002887
  RU INN 7736050003;RU INN 7707083893;SE Orgnr 556012-5790;SE Orgnr 556016-0680;SE Orgnr 556703-7485;TW UBN 22099131;TW UBN 04541302;UA EDRPOU 14360570;UA EDRPOU 20077720
  BY UNP 200988541;CR CPJ 3-101-999999;DO RNC 1-01-85004-3;EC RUC 1792060346-001;GT NIT 576937-K;HU Adószám 12892312;HU Adószám 12892312-2-44
  ID NPWP 01.312.166.0-091.000;LV Reģistrācijas_numurs 40003032949;MA ICE 001561191000066;MD IDNO 1008600038413;ME PIB 02655284;MK EDB 4030000375897
  PY RUC 80028061-0;SV NIT 0614-050707-104-8;TH TIN 0993000133978;TR VKN 4540536920;UY RUT 21-100342-001-7;VE RIF V-11470283-4;VN MST 0100233488`
  .split(/[;\n]/u)
  .map((line) => line.trim())
  .filter(Boolean)
  .map((line) => {
    const [country = "", kind = "", ...number] = line.split(" ")
    return { country, kind: kind.replace("_", " "), number: number.join(" ") }
  })

/** The share of errors that no check finds where it is larger: the digits of the branch (Ecuador), of tax office and branch (Indonesia) are not checked. */
const maxMissed: Readonly<Record<string, number>> = { EC: 0.24, ID: 0.41 }

describe("company.validate_number", () => {
  it.effect("company.validate_number accepts published numbers of every country and names their kind", () =>
    Effect.gen(function* () {
      assert.sameMembers([...new Set(published.map(({ country }) => country))], Object.keys(registers))
      for (const { country, kind, number } of published) {
        const document = yield* validate(country, number)
        assert.deepEqual(
          [country, number, at(document, "company.valid"), at(document, "company.number_type")],
          [country, number, true, kind],
        )
        // What is printed is read again as the same number.
        const again = yield* validate(country, at(document, "company.number_formatted"))
        assert.deepEqual(at(again, "company"), at(document, "company"))
      }
    }),
  )

  it.effect("company.validate_number rejects most single typing errors in every country whose numbers have check digits", () =>
    Effect.gen(function* () {
      for (const country of Object.keys(registers).filter((code) =>
        registers[code]!.some(({ hasNoCheckDigits }) => hasNoCheckDigits !== true),
      )) {
        let [tried, missed] = [0, 0]
        for (const { number } of published.filter((one) => one.country === country))
          for (let i = 0; i < number.length; i++)
            for (const digit of "0123456789") {
              if (!/\d/u.test(number[i]!) || number[i] === digit) continue
              tried++
              if (at(yield* validate(country, number.slice(0, i) + digit + number.slice(i + 1)), "company.valid") === true) missed++
            }
        assert.isBelow(missed / tried, maxMissed[country] ?? 0.19, `${country}: ${missed} of ${tried}`)
      }
    }),
  )

  it.effect("company.validate_number prints a number in its country's format", () =>
    Effect.gen(function* () {
      const printed: Readonly<Record<string, readonly [string, string]>> = {
        AU: ["51824753556", "51 824 753 556"],
        AT: ["33209M", "FN 33209m"],
        BE: ["0417497106", "0417.497.106"],
        BR: ["33000167000101", "33.000.167/0001-01"],
        CH: ["CHE105909036", "CHE-105.909.036"],
        CL: ["970040005", "97.004.000-5"],
        FI: ["01120389", "0112038-9"],
        FR: ["552032534", "552 032 534"],
        NO: ["923609016", "923 609 016"],
        RO: ["1590082", "1590082"],
        SE: ["5560125790", "556012-5790"],
      }
      for (const [country, [number, expected]] of Object.entries(printed))
        assert.deepEqual([country, at(yield* validate(country, number), "company.number_formatted")], [country, expected])
    }),
  )

  it.effect("company.validate_number delivers an invalid number together with the kinds that were tried", () =>
    Effect.gen(function* () {
      assert.deepEqual(yield* validate("FR", "552 032 535"), {
        country: { code: "FR", name: "France" },
        company: {
          number: "552032535",
          valid: false,
          number_type: null,
          number_type_local: null,
          number_formatted: null,
          types_tried: ["SIREN", "SIRET"],
          corrected_number: "552 032 534",
          completed_number: null,
          has_check_digits: null,
          contained_number: null,
          contained_type: null,
          holder_kind: null,
        },
      })
      for (const number of ["--", "constructor", "😀😀", "٥٥٢٠٣٢٥٣٤", "0".repeat(40)])
        assert.isFalse(at(yield* validate("FR", number), "company.valid"), number)
    }),
  )

  it.effect("company.validate_number refuses a country whose numbers it does not cover", () =>
    Effect.gen(function* () {
      for (const [country, number] of [
        ["US", "911144442"],
        ["__", "1"],
        ["FR", ""],
        ["FR", "1".repeat(41)],
        [undefined, "1"],
      ])
        assert.include(yield* Effect.flip(validate(country, number)), { _tag: "invalid_source_input" })
    }),
  )
})
