import airportData from "airport-data-js"
import { batches, type Chunk } from "../dataset/Dataset.ts"
import type { Airport } from "./Airport.ts"
import { cityOf } from "./servedCities.ts"
import furtherAirports from "./furtherAirports.json" with { type: "json" }
import positions from "./positions.json" with { type: "json" }
import { ianaZone, isZoneNear, zoneInCountry, zonesOfCountry } from "../clockwork/zones.ts"

function* chunksOf(rows: ReadonlyArray<PackageRow>): Iterable<Chunk> {
  const airports = rows.map(toAirport).filter((airport) => airport !== undefined)
  for (const portion of batches(airports)) {
    const column = <Name extends keyof Airport>(name: Name) => portion.map((row) => row[name])
    yield {
      table: "airport",
      columns: {
        id: column("id"),
        iata: column("iata"),
        icao: column("icao"),
        name: column("name"),
        city: column("city"),
        country: column("country"),
        continent: column("continent"),
        latitude: column("latitude"),
        longitude: column("longitude"),
        zone: column("zone"),
        kind: column("kind"),
        scheduled: column("scheduled"),
        wikipedia: column("wikipedia"),
        website: column("website"),
      },
    }
  }
}

/** The rows of the airports. */
export const chunks = async (): Promise<Iterable<Chunk>> => chunksOf([...(await airportData.findAirports({})), ...furtherAirports])

/** The columns that are read of a row of the package. Heights and lengths are left out because some are in feet and some in metres. */
export interface PackageRow {
  readonly iata: unknown
  readonly icao: unknown
  readonly airport: unknown
  readonly country_code: unknown
  readonly continent: unknown
  readonly latitude: unknown
  readonly longitude: unknown
  readonly time: unknown
  readonly elevation_ft?: unknown
  readonly type: unknown
  readonly scheduled_service: unknown
  readonly wikipedia?: unknown
  readonly website?: unknown
}

/** What is known of an airport; undefined where a row has no code of its own or no position that can be true. */
export const toAirport = (row: PackageRow, id: number): Airport | undefined => {
  // ZZZZ means "no code" in flight plans.
  const iata = matching(row.iata, /^[A-Z]{3}$/u)
  const icao = foreignIcao.has(iata ?? "") ? null : matching(row.icao, /^(?!ZZZZ)[A-Z]{4}$/u)
  const key = textOf(row.iata) ?? textOf(row.icao) ?? ""
  const [latitude = NaN, longitude = NaN] = correctedPositions[key] ?? [Number(row.latitude), Number(row.longitude)]
  if ((iata === null && icao === null) || excludedCodes.has(key) || isStation(textOf(row.airport) ?? "")) return undefined
  if (!(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180)) return undefined
  const country = correctedCountries[key] ?? (icao !== null && isIcelandic(icao) ? "IS" : matching(row.country_code, /^[A-Z]{2}$/u))
  if (country === null) return undefined
  const continent = matching(row.continent, /^(?:AF|AN|AS|EU|NA|OC|SA)$/u)
  // Rows without a height were filled up with guesses: medium-sized, with scheduled flights.
  const isSurveyed = textOf(row.elevation_ft) !== null
  return {
    id,
    iata,
    icao,
    name: textOf(row.airport) ?? key,
    city: cityOf(iata, icao),
    country,
    continent,
    latitude,
    longitude,
    zone: zoneOf(textOf(row.time), country, latitude, longitude),
    kind: isSurveyed || row.type !== "medium_airport" ? textOf(row.type) : null,
    scheduled: isSurveyed ? ({ TRUE: true, FALSE: false }[String(row.scheduled_service)] ?? null) : null,
    wikipedia: matching(row.wikipedia, /^https?:\/\/\S+$/u),
    website: matching(row.website, /^https?:\/\/\S+$/u),
  }
}

const textOf = (value: unknown): string | null => (value === undefined || value === null || value === "" ? null : String(value).trim())
const matching = (value: unknown, pattern: RegExp): string | null => {
  const text = textOf(value)
  return text !== null && pattern.test(text) ? text : null
}

/**
 * The zone on record where it lies in the country and within some 50 km of the airport, which the simplified boundaries
 * must leave room for; else the nearest zone of the country. Stations in Antarctica keep the time of the country that supplies them.
 */
const zoneOf = (recorded: string | null, country: string, latitude: number, longitude: number): string | null => {
  const zone = recorded === null ? undefined : ianaZone(recorded.replaceAll(" ", ""))
  if (zone !== undefined && (country === "AQ" || zonesOfCountry(country).length === 0)) return zone
  const isPlausible = zone !== undefined && zonesOfCountry(country).includes(zone) && isZoneNear(zone, latitude, longitude)
  return isPlausible ? zone : zoneInCountry(country, latitude, longitude)
}

/** Rows of airport-data-js (3.1) that are wrong, found by comparing them with the places of their country and with their code's prefix. */

/** By IATA, else ICAO code: positions on another continent or in the middle of an ocean, duplicates, and no airport at all. */
export const excludedCodes: ReadonlySet<string> = new Set(
  "BAW BGQ GMC JTN KWD NKO NMN OZI RBI TGB YR6 CAH7 CGV6 CJA6 CLC4 HSGO MYLR OOBB PTAN RE99 SD27 SJ3O TT02 XATE XLMH YBBE 03N 1Q9 GBO OBT XEX".split(
    " ",
  ),
)

/** By IATA code: rows with the ICAO code of an airport in another country, or of another one in theirs. */
const foreignIcao: ReadonlySet<string> = new Set("CSL GTB GYO MCR PHH QFI QFX QID QIT QOA".split(" "))

/** By IATA, else ICAO code: latitude and longitude after OurAirports, where the row's own are more than 5 km away. */
const correctedPositions: Readonly<Record<string, ReadonlyArray<number>>> = {
  ...positions,
  // Islands of Fiji, to about a kilometre and without a data set behind them: the package has them on the wrong side of the 180th meridian, or in whole minutes.
  BXL: [-16.943, 177.3685],
  LKB: [-18.1992, -178.8169],
  LUC: [-16.7481, -179.667],
  MFJ: [-18.5667, 179.951],
  NGI: [-18.1156, 179.34],
  ONU: [-20.6589, -178.741],
  TTL: [-16.966, 177.368],
  TVU: [-16.6906, -179.8768],
}

/** Countries by IATA, else ICAO code, where the row's own contradicts its position. */
export const correctedCountries: Readonly<Record<string, string>> = { CNV8: "CA", SKAA: "CO" }

/** Iceland's airports are given to Greenland in part; Greenland's own codes begin with BG. */
export const isIcelandic = (icao: string): boolean => icao.startsWith("BI")

/** Railway and bus stations that airlines sell tickets to have IATA codes as well, and in these rows the ICAO codes of airfields elsewhere. */
export const isStation = (name: string): boolean =>
  /\b(?:railway|(?:rail|train|bus)\s+(?:station|stn)|hbf|hauptbahnhof|gare)\b/iu.test(name)
