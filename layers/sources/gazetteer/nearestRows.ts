import type { PgClient } from "@effect/sql-pg"
import { Effect } from "effect"
import type { SqlError } from "effect/sql/SqlError"
import type { Fragment } from "effect/sql/Statement"
import { boxesAround, earthRadiusKm, initialBearing, maxDistanceKm, type Point, rounded } from "./sphere.ts"

export type WithDistance<Row> = Row & { readonly distance: number }

/** Rows of a table, or of a selection of one, with `latitude`, `longitude` and an index on `point(longitude, latitude)`, within a distance, as `near` with their `distance`. */
export const within = (sql: PgClient.PgClient, table: Fragment, at: Point, radiusKm: number): Fragment => {
  const boxes = boxesAround(at, radiusKm).map(
    ({ east, north, south, west }) =>
      sql`point(longitude, latitude) <@ box(point(${west}::float8, ${south}::float8), point(${east}::float8, ${north}::float8))`,
  )
  const distance = sql`2 * ${earthRadiusKm}::float8 * asin(sqrt(least(1, power(sin(radians(latitude - ${at.latitude}::float8) / 2), 2)
    + cos(radians(latitude)) * cos(radians(${at.latitude}::float8)) * power(sin(radians(longitude - ${at.longitude}::float8) / 2), 2))))`
  return sql`(select *, ${distance} as distance from ${table} where ${sql.or(boxes)}) as near where distance <= ${radiusKm}::float8`
}

/** Such rows, nearest first. */
export const rowsWithin = <Row extends Point>(
  sql: PgClient.PgClient,
  table: Fragment,
  at: Point,
  radiusKm: number,
  limit: number,
): Effect.Effect<ReadonlyArray<WithDistance<Row>>, SqlError> =>
  sql<WithDistance<Row>>`select * from ${within(sql, table, at, radiusKm)} order by distance, id limit ${limit}`

/** The nearest rows, however far: circles are searched that grow until one holds enough. */
export const nearestRows = <Row extends Point>(sql: PgClient.PgClient, table: Fragment, at: Point, limit: number) =>
  Effect.gen(function* () {
    for (const radiusKm of [20, 80, 320, 1_280, 5_120]) {
      const rows = yield* rowsWithin<Row>(sql, table, at, radiusKm, limit)
      if (rows.length >= limit) return rows
    }
    return yield* rowsWithin<Row>(sql, table, at, maxDistanceKm + 1, limit)
  })
/** Distance to the nearest ten metres and direction to the nearest degree, as seen from the requested point. */
export const distanceAndBearing = (at: Point, place: WithDistance<Point>) => ({
  distance_km: rounded(place.distance),
  bearing: Math.round(initialBearing(at, place)) % 360,
})
