import { Effect } from "effect"
import { defineOperation } from "../../../domain/catalogue/defineOperation.ts"
import { SourceFailure } from "../../../domain/catalogue/Source.ts"
import { microUsd } from "../../../domain/money/Money.ts"
import { Latitude, Longitude } from "../clockwork/inputs.ts"
import type { ReadDataset } from "../dataset/openDataset.ts"
import { distanceAndBearing, nearestRows } from "./near.ts"
import { placeFacts, type Place, placeView } from "./Place.ts"

export const nearestPlace = (data: ReadDataset) =>
  defineOperation({
    id: "place.nearest",
    name: "Find the nearest place",
    description:
      "The town or city nearest to a latitude and longitude on the great circle, how far away it is and in which direction, and the four that come next.",
    fields: { "geo.latitude": Latitude, "geo.longitude": Longitude },
    output: [
      "place.name",
      "place.region",
      "place.district",
      "place.distance_km",
      "place.bearing",
      "place.next",
      "country.code",
      "country.name",
      "geo.latitude",
      "geo.longitude",
      "time.zone",
    ],
    pricing: { model: "per_call", price: microUsd(1_500n) },
    freshnessSeconds: 30 * 86_400,
    examples: [
      "Which town is nearest to 46.0207, 7.7491?",
      "What is the closest city to latitude -33.8568, longitude 151.2153?",
      "In which country are the coordinates 27.9881, 86.9250?",
      "Which place is at 64.1466, -21.9426?",
      "Reverse geocode 35.6586, 139.7454",
      "What town is at 52.52, 13.405?",
      "Which city is closest to 19.4326, -99.1332?",
      "What is at the coordinates 48.8584, 2.2945?",
    ],
    hints: { asked: { "place.name": "town city village place", "country.name": "country" } },
    run: (input) =>
      Effect.gen(function* () {
        const at = { latitude: input["geo.latitude"], longitude: input["geo.longitude"] }
        const [first, ...next] = yield* data((sql) => nearestRows<Place>(sql, sql`place`, at, 5))
        if (first === undefined) return yield* new SourceFailure({ code: "source_error", message: "There are no places." })
        const { country, geo, time } = placeFacts(first)
        const { district, name, region } = first
        return {
          data: {
            place: {
              name,
              region,
              district,
              ...distanceAndBearing(at, first),
              next: next.map((place) => ({ ...placeView(place), ...distanceAndBearing(at, place) })),
            },
            country,
            geo,
            time,
          },
          documents: 1,
        }
      }),
  })
