import { writeFileSync } from "node:fs"
import { clocksOfCountry, keepSameTime } from "../../layers/planner/extract/countryClocks.ts"
import { zonesOfRegion } from "../../layers/planner/extract/regionZones.ts"
import { zoneInCountry } from "../../layers/sources/clockwork/zones.ts"
import { type CountedPlace, readCountedPlaces } from "../../layers/sources/gazetteer/populations.ts"
import { regions } from "../../layers/sources/holidays/regions.ts"

const target = new URL("../../layers/planner/extract/mainClocks.json", import.meta.url)
/** Of the people of a country or region, in percent. */
const minShare = 90

/** GeoNames' codes of provinces of Canada with several clocks. Of the United States they are the states' own. */
const divisions: Readonly<Record<string, string>> = { "CA-BC": "02", "CA-NL": "05", "CA-ON": "08", "CA-QC": "10", "CA-NU": "14" }

/** Lists the countries and regions with several clocks of which one is that of nearly all people, and writes `mainClocks.json`. */
export const learnMainClocks = (): void => {
  const places = Map.groupBy(
    readCountedPlaces().filter(({ featureCode, population }) => featureCode !== "PPLX" && population > 0),
    ({ country }) => country,
  )
  const ofCountries = [...places].filter(([country]) => clocksOfCountry(country).length > 1)
  const ofRegions = regions
    .filter((region) => !region.isOther && zonesOfRegion(region).length > 1)
    .map(({ code, country }) => {
      const division = divisions[code] ?? code.slice(code.indexOf("-") + 1)
      return [code, (places.get(country) ?? []).filter((place) => place.division === division)] as const
    })
  const main = [...ofCountries, ...ofRegions].flatMap(([code, within]) => {
    const [zone, share] = mainClock(code.slice(0, 2), within)
    return zone !== undefined && share >= minShare ? [[code, [zone, Math.floor(share)]] as const] : []
  })
  writeFileSync(target, `${JSON.stringify(Object.fromEntries(main.sort(([a], [b]) => (a < b ? -1 : 1))))}\n`)
  console.log(`${main.length} countries and regions`)
}

/** The zone of most people, and the percentage of all who have its time the whole year. */
const mainClock = (country: string, within: ReadonlyArray<CountedPlace>): readonly [zone: string | undefined, share: number] => {
  const people = new Map<string, number>()
  for (const { latitude, longitude, population } of within) {
    const zone = zoneInCountry(country, latitude, longitude)
    if (zone !== null) people.set(zone, (people.get(zone) ?? 0) + population)
  }
  const [zone] = [...people].toSorted(([, a], [, b]) => b - a)[0] ?? []
  if (zone === undefined) return [undefined, 0]
  const all = [...people.values()].reduce((sum, count) => sum + count, 0)
  const alike = [...people].filter(([other]) => keepSameTime(zone, other)).reduce((sum, [, count]) => sum + count, 0)
  return [zone, (100 * alike) / all]
}
