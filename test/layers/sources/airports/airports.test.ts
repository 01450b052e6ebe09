import { assert, layer } from "@effect/vitest"
import { Deferred, Effect } from "effect"
import { Database } from "../../../../layers/postgres/Database.ts"
import { airports, makeAirports } from "../../../../layers/sources/airports/source.ts"
import { type ReadDataset, loadDataset } from "../../../../layers/sources/dataset/openDataset.ts"
import { ianaZone } from "../../../../layers/sources/clockwork/zones.ts"
import { ask, pathsOf, refusedField } from "../gazetteer/answer.ts"
import { dataDatabase } from "../../../support/database.ts"

const open = Effect.gen(function* () {
  yield* loadDataset(airports)
  const { reads } = yield* Database
  // The codes are read in the background.
  const areRead = yield* Deferred.make<void>()
  const data: ReadDataset = (read) => Effect.tap(Effect.orDie(read(reads)), () => Deferred.succeed(areRead, undefined))
  const source = yield* makeAirports(data)
  yield* Deferred.await(areRead)
  yield* Effect.yieldNow
  return source
})

layer(dataDatabase, { timeout: 400_000 })("airports", (it) => {
  it.effect("an airport is found by its IATA code and by its ICAO code", () =>
    Effect.gen(function* () {
      const source = yield* open
      // IATA, ICAO, country, latitude, longitude, zone
      const expected = [
        ["LHR", "EGLL", "GB", 51.47, -0.45, "Europe/London"],
        ["JFK", "KJFK", "US", 40.64, -73.78, "America/New_York"],
        ["DEN", "KDEN", "US", 39.86, -104.67, "America/Denver"],
        ["NAN", "NFFN", "FJ", -17.76, 177.44, "Pacific/Fiji"],
        ["APW", "NSFA", "WS", -13.83, -172.01, "Pacific/Apia"],
        ["KTM", "VNKT", "NP", 27.7, 85.36, "Asia/Kathmandu"],
        ["KEF", "BIKF", "IS", 63.99, -22.61, "Atlantic/Reykjavik"],
        ["URC", "ZWWW", "CN", 43.91, 87.47, "Asia/Shanghai"],
        ["BAH", "OBBI", "BH", 26.27, 50.64, "Asia/Bahrain"],
        // On record in other zones than those they lie in.
        ["CUU", "MMCU", "MX", 28.7, -105.96, "America/Chihuahua"],
        ["CEW", "KCEW", "US", 30.78, -86.52, "America/Chicago"],
        ["CUG", "YCUA", "AU", -33.28, 148.76, "Australia/Sydney"],
        ["CCU", "VECC", "IN", 22.65, 88.45, "Asia/Kolkata"],
      ] as const
      for (const [iata, icao, country, latitude, longitude, zone] of expected) {
        const { data } = yield* ask(source, "airport.lookup", { iata: iata.toLowerCase() })
        assert.deepEqual([iata, data.airport.iata, data.airport.icao, data.country.code, data.time.zone], [iata, iata, icao, country, zone])
        assert.approximately(data.geo.latitude, latitude, 1, iata)
        assert.approximately(data.geo.longitude, longitude, 1, iata)
        assert.deepEqual((yield* ask(source, "airport.lookup", { "airport.icao": icao })).data, data)
      }
    }),
  )

  it.effect("an airport has its height above sea level in feet and metres, where OurAirports and OpenFlights agree", () =>
    Effect.gen(function* () {
      const source = yield* open
      for (const [iata, feet, metres] of [
        ["LPB", 13_355, 4_071],
        ["DEN", 5_431, 1_655],
        // The package with the codes has 49,991 feet.
        ["NBO", 5_330, 1_625],
        ["AMS", -11, -3],
        ["KHT", null, null],
      ] as const) {
        const { data } = yield* ask(source, "airport.lookup", { iata })
        assert.deepEqual([data.airport.elevation_ft, data.airport.elevation_m], [feet, metres], iata)
      }
    }),
  )

  it.effect("a code that no airport has is refused before anything is paid", () =>
    Effect.gen(function* () {
      const source = yield* open
      for (const iata of ["ZZZ", "LH", "LHRX", "", "L1R", "\u{1f600}", "GMC", "YR6", "BAW"])
        assert.strictEqual(refusedField(source, "airport.lookup", { iata }), "airport.iata", iata)
      assert.strictEqual(refusedField(source, "airport.lookup", { icao: "ZZZZ" }), "airport.icao")
      assert.strictEqual(refusedField(source, "airport.distance", { from: "LHR", to: "ZZZ" }), "route.to")
      assert.strictEqual(refusedField(source, "airport.distance", { from: "ZZZ", to: "LHR" }), "route.from")
      assert.strictEqual(refusedField(source, "airport.distance", { from: "LHR", to: "lhr" }), "route.to")
      assert.strictEqual(refusedField(source, "airport.nearby", { iata: "ZZZ" }), "airport.iata")
      assert.strictEqual(refusedField(source, "airport.nearby", { latitude: 1, longitude: 181 }), "geo.longitude")
      assert.strictEqual(refusedField(source, "airport.nearby", { latitude: 1, longitude: 1, radius_km: 1_001 }), "airport.radius_km")
    }),
  )

  it.effect("the length of well-known routes is right in both directions", () =>
    Effect.gen(function* () {
      const source = yield* open
      // kilometres on the ellipsoid
      const routes = [
        ["LHR", "JFK", 5_555],
        ["SIN", "SYD", 6_289],
        ["LAX", "HNL", 4_113],
        ["AKL", "LAX", 10_480],
        ["FRA", "NRT", 9_363],
        ["SCL", "AKL", 9_675],
      ] as const
      for (const [from, to, km] of routes) {
        const { data } = yield* ask(source, "airport.distance", { "route.from": from, "route.to": to })
        assert.isBelow(Math.abs(data.route.distance_km / km - 1), 0.006, `${from} ${to} ${data.route.distance_km}`)
        assert.approximately(data.route.distance_miles * 1.609344, data.route.distance_km, 0.02)
        assert.approximately(data.route.distance_nautical_miles * 1.852, data.route.distance_km, 0.02)
        const back = yield* ask(source, "airport.distance", { from: to, to: from })
        assert.strictEqual(back.data.route.distance_km, data.route.distance_km)
        const { icao: fromIcao } = data.route.from
        const { icao: toIcao } = data.route.to
        assert.deepEqual((yield* ask(source, "airport.distance", { from_icao: fromIcao, to_icao: toIcao })).data, data)
      }
    }),
  )

  it.effect("nearby airports are found by a point and by another airport", () =>
    Effect.gen(function* () {
      const source = yield* open
      const iatas = (data: { airport: { nearby: ReadonlyArray<{ iata: string }> } }) => data.airport.nearby.map(({ iata }) => iata)
      const zurich = yield* ask(source, "airport.nearby", { latitude: 47.3769, longitude: 8.5417, scheduled_only: true })
      assert.deepEqual([zurich.data.airport.iata, zurich.data.airport.icao], ["ZRH", "LSZH"])
      const london = yield* ask(source, "airport.nearby", { iata: "LHR", radius_km: 60, scheduled_only: true })
      assert.includeMembers(iatas(london.data), ["LGW", "LCY", "LTN"])
      assert.notInclude(iatas(london.data), "LHR")
      const kilometres = london.data.airport.nearby.map((airport: { distance_km: number }) => airport.distance_km)
      assert.deepEqual(
        kilometres,
        kilometres.toSorted((a: number, b: number) => a - b),
      )
      const ocean = yield* ask(source, "airport.nearby", { latitude: -48.8767, longitude: -123.3933, radius_km: 1_000 })
      assert.deepEqual(
        [ocean.data.airport.count, ocean.data.airport.iata, ocean.data.airport.complete, ocean.documents],
        [0, null, true, 1],
      )
      // Taveuni lies just west of the antimeridian.
      const line = yield* ask(source, "airport.nearby", { latitude: -16.7, longitude: -179.9, radius_km: 100 })
      assert.include(iatas(line.data), "TVU")
      // Turtle Island and Blue Lagoon, 210 km away, are on record beside Savusavu, in whole minutes; Matei is across the line.
      const savusavu = yield* ask(source, "airport.nearby", { latitude: -16.78, longitude: 179.34, radius_km: 90 })
      assert.deepEqual(iatas(savusavu.data).toSorted(), ["AQS", "KXF", "LBS", "SVU", "TVU"])
    }),
  )

  it.effect("an airport that the package puts elsewhere, or lacks, lies where OurAirports has it, and no two airports share a code", () =>
    Effect.gen(function* () {
      const source = yield* open
      // Santa Teresita is on the coast, not beside Rosario; Évora has an airfield of its own.
      const rosario = yield* ask(source, "airport.nearby", { latitude: -32.95, longitude: -60.64 })
      assert.deepEqual(
        rosario.data.airport.nearby.map(({ iata }: { iata: string }) => iata),
        ["ROS"],
      )
      const evora = yield* ask(source, "airport.nearby", { latitude: 38.5667, longitude: -7.9 })
      assert.strictEqual(evora.data.airport.icao, "LPEV")
      const madrid = yield* ask(source, "airport.lookup", { icao: "LECU" })
      assert.deepEqual([madrid.data.airport.continent, madrid.data.time.zone], ["EU", "Europe/Madrid"])
      const { reads: sql } = yield* Database
      assert.deepEqual(yield* sql`select icao from airport where icao is not null group by icao having count(*) > 1`, [])
    }),
  )

  it.effect("every airport has a code and an existing zone, and the source lists every operation that it answers", () =>
    Effect.gen(function* () {
      const source = yield* open
      const { reads: sql } = yield* Database
      const rows = yield* sql<{ iata: string | null; icao: string | null; zone: string | null }>`select iata, icao, zone from airport`
      assert.isAbove(rows.length, 14_000)
      for (const { iata, icao, zone } of rows) {
        assert.isTrue(iata !== null || icao !== null)
        assert.strictEqual(zone === null ? null : ianaZone(zone), zone)
      }
      assert.isBelow(rows.filter(({ zone }) => zone === null).length, 20)
      const inputs = [{ iata: "LHR" }, { name: "Heathrow" }, { from: "LHR", to: "JFK" }, { latitude: 1, longitude: 2 }]
      for (const [index, operation] of source.operations.entries()) {
        const { data } = yield* ask(source, operation.id, inputs[index]!)
        assert.sameMembers([...operation.output], [...pathsOf(data)])
        assert.strictEqual(operation.variants.length, operation.id === "airport.search" ? 0 : 1)
      }
      assert.deepEqual(
        source.operations.map(({ pricing }) => pricing.price),
        [2_000n, 2_000n, 2_000n, 3_000n],
      )
    }),
  )

  it.effect("an airport is found by its name, and a name that several airports with flights have is a question back", () =>
    Effect.gen(function* () {
      const source = yield* open
      const expected = [
        ["Gatwick", "LGW", "EGKK"],
        ["Tokyo Haneda", "HND", "RJTT"],
        ["Amsterdam Schiphol airport", "AMS", "EHAM"],
        ["Oslo Gardermoen", "OSL", "ENGM"],
        ["Chinggis Khaan", "UBN", "ZMCK"],
        ["Funchal", "FNC", "LPMA"],
        ["florianopolis", "FLN", "SBFL"],
        ["Bergamo", "BGY", "LIME"],
        ["Porto, Portugal", "OPO", "LPPR"],
        ["Porto portugal", "OPO", "LPPR"],
        ["Nowhere at all", null, null],
        ["International Airport", null, null],
      ] as const
      for (const [name, iata, icao] of expected) {
        const { data } = yield* ask(source, "airport.search", { name })
        assert.deepEqual([name, data.airport.iata, data.airport.icao], [name, iata, icao])
      }
      const codesOf = (name: string) =>
        Effect.map(ask(source, "airport.search", { name }), ({ data }) => data.airport.matches.map((match: { iata: string }) => match.iata))
      // The metropolitan areas of IATA.
      assert.deepEqual(yield* codesOf("Tokyo"), ["HND", "NRT"])
      assert.deepEqual(yield* codesOf("Milan airports"), ["MXP", "LIN", "BGY"])
      assert.includeMembers(yield* codesOf("London"), ["LHR", "LGW", "STN", "LTN", "LCY"])
      const { data: changi } = yield* ask(source, "airport.search", { name: "Changi" })
      assert.closeTo(changi.geo.latitude, 1.35, 0.02)
      assert.deepEqual([changi.airport.iata, changi.time.zone], ["SIN", "Asia/Singapore"])
      const { meaningsOf } = source.operations.find(({ id }) => id === "airport.search")!
      const [london] = yield* meaningsOf!({ "airport.name": "London" })
      assert.isNull(london!.assumption)
      assert.include(london!.meanings.map(({ value }) => value).join(), "London Heathrow Airport")
      const [oslo] = yield* meaningsOf!({ "airport.name": "Oslo" })
      assert.deepEqual(
        [oslo!.meanings[0]!.value, oslo!.assumption],
        ["Oslo Airport", "Oslo Airport is assumed, the only one of 2 with scheduled flights."],
      )
      // Porto Alegre and eight others only have the name as a part; Birmingham is a town in two countries.
      const [porto] = yield* meaningsOf!({ "airport.name": "Porto" })
      assert.match(
        `${porto!.meanings[0]!.value}: ${porto!.assumption}`,
        /^Porto Airport: Porto Airport is assumed, .* exactly this name\.$/u,
      )
      assert.deepEqual(yield* codesOf("Porto Airport"), ["OPO"])
      assert.includeMembers(yield* codesOf("Birmingham Airport"), ["BHX", "BHM"])
      for (const name of ["Birmingham", "Birmingham Airport"]) {
        const [birmingham] = yield* meaningsOf!({ "airport.name": name })
        assert.isNull(birmingham!.assumption)
      }
      // The airports of a city belong together, unlike those with a word in common.
      assert.deepEqual([london!.areTogether, oslo!.areTogether], [true, false])
    }),
  )
})
