import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { taxIds } from "../../../../layers/sources/tax-ids/source.ts"
import { countriesOfGoods, goodsKinds, rateOfGoods, reducedRates } from "../../../../layers/sources/tax-ids/reducedRates.ts"
import { rateOf } from "../../../../layers/sources/tax-ids/vatRate.ts"
import { at, call } from "../call.ts"
import { only } from "../only.ts"

const reduced = (country: string) =>
  Effect.map(call("tax-ids", "tax.reduced_vat_rates", { country }), (data) => Object(at(data, "reduced")))

const ofGoods = (country: string, kind: string) =>
  Effect.map(call("tax-ids", "tax.goods_vat_rate", { country, kind }), (data) => Object(at(data, "vat")))

layer(only(taxIds))("reduced rates of VAT", (it) => {
  it.effect("are all those of a country, with its standard rate", () =>
    Effect.gen(function* () {
      for (const [country, percents, standard] of [
        ["FR", [2.1, 5.5, 10], "20"],
        ["AT", [4.9, 10, 13], "20"],
        ["FI", [10, 13.5], "25.5"],
        ["RO", [11], "21"],
        ["DK", [], "25"],
      ] as const)
        assert.deepInclude(yield* reduced(country), {
          levels: percents,
          full_percent: standard,
        })
      assert.deepInclude(yield* reduced("PT"), {
        regions_differ: true,
        other_regions: ["Madeira", "the Azores"],
      })
      const refusal = yield* Effect.flip(reduced("BR"))
      assert.match(JSON.stringify(refusal), /the reduced rates of VAT in Brazil are not known for certain/u)
    }),
  )

  it("are below the standard rate of their country", () => {
    assert.deepStrictEqual([Object.keys(reducedRates).length, countriesOfGoods.size], [38, 31])
    for (const [country, percents] of Object.entries(reducedRates))
      for (const percent of percents) assert.isBelow(percent, Number(rateOf(country, undefined)?.percent), country)
  })

  it.effect("of hotels, restaurant meals and books are those since the changes of 2026", () =>
    Effect.gen(function* () {
      for (const [country, kind, percent] of [
        ["BE", "hotel accommodation", 12],
        ["NL", "hotel accommodation", 21],
        ["LT", "hotel accommodation", 12],
        ["DE", "restaurant meals", 7],
        ["IE", "restaurant meals", 9],
        ["BG", "restaurant meals", 20],
        ["HU", "printed books", 5],
        ["LT", "printed books", 5],
        ["GB", "printed books", 0],
      ] as const)
        assert.deepInclude(yield* ofGoods(country, kind), { percent }, country)
      const refusal = yield* Effect.flip(ofGoods("DK", "printed books"))
      assert.match(JSON.stringify(refusal), /the rate of VAT on printed books in Denmark is not known for certain/u)
    }),
  )

  it("of goods are the standard rate of the country, one of its reduced rates, or zero", () => {
    for (const country of countriesOfGoods)
      for (const kind of goodsKinds) {
        const percent = rateOfGoods(country, kind)
        if (percent !== undefined)
          assert.include([0, Number(rateOf(country, undefined)?.percent), ...(reducedRates[country] ?? [])], percent, `${country} ${kind}`)
      }
  })
})
