import { Effect } from "effect"
import { defineOperation, defineVariant } from "../../../domain/catalogue/defineOperation.ts"
import type { InputProblem } from "../../../domain/catalogue/Source.ts"
import { microUsd } from "../../../domain/money/Money.ts"
import type { ReadDataset } from "../dataset/openDataset.ts"
import { initialBearing, distanceKm, kmPerMile, kmPerNauticalMile, midpoint, rounded } from "../gazetteer/sphere.ts"
import { type Airport, airportView, airportWith, Iata, Icao, type UnknownCode } from "./Airport.ts"

const pricing = { model: "per_call", price: microUsd(2_000n) } as const

const answer = ([from, to]: readonly [Airport, Airport]) => {
  const km = distanceKm(from, to)
  const middle = midpoint(from, to)
  return {
    data: {
      route: {
        from: airportView(from),
        to: airportView(to),
        distance_km: rounded(km),
        distance_miles: rounded(km / kmPerMile),
        distance_nautical_miles: rounded(km / kmPerNauticalMile),
        initial_bearing: rounded(initialBearing(from, to), 1),
        midpoint: { latitude: rounded(middle.latitude, 4), longitude: rounded(middle.longitude, 4) },
      },
    },
    documents: 1,
  }
}

export const distance = (data: ReadDataset, unknownCode: UnknownCode) => {
  const between = (kind: "iata" | "icao", from: string, to: string) =>
    Effect.map(Effect.all([airportWith(data, kind, from), airportWith(data, kind, to)]), answer)
  const unfit = (
    kind: "iata" | "icao",
    [from, to]: readonly [string, string],
    fields: readonly [string, string],
  ): InputProblem | undefined =>
    unknownCode(kind, fields[0], from) ??
    unknownCode(kind, fields[1], to) ??
    (from === to ? { field: fields[1], reason: "the route begins at the same airport. Send another one." } : undefined)
  return defineOperation({
    id: "airport.distance",
    name: "Measure a flight distance",
    description:
      "Length of the great circle between two airports, in kilometres, miles and nautical miles, with its first bearing and its middle. On a sphere: " +
      "within half a percent of the ellipsoid.",
    fields: {
      "route.from": Iata("LHR", "IATA code of the airport where the route begins."),
      "route.to": Iata("JFK", "IATA code of the airport where the route ends."),
    },
    slots: { "route.from": "airport.iata", "route.to": "airport.iata" },
    output: [
      "route.from",
      "route.to",
      "route.distance_km",
      "route.distance_miles",
      "route.distance_nautical_miles",
      "route.initial_bearing",
      "route.midpoint",
    ],
    pricing,
    freshnessSeconds: 7 * 86_400,
    examples: [
      "how many nautical miles BOS to LIS",
      "km between HEL and BKK as the crow flies",
      "distance FRA-EZE in miles please",
      "how long is the flight path from DOH to PER in km",
      "How far is it from LHR to JFK?",
      "What is the flight distance between SIN and SYD in nautical miles?",
      "How many miles are there from LAX to HNL?",
      "Great circle distance from FRA to NRT",
      "How far is KDEN from EGLL?",
      "Distance from BER to CDG in km",
      "How long is the route from DXB to LHR?",
      "How many kilometres is a flight from GRU to MIA?",
      "Heathrow to Changi in nautical miles",
      "straight line from Munich airport to Dublin airport in km",
      "From FRA, which is farther: JNB or NRT",
      "is LHR closer to JFK or to BOS",
    ],
    hints: {
      vocabulary: "flight route great circle leg farther further nearer closer farthest nearest apart between air",
      keywords: {
        "route.distance_km": "far distance long kilometres kilometers km length apart crow flies straight line air",
        "route.distance_miles": "miles",
        "route.distance_nautical_miles": "nautical",
        "route.initial_bearing": "bearing direction heading course",
      },
      // The airport nearest to a town is seldom the one that is meant: LIN is Milan's nearest, and `from BGY to Milan` ends in the town.
      statedOnly: ["route.from", "route.to", "route.from_icao", "route.to_icao"],
      measures: { "route.distance_km": { name: "distance", unit: "km", adjectives: "short long near far close" } },
    },
    check: (input) => unfit("iata", [input["route.from"], input["route.to"]], ["route.from", "route.to"]),
    run: (input) => between("iata", input["route.from"], input["route.to"]),
    variants: [
      defineVariant({
        fields: {
          "route.from_icao": Icao("EGLL", "ICAO code of the airport where the route begins."),
          "route.to_icao": Icao("KJFK", "ICAO code of the airport where the route ends."),
        },
        slots: { "route.from_icao": "airport.icao", "route.to_icao": "airport.icao" },
        pricing,
        check: (input) => unfit("icao", [input["route.from_icao"], input["route.to_icao"]], ["route.from_icao", "route.to_icao"]),
        run: (input) => between("icao", input["route.from_icao"], input["route.to_icao"]),
      }),
    ],
  })
}
