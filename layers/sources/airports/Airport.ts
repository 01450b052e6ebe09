import { countryName } from "../country.ts"

/** A row of the table `airport`. */
export interface Airport {
  readonly id: number
  readonly iata: string | null
  readonly icao: string | null
  readonly name: string
  readonly country: string
  readonly continent: string | null
  readonly latitude: number
  readonly longitude: number
  readonly zone: string | null
  /** `large_airport`, `heliport` and the like, where it is known. */
  readonly kind: string | null
  /** Whether airlines fly there on a schedule, where that is known. */
  readonly scheduled: boolean | null
  readonly wikipedia: string | null
  readonly website: string | null
}

/** One airport among several, with the last segments of the fact types that a single one has at the top of an answer. */
export const airportView = (airport: Airport) => ({
  iata: airport.iata,
  icao: airport.icao,
  name: airport.name,
  country_code: airport.country,
  country_name: countryName(airport.country),
  latitude: airport.latitude,
  longitude: airport.longitude,
  zone: airport.zone,
  kind: airport.kind,
  scheduled: airport.scheduled,
})
