import { dayMs } from "../../../domain/time.ts"
import { offsetAt } from "../../sources/clockwork/localTime.ts"
import { zoneOfCapital, zonesOfCountry } from "../../sources/clockwork/zones.ts"

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
const keepSameTime = (zone: string, other: string): boolean =>
  weeks.every((instant) => offsetAt(zone, instant) === offsetAt(other, instant))
