import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { atlas } from "../../../../layers/sources/atlas/source.ts"
import { ask, refusedField } from "../gazetteer/answer.ts"

const countryOf = (body: Record<string, unknown>) => Effect.map(ask(atlas, "country.of_code", body), ({ data }) => data.country)

it.effect("country.of_code finds the country of a calling code, and with its area code that of a shared one", () =>
  Effect.gen(function* () {
    // After E.164 and the North American Numbering Plan.
    const expected = [
      ["+351", "PT"],
      ["84", "VN"],
      ["0044", "GB"],
      ["+44 (1534)", "JE"],
      ["+44 1624", "IM"],
      ["+7", "RU"],
      ["+7 727", "KZ"],
      ["+7 495", "RU"],
      ["+1", "US"],
      ["+1 212", "US"],
      ["+1-416", "CA"],
      ["+1 868", "TT"],
      ["+1 473", "GD"],
      ["+1 787", "PR"],
      ["+383", "XK"],
      ["+599 9", "CW"],
      ["+247", "SH"],
    ] as const
    for (const [code, country] of expected) assert.strictEqual((yield* countryOf({ calling_code: code })).code, country, code)
    const russia = yield* countryOf({ calling_code: "+7" })
    assert.deepEqual(russia.others, [{ code: "KZ", name: "Kazakhstan" }])
    assert.deepEqual((yield* countryOf({ calling_code: "+1 868" })).others, [])
  }),
)

it.effect("country.of_code finds the country of a top-level domain and of a number of ISO 3166-1", () =>
  Effect.gen(function* () {
    const domains = {
      ".kz": "KZ",
      ".com.br": "BR",
      uk: "GB",

      ".us": "US",
      ".fr": "FR",
      ".io": "IO",
      ".tv": "TV",
      ".укр": "UA",
    }
    for (const [domain, country] of Object.entries(domains))
      assert.strictEqual((yield* countryOf({ top_level_domain: domain })).code, country, domain)
    const numbers = { "392": "JP", "076": "BR", "756": "CH", "840": "US", "516": "NA", "008": "AL" }
    for (const [number, country] of Object.entries(numbers))
      assert.strictEqual((yield* countryOf({ numeric: number })).code, country, number)
    assert.deepEqual((yield* countryOf({ top_level_domain: ".ee" })).calling_codes, ["+372"])
  }),
)

it("country.of_code refuses codes that belong to no country", () => {
  for (const code of ["+800", "+870", "+1 800", "+999", "+0", "abc", "", "+351351351351351351"])
    assert.strictEqual(refusedField(atlas, "country.of_code", { calling_code: code }), "country.calling_code", code)
  for (const domain of [".com", ".eu", ".zz", "."])
    assert.strictEqual(refusedField(atlas, "country.of_code", { top_level_domain: domain }), "country.top_level_domain", domain)
  for (const number of ["000", "999", "39", "3920"])
    assert.strictEqual(refusedField(atlas, "country.of_code", { numeric: number }), "country.numeric", number)
})

it.effect("country.profile has the memberships of 2026", () =>
  Effect.gen(function* () {
    // European Union, European Economic Area, Schengen area, euro area.
    const expected = {
      DE: [true, true, true, true],
      HR: [true, true, true, true],
      BG: [true, true, true, true],
      RO: [true, true, true, false],
      IE: [true, true, false, true],
      CY: [true, true, false, true],
      DK: [true, true, true, false],
      NO: [false, true, true, false],
      CH: [false, false, true, false],
      GB: [false, false, false, false],
      ME: [false, false, false, false],
      TR: [false, false, false, false],
    }
    for (const [code, memberships] of Object.entries(expected)) {
      const { country } = (yield* ask(atlas, "country.profile", { code })).data
      assert.deepEqual([country.european_union, country.european_economic_area, country.schengen, country.euro_area], memberships, code)
    }
    const all = yield* Effect.forEach(
      "AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK IS LI NO CH".split(" "),
      (code) => Effect.map(ask(atlas, "country.profile", { code }), ({ data }) => data.country),
    )
    const count = (fact: string) => all.filter((country) => country[fact] === true).length
    assert.deepEqual(["european_union", "european_economic_area", "schengen", "euro_area"].map(count), [27, 30, 29, 21])
  }),
)

it.effect("country.of_code names the area of an area code, and none of a calling code alone", () =>
  Effect.gen(function* () {
    const areaOf = (calling_code: string) => Effect.map(ask(atlas, "country.of_code", { calling_code }), ({ data }) => data.phone.area)
    assert.deepEqual(yield* Effect.forEach(["+1 204", "+44 20", "+44", "+1", "+351"], areaOf), ["Manitoba", "London", null, null, null])
    // The tables have the blocks of these codes, not the codes.
    assert.deepEqual(yield* Effect.forEach(["+46 90", "+44 114", "+81 6", "+91 20"], areaOf), [
      "Umeå",
      "Sheffield",
      "Osaka, Osaka",
      "Pune, Maharashtra",
    ])
    const { phone } = (yield* ask(atlas, "country.of_code", { calling_code: "+44 191" })).data
    assert.deepEqual([phone.area, phone.areas], [null, ["Tyneside", "Durham", "Sunderland", "Tyneside/Durham/Sunderland"]])
    const unnamed = (yield* ask(atlas, "country.of_code", { calling_code: "+33 1" })).data.phone
    assert.deepEqual(unnamed, { area: null, areas: [], has_area_code: true })
  }),
)
