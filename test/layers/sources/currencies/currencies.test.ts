import { assert, it } from "@effect/vitest"
import { data as iso } from "currency-codes"
import { Effect } from "effect"
import { currencies } from "../../../../layers/sources/currencies/currencies.ts"
import { currenciesSource } from "../../../../layers/sources/currencies/source.ts"
import { countriesOf, currenciesOf, usedCurrencies } from "../../../../layers/sources/currencies/legalTender.ts"
import { formerCountriesOf, withdrawn } from "../../../../layers/sources/currencies/withdrawn.ts"
import { ask, pathsOf, refusedField } from "../gazetteer/answer.ts"
import { textOf } from "../textOf.ts"

const info = (body: Record<string, unknown>) => Effect.map(ask(currenciesSource, "currency.info", body), ({ data }) => data.currency)

it.effect("a currency has its code, number and decimal places", () =>
  Effect.gen(function* () {
    const expected = [
      ["EUR", "978", 2, "€"],
      ["JPY", "392", 0, "¥"],
      ["KWD", "414", 3, null],
      ["ALL", "008", 2, null],
      ["CLF", "990", 4, null],
      ["GBP", "826", 2, "£"],
      ["XAF", "950", 0, "FCFA"],
      ["XCG", "532", 2, "Cg."],
      ["XAU", "959", null, null],
      ["XXX", "999", null, "¤"],
      ["ZWG", "924", 2, null],
    ] as const
    for (const [code, number, digits, symbol] of expected) {
      const byCode = yield* info({ code: code.toLowerCase() })
      assert.deepEqual(
        [byCode.code, byCode.number, byCode.minor_digits, byCode.symbol, byCode.active],
        [code, number, digits, symbol, true],
      )
      assert.deepEqual(yield* info({ "currency.number": number }), byCode)
    }
    assert.deepEqual((yield* info({ code: "XAU" })).kind, "metal")
    assert.deepEqual((yield* info({ code: "CHE" })).kind, "fund")
  }),
)

it.effect("a withdrawn currency is answered with its successor", () =>
  Effect.gen(function* () {
    const past = ["DEM", "HRK", "BGN", "ANG", "CUC", "SLL", "ZWL"]
    const facts = yield* Effect.forEach(past, (code) => info({ code }))
    assert.deepEqual(
      facts.map(({ code, successor, used_until, active, countries }) => [code, successor, used_until, active, countries.length]),
      [
        ["DEM", "EUR", "2001-12", false, 0],
        ["HRK", "EUR", "2023-01", false, 0],
        ["BGN", "EUR", "2026-01", false, 0],
        ["ANG", "XCG", "2025-06", false, 0],
        ["CUC", "CUP", "2021-06", false, 0],
        ["SLL", "SLE", "2023-12", false, 0],
        ["ZWL", "ZWG", "2024-04", false, 0],
      ],
    )
    assert.strictEqual(facts[0]?.successor_rate, "1.95583")
    for (const { successor, code } of withdrawn.values()) assert.isTrue(successor === null || currencies.has(successor), code)
  }),
)

it.effect("a currency of the past has its decimals where ISO 4217 and CLDR agree, and the last holder of a number has it", () =>
  Effect.gen(function* () {
    const digits = yield* Effect.forEach(["DEM", "ITL", "STD"], (code) => Effect.map(info({ code }), ({ minor_digits }) => minor_digits))
    assert.deepEqual(digits, [2, 0, null])
    assert.strictEqual((yield* info({ "currency.number": "891" })).code, "CSD")
  }),
)

it.effect("the currency of a country is found, together with the others that are used beside it", () =>
  Effect.gen(function* () {
    const of = (country: string) =>
      Effect.map(ask(currenciesSource, "currency.of_country", { country }), ({ data }) => [
        data.currency.code,
        ...data.currency.others.map((other: { code: string }) => other.code),
      ])
    const currenciesByCountry = {
      JP: ["JPY"],
      BG: ["EUR"],
      HR: ["EUR"],
      CW: ["XCG"],
      CU: ["CUP"],
      SL: ["SLE"],
      CH: ["CHF"],
      PA: ["PAB", "USD"],
      LS: ["LSL", "ZAR"],
      US: ["USD"],
      SV: ["USD"],
      GL: ["DKK"],
      XK: ["EUR"],
      FM: ["USD"],
      LI: ["CHF"],
    }
    for (const [country, expected] of Object.entries(currenciesByCountry))
      assert.deepEqual([country, yield* of(country)], [country, expected])
  }),
)

it.effect("every sentence about a number, a symbol or decimals names the currency", () =>
  Effect.gen(function* () {
    const franc = (yield* ask(currenciesSource, "currency.info", { "currency.number": "756" })).data
    assert.strictEqual(textOf("currency.info", franc, ["currency.number"]), "The numeric code of the Swiss Franc (CHF) in ISO is 756.")
    const japan = (yield* ask(currenciesSource, "currency.of_country", { country: "JP" })).data
    assert.strictEqual(
      textOf("currency.of_country", japan, ["currency.code", "currency.minor_digits", "currency.symbol", "currency.number"]),
      "The currency of Japan is the Japanese Yen (JPY). The symbol of the Japanese Yen (JPY) is ¥. The Japanese Yen (JPY) has 0 decimal places. The numeric code of the Japanese Yen (JPY) in ISO is 392.",
    )
  }),
)

it("the currencies agree with list one of the package, except for recorded changes", () => {
  const changed = new Set(["ANG", "BGN", "CUC", "SVC", "VED"])
  for (const { code, countries } of iso.filter(({ code: each }) => currencies.get(each)?.kind === "currency" && !changed.has(each))) {
    const expected = countries.filter((country) => country !== "European Union").length
    // Bulgaria and Kosovo, Palestine, South Georgia. Zimbabwe uses the dollar, Haiti does not.
    const more = { EUR: 2, ILS: 1, JOD: 1, GBP: 1 }[code] ?? 0
    assert.strictEqual(countriesOf(code).length, expected + more, code)
  }
  for (const code of usedCurrencies) assert.isTrue(currencies.get(code)?.withdrawn === null, code)
  for (const country of countriesOf("EUR")) assert.include(currenciesOf(country), "EUR")
})

it("an input that is not a currency code is refused", () => {
  for (const code of ["ZZZ", "EU", "EURO", "", "__proto__", "€€€", 978])
    assert.strictEqual(refusedField(currenciesSource, "currency.info", { code }), "currency.code")
  for (const number of ["8", "000", "0978", 978, ""])
    assert.strictEqual(refusedField(currenciesSource, "currency.info", { number }), "currency.number")
  for (const country of ["AQ", "ZZ", "DEU", ""])
    assert.strictEqual(refusedField(currenciesSource, "currency.of_country", { country }), "country.code")
})

it.effect("the currencies source lists every operation that it answers", () =>
  Effect.gen(function* () {
    for (const [index, operation] of currenciesSource.operations.entries())
      assert.sameMembers(
        [...operation.output],
        [
          ...pathsOf(
            (yield* ask(
              currenciesSource,
              operation.id,
              [{ code: "EUR" }, { country: "DE" }, { "currency.code": "EUR", "currency.amount": "1.50" }][index]!,
            )).data,
          ),
        ],
      )
    assert.deepEqual(
      currenciesSource.operations.map(({ pricing }) => pricing.price),
      [500n, 500n, 500n],
    )
  }),
)

it.effect("a country has the withdrawn currencies that were its own, the last one first", () =>
  Effect.gen(function* () {
    const former = (country: string) =>
      Effect.map(ask(currenciesSource, "currency.of_country", { country }), ({ data }) =>
        data.currency.former.map((each: { readonly code: string; readonly used_until: string }) => `${each.code} ${each.used_until}`),
      )
    const expected = [
      ["HR", ["HRK 2023-01"]],
      ["BG", ["BGN 2026-01", "BGL 1999-12"]],
      ["CW", ["ANG 2025-06"]],
      ["DE", ["DEM 2001-12"]],
      ["MC", ["FRF 2002-02"]],
      ["VE", ["VEF 2018-12", "VEB 2008-06"]],
      ["CH", []],
      ["JP", []],
    ] as const
    for (const [country, currencies] of expected) assert.deepEqual(yield* former(country), currencies, country)
    // Each was the money of a country that exists, but for the one of account.
    for (const gone of withdrawn.values()) assert.strictEqual(formerCountriesOf(gone).length === 0, gone.code === "XEU", gone.code)
    for (const country of [...withdrawn.values()].flatMap(formerCountriesOf)) assert.isNotEmpty(currenciesOf(country), country)
  }),
)
