import type { PgClient } from "@effect/sql-pg"
import { Effect, Schema } from "effect"
import { defineOperation, defineVariant } from "../../../domain/catalogue/defineOperation.ts"
import { microUsd } from "../../../domain/money/Money.ts"
import { Latitude, Longitude } from "../inputs.ts"
import type { ReadDataset } from "../dataset/openDataset.ts"
import { distanceAndBearing, rowsWithin, type WithDistance } from "../gazetteer/nearestRows.ts"
import type { Point } from "../gazetteer/sphere.ts"
import { type Airport, airportView, airportWith, Iata, type UnknownCode } from "./Airport.ts"

const pricing = { model: "per_call", price: microUsd(3_000n) } as const
const maxAirports = 20

const filters = {
  "airport.radius_km": Schema.optionalKey(
    Schema.Finite.annotate({ description: "How far to search, in kilometres, up to 1000; 100 if not given.", examples: [100] }).check(
      Schema.isBetween({ minimum: 1, maximum: 1_000 }),
    ),
  ),
  "airport.scheduled_only": Schema.optionalKey(
    Schema.Boolean.annotate({ description: "Only airports that are known to have scheduled flights.", examples: [true] }),
  ),
} as const

interface Filters {
  readonly "airport.radius_km"?: number
  readonly "airport.scheduled_only"?: boolean
}

/** Airports around a point, at most twenty, without the one that was named. */
const around = (data: ReadDataset, at: Point, filter: Filters, centre?: Airport) => {
  const radius = filter["airport.radius_km"] ?? 100
  const others = centre?.id ?? -1
  return data((sql) => {
    const chosen =
      filter["airport.scheduled_only"] === true ? sql`scheduled` : sql`(scheduled or wikipedia is not null or not ${inWholeMinutes(sql)})`
    return rowsWithin<Airport>(sql, sql`(select * from airport where id <> ${others} and ${chosen}) as airport`, at, radius, maxAirports)
  }).pipe(Effect.map((airports) => answer(at, radius, airports)))
}

/** A position in whole minutes is often a guess: that of Turtle Island in Fiji was 175 km off. An airport with scheduled flights or an article of its own has been looked at. */
const inWholeMinutes = (sql: PgClient.PgClient) =>
  sql`(abs(latitude * 60 - round(latitude * 60)) < 0.0035 and abs(longitude * 60 - round(longitude * 60)) < 0.0035)`

const answer = ({ latitude, longitude }: Point, radius: number, airports: ReadonlyArray<WithDistance<Airport>>) => {
  const nearby = airports.map((airport) => ({ ...airportView(airport), ...distanceAndBearing({ latitude, longitude }, airport) }))
  const [first] = nearby
  return {
    data: {
      airport: {
        iata: first?.iata ?? null,
        icao: first?.icao ?? null,
        name: first?.name ?? null,
        distance_km: first?.distance_km ?? null,
        radius_km: radius,
        count: nearby.length,
        complete: nearby.length < maxAirports,
        nearby,
      },
      geo: { latitude, longitude },
    },
    documents: 1,
  }
}

export const nearby = (data: ReadDataset, unknownCode: UnknownCode) =>
  defineOperation({
    id: "airport.nearby",
    name: "Find airports nearby",
    description:
      "The airports within a distance of a latitude and longitude or of another airport, nearest first, at most 20, each with its distance and direction. " +
      "None there is an answer too.",
    fields: { "geo.latitude": Latitude, "geo.longitude": Longitude, ...filters },
    output: [
      "airport.iata",
      "airport.icao",
      "airport.name",
      "airport.distance_km",
      "airport.radius_km",
      "airport.count",
      "airport.complete",
      "airport.nearby",
      "geo.latitude",
      "geo.longitude",
    ],
    pricing,
    freshnessSeconds: 7 * 86_400,
    examples: [
      "which airports could I use near GVA",
      "any scheduled airport within 100 km of 60.39, 5.32",
      "closest airport to 35.68, 139.69",
      "Which airports are near 47.3769, 8.5417?",
      "What is the nearest airport with scheduled flights to latitude 27.7172, longitude 85.3240?",
      "List the airports within 50 km of 40.7128, -74.0060",
      "Which airports are close to LHR?",
      "Alternative airports within 150 km of MUC",
      "What is the closest airport to Salzburg?",
      "Which airports can I fly from near Cambridge?",
      "Nearest airport to Chamonix",
      "Airports around Milan",
      "nearest airport to Lyon with its IATA code",
      "closest airport to Graz, three letter code",
    ],
    hints: {
      vocabulary: "commercial iata icao code letter letters three serve serves closest nearest reach regional alternative",
      keywords: { "airport.nearby": "airports airfields near nearby nearest closest around" },
    },
    run: (input) => around(data, { latitude: input["geo.latitude"], longitude: input["geo.longitude"] }, input),
    variants: [
      defineVariant({
        fields: { "airport.iata": Iata("LHR", "IATA code of the airport to search around."), ...filters },
        pricing,
        check: (input) => unknownCode("iata", "airport.iata", input["airport.iata"]),
        run: (input) => Effect.flatMap(airportWith(data, "iata", input["airport.iata"]), (centre) => around(data, centre, input, centre)),
      }),
    ],
  })
