import { Effect, Schema } from "effect"
import { defineOperation } from "../../../domain/catalogue/defineOperation.ts"
import { microUsd } from "../../../domain/money/Money.ts"
import type { ReadDataset } from "../dataset/openDataset.ts"
import { Latitude, Longitude } from "../inputs.ts"
import { within, type WithDistance } from "./nearestRows.ts"
import { type Place, placeFacts, placeView } from "./places.ts"
import { rounded } from "./sphere.ts"

const maxPlaces = 50
/** Estimates may be of an old census: a town with this share of the people that are requested may have them by now. */
const nearShare = 0.6

interface Town extends WithDistance<Place> {
  /** How many towns meet the conditions. */
  readonly total: number
}

const townView = (town: Town) => ({ ...placeView(town), distance_km: rounded(town.distance) })

const answer = (towns: ReadonlyArray<Town>, near: ReadonlyArray<Town>, threshold: number | undefined) => {
  const [first] = towns
  const { country, geo, time } = placeFacts(first)
  return {
    data: {
      place: {
        name: first?.name ?? null,
        region: first?.region ?? null,
        population: first?.population ?? null,
        around: towns.map(townView),
        near_threshold: near.map(townView),
        total: first?.total ?? 0,
        threshold: threshold ?? null,
      },
      country,
      geo,
      time,
    },
    documents: 1,
  }
}

export const placesAround = (data: ReadDataset) =>
  defineOperation({
    id: "place.around",
    name: "List the towns within a distance",
    description:
      "The towns and cities within a distance of a latitude and longitude, the largest first by their people (estimates of GeoNames, of years that differ from place to place), " +
      `those with at least a number of people if one is given: how many they are, and at most ${maxPlaces} of them with region, coordinates, people and distance; and the towns that an old estimate may have below the number.`,
    fields: {
      "geo.latitude": Latitude,
      "geo.longitude": Longitude,
      "place.radius_km": Schema.Finite.annotate({ description: "How far, in kilometres, up to 200.", examples: [40] }).check(
        Schema.isBetween({ minimum: 1, maximum: 200 }),
      ),
      "place.population_from": Schema.optionalKey(
        Schema.Int.annotate({
          description: "Only towns with at least this many people, by GeoNames' estimates.",
          examples: [50_000],
        }).check(Schema.isBetween({ minimum: 1, maximum: 100_000_000 })),
      ),
    },
    output: [
      "place.name",
      "place.region",
      "place.population",
      "place.around",
      "place.near_threshold",
      "place.total",
      "place.threshold",
      "country.code",
      "country.name",
      "geo.latitude",
      "geo.longitude",
      "time.zone",
    ],
    pricing: { model: "per_call", price: microUsd(2_000n) },
    freshnessSeconds: 30 * 86_400,
    examples: [
      "towns with more than 20000 people within 30 km of Nancy",
      "which cities over 100,000 inhabitants are within 60 miles of Leeds",
      "all towns in a radius of 25 km around 47.05, 8.31",
      "how many towns with at least 10,000 inhabitants are within 50 km of Graz",
      "list the villages and towns within 5 km of Hay-on-Wye",
      "cities within 100 km of Nagoya that have over 200,000 residents",
    ],
    hints: {
      vocabulary: "town towns cities city village villages municipalities settlements many number count",
      // Several places may have the name: a search by it may find another one.
      approximate: ["place.name"],
    },
    run: (input) => {
      const at = { latitude: input["geo.latitude"], longitude: input["geo.longitude"] }
      const threshold = input["place.population_from"]
      const townsOf = (least: number, below: number, most: number) =>
        data((sql) => {
          const counted = sql`(select * from place where population >= ${least}::int and population < ${below}::bigint and not quarter) as town`
          return sql<Town>`select *, (count(*) over ())::int as total from ${within(sql, counted, at, input["place.radius_km"])}
            order by population desc, id limit ${most}`
        })
      return Effect.map(
        Effect.all([
          townsOf(threshold ?? 1, 2 ** 31, maxPlaces),
          threshold === undefined ? Effect.succeed([]) : townsOf(Math.ceil(threshold * nearShare), threshold, maxPlaces),
        ]),
        ([towns, near]) => answer(towns, near, threshold),
      )
    },
  })
