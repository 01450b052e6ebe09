import { assert, it } from "@effect/vitest"
import { Effect, type Schema } from "effect"
import { getCountryCallingCode, isSupportedCountry } from "libphonenumber-js/max"
import { fill } from "../../../../domain/ask/answer/template.ts"
import { builtinTemplates } from "../../../../domain/ask/answer/templates/builtin.ts"
import { catalogueEntries } from "../../../../domain/catalogue/Catalogue.ts"
import { factsRequested, operationProfiles } from "../../../../domain/planning/match/OperationProfile.ts"
import { clauseOf } from "../../../../domain/planning/read/ParsedQuestion.ts"
import { extract } from "../../../../layers/planner/extract/extract.ts"
import { sovereignOf } from "../../../../layers/sources/atlas/sovereigns.ts"
import { countries } from "../../../../layers/sources/atlas/countries.ts"
import { atlas } from "../../../../layers/sources/atlas/source.ts"
import { countryName } from "../../../../layers/sources/country.ts"
import { currenciesOf } from "../../../../layers/sources/currencies/legalTender.ts"
import { ask, pathsOf, refusedField } from "../gazetteer/answer.ts"
import { textOf } from "../textOf.ts"

const profile = (body: Record<string, unknown>) => Effect.map(ask(atlas, "country.profile", body), ({ data }) => data)

it.effect("country.profile describes countries", () =>
  Effect.gen(function* () {
    // code, alpha-3, capital, currency, calling code, landlocked
    const expected = [
      ["CH", "CHE", "Bern", "CHF", "+41", true],
      ["JP", "JPN", "Tokyo", "JPY", "+81", false],
      ["BR", "BRA", "Brasília", "BRL", "+55", false],
      ["KZ", "KAZ", "Astana", "KZT", "+7", true],
      ["BI", "BDI", "Gitega", "BIF", "+257", true],
      ["BB", "BRB", "Bridgetown", "BBD", "+1 246", false],
      ["SZ", "SWZ", "Mbabane", "SZL", "+268", true],
      ["LK", "LKA", "Sri Jayawardenepura Kotte", "LKR", "+94", false],
      ["BG", "BGR", "Sofia", "EUR", "+359", false],
      ["GQ", "GNQ", "Ciudad de la Paz", "XAF", "+240", false],
      ["MN", "MNG", "Ulaanbaatar", "MNT", "+976", true],
      ["VA", "VAT", "Vatican City", "EUR", "+39", true],
      ["US", "USA", "Washington D.C.", "USD", "+1", false],
      ["RU", "RUS", "Moscow", "RUB", "+7", false],
      ["SX", "SXM", "Philipsburg", "XCG", "+1 721", false],
      ["XK", "XKX", "Pristina", "EUR", "+383", true],
    ] as const
    for (const [code, alpha3, capital, currency, calling, landlocked] of expected) {
      const { country, currency: money } = yield* profile({ code: code.toLowerCase() })
      assert.deepEqual(
        [country.alpha3, country.capital, money.code, country.calling_codes[0], country.landlocked],
        [alpha3, capital, currency, calling, landlocked],
      )
      assert.deepEqual((yield* profile({ "country.alpha3": alpha3 })).country, country)
    }
    assert.isNull((yield* profile({ code: "XK" })).country.numeric)
    assert.deepEqual((yield* profile({ code: "AQ" })).currency, { code: null, name: null, others: [] })
  }),
)

it("borders are symmetric, and the facts agree with other data sets", () => {
  for (const { code, neighbours } of countries.values())
    for (const neighbour of neighbours) assert.include(countries.get(neighbour)?.neighbours ?? [], code, `${code} ${neighbour}`)
  const count = (code: string) => countries.get(code)?.neighbours.length
  // China's include Hong Kong and Macau, Brazil's French Guiana.
  assert.deepEqual(["CN", "RU", "BR", "DE", "CH", "JP", "LK", "PT"].map(count), [16, 14, 10, 9, 5, 0, 0, 1])
  const all = [...countries.values()]
  assert.deepEqual([all.length, all.filter(({ isUnMember }) => isUnMember).length], [250, 193])
  for (const country of all) {
    assert.isAbove(country.areaKm2, 0, country.code)
    assert.isNotNull(countryName(country.code), country.code)
    assert.isTrue(currenciesOf(country.code).length > 0 || country.code === "AQ", country.code)
    if (isSupportedCountry(country.code))
      for (const calling of country.callingCodes.slice(0, 1))
        assert.strictEqual(calling.split(" ")[0], `+${getCountryCallingCode(country.code)}`, country.code)
    assert.isTrue(country.callingCodes.length > 0 || ["AQ", "HM"].includes(country.code), country.code)
  }
})

it.effect("the atlas lists the neighbours of a country and the countries of a currency", () =>
  Effect.gen(function* () {
    const { data: laos } = yield* ask(atlas, "country.neighbours", { code: "LA" })
    assert.deepEqual(
      laos.country.neighbours.map(({ code }: { code: string }) => code),
      ["CN", "KH", "MM", "TH", "VN"],
    )
    assert.deepEqual((yield* ask(atlas, "country.neighbours", { code: "IS" })).data.country.neighbours, [])
    const codes = (code: string) =>
      Effect.map(ask(atlas, "country.by_currency", { code }), ({ data }) => data.country.list.map((each: { code: string }) => each.code))
    assert.deepEqual(yield* codes("chf"), ["CH", "LI"])
    assert.deepEqual(yield* codes("XOF"), ["BF", "BJ", "CI", "GW", "ML", "NE", "SN", "TG"])
    const euro = yield* codes("EUR")
    // The 21 of the euro area since Bulgaria joined.
    assert.includeMembers(euro, "AT BE BG CY DE EE ES FI FR GR HR IE IT LT LU LV MT NL PT SI SK".split(" "))
    assert.notIncludeMembers(euro, ["CH", "CZ", "DK", "PL", "RO", "SE", "HU"])
  }),
)

it("the atlas refuses an input that is not a country or a currency", () => {
  for (const code of ["ZZ", "C", "CHE", "", "__", "🇨🇭", 1, null])
    assert.strictEqual(refusedField(atlas, "country.profile", { code }), "country.code")
  for (const alpha3 of ["ZZZ", "CH", ""]) assert.strictEqual(refusedField(atlas, "country.profile", { alpha3 }), "country.alpha3")
  for (const code of ["DEM", "XAU", "ZZZ", ""]) assert.strictEqual(refusedField(atlas, "country.by_currency", { code }), "currency.code")
})

it.effect("the atlas lists every operation that it answers", () =>
  Effect.gen(function* () {
    const inputs = [{ code: "CH" }, { code: "CH" }, { code: "CHF" }, { calling_code: "+41" }, { region: "South America" }]
    for (const [index, operation] of atlas.operations.entries())
      assert.sameMembers([...operation.output], [...pathsOf((yield* ask(atlas, operation.id, inputs[index]!)).data)])
    assert.deepEqual(
      atlas.operations.map(({ pricing }) => pricing.price),
      [1_000n, 1_000n, 1_500n, 500n, 1_500n],
    )
  }),
)

it.effect("territories have the state that they belong to, and those of the European Union its memberships", () =>
  Effect.gen(function* () {
    const facts = (code: string) =>
      Effect.map(profile({ code }), ({ country }) => [
        country.sovereign,
        country.independent,
        country.european_union,
        country.schengen,
        country.euro_area,
      ])
    const expected = {
      RE: ["France", false, true, false, true],
      AX: ["Finland", false, true, true, true],
      GL: ["Denmark", false, false, false, false],
      // In the Union until 2012, and an associated territory since.
      BL: ["France", false, false, false, false],
      NC: ["France", false, false, false, false],
      JE: ["the British Crown and is no part of the United Kingdom", false, false, false, false],
      FR: [null, true, true, true, true],
    }
    for (const [code, row] of Object.entries(expected)) assert.deepEqual(yield* facts(code), row, code)
    for (const { code, independent, isUnMember } of countries.values())
      assert.isTrue(!(isUnMember || independent === true) || sovereignOf(code) === null, code)
    const { data: france } = yield* ask(atlas, "country.neighbours", { code: "FR" })
    assert.include(france.country.remote_borders, "Brazil")
  }),
)

it.effect("languages are those by law where the data set has dialects and former names", () =>
  Effect.gen(function* () {
    for (const [code, languages] of [
      ["CH", ["German", "French", "Italian", "Romansh"]],
      ["AT", ["German"]],
      ["MD", ["Romanian"]],
    ] as const)
      assert.deepEqual((yield* profile({ code })).country.languages, languages)
  }),
)

it.effect("country.profile has the side of traffic after each country's law", () =>
  Effect.gen(function* () {
    const side = (code: string) => Effect.map(profile({ code }), ({ country }) => country.driving_side)
    // Samoa changed to the left in 2009. Neighbours with different sides: Thailand and Laos, Guyana and Brazil, Hong Kong and mainland China.
    for (const code of ["GB", "IE", "MT", "CY", "JP", "IN", "TH", "ID", "AU", "NZ", "ZA", "KE", "SR", "GY", "HK", "WS", "MZ"])
      assert.strictEqual(yield* side(code), "left", code)
    for (const code of ["DE", "FR", "US", "CN", "LA", "BR", "NG", "SE", "GI", "PH", "MM", "EG", "AE", "RU", "KR"])
      assert.strictEqual(yield* side(code), "right", code)
  }),
)

const requested = (question: string) => {
  const profiles = operationProfiles(catalogueEntries([atlas]), extract)
  const described = profiles.find(({ id }) => id === "country.profile")
  return described === undefined ? [] : factsRequested(described, clauseOf(question, 0, question.length))
}

it("country.profile has words of questions for its codes and domains, and none that questions about other facts have", () => {
  assert.deepEqual(requested("what is the ISO code of Japan"), ["country.alpha3"])
  assert.include(requested("domain ending of Japan"), "country.top_level_domains")
  assert.notInclude(requested("how many people live in Japan"), "country.demonym")
  assert.deepEqual(requested("the capital of Japan is Tokyo, right?"), ["country.capital"])
  assert.include(requested("Japan drives on the left, right?"), "country.driving_side")
})

it.effect("an area is stated with what it leaves out where the usual numbers differ by it", () =>
  Effect.gen(function* () {
    assert.strictEqual(
      textOf("country.profile", yield* profile({ code: "NO" }), ["country.area_km2"]),
      "The area of Norway is 323802 square kilometres. This area is that of the mainland, without Svalbard and Jan Mayen.",
    )
    assert.include(textOf("country.profile", yield* profile({ code: "RS" }), ["country.area_km2"]), "This area is with Kosovo.")
    assert.strictEqual((yield* profile({ code: "CN" })).country.area_km2, 9_596_961)
    assert.isNull((yield* profile({ code: "JP" })).country.area_note)
  }),
)

it.effect("a list that is longer than a sentence has a limitation with the number of its entries", () =>
  Effect.gen(function* () {
    const limitsOf = (operation: string, data: Schema.Json) =>
      (builtinTemplates(operation)?.limits ?? []).flatMap((limit) => fill(limit, data)?.text ?? [])
    const one = (yield* ask(atlas, "country.of_code", { "country.calling_code": "+1" })).data
    assert.deepEqual(limitsOf("country.of_code", one), [
      `The sentence names a part of the ${one.country.others.length} entries: the result has them all.`,
    ])
    const euro = (yield* ask(atlas, "country.by_currency", { "currency.code": "EUR" })).data
    assert.lengthOf(limitsOf("country.by_currency", euro), 1)
    assert.lengthOf(limitsOf("country.of_code", (yield* ask(atlas, "country.of_code", { "country.calling_code": "+351" })).data), 0)
  }),
)

it.effect("country.profile has the population of nearly every country, and its weekend", () =>
  Effect.gen(function* () {
    const known = [...countries.values()].filter(({ independent, isUnMember }) => independent === true && isUnMember)
    for (const { code } of known) assert.isAbove((yield* profile({ code })).country.population ?? 0, 5_000, code)
    assert.isNull((yield* profile({ code: "BV" })).country.population)
    const kenya = yield* profile({ code: "KE" })
    assert.isTrue(kenya.country.population > 50_000_000 && kenya.country.population < 70_000_000)
    assert.deepEqual((yield* profile({ code: "KW" })).country.weekend, ["friday", "saturday"])
    assert.deepEqual(kenya.country.weekend, ["saturday", "sunday"])
  }),
)

it.effect("languages are those of the law where the package has others", () =>
  Effect.gen(function* () {
    assert.deepEqual((yield* profile({ code: "RW" })).country.languages, ["Kinyarwanda", "English", "French", "Swahili"])
    assert.deepEqual((yield* profile({ code: "NA" })).country.languages, ["English"])
  }),
)
