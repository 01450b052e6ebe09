import { dayMs } from "../../../domain/time.ts"
import { offsetAt } from "../../sources/clockwork/localTime.ts"
import { zoneOfCapital, zonesOfCountry } from "../../sources/clockwork/zones.ts"
import mainClocks from "./mainClocks.json" with { type: "json" }

/** From GeoNames by `scripts/learn.ts clocks`: of countries and regions with several clocks a zone for each, the one of most people first, with their percentage. */
const several: ReadonlyMap<string, ReadonlyArray<ReadonlyArray<string | number>>> = new Map(
  Object.entries<ReadonlyArray<ReadonlyArray<string | number>>>(mainClocks),
)

/**
 * The time zones of a country among which a buyer has to choose: one for each time that is shown somewhere the whole year, the one of most people first. One where
 * all clocks show the same, as in Germany and Argentina: that of the capital, if there is such a zone. Their pasts may differ.
 */
export const clocksOfCountry = (code: string): ReadonlyArray<string> => {
  const own = several.get(code)
  if (own !== undefined) return own.map(([zone]) => String(zone))
  const [first] = zonesOfCountry(code)
  return first === undefined ? [] : [zoneOfCapital(code) ?? first]
}

const weeks = Array.from({ length: 53 }, (_, week) => Date.UTC(2026, 0, 1) + week * 7 * dayMs)
/** Whether two zones show the same time all the year. */
export const keepSameTime = (zone: string, other: string): boolean =>
  weeks.every((instant) => offsetAt(zone, instant) === offsetAt(other, instant))

const minMainPercent = 90

/** The zone that a name of a country or region means where nearly all of its people have its time, and the sentence that states so. */
export const mainClockOf = (code: string, name: string): { readonly value: string; readonly assumed: string } | undefined => {
  const [zone, percent] = several.get(code)?.[0] ?? []
  return zone === undefined || Number(percent) < minMainPercent
    ? undefined
    : { value: String(zone), assumed: `${name} is read as ${zone}, the time of ${percent} % of its people.` }
}
