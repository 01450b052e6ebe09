import { Effect } from "effect"
import type { CalendarYears } from "./CalendarYears.ts"
import { coversDay } from "./place.ts"
import { regionsOf } from "./places.ts"
import { yearOf } from "../days.ts"

/**
 * Countries and regions in which the law gives single towns holidays of their own, most of which no data set has: two a year in each Spanish
 * municipality (Estatuto de los Trabajadores, article 37.2), the patron saint's day in Italy and El Salvador, the municipal holiday in Portugal
 * (Código do Trabalho, article 235), up to four in Brazil (Lei 9.093/1995), Assumption and the Peace Festival in Bavaria, Corpus Christi in Saxony and Thuringia.
 */
const places: ReadonlySet<string> = new Set(["BR", "CH", "DE", "DE-BY", "DE-SN", "DE-TH", "ES", "GT", "IT", "PH", "PT", "SV"])

/** Whether a town in a place can have public holidays that the place as a whole does not have. */
export const hasTownHolidays = (place: string): boolean =>
  places.has(place) || (!place.startsWith("DE-") && places.has(place.slice(0, 2))) || townsOf(place).length > 0

/** The towns and districts of a region that the data has. A country's parts are its regions. */
const townsOf = (place: string): ReadonlyArray<string> =>
  place.includes("-") ? regionsOf(place.slice(0, 2)).filter((code) => code.startsWith(`${place}-`)) : []

/**
 * The regions of a country in which a day is a public holiday, at most 53, and the towns and districts of the others, with its name there. The first question about
 * a country in a year computes its regions (up to half a second in the worker); then they are in the cache.
 */
export const regionsOnHoliday = Effect.fnUntraced(function* (years: CalendarYears, country: string, day: number) {
  const names: Array<{ readonly name: string; readonly holiday: string }> = []
  const regions = new Map<string, string | null>()
  const whole = new Set<string>()
  for (const place of regionsOf(country).toSorted()) {
    const region = place.split("-").slice(0, 2).join("-")
    if (whole.has(region)) continue
    const { entries, regionName } = yield* years(place, yearOf(day))
    regions.set(place, regionName)
    const entry = entries.find((each) => each.type === "public" && coversDay(each, day))
    if (entry === undefined) continue
    if (place === region) whole.add(region)
    const name = regionName ?? place
    const within = place === region ? "" : ` in ${regions.get(region) ?? region}`
    names.push({ name: `${name}${within} (${entry.name})`, holiday: entry.name })
  }
  return names
})

/** The towns and districts of a region in which a day is a public holiday, with its name there. */
export const townsOnHoliday = Effect.fnUntraced(function* (years: CalendarYears, place: string, day: number) {
  const towns: Array<{ readonly name: string; readonly holiday: string }> = []
  for (const town of townsOf(place)) {
    const { entries, regionName } = yield* years(town, yearOf(day))
    const entry = entries.find((each) => each.type === "public" && coversDay(each, day))
    if (entry !== undefined) towns.push({ name: `${regionName ?? town} (${entry.name})`, holiday: entry.name })
  }
  return towns
})
