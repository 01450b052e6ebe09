import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { distanceKm } from "../../../../layers/sources/gazetteer/sphere.ts"
import { ask, refusedField } from "./answer.ts"
import { dataDatabase } from "../../../support/database.ts"
import { open } from "./open.ts"

layer(dataDatabase, { timeout: 400_000 })("place.search", (it) => {
  it.effect(
    "place.search finds places of the world by name",
    () =>
      Effect.gen(function* () {
        const source = yield* open
        const search = (query: string, more = {}, limit = 10) => ask(source, "place.search", { query, ...more }, limit)
        // query → best match, its country, latitude, longitude, zone
        const expected = [
          ["Zurich", "Zürich", "CH", 47.37, 8.55, "Europe/Zurich"],
          ["ZÜRICH", "Zürich", "CH", 47.37, 8.55, "Europe/Zurich"],
          ["London", "London", "GB", 51.51, -0.13, "Europe/London"],
          ["Paris", "Paris", "FR", 48.85, 2.35, "Europe/Paris"],
          ["Paris, Texas", "Paris", "US", 33.66, -95.56, "America/Chicago"],
          ["Springfield, Illinois, US", "Springfield", "US", 39.8, -89.64, "America/Chicago"],
          ["Kiev", "Kyiv", "UA", 50.45, 30.52, "Europe/Kyiv"],
          ["New York", "New York City", "US", 40.71, -74.01, "America/New_York"],
          ["Washington, D.C.", "Washington", "US", 38.9, -77.04, "America/New_York"],
          ["st johns, antigua", "Saint John’s", "AG", 17.12, -61.84, "America/Antigua"],
          ["Ürümqi", "Ürümqi", "CN", 43.8, 87.6, "Asia/Shanghai"],
          ["Kathmandu", "Kathmandu", "NP", 27.7, 85.32, "Asia/Kathmandu"],
          ["Mumbai", "Mumbai", "IN", 19.07, 72.88, "Asia/Kolkata"],
          ["Chamonix", "Chamonix-Mont-Blanc", "FR", 45.92, 6.87, "Europe/Paris"],
          // The water is left out, and an island is no region of the data.
          ["Klagenfurt", "Klagenfurt am Wörthersee", "AT", 46.62, 14.31, "Europe/Vienna"],
          ["Reine, Lofoten", "Reine", "NO", 67.93, 13.09, "Europe/Oslo"],
          // Larger cities whose name has a further part come before small towns of exactly the name.
          ["Las Palmas", "Las Palmas de Gran Canaria", "ES", 28.1, -15.41, "Atlantic/Canary"],
          ["Santa Cruz, Bolivia", "Santa Cruz de la Sierra", "BO", -17.79, -63.18, "America/La_Paz"],
          ["Stoke", "Stoke-on-Trent", "GB", 53.0, -2.19, "Europe/London"],
          ["San Francisco", "San Francisco", "US", 37.77, -122.42, "America/Los_Angeles"],
          ["Honolulu", "Honolulu", "US", 21.31, -157.86, "Pacific/Honolulu"],
        ] as const
        for (const [query, name, country, latitude, longitude, zone] of expected) {
          const { data } = yield* search(query)
          assert.deepEqual([query, data.place.name, data.country.code, data.time.zone], [query, name, country, zone])
          assert.isBelow(distanceKm(data.geo, { latitude, longitude }), 12, query)
        }
        // Not Baden-Baden, which is larger.
        assert.strictEqual((yield* search("Baden")).data.place.name, "Baden")
        assert.strictEqual((yield* search("Cologne", { country: "DE" })).data.place.name, "Köln")
        assert.match((yield* search("springf", { country: "us", "place.beginning": true })).data.place.name, /^Springfield/)
      }),
    400_000,
  )

  it.effect("place.search delivers and counts at most as many places as its limit, and says whether there are more", () =>
    Effect.gen(function* () {
      const source = yield* open
      const three = yield* ask(source, "place.search", { query: "Springfield" }, 3)
      assert.deepEqual([three.documents, three.data.place.matches.length, three.data.place.more], [3, 3, true])
      const hundred = yield* ask(source, "place.search", { query: "Springfield", country: "US" }, 100)
      assert.isAbove(hundred.documents, 15)
      assert.isFalse(hundred.data.place.more)
      assert.deepEqual(
        hundred.data.place.matches.slice(0, 3).filter((place: { name: string }) => place.name !== "Springfield"),
        [],
      )
      const none = yield* ask(source, "place.search", { query: "Zzyzx Nowhere" })
      assert.strictEqual(none.documents, 0)
      assert.deepEqual([none.data.place.name, none.data.geo.latitude, none.data.time.zone, none.data.place.matches], [null, null, null, []])
    }),
  )

  it.effect("a place has the code of its region or district if that has holidays of its own", () =>
    Effect.gen(function* () {
      const source = yield* open
      for (const [query, code] of [
        ["Munich", "DE-BY"],
        ["Strasbourg", "FR-67"],
        ["Lyon", null],
      ] as const) {
        const { data } = yield* ask(source, "place.search", { query })
        assert.nestedPropertyVal(data, "region.code", code, query)
        assert.nestedPropertyVal(data, "place.matches[0].region_code", code, query)
      }
    }),
  )

  it.effect("place.search states of which place a former name is", () =>
    Effect.gen(function* () {
      const source = yield* open
      const { data } = yield* ask(source, "place.search", { query: "Breslau" })
      assert.deepStrictEqual([data.place.name, data.place.other_name], ["Wrocław", "Breslau"])
      const { data: own } = yield* ask(source, "place.search", { query: "Tartu" })
      assert.isNull(own.place.other_name)
    }),
  )

  it.effect("place.search never takes a name that only begins like the requested one for it", () =>
    Effect.gen(function* () {
      const source = yield* open
      for (const query of ["springf", "Corsicani", "Cyber", "Name", "Hallerndo", "Biel-Bien"])
        assert.strictEqual((yield* ask(source, "place.search", { query })).documents, 0, query)
      // The data have an addition to the name that people use.
      for (const [query, name] of [
        ["Kempten", "Kempten (Allgäu)"],
        ["Halle (Saale)", "Halle (Saale)"],
        ["Halle", "Halle (Saale)"],
        ["Vitoria, Spain", "Gasteiz / Vitoria"],
        ["San Sebastián", "Donostia / San Sebastián"],
        ["Biel, Bern", "Biel/Bienne"],
      ] as const)
        assert.strictEqual((yield* ask(source, "place.search", { query })).data.place.name, name, query)
    }),
  )

  it.effect("place.search treats hostile text as an ordinary name", () =>
    Effect.gen(function* () {
      const source = yield* open
      for (const query of ["%%%", "__", " ", "", "a", "'; drop table place; --".repeat(20), "\u0000", ",London"])
        assert.strictEqual(refusedField(source, "place.search", { query }), "place.name", query)
      assert.strictEqual(refusedField(source, "place.search", { query: "Rome", country: "ZZ" }), "country.code")
      for (const query of ["'; drop table place; --", "__proto__", "constructor", "东京", "\u{1f600} Rome"]) {
        const { documents } = yield* ask(source, "place.search", { query })
        assert.isAtLeast(documents, 0)
      }
      // Neither is a pattern: the sign between the letters is no wildcard.
      assert.strictEqual((yield* ask(source, "place.search", { query: "Lon%on" })).documents, 0)
    }),
  )
})
