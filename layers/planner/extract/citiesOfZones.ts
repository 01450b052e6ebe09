import type { Mention } from "../../../domain/planning/read/Mention.ts"
import { hasAirport } from "./airportNames.ts"
import { sensesOf } from "./nameDictionary.ts"
import { keyOf, zoneCities } from "./zoneCities.ts"

/** Whether a time zone is named after a city of this name, and the name is not also the name of a country. */
const isZoneCity = (name: string): boolean => zoneCities.has(keyOf(name)) && !sensesOf(name).some(({ kind }) => kind === "country.code")

/** Whether a name is also one of a country or region, though rather that of a city: `Rome, New York`. */
export const mayBeOuter = (name: string): boolean => sensesOf(name).some(({ kind }) => /^(?:country|region)\.code$/u.test(kind))

/**
 * Whether `second`, after `first` and a comma, is another city (`Berlin, Tokyo`) and not the region of `first`. If the name is also
 * the name of a region or country (`Tokyo, New York`), it is another city only in a list of three or more.
 */
export const isNextCity = (first: string, second: string, before: string, after: string): boolean => {
  if (isZoneCity(second)) return true
  const next = after.startsWith(", ") ? cityName.exec(after.slice(2))?.[0] : undefined
  const isLonger = listBefore.test(before) || lastOfList.test(after) || (next !== undefined && isCity(next))
  const areZoneCities = zoneCities.has(keyOf(first)) && zoneCities.has(keyOf(second))
  return isLonger && (areZoneCities || (isCity(first) && isCity(second) && !mayBeOuter(second)))
}

/** Whether a name is that of a city which a time zone is named after, or which has an airport. */
export const isCity = (name: string): boolean => zoneCities.has(keyOf(name)) || hasAirport(name)

const cityName = /^\p{Lu}[\p{L}.'’-]+(?:\s\p{Lu}[\p{L}.'’-]+){0,3}/u
const listBefore = /\p{Lu}[\p{L}.'’-]*,\s$/u
const lastOfList = /^,?\s(?:and|or|plus|&)\s(?:in\s)?\p{Lu}/u

/** `London New York Tokyo`: the cities side by side in a name, if a time zone is named after each of them. Undefined for one city. */
export const citiesSideBySide = (name: string): ReadonlyArray<string> | undefined => {
  if (zoneCities.has(keyOf(name)) || name.includes(",")) return undefined
  const words = name.split(" ")
  // The cities from each word to the end, from the last word on: each stretch of words is looked up once.
  const from: Array<ReadonlyArray<string> | undefined> = Array.from({ length: words.length + 1 })
  from[words.length] = []
  for (let at = words.length - 1; at >= 0; at--) {
    for (let length = 1; length <= Math.min(maxCityWords, words.length - at) && from[at] === undefined; length++) {
      const others = from[at + length]
      const city = words.slice(at, at + length).join(" ")
      if (others !== undefined && isCityAlone(city)) from[at] = [city, ...others]
    }
  }
  return from[0]
}

const maxCityWords = Math.max(...[...zoneCities.keys()].map((name) => name.split(" ").length))

/** A city that a time zone is named after, also if a region has its name (`New York`), but no country. */
const isCityAlone = (name: string): boolean =>
  zoneCities.has(keyOf(name)) && !sensesOf(name).some(({ kind, needs }) => kind === "country.code" && needs === undefined)

export const cityZones = (text: string): ReadonlyArray<Mention> =>
  [...text.matchAll(/(?<!\p{Lu}[\p{L}.-]*\s)\p{Lu}[\p{L}.'’-]+(?:\s\p{Lu}[\p{L}.'’-]+){0,3}(?!\s\p{Lu})/gu)].flatMap(
    ({ 0: run, index }) => {
      let from = index
      return (citiesSideBySide(run) ?? [run]).flatMap((city) => {
        const start = text.indexOf(city, from)
        from = start + city.length
        return zoneOfCity(text, city, start)
      })
    },
  )

/** `tokyo time`, `new york local time`: in lower case the word behind it says that it is a city. */
export const smallCityZones = (text: string): ReadonlyArray<Mention> =>
  [...text.matchAll(/(?<!\p{L})(?:\p{Ll}[\p{L}.'’-]+\s)?\p{Ll}[\p{L}.'’-]+(?=\s(?:local\s)?time\b)/gu)].flatMap(({ 0: run, index }) => {
    const city = [run, run.slice(run.indexOf(" ") + 1)].find((each) => each.length > 3 && zoneCities.has(keyOf(each)))
    return city === undefined ? [] : zoneOfCity(text, city, index + run.length - city.length)
  })

/** The zone that is named after a city of the text. */
const zoneOfCity = (text: string, city: string, start: number): ReadonlyArray<Mention> => {
  const end = start + city.length
  const zone = zoneCities.get(keyOf(city))
  if (zone === undefined) return []
  const outer = text.startsWith(", ", end) ? cityName.exec(text.slice(end + 2))?.[0] : undefined
  // `Paris, Texas` is not the Paris of the time zone; `Paris, Tokyo` are two cities.
  if (outer !== undefined && !isNextCity(city, outer, text.slice(0, start), text.slice(end + 2 + outer.length))) return []
  const assumed = `${city} is assumed to be the city that the time zone ${zone} is named after.`
  return [{ kind: "time.zone", start, end, text: city, value: zone, weight: 0.6, assumed }]
}
