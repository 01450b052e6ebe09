import airportData from "airport-data-js"
import type { Chunk } from "../dataset/Dataset.ts"
import { batches } from "../dataset/portions.ts"
import type { Airport } from "./Airport.ts"
import { type PackageRow, toAirport } from "./rows.ts"

function* chunksOf(rows: ReadonlyArray<PackageRow>): Iterable<Chunk> {
  const known = rows.map(toAirport).filter((airport) => airport !== undefined)
  for (const portion of batches(known)) {
    const column = <Name extends keyof Airport>(name: Name) => portion.map((row) => row[name])
    yield {
      table: "airport",
      columns: {
        id: column("id"),
        iata: column("iata"),
        icao: column("icao"),
        name: column("name"),
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
export const chunks = async (): Promise<Iterable<Chunk>> => chunksOf(await airportData.findAirports({}))
