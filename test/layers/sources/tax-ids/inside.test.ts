import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { taxIds } from "../../../../layers/sources/tax-ids/source.ts"
import { ask } from "../almanac/ask.ts"
import { at } from "../call.ts"

const vat = (number: string) => Effect.map(ask(taxIds, "tax.validate_vat", { vat_number: number }), (data) => Object(at(data, "tax")))
const company = (country: string, number: string) =>
  Effect.map(ask(taxIds, "company.validate_number", { country, number }), (data) => Object(at(data, "company")))
const person = (kind: string, number: string) =>
  Effect.map(ask(taxIds, "id.validate_number", { kind, number }), (data) => Object(at(data, "id")))

it.effect("a VAT number contains the number of the company as its register prints it, where the law makes the one out of the other", () =>
  Effect.gen(function* () {
    // The numbers of Google France, Orange, Proximus, Equinor, Nokia, Telefónica, ČEZ, Ericsson and others, with the company's number as its register prints it.
    const expected = [
      ["FR64443061841", "SIREN", "443 061 841"],
      ["FR89380129866", "SIREN", "380 129 866"],
      ["BE0202239951", "KBO/BCE", "0202.239.951"],
      ["CHE-116.281.710 MWST", "UID", "CHE-116.281.710"],
      ["NO923609016MVA", "Orgnr", "923 609 016"],
      ["FI01120389", "Y-tunnus", "0112038-9"],
      ["ESA28015865", "NIF", "A28015865"],
      ["IT00743110157", "Partita IVA", "00743110157"],
      ["PT500697256", "NIPC", "500 697 256"],
      ["RO1590082", "CUI", "1590082"],
      ["CZ45274649", "IČO", "45274649"],
      ["SE556016068001", "Orgnr", "556016-0680"],
      ["HR81793146560", "OIB", "81793146560"],
      ["BG831919536", "EIK", "831919536"],
    ] as const
    for (const [number, type, inside] of expected) {
      const read = yield* vat(number)
      assert.isTrue(read.valid, number)
      assert.deepEqual([read.contained_type, read.contained_number], [type, inside], number)
    }
  }),
)

it.effect("a VAT number of a person, of a country that gives numbers of their own, and an invalid one contain none", () =>
  Effect.gen(function* () {
    // A Czech birth number, a Bulgarian personal one, a Spanish identity document and a Swedish person.
    for (const number of [
      "CZ7103192745",
      "ES54362315K",
      "SE811218987601",
      "DE136695976",
      "ATU13585627",
      "GB980780684",
      "NL004495445B01",
      "DK24256790",
    ]) {
      const read = yield* vat(number)
      assert.deepEqual([read.contained_type, read.contained_number], [null, null], number)
    }
    const wrong = yield* vat("FR64443061842")
    assert.isFalse(wrong.valid)
    assert.isNull(wrong.contained_number)
  }),
)

it.effect("the letter of a Spanish number, the fourth of an Indian PAN and a prefix of Companies House say whose the number is", () =>
  Effect.gen(function* () {
    assert.match((yield* vat("ESA28015865")).holder_kind, /^public limited company/u)
    assert.match((yield* vat("ESB58378431")).holder_kind, /^private limited company/u)
    assert.match((yield* vat("ESQ2818014I")).holder_kind, /^public body/u)
    assert.match((yield* vat("ES54362315K")).holder_kind, /^person/u)
    assert.match((yield* vat("ESX2482300W")).holder_kind, /^foreign person/u)
    assert.isNull((yield* vat("DE136695976")).holder_kind)
    assert.match((yield* company("ES", "A28015865")).holder_kind, /^public limited company/u)
    assert.match((yield* company("GB", "SC327000")).holder_kind, /Scotland/u)
    assert.match((yield* company("GB", "NI000123")).holder_kind, /Northern Ireland/u)
    assert.match((yield* company("GB", "00445790")).holder_kind, /England and Wales/u)
    assert.strictEqual((yield* person("IN.PAN", "AAPFU0939F")).holder_kind, "firm or limited liability partnership")
    assert.strictEqual((yield* person("IN.PAN", "AAACT2727Q")).holder_kind, "company")
  }),
)

it.effect("a SIRET contains a SIREN, an Indian tax number a PAN, and a number of a person nothing of its holder's birth", () =>
  Effect.gen(function* () {
    const site = yield* company("FR", "73282932000074")
    assert.deepEqual([site.contained_type, site.contained_number], ["SIREN", "732 829 320"])
    const gst = yield* person("IN.GSTIN", "27AAPFU0939F1ZV")
    assert.deepEqual(
      [gst.contained_type, gst.contained_number, gst.holder_kind],
      ["PAN", "AAPFU0939F", "firm or limited liability partnership"],
    )
    assert.deepEqual([gst.state, (yield* person("PL.NIP", "8567346215")).state], ["Maharashtra", null])
    const pesel = yield* person("PL.PESEL", "44051401359")
    assert.isTrue(pesel.valid)
    assert.deepEqual([pesel.contained_number, pesel.holder_kind], [null, null])
  }),
)

it.effect("a company number of the United Kingdom has a form and no check digits, and only prefixes that Companies House publishes", () =>
  Effect.gen(function* () {
    assert.deepInclude(yield* company("GB", "00445790"), { valid: true, number_type: "CRN", has_check_digits: false })
    assert.deepInclude(yield* company("NO", "923609016"), { valid: true, has_check_digits: true })
    for (const number of ["XX123456", "123456789", "SC12345"])
      assert.deepInclude(yield* company("GB", number), { valid: false, has_check_digits: null })
  }),
)
