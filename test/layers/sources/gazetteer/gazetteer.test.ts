import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { Database } from "../../../../layers/postgres/Database.ts"
import { type ReadDataset, loadDataset } from "../../../../layers/sources/dataset/openDataset.ts"
import { gazetteer, places } from "../../../../layers/sources/gazetteer/source.ts"
import { distanceKm } from "../../../../layers/sources/gazetteer/sphere.ts"
import { ask, database, pathsOf, refusedField } from "./answer.ts"

const open = Effect.gen(function* () {
  yield* loadDataset(places)
  const { reads } = yield* Database
  const data: ReadDataset = (read) => Effect.orDie(read(reads))
  return gazetteer(data)
})

layer(database, { timeout: 400_000 })("gazetteer", (it) => {
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

  it.effect("place.nearest finds the nearest place, also across the antimeridian and at the poles", () =>
    Effect.gen(function* () {
      const source = yield* open
      const nearest = (latitude: number, longitude: number) =>
        Effect.map(ask(source, "place.nearest", { latitude, longitude }), (answer) => answer.data)
      const zermatt = yield* nearest(46.0207, 7.7491)
      assert.deepEqual([zermatt.place.name, zermatt.country.code, zermatt.time.zone], ["Zermatt", "CH", "Europe/Zurich"])
      const { reads: sql } = yield* Database
      const all = yield* sql<{ id: number; latitude: number; longitude: number }>`select id, latitude, longitude from place`
      // Against every place there is: the pole, the date line from both sides, the ocean, the equator, and places taken at random.
      const points = [
        [90, 0],
        [-90, 0],
        [-16.8, 179.999],
        [-16.8, -179.999],
        [65.7, -179.99],
        [-48.8767, -123.3933],
        [0, 0],
        [51.88, 179.9],
      ]
      for (let i = 0; i < 12; i++) points.push([((i * 37) % 90) - 45 + i / 7, ((i * 97) % 360) - 180 + i / 9])
      for (const [latitude = 0, longitude = 0] of points) {
        const { place } = yield* nearest(latitude, longitude)
        const answered = [place, ...place.next].map((each) => each.distance_km)
        const distances = all.map((each) => distanceKm({ latitude, longitude }, each)).toSorted((a, b) => a - b)
        for (const [rank, km] of answered.entries()) assert.approximately(km, distances[rank]!, 0.006, `${latitude} ${longitude}`)
        assert.strictEqual(answered.length, 5)
      }
    }),
  )

  it.effect("seven of ten places have a population, and a renamed or moved city has that of its old name", () =>
    Effect.gen(function* () {
      const source = yield* open
      const { reads: sql } = yield* Database
      const [share] = yield* sql<{ part: number }>`select count(population)::float8 / count(*) as part from place`
      assert.isAbove(share!.part, 0.7)
      const expected = [
        ["Valparaíso", 282_448],
        ["Wrocław", 634_893],
        ["Gqeberha", 967_677],
        ["Odesa", 1_015_826],
        ["Tampere", 244_315],
        ["Chattogram", 3_920_222],
        ["Washington, D.C.", 689_545],
      ] as const
      for (const [query, population] of expected) {
        const { data } = yield* ask(source, "place.search", { query })
        assert.deepEqual([query, data.place.population, data.place.matches[0].population], [query, population, population])
      }
      const unknown = yield* ask(source, "place.nearest", { latitude: 51.1079, longitude: 17.0385 })
      assert.deepEqual([unknown.data.place.name, unknown.data.place.population], ["Stare Miasto", null])
    }),
  )

  it.effect("place.nearest names the city that a quarter or village belongs to", () =>
    Effect.gen(function* () {
      const source = yield* open
      const expected = [
        [51.1079, 17.0385, "Wrocław"],
        // Nearer to the centre of Manhattan, and as near to Boulogne-Billancourt.
        [40.758, -73.9855, "New York City"],
        [48.8584, 2.2945, "Paris"],
        [48.835, 2.2413, "Boulogne-Billancourt"],
        // As near to New York, in another region.
        [40.72, -74.05, "Jersey City"],
        // A quarter that has more than 100,000 people.
        [52.4987, 13.39, "Berlin"],
        [46.0207, 7.7491, null],
        // Rome is in another country.
        [41.9029, 12.4534, null],
      ] as const
      for (const [latitude, longitude, city] of expected) {
        const { place } = (yield* ask(source, "place.nearest", { latitude, longitude })).data
        assert.deepEqual([latitude, place.city], [latitude, city])
        assert.strictEqual(typeof place.city_distance_km, city === null ? "object" : "number")
        assert.isTrue(city === null ? place.city_population === null : place.city_population >= 100_000)
      }
    }),
  )

  it.effect("a name that several places share means the one that is far larger, or a capital, and is a question back otherwise", () =>
    Effect.gen(function* () {
      const source = yield* open
      const meanings = (name: string) => Effect.map(source.operations[0]!.meaningsOf!({ "place.name": name }), ([read]) => read!)
      const hamburg = yield* meanings("Hamburg")
      assert.strictEqual(hamburg.assumption, "Hamburg, Germany (1.8 million people) is assumed, the largest of 7 of this name.")
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
      for (const name of ["Springfield", "San Jose", "Valencia", "Victoria", "Hamilton", "Newcastle", "Odessa", "Lake Como"]) {
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

  it.effect("the gazetteer answers exactly the operations that it lists", () =>
    Effect.gen(function* () {
      const source = yield* open
      const [search, nearest] = source.operations
      assert.sameMembers([...search!.output], [...pathsOf((yield* ask(source, "place.search", { query: "Bern" })).data)])
      assert.sameMembers([...nearest!.output], [...pathsOf((yield* ask(source, "place.nearest", { latitude: 1, longitude: 2 })).data)])
      assert.deepEqual([search!.pricing.model, search!.pricing.price, nearest!.pricing.price], ["per_result", 1_000n, 1_500n])
      assert.strictEqual(refusedField(source, "place.nearest", { latitude: 90.1, longitude: 0 }), "geo.latitude")
      assert.strictEqual(refusedField(source, "place.nearest", { latitude: Number.NaN, longitude: 0 }), "geo.latitude")
    }),
  )
})
