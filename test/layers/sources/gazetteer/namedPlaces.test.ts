import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { ask, refusedField } from "./answer.ts"
import { dataDatabase } from "../../../support/database.ts"
import { open } from "./open.ts"

layer(dataDatabase, { timeout: 400_000 })("the place that a name means", (it) => {
  it.effect("a country or region beside a town is read by any of its names, codes and abbreviations, with a comma or without", () =>
    Effect.gen(function* () {
      const source = yield* open
      // query → country, region and latitude
      const expected = [
        ["Springfield, USA", "US", "Missouri", 37.2],
        ["Birmingham UK", "GB", "England", 52.48],
        ["Birmingham, U.K.", "GB", "England", 52.48],
        ["Al Ain, UAE", "AE", "Abu Dhabi", 24.2],
        ["Tripoli (Libya)", "LY", "Tripoli", 32.9],
        ["Tripoli (Lebanon)", "LB", "North Lebanon", 34.4],
        ["Santiago de Chile", "CL", "Santiago Metropolitan", -33.5],
        ["San José, Costa Rica", "CR", "San José", 9.9],
        ["Valencia, VE", "VE", "Carabobo", 10.2],
        ["Valencia, ESP", "ES", "Valencia", 39.5],
        ["Cordoba Spanish", "ES", "Andalusia", 37.9],
        ["Portland OR", "US", "Oregon", 45.5],
        ["Portland, ME", "US", "Maine", 43.7],
        ["Springfield, OR", "US", "Oregon", 44],
        ["San Jose, CA", "US", "California", 37.3],
        ["Hamilton, ON", "CA", "Ontario", 43.3],
        ["Newcastle NSW", "AU", "New South Wales", -32.9],
        ["Frankfurt, Germany", "DE", "Hesse", 50.1],
        ["New York, USA", "US", "New York", 40.7],
        ["Paris, Texas, US", "US", "Texas", 33.7],
        // The data have neither the landscape nor the word.
        ["Freiburg im Breisgau", "DE", "Baden-Wurttemberg", 48],
        ["Davao City", "PH", "Davao Region", 7.07],
      ] as const
      for (const [query, country, region, latitude] of expected) {
        const { data } = yield* ask(source, "place.search", { query })
        assert.deepEqual([query, data.country.code, data.place.region], [query, country, region])
        assert.approximately(data.geo.latitude, latitude, 0.3, query)
      }
      // A code is the whole name of what is meant: `OR` does not begin Orangeburg County.
      for (const query of ["Springfield, OR", "Springfield OR"])
        assert.deepEqual(
          (yield* ask(source, "place.search", { query })).data.place.matches.map((place: { region: string }) => place.region),
          ["Oregon"],
        )
      // Several towns of the name in that country are offered.
      const [read] = yield* source.operations[0]!.meaningsOf!({ "place.name": "Springfield, USA" })
      assert.isNull(read!.assumption)
      assert.isTrue(read!.meanings.length > 2 && read!.meanings.every(({ label }) => label.includes("United States")))
      // A word in lower case is no code, and no town of a name has a town in it.
      assert.strictEqual((yield* ask(source, "place.search", { query: "Villa Park" })).data.place.name, "Villa Park")
      const beginning = yield* ask(source, "place.search", { query: "Sannicandro di", "place.beginning": true })
      assert.strictEqual(beginning.data.place.matches[0]?.name.slice(0, 14), "Sannicandro di")
      assert.strictEqual((yield* ask(source, "place.search", { query: "Sannicandro di" })).documents, 0)
    }),
  )

  it.effect("a region or island that a town elsewhere is called like is refused before the call, and its towns are found", () =>
    Effect.gen(function* () {
      const source = yield* open
      for (const query of "Scotland|England|Madeira|Corsica|Brittany|Tuscany|Bali|Crete|Sardinia|Normandy|Cornwall|Kent|Devon|Essex|Champagne|Black Forest|black forest".split(
        "|",
      ))
        assert.strictEqual(refusedField(source, "place.search", { query }), "place.name", query)
      assert.strictEqual(refusedField(source, "place.distance", { from_place: "London", to_place: "Scotland" }), "route.to_place")
      for (const [query, country] of [
        ["Kent, Washington", "US"],
        ["Bali, West Bengal", "IN"],
        ["Quebec", "CA"],
        ["Mecca", "SA"],
        ["Medina", "SA"],
        ["Brunswick", "DE"],
        ["Patras", "GR"],
        ["Basra", "IQ"],
      ] as const)
        assert.strictEqual((yield* ask(source, "place.search", { query })).data.country.code, country, query)
      assert.isAbove((yield* ask(source, "place.search", { query: "Mecca" })).data.place.population, 1_000_000)
      assert.strictEqual((yield* ask(source, "place.search", { query: "Kent", country: "US" })).data.country.code, "US")
    }),
  )

  it.effect("a name that several places share means the one that is far larger, or a capital, and is a question back otherwise", () =>
    Effect.gen(function* () {
      const source = yield* open
      const meanings = (name: string) => Effect.map(source.operations[0]!.meaningsOf!({ "place.name": name }), ([read]) => read!)
      const hamburg = yield* meanings("Hamburg")
      assert.strictEqual(hamburg.assumption, "Hamburg, Germany (1.8 million people) is assumed, the largest of 8 of this name.")
      const labels = hamburg.meanings.map(({ label }) => label)
      assert.include(labels, "Hamburg, New Jersey, United States (3,155 people)")
      const assumed = [
        ["Paris", "Paris, France"],
        // A capital, and without the accent a third of San Jose in California.
        ["San José", "San José, Costa Rica"],
        ["Santiago", "Santiago, Chile"],
        ["Perth", "Perth, Western Australia, Australia"],
        ["Georgetown", "Georgetown, Guyana"],
        ["San Juan", "San Juan, Puerto Rico"],
        // Smaller than San Marino in California. The capital of Norfolk Island is called Kingston too.
        ["San Marino", "San Marino"],
        ["Kingston", "Kingston, Jamaica"],
      ] as const
      for (const [name, label] of assumed) assert.isTrue((yield* meanings(name)).assumption?.startsWith(`${label} (`), name)
      for (const name of [
        "Springfield",
        "San Jose",
        "Valencia",
        "Victoria",
        "Hamilton",
        "Newcastle",
        "Odessa",
        "Queenstown",
        "Lake Como",
      ]) {
        const { assumption, meanings: several } = yield* meanings(name)
        assert.isNull(assumption, name)
        assert.isAbove(several.length, 1, name)
      }
      // A capital with 900 people comes after larger towns, and each value means one place alone.
      const hamilton = (yield* meanings("Hamilton")).meanings
      assert.match(hamilton[0]!.label, /^Hamilton, Ontario, Canada \(520,000 people\)$/u)
      assert.strictEqual(new Set(hamilton.map(({ value }) => value)).size, hamilton.length)
    }),
  )
})
