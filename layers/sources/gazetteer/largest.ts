import type { PgClient } from "@effect/sql-pg"
import { Effect, Schema, SchemaTransformation } from "effect"
import type { Fragment } from "effect/sql/Statement"
import { defineOperation, defineVariant } from "../../../domain/catalogue/defineOperation.ts"
import { type InputProblem, SourceFailure } from "../../../domain/catalogue/Source.ts"
import { microUsd } from "../../../domain/money/Money.ts"
import { CountryCode } from "../atlas/countries.ts"
import { countryName } from "../country.ts"
import type { ReadDataset } from "../dataset/openDataset.ts"
import { regionCodeOf } from "../holidays/regionCode.ts"
import { Latitude, Longitude } from "../inputs.ts"
import { within } from "./nearestRows.ts"
import { type Place, placeFacts, placeView } from "./places.ts"
import { rounded } from "./sphere.ts"

const pricing = { model: "per_call", price: microUsd(2_000n) } as const
const usualCount = 10
const maxCount = 50

const Population = Schema.Int.annotate({
  description: "Only towns with at least this many people, by GeoNames' estimates.",
  examples: [50_000],
}).check(Schema.isBetween({ minimum: 1, maximum: 100_000_000 }))

const Count = Schema.Int.annotate({
  description: `How many towns to deliver, the largest first, up to ${maxCount}; ${usualCount} if not given, and ${maxCount} with a least population.`,
  examples: [5],
}).check(Schema.isBetween({ minimum: 1, maximum: maxCount }))

const Rank = Schema.Int.annotate({
  description: `The place in the order by population of the one town that is wanted: 2 for the second largest, up to ${maxCount}.`,
  examples: [2],
}).check(Schema.isBetween({ minimum: 1, maximum: maxCount }))

const Region = Schema.String.annotate({
  description: "ISO 3166-2 code of a region of the country: only its towns count. Regions with holidays of their own are known.",
  examples: ["DE-BY"],
})
  .check(Schema.isPattern(/^[A-Za-z0-9]{1,10}(-[A-Za-z0-9]{1,10}){0,2}$/u, { expected: "an ISO 3166-2 code" }))
  .pipe(Schema.decodeTo(Schema.String, SchemaTransformation.toUpperCase()))

const filters = { "place.population_from": Schema.optionalKey(Population), "place.count": Schema.optionalKey(Count) } as const
const native = { "country.code": "country", "region.code": "region" } as const
const inCountry = { "country.code": CountryCode, "region.code": Schema.optionalKey(Region) } as const

interface Filters {
  readonly "place.population_from"?: number
  readonly "place.count"?: number
  readonly "place.rank"?: number
}

interface Where {
  readonly "country.code": string
  readonly "region.code"?: string
}

const limitOf = (filter: Filters): number =>
  filter["place.rank"] ?? filter["place.count"] ?? (filter["place.population_from"] === undefined ? usualCount : maxCount)

/** Towns and cities with a count, no quarters of one. */
const counted = (sql: PgClient.PgClient, { "place.population_from": least = 1 }: Filters): Fragment =>
  sql`(select * from place where population >= ${least}::int and not quarter) as town`

interface Town extends Place {
  /** Kilometres from the point. */
  readonly distance?: number
  /** How many towns meet the conditions. */
  readonly total?: number
}

const answer = (towns: ReadonlyArray<Town>, input: Filters & Partial<Where>) => {
  const rank = input["place.rank"]
  const town = towns[(rank ?? 1) - 1]
  const { country, geo, time } = placeFacts(town)
  const code = input["country.code"] ?? country.code
  return {
    data: {
      place: {
        name: town?.name ?? null,
        region: town?.region ?? null,
        population: town?.population ?? null,
        rank: rank ?? null,
        largest: towns.map((each) => ({
          ...placeView(each),
          ...(each.distance !== undefined && { distance_km: rounded(each.distance) }),
        })),
        total: towns.length === 0 ? 0 : (towns[0]?.total ?? null),
        threshold: input["place.population_from"] ?? null,
      },
      country: { code, name: code === null ? null : countryName(code) },
      geo,
      time,
    },
    documents: 1,
  }
}

/** Towns around a point, the largest first. */
const around = (
  data: ReadDataset,
  input: Filters & { readonly "geo.latitude": number; readonly "geo.longitude": number; readonly "place.radius_km": number },
) => {
  const at = { latitude: input["geo.latitude"], longitude: input["geo.longitude"] }
  return Effect.map(
    data((sql) => {
      const near = within(sql, counted(sql, input), at, input["place.radius_km"])
      return sql<Town>`select *, (count(*) over ())::int as total from ${near} order by population desc, id limit ${limitOf(input)}`
    }),
    (towns) => answer(towns, input),
  )
}

/** The largest towns of a country, or of a region of it. They are counted only with a least population: a country has up to 20,000. */
const ofCountry = Effect.fnUntraced(function* (data: ReadDataset, input: Filters & Where) {
  const { "country.code": country, "region.code": code } = input
  const regions = code === undefined ? [] : yield* regionNames(data, country, code)
  const towns = yield* data((sql) => {
    const total = input["place.population_from"] === undefined ? sql`` : sql`, (count(*) over ())::int as total`
    const inside = code === undefined ? sql`true` : sql`(region = any (${regions}) or district = any (${regions}))`
    return sql<Town>`select *${total} from ${counted(sql, input)}
      where country = ${country} and ${inside} order by population desc, id limit ${limitOf(input)}`
  })
  return answer(towns, input)
})

/** The names that GeoNames has for a region. */
const regionNames = Effect.fnUntraced(function* (data: ReadDataset, country: string, code: string) {
  const rows = yield* data(
    (sql) => sql<{ readonly name: string | null }>`select distinct unnest(array[region, district]) as name from ${counted(sql, {})}
      where country = ${country}`,
  )
  const names = rows.flatMap(({ name }) => (name !== null && regionCodeOf(country, name) === code ? [name] : []))
  if (names.length > 0) return names
  return yield* new SourceFailure({
    code: "source_error",
    message: `The towns of ${code} are not known: the data has no region of this code.`,
  })
})

const regionOf = ({ "country.code": country, "region.code": region }: Where): InputProblem | undefined =>
  region === undefined || region.startsWith(`${country}-`)
    ? undefined
    : { field: "region.code", reason: `${region} is no region of ${countryName(country)}. Send a region of it, or none.` }

export const largestPlaces = (data: ReadDataset) =>
  defineOperation({
    id: "place.largest",
    name: "List the largest towns",
    description:
      "The largest towns and cities of a country, of a region of it or within a distance of a point, by their people (estimates of GeoNames, of years that differ from place to place), " +
      `those with at least a number of people if one is given: how many they are, and at most ${maxCount} of them with region, coordinates, people and, around a point, distance.`,
    fields: {
      "geo.latitude": Latitude,
      "geo.longitude": Longitude,
      "place.radius_km": Schema.Finite.annotate({ description: "How far from the point, in kilometres, up to 200.", examples: [40] }).check(
        Schema.isBetween({ minimum: 1, maximum: 200 }),
      ),
      ...filters,
    },
    output: [
      "place.name",
      "place.region",
      "place.population",
      "place.rank",
      "place.largest",
      "place.total",
      "place.threshold",
      "country.code",
      "country.name",
      "geo.latitude",
      "geo.longitude",
      "time.zone",
    ],
    pricing,
    freshnessSeconds: 30 * 86_400,
    examples: [
      "towns with more than 20000 people within 30 km of Nancy",
      "which cities over 100,000 inhabitants are within 60 miles of Leeds",
      "all towns in a radius of 25 km around 47.05, 8.31",
      "the five largest cities of Peru",
      "second largest city in Kenya",
      "cities in Brazil with more than 2 million people",
      "how many cities in Poland have over 200,000 inhabitants",
      "biggest towns in Bavaria",
      "What is the most populous city in Turkey?",
      "top 10 cities of Canada by population",
    ],
    hints: {
      statedOnly: ["country.code", "region.code"],
      vocabulary: "town towns cities village villages places municipalities settlements order many number count",
      // Several places may have the name: a search by it may find another one.
      approximate: ["place.name"],
    },
    run: (input) => around(data, input),
    variants: [
      defineVariant({
        native,
        fields: { ...inCountry, "place.rank": Rank },
        pricing,
        check: regionOf,
        run: (input) => ofCountry(data, input),
      }),
      defineVariant({
        native,
        fields: { ...inCountry, "place.count": Count, "place.population_from": Schema.optionalKey(Population) },
        pricing,
        check: regionOf,
        run: (input) => ofCountry(data, input),
      }),
      defineVariant({
        native,
        fields: { ...inCountry, "place.population_from": Population, "place.count": Schema.optionalKey(Count) },
        pricing,
        check: regionOf,
        run: (input) => ofCountry(data, input),
      }),
    ],
  })
