import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import packaged from "sales-tax/res/sales_tax_rates.json" with { type: "json" }
import { canada } from "../../../../layers/sources/tax-ids/regions/canada.ts"
import { europe } from "../../../../layers/sources/tax-ids/regions/europe.ts"
import { percentOfRegion, regionTaxes, regionTaxOf } from "../../../../layers/sources/tax-ids/regions/regionTaxes.ts"
import { unitedStates } from "../../../../layers/sources/tax-ids/regions/unitedStates.ts"
import { taxIds } from "../../../../layers/sources/tax-ids/source.ts"
import { rateOf } from "../../../../layers/sources/tax-ids/vatRate.ts"
import { at, call } from "../call.ts"
import { only } from "../only.ts"

const rate = (region: string) => Effect.map(call("tax-ids", "tax.region_rate", { region }), (data) => Object(at(data, "vat")))

const amount = (region: string, money: string, basis: string, more: Readonly<Record<string, string>> = {}) =>
  Effect.map(call("tax-ids", "tax.region_amount", { region, "currency.amount": money, "amount.basis": basis, ...more }), (data) =>
    Object(at(data, "vat")),
  )

const refusal = <A, E, R>(answer: Effect.Effect<A, E, R>) => Effect.map(Effect.flip(answer), (problem) => JSON.stringify(problem))

layer(only(taxIds))("taxes on sales of regions", (it) => {
  it("are of the 13 provinces and territories of Canada, with the rates of the package", () => {
    const provinces: Readonly<Record<string, { readonly rate: number }>> = packaged.CA.states
    assert.lengthOf(canada, 13)
    for (const region of canada) {
      const added = provinces[region.code!.slice(3)]?.rate ?? 0
      assert.strictEqual(Number(percentOfRegion(region)), Number(((packaged.CA.rate + added) * 100).toFixed(4)), region.name)
    }
  })

  it("are of the 50 states of the USA, five of them without a tax, and not of the capital's district", () => {
    assert.lengthOf(unitedStates, 50)
    assert.deepEqual(
      unitedStates.filter(({ kind }) => kind === "no state").map(({ name }) => name),
      ["Alaska", "Delaware", "Montana", "New Hampshire", "Oregon"],
    )
    assert.isUndefined(regionTaxOf("District of Columbia"))
    for (const region of unitedStates.filter(({ kind }) => kind !== "no state")) {
      const percent = Number(percentOfRegion(region))
      assert.isTrue(percent >= 2.9 && percent <= 7.25, region.name)
    }
    // The sum of the rates in the table of the Tax Foundation.
    const sum = unitedStates.reduce((total, region) => total + Number(percentOfRegion(region) ?? 0), 0)
    assert.approximately(sum, 254.4, 1e-9)
  })

  it("have one name and one code each, and parts that add up to days of the past", () => {
    const names = regionTaxes.flatMap(({ code, name, otherNames }) => [name, ...otherNames, ...(code === null ? [] : [code])])
    assert.lengthOf(new Set(names.map((name) => regionTaxOf(name)?.name)), regionTaxes.length)
    for (const region of regionTaxes) {
      assert.strictEqual(regionTaxOf(region.name.toUpperCase()), region)
      for (const { since } of region.parts) assert.isTrue(since === null || (since > "2000" && since < "2026-08"), region.name)
      for (const percent of region.lower ?? []) assert.isBelow(percent, Number(percentOfRegion(region)), region.name)
    }
  })

  it("in parts of a country with its own rate are those of the country", () => {
    for (const region of europe.filter(({ name }) => /^(?:Corsica|England|Scotland|Wales|Northern Ireland)$/u.test(name)))
      assert.strictEqual(percentOfRegion(region), rateOf(region.country, undefined)?.percent, region.name)
    assert.strictEqual(percentOfRegion(regionTaxOf("Büsingen")!), rateOf("CH", undefined)?.percent)
  })

  it.effect("are answered with each tax, their sum and the day since which it has applied", () =>
    Effect.gen(function* () {
      assert.deepInclude(yield* rate("Nova Scotia"), {
        percent: "14",
        kind: "hst",
        since: "2025-04-01",
        former_percent: "15",
        local_taxes: false,
      })
      assert.deepInclude(yield* rate("CA-QC"), {
        percent: "14.975",
        components: [
          { name: "GST", percent: 5, since: "2008-01-01" },
          { name: "QST", percent: 9.975, since: "2013-01-01" },
        ],
        since: "2013-01-01",
      })
      assert.deepInclude(yield* rate("alberta"), { percent: "5", kind: "gst" })
      assert.deepInclude(yield* rate("Saskatchewan"), { percent: "11", former_percent: "10" })
      assert.deepInclude(yield* rate("Texas"), { percent: "6.25", kind: "state", name: "sales tax", local_taxes: true, since: null })
      assert.deepInclude(yield* rate("California"), { percent: "7.25", kind: "state and local" })
      assert.deepInclude(yield* rate("Oregon"), { percent: null, kind: "no state", components: [] })
      assert.deepInclude(yield* rate("Madeira"), { percent: "22", lower_percents: [4, 12], since: "2012-04-01" })
      assert.deepInclude(yield* rate("Azores"), { percent: "16", lower_percents: [4, 9], former_percent: "18" })
      assert.deepInclude(yield* rate("the Canary Islands"), { percent: "7", kind: "own", name: "IGIC" })
      assert.deepInclude(yield* rate("Ceuta"), { percent: null, kind: "own", name: "IPSI" })
      assert.deepInclude(yield* rate("Livigno"), { percent: null, kind: "none" })
      assert.match(yield* refusal(rate("Washington, DC")), /not known for certain/u)
    }),
  )

  it.effect("are added to an amount or taken out of it, each rounded by itself", () =>
    Effect.gen(function* () {
      assert.deepInclude(yield* amount("Ontario", "250", "net"), { net: "250.00", tax: "32.50", gross: "282.50", percent: "13" })
      assert.deepInclude(yield* amount("Ontario", "113", "gross"), { net: "100.00", tax: "13.00", gross: "113.00" })
      assert.deepInclude(yield* amount("Quebec", "100", "net"), {
        tax: "14.98",
        gross: "114.98",
        components: [
          { name: "GST", percent: 5, tax: "5.00" },
          { name: "QST", percent: 9.975, tax: "9.98" },
        ],
      })
      assert.deepInclude(yield* amount("Madeira", "1,200.00", "net", { currency: "EUR" }), { tax: "264.00", gross: "1464.00" })
      for (const cents of [1, 5, 99, 100, 1234, 99_999]) {
        const { components, gross, net, tax } = yield* amount("British Columbia", (cents / 100).toFixed(2), "gross")
        const units = (text: string) => Math.round(Number(text) * 100)
        assert.strictEqual(units(net) + units(tax), units(gross))
        assert.strictEqual(
          components.reduce((sum: number, part: { readonly tax: string }) => sum + units(part.tax), 0),
          units(tax),
        )
      }
    }),
  )

  it.effect("on an amount are refused before any money where a town may add a tax, and where there is no one rate", () =>
    Effect.gen(function* () {
      assert.match(yield* refusal(amount("Texas", "40", "net")), /counties and cities of Texas add taxes of their own/u)
      for (const region of ["Ceuta", "Livigno", "Oregon"])
        assert.match(yield* refusal(amount(region, "40", "net")), /no such tax, or no one rate/u, region)
      assert.deepInclude(yield* amount("Kentucky", "20", "net"), { tax: "1.20" })
    }),
  )
})
