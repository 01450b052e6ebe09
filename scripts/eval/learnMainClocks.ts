import { writeFileSync } from "node:fs"
import { keepSameTime } from "../../layers/planner/extract/countryClocks.ts"
import { zonesOfRegion } from "../../layers/planner/extract/regionZones.ts"
import { zoneInCountry, zonesOfCountry } from "../../layers/sources/clockwork/zones.ts"
import { type CountedPlace, readCountedPlaces } from "../../layers/sources/gazetteer/populations.ts"
import { regions } from "../../layers/sources/holidays/regions.ts"

const target = new URL("../../layers/planner/extract/mainClocks.json", import.meta.url)

/** GeoNames' codes of provinces of Canada with several clocks. Of the United States they are the states' own. */
const divisions: Readonly<Record<string, string>> = { "CA-BC": "02", "CA-NL": "05", "CA-ON": "08", "CA-QC": "10", "CA-NU": "14" }

/** Of fewer, as in Antarctica, no clock is that of most. */
const minPeople = 5_000

/** Lists the clocks of each country and region with several, the one of most people first, with the percentage of the people who have it: `mainClocks.json`. */
export const learnMainClocks = (): void => {
  const places = Map.groupBy(
    readCountedPlaces().filter(({ featureCode, population }) => featureCode !== "PPLX" && population > 0),
    ({ country }) => country,
  )
  const ofCountries = [...places].map(([country, within]) => [country, within, zonesOfCountry(country)] as const)
  const ofRegions = regions
    .filter((region) => !region.isOther && zonesOfRegion(region).length > 1)
    .map((region) => {
      const division = divisions[region.code] ?? region.code.slice(region.code.indexOf("-") + 1)
      const within = (places.get(region.country) ?? []).filter((place) => place.division === division)
      return [region.code, within, zonesOfRegion(region)] as const
    })
  const listed = [...ofCountries, ...ofRegions]
    .map(([code, within, zones]) => [code, clocksBySize(code.slice(0, 2), within, zones)] as const)
    .filter(([, clocks]) => clocks.length > 1)
    .sort(([a], [b]) => (a < b ? -1 : 1))
  writeFileSync(target, `${JSON.stringify(Object.fromEntries(listed))}\n`)
  console.log(`${listed.length} countries and regions`)
}

/** One zone for each time that a country or region has the whole year: the one of most people. */
const clocksBySize = (country: string, within: ReadonlyArray<CountedPlace>, zones: ReadonlyArray<string>) => {
  const people = new Map(zones.map((zone) => [zone, 0]))
  for (const { latitude, longitude, population } of within) {
    const zone = zoneInCountry(country, latitude, longitude)
    const counted = zone === null ? undefined : people.get(zone)
    if (zone !== null && counted !== undefined) people.set(zone, counted + population)
  }
  const all = [...people.values()].reduce((sum, count) => sum + count, 0)
  const percent = (count: number) => (all < minPeople ? 0 : Math.floor((100 * count) / all))
  const clocks: Array<{ readonly zone: string; people: number }> = []
  for (const [zone, count] of [...people].toSorted(([, a], [, b]) => b - a)) {
    const same = clocks.find((clock) => keepSameTime(clock.zone, zone))
    if (same === undefined) clocks.push({ zone, people: count })
    else same.people += count
  }
  return clocks.toSorted((a, b) => b.people - a.people).map((clock) => [clock.zone, percent(clock.people)] as const)
}
