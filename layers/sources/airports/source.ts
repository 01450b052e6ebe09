import { Effect, type Scope } from "effect"
import type { Dataset } from "../dataset/Dataset.ts"
import { defineOperation, defineVariant } from "../../../domain/catalogue/defineOperation.ts"
import { microUsd } from "../../../domain/money/Money.ts"
import { countryName } from "../country.ts"
import type { ReadDataset } from "../dataset/openDataset.ts"
import { type Airport, airportWith, Iata, Icao, openCodes, type UnknownCode } from "./Airport.ts"
import type { Source } from "../../../domain/catalogue/Source.ts"
import { gaps } from "./gaps.ts"
import { elevationOf } from "./elevations.ts"
import { logo } from "../logo.ts"
import { distance } from "./distance.ts"
import { nearby } from "./nearby.ts"
import { searchAirport } from "./search.ts"

/** The airports of airport-data-js that have an IATA or an ICAO code and a position that can be true. */
export const airports: Dataset = {
  name: "airports",
  version: "airport-data-js 3.1.0, reader 6",
  tables: ["airport"],
  columns: {
    id: "int",
    iata: "text",
    icao: "text",
    name: "text",
    city: "text",
    country: "text",
    continent: "text",
    latitude: "float8",
    longitude: "float8",
    zone: "text",
    kind: "text",
    scheduled: "boolean",
    wikipedia: "text",
    website: "text",
  },
  reader: new URL("./reader.ts", import.meta.url),
}

const pricing = { model: "per_call", price: microUsd(2_000n) } as const

const lookupAnswer = ({
  city,
  continent,
  country,
  iata,
  icao,
  kind,
  latitude,
  longitude,
  name,
  scheduled,
  website,
  wikipedia,
  zone,
}: Airport) => ({
  data: {
    airport: { iata, icao, name, city, continent, kind, scheduled, ...elevationOf(iata, icao), wikipedia, website },
    country: { code: country, name: countryName(country) },
    geo: { latitude, longitude },
    time: { zone },
  },
  documents: 1,
  identifiers: { ...(iata !== null && { iata }), ...(icao !== null && { icao }) },
  ...(wikipedia !== null && { links: [wikipedia] }),
})

export const lookup = (data: ReadDataset, unknownCode: UnknownCode) =>
  defineOperation({
    id: "airport.lookup",
    name: "Look up an airport",
    description:
      "Name, codes, the town that it serves, country, position and time zone of an airport by its IATA or its ICAO code, and its size, its height above sea level and whether it has scheduled flights where that is known. " +
      "Some airports of the past are among them.",
    fields: { "airport.iata": Iata("LHR") },
    output: [
      "airport.iata",
      "airport.icao",
      "airport.name",
      "airport.city",
      "airport.continent",
      "airport.kind",
      "airport.scheduled",
      "airport.elevation_ft",
      "airport.elevation_m",
      "airport.wikipedia",
      "airport.website",
      "country.code",
      "country.name",
      "geo.latitude",
      "geo.longitude",
      "time.zone",
    ],
    pricing,
    freshnessSeconds: 7 * 86_400,
    examples: [
      "which city does the airport code HND belong to",
      "LHR - full name and country?",
      "iata for KSFO",
      "is XNA a real airport code",
      "which city do you fly to with the code PTY",
      "what time zone is DEN airport in",
      "what airport has the code YUL",
      "ICAO code of Heathrow",
      "IATA code for Schiphol",
      "what is the airport code of Gatwick",
      "which code has Haneda airport",
      "icao code munich airport",
      "three-letter code of Chicago O'Hare",
      "coordinates of Changi airport",
      "which country is Malpensa in",
      "IATA and ICAO designator of Gothenburg Landvetter",
      "what place does CPT stand for on the itinerary",
      "baggage tag says LFW, which airport is that",
      "charter is filed to EDDM, which city is it",
      "Which airport is LHR?",
      "What is the ICAO code of the airport SIN?",
      "Where is the airport with the ICAO code KDEN?",
      "In which time zone is the airport NAN?",
      "Which country is the airport TOS in?",
      "What is the name of the airport with the code NRT?",
      "Which city does the airport code CDG belong to?",
      "IATA code of EDDF",
      "the waybill says via LGG, where is that",
      "Where is JFK airport?",
      "Coordinates of the airport BOM",
      "which airport is further north, OSL or ARN",
      "is LIS farther south than DUB?",
      "elevation of DEN in feet",
      "how high above sea level is El Alto airport",
      "field elevation of Bogotá airport in metres",
    ],
    hints: {
      measures: {
        "geo.latitude": { name: "latitude", unit: "degrees", adjectives: "south north" },
        "airport.elevation_ft": { name: "elevation", unit: "feet", adjectives: "low high" },
      },
      vocabulary:
        "further farther more most designator itinerary ticket baggage luggage tag destination mean meant filed land lands landing full real code abbreviation airport city serves served letters handle via routing waybill cargo freight",
      keywords: {
        "geo.latitude": "coordinates position where located",
        "geo.longitude": "coordinates position where located",
        "country.name": "country",
        "airport.name": "called name",
        "airport.city": "city town place serves island",
        "airport.elevation_ft": "elevation altitude high feet sea level field",
        "airport.elevation_m": "elevation altitude high metres meters sea level",
      },
    },
    check: (input) => unknownCode("iata", "airport.iata", input["airport.iata"]),
    run: (input) => Effect.map(airportWith(data, "iata", input["airport.iata"]), lookupAnswer),
    variants: [
      defineVariant({
        fields: { "airport.icao": Icao("EGLL") },
        pricing,
        check: (input) => unknownCode("icao", "airport.icao", input["airport.icao"]),
        run: (input) => Effect.map(airportWith(data, "icao", input["airport.icao"]), lookupAnswer),
      }),
    ],
  })

/** `data` reads the dataset `airports`. */
export const makeAirports = (data: ReadDataset): Effect.Effect<Source, never, Scope.Scope> =>
  Effect.map(openCodes(data), (unknownCode) => ({
    id: "airports",
    name: "Airports",
    provider: "Farthing",
    description:
      "Airports of the world by IATA and ICAO code and by name: position, country and time zone, distances between them, and which ones are near.",
    category: "travel",
    tags: ["airport", "aviation", "distance", "flight", "iata", "icao", "travel"],
    sectors: ["aviation", "logistics", "travel"],
    capabilities: ["calculate", "lookup", "search"],
    jurisdiction: "worldwide",
    attribution:
      "airport-data-js by Aashish Vivekanand, CC BY 4.0; changed by Farthing: time zones and countries corrected, rows with wrong positions or without a code " +
      "and all heights and runway lengths left out. Heights, the towns that airports serve, the positions of 564 airports and 32 further airports are those of OurAirports (public domain), without heights that differ from those of OpenFlights.",
    sourceUrl: "https://github.com/aashishvanand/airport-data-js",
    logoUrl: logo("AP", "#1f5f8b"),
    gaps,
    operations: [lookup(data, unknownCode), searchAirport(data), distance(data, unknownCode), nearby(data, unknownCode)],
  }))
