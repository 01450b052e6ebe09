import { dayMs } from "../../../domain/time.ts"
import { offsetAt } from "../../sources/clockwork/localTime.ts"
import { zoneOfCapital, zonesOfCountry } from "../../sources/clockwork/zones.ts"
import mainClocks from "./mainClocks.json" with { type: "json" }

/**
 * The time zones of a country among which a buyer has to choose: one if the clocks of all of them show the same time all the year, as in Germany and
 * Argentina, the one that is named after the capital if there is such a zone. Their pasts may differ.
 */
export const clocksOfCountry = (code: string): ReadonlyArray<string> => {
  const kept = clocksByCountry.get(code)
  if (kept) return kept
  const clocks = readClocks(code)
  clocksByCountry.set(code, clocks)
  return clocks
}

const clocksByCountry = new Map<string, ReadonlyArray<string>>()

const readClocks = (code: string): ReadonlyArray<string> => {
  const zones = zonesOfCountry(code)
  const [first, ...others] = zones
  if (first === undefined || !others.every((zone) => keepSameTime(first, zone))) return zones
  return [zoneOfCapital(code) ?? first]
}

const weeks = Array.from({ length: 53 }, (_, week) => Date.UTC(2026, 0, 1) + week * 7 * dayMs)
/** Whether two zones show the same time all the year. */
export const keepSameTime = (zone: string, other: string): boolean =>
  weeks.every((instant) => offsetAt(zone, instant) === offsetAt(other, instant))

/** From GeoNames by `scripts/learn.ts clocks`: the zone of at least 90 % of the people of a country or region with several clocks, and their percentage. */
const main: ReadonlyMap<string, ReadonlyArray<string | number>> = new Map(Object.entries(mainClocks))

/** The zone that a name of a country or region means where nearly all of its people have its time, and the sentence that states so. */
export const mainClockOf = (code: string, name: string): { readonly value: string; readonly assumed: string } | undefined => {
  const [zone, percent] = main.get(code) ?? []
  return zone === undefined
    ? undefined
    : { value: String(zone), assumed: `${name} is read as ${zone}, the time of ${percent} % of its people.` }
}
