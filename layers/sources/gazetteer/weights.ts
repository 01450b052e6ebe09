import { countries } from "../atlas/countries.ts"
import { zonesOfCountry } from "../clockwork/zones.ts"
import { foldName } from "./fold.ts"

/** A place as the package has it: texts all. */
export interface City {
  readonly name: string
  readonly lat: string
  readonly lng: string
  readonly country: string
  readonly admin1: string
  readonly admin2: string
}

/**
 * How well known a place of several of one name is likely to be, since the data have no population: capitals first, then
 * cities after which a time zone is named, then by how many places lie within some 25 km.
 */
export const weights = (cities: ReadonlyArray<City>): ((city: City) => number) => {
  const capitals = new Set([...countries.values()].flatMap(({ capitals, code }) => capitals.map((name) => `${code} ${foldName(name)}`)))
  const zones = new Set(
    [...countries.keys()].flatMap((code) =>
      zonesOfCountry(code).map((zone) => `${code} ${foldName(zone.slice(zone.lastIndexOf("/") + 1))}`),
    ),
  )
  const cells = new Map<string, number>()
  for (const city of cities) cells.set(cellOf(city, 0, 0), (cells.get(cellOf(city, 0, 0)) ?? 0) + 1)
  return (city) => {
    let around = 0
    for (const south of [-1, 0, 1]) for (const west of [-1, 0, 1]) around += cells.get(cellOf(city, south, west)) ?? 0
    const name = foldName(city.name)
    return around + (capitals.has(`${city.country} ${name}`) ? 100_000 : 0) + (zones.has(`${city.country} ${name}`) ? 1_000 : 0)
  }
}

const cellOf = ({ lat, lng }: City, north: number, east: number): string =>
  `${Math.floor(Number(lat) * 5) + north} ${Math.floor(Number(lng) * 5) + east}`
