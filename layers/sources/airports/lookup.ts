import { Effect } from "effect"
import { defineOperation, defineVariant } from "../../../domain/catalogue/defineOperation.ts"
import { microUsd } from "../../../domain/money/Money.ts"
import { countryName } from "../country.ts"
import type { ReadDataset } from "../dataset/openDataset.ts"
import type { Airport } from "./Airport.ts"
import type { UnknownCode } from "./codes.ts"
import { Iata, Icao } from "./inputs.ts"
import { airportWith } from "./read.ts"

const pricing = { model: "per_call", price: microUsd(2_000n) } as const

const lookupAnswer = ({
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
    airport: { iata, icao, name, continent, kind, scheduled, wikipedia, website },
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
      "Name, codes, country, position and time zone of an airport by its IATA or its ICAO code, and its size and whether it has scheduled flights where that is known. " +
      "Some airports of the past are among them.",
    fields: { "airport.iata": Iata("LHR") },
    output: [
      "airport.iata",
      "airport.icao",
      "airport.name",
      "airport.continent",
      "airport.kind",
      "airport.scheduled",
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
      "Which airport is LHR?",
      "What is the ICAO code of the airport SIN?",
      "Where is the airport with the ICAO code KDEN?",
      "In which time zone is the airport NAN?",
      "Which country is the airport TOS in?",
      "What is the name of the airport with the code NRT?",
      "Which city does the airport code CDG belong to?",
      "IATA code of EDDF",
      "Where is JFK airport?",
      "Coordinates of the airport BOM",
    ],
    hints: {
      asked: {
        "geo.latitude": "coordinates position where located",
        "geo.longitude": "coordinates position where located",
        "country.name": "country",
        "airport.name": "called name",
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
