import { assert, describe, it } from "@effect/vitest"
import { extract } from "../../../layers/planner/extract/extract.ts"

const now = Date.UTC(2026, 10, 21, 9)
const airportsIn = (question: string) =>
  extract(question, now).flatMap(({ kind, text, value, weight }) =>
    kind.startsWith("airport.") && weight >= 0.65 ? [`${text} = ${String(value)}`] : [],
  )

describe("the name of an airport", () => {
  it.each([
    ["ICAO code of Heathrow", ["Heathrow = LHR"]],
    ["from Singapore Changi to Sydney Kingsford Smith", ["Singapore Changi = SIN", "Sydney Kingsford Smith = SYD"]],
    ["local time at Chicago O'Hare", ["Chicago O'Hare = ORD"]],
    ["sunset at OR Tambo and at O.R. Tambo", ["OR Tambo = JNB", "O.R. Tambo = JNB"]],
    ["gatwick or stansted", ["gatwick = LGW", "stansted = STN"]],
    ["ICAO designator of Leipzig/Halle", ["Leipzig/Halle = LEJ"]],
  ])("is an airport without the word beside it: %s", (question, airports) => assert.deepStrictEqual(airportsIn(question), airports))

  it.each([
    ["sunrise at Dublin Airport", ["Dublin Airport = DUB"]],
    ["ICAO code for Wilson Airport in Nairobi", ["Wilson Airport in Nairobi = WIL"]],
    ["elevation of LaGuardia Airport New York", ["LaGuardia Airport New York = LGA"]],
    ["icao code munich airport", ["munich airport = MUC"]],
    ["from Lima airport to Bogotá International Airport", ["Lima airport = LIM", "Bogotá International Airport = BOG"]],
    ["time at Narita airport", ["Narita airport = NRT"]],
    ["how far apart are Munich and Gothenburg airports", ["Munich = MUC", "Gothenburg = GOT"]],
    ["where is the airport of Gothenburg", ["Gothenburg = GOT"]],
  ])("is that of its city beside the word: %s", (question, airports) => assert.deepStrictEqual(airportsIn(question), airports))

  it.each([
    "population of Munich",
    "how far is Narita from Luton",
    // Several airports or cities have the name.
    "icao code of london airport",
    "ICAO code of Birmingham airport",
    "which airports has Milan",
    "nearest airport to Salzburg",
    "Rome airport hotel",
    "does Kyoto have its own airport",
  ])("is no airport where it may be a town or several: %s", (question) => assert.deepStrictEqual(airportsIn(question), []))

  it("and its code behind it are one value", () => {
    assert.deepStrictEqual(airportsIn("Is Berlin Tegel TXL still open?"), ["Berlin Tegel TXL = TXL"])
    assert.deepStrictEqual(airportsIn("Frankfurt (FRA) to Singapore (SIN)"), ["FRA = FRA", "SIN = SIN"])
    assert.deepStrictEqual(airportsIn("what is the area of France (FRA)"), [])
  })

  it("is stated as read", () => {
    const [heathrow] = extract("code of Heathrow", now)
    assert.strictEqual(heathrow?.assumed, '"Heathrow" was read as the airport LHR.')
  })
})

it("the code of a country in its column is certain where no other one is beside it", () => {
  const certain = (question: string) =>
    extract(question, now).flatMap(({ kind, value, weight }) => (kind === "country.code" && weight >= 0.65 ? [value] : []))
  assert.deepStrictEqual(certain("the export has EE in the country column, which one is that"), ["EE"])
  assert.deepStrictEqual(certain("is the two letter code SI, SK or SL"), [])
})

it("a code of IATA for a city means its airports", () => {
  const [city] = extract("which airports does TYO stand for", now)
  assert.deepStrictEqual([city?.kind, city?.value, city?.assumed], ["place.name", "Tokyo", "TYO was read as the airports of Tokyo."])
})

describe("capitals and names that are no airport", () => {
  it("an abbreviation of computing is no airport by itself", () =>
    assert.deepStrictEqual(airportsIn("the EDI message says LGG"), airportsIn("it says LGG")))

  it("an abbreviation of a time zone is an airport in a list of codes", () => {
    assert.deepStrictEqual(airportsIn("IATA to ICAO: IST, SAW"), ["IST = IST", "SAW = SAW"])
    assert.deepStrictEqual(airportsIn("flight at 3 pm IST"), [])
  })

  it("cities in a list are places of their own, and a region behind a town is not", () => {
    const placesIn = (question: string) => extract(question, now).flatMap(({ kind, value }) => (kind === "place.name" ? [value] : []))
    assert.deepStrictEqual(placesIn("modern names: Bombay, Madras, Calcutta"), ["Bombay", "Madras", "Calcutta"])
    assert.deepStrictEqual(placesIn("countries of Tartu, Graz and Perth, Cape Town or Buenos Aires").slice(0, 2), ["Tartu", "Graz"])
    assert.deepStrictEqual(placesIn("coordinates of Springfield, Missouri"), ["Springfield, Missouri"])
  })

  it("a domain has the ending of its country, unless everybody may buy one", () => {
    const endings = (question: string) =>
      extract(question, now).flatMap(({ kind, value }) => (kind === "country.top_level_domain" ? [value] : []))
    assert.deepStrictEqual(endings("which country is lodge.co.ke in"), [".ke"])
    assert.deepStrictEqual(endings("which country is start.io in"), [])
  })
})

it("the city before the name of its airport is part of the name", () =>
  assert.deepEqual(
    extract("distance from Nairobi Wilson airport to Kilimanjaro airport", 0)
      .filter(({ kind }) => kind === "airport.iata")
      .map(({ text, value }) => [text, value]),
    [
      ["Nairobi Wilson airport", "WIL"],
      ["Kilimanjaro airport", "JRO"],
    ],
  ))

it("behind its city, the name of an airport needs no word beside it", () =>
  assert.deepEqual(
    extract("Great circle distance between Nairobi Jomo Kenyatta and Entebbe", 0)
      .filter(({ kind }) => kind === "airport.iata")
      .map(({ text, value }) => [text, value]),
    [["Nairobi Jomo Kenyatta", "NBO"]],
  ))
