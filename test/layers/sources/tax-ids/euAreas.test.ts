import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { membershipsOf } from "../../../../layers/sources/atlas/memberships.ts"
import { euAreas, statusOfCountries, statusOfRegions } from "../../../../layers/sources/tax-ids/euAreas.ts"
import { regionTaxOf } from "../../../../layers/sources/tax-ids/regions/regionTaxes.ts"
import { taxIds } from "../../../../layers/sources/tax-ids/source.ts"
import { at, call } from "../call.ts"
import { only } from "../only.ts"

const statusOf = (country: string, area: string, region?: string) =>
  Effect.map(call("tax-ids", "tax.eu_area", { country, area, ...(region === undefined ? {} : { region }) }), (data) =>
    Object(at(data, "area")),
  )

layer(only(taxIds))("tax.eu_area", (it) => {
  it.effect("has the members, and the territories of the Commission's table", () =>
    Effect.gen(function* () {
      for (const [country, vat, customs] of [
        ["DE", "member", "member"],
        ["MC", "treated", "member"],
        ["AX", "outside", "member"],
        ["RE", "outside", "member"],
        ["SM", "outside", "union"],
        ["AD", "outside", "union"],
        ["TR", "outside", "union"],
        ["NO", "outside", "outside"],
        ["CH", "outside", "outside"],
        ["GB", "outside", "outside"],
        ["GL", "outside", "outside"],
        ["JE", "outside", "outside"],
      ] as const) {
        assert.strictEqual((yield* statusOf(country, "VAT area")).status, vat, country)
        assert.strictEqual((yield* statusOf(country, "customs territory")).status, customs, country)
      }
      assert.deepInclude(yield* statusOf("TR", "customs union"), {
        is_member: false,
        goods: "industrial goods and processed agricultural products",
      })
      assert.deepInclude(yield* statusOf("MC", "VAT area"), { is_member: true, place: "Monaco" })
    }),
  )

  it.effect("has parts of countries, and names the parts that differ from the rest", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* statusOf("ES", "VAT area", "Canary Islands")).status, "outside")
      assert.strictEqual((yield* statusOf("ES", "customs union", "Canary Islands")).status, "member")
      assert.strictEqual((yield* statusOf("IT", "customs territory", "Livigno")).status, "outside")
      assert.strictEqual((yield* statusOf("IT", "customs territory", "Campione")).status, "member")
      assert.strictEqual((yield* statusOf("GB", "VAT area", "Northern Ireland")).status, "goods")
      assert.strictEqual((yield* statusOf("PT", "VAT area", "Madeira")).status, "member")
      assert.deepEqual((yield* statusOf("ES", "VAT area")).exceptions, ["Ceuta", "Melilla", "the Canary Islands"])
      assert.deepEqual((yield* statusOf("FI", "VAT area")).exceptions, ["Åland Islands"])
      assert.deepEqual((yield* statusOf("FI", "customs union")).exceptions, [])
      assert.deepEqual((yield* statusOf("GB", "VAT area")).exceptions, ["Northern Ireland"])
      assert.deepEqual((yield* statusOf("PL", "VAT area")).exceptions, [])
    }),
  )

  it.effect("refuses what is not certain, and a region of another country, before any money", () =>
    Effect.gen(function* () {
      for (const country of ["GI", "BL"])
        assert.match(JSON.stringify(yield* Effect.flip(statusOf(country, "customs union"))), /not known for certain/u)
      assert.match(JSON.stringify(yield* Effect.flip(statusOf("PT", "VAT area", "Ceuta"))), /Ceuta is a region of Spain/u)
    }),
  )

  it("states the 27 members as members of all areas, and names only regions of the table of taxes", () => {
    assert.lengthOf(euAreas, 3)
    for (const code of Object.keys(statusOfCountries)) assert.isFalse(membershipsOf(code).european_union && code.length !== 2, code)
    for (const name of Object.keys(statusOfRegions)) assert.strictEqual(regionTaxOf(name)?.name, name)
  })
})
