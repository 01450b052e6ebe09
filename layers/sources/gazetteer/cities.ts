import type { PgClient } from "@effect/sql-pg"
import { rowsWithin, type WithDistance } from "./nearestRows.ts"
import type { Place } from "./places.ts"
import { type Point, rounded } from "./sphere.ts"

const maxCityKm = 30

/** Built-up areas have about this many people a square kilometre: a city of 3.4 million reaches 15 km from its centre. */
const peoplePerKm2 = 5_000

/** The cities around a point: Jakarta has 14. */
export const citiesAround = (sql: PgClient.PgClient, at: Point) =>
  rowsWithin<Place>(sql, sql`(select * from place where population >= 100000 and not quarter) as city`, at, maxCityKm, 50)

/**
 * The city that a place belongs to or lies near, of its country and, where there is one, of its region: Jersey City for a quarter of it, though New York is
 * larger and as near. Of several it is the one in or nearest to whose built-up circle the point lies: Paris under the Eiffel Tower, not Boulogne.
 */
export const cityOf = (
  place: Pick<Place, "id" | "country" | "region">,
  cities: ReadonlyArray<WithDistance<Place>>,
): WithDistance<Place> | undefined => {
  const inCountry = cities.filter(({ country }) => country === place.country)
  const inRegion = inCountry.filter(({ region }) => region === place.region)
  const outside = ({ distance, population }: WithDistance<Place>) => distance ** 2 - (population ?? 0) / peoplePerKm2 / Math.PI
  const nearest = (inRegion.length > 0 ? inRegion : inCountry).toSorted((a, b) => outside(a) - outside(b))[0]
  return cities.find(({ id }) => id === place.id) ?? nearest
}

export const cityFacts = (city: WithDistance<Place> | undefined) => ({
  city: city?.name ?? null,
  city_distance_km: city === undefined ? null : rounded(city.distance),
  city_population: city?.population ?? null,
})
