import { isSupportedCountry, parsePhoneNumberFromString } from "libphonenumber-js/max"
import { type Mention, overlaps } from "../../../domain/planning/read/Mention.ts"
import { countries } from "../../sources/atlas/countries.ts"
import { zonesOfCountry } from "../../sources/clockwork/zones.ts"
import { countryName } from "../../sources/country.ts"
import { isInternational } from "../../sources/telecom/phone.ts"
import { keyOf } from "./zoneCities.ts"

const byName = (names: (code: string) => ReadonlyArray<string>): ReadonlyMap<string, ReadonlySet<string>> =>
  new Map(
    [
      ...Map.groupBy(
        [...countries.keys()].flatMap((code) => names(code).map((name) => [keyOf(name), code] as const)),
        ([name]) => name,
      ),
    ].map(([name, pairs]) => [name, new Set(pairs.map(([, code]) => code))]),
  )

const capitals = byName((code) => countries.get(code)?.capitals ?? [])
const zoneCities = byName((code) => zonesOfCountry(code).map((zone) => zone.slice(zone.lastIndexOf("/") + 1).replaceAll("_", " ")))

/** The one country of a capital or of a city after which a time zone is named; undefined where several have one of this name. */
const countryOfCity = (name: string): string | undefined => {
  const owners = capitals.get(keyOf(name)) ?? zoneCities.get(keyOf(name))
  const [only, other] = owners ?? []
  return other === undefined ? only : undefined
}

/** One to three capitalised words, the longest name first. */
const citiesIn = (text: string): ReadonlyArray<{ readonly start: number; readonly text: string; readonly country: string }> =>
  [...text.matchAll(/(?<![\p{L}\p{N}])\p{Lu}[\p{L}\p{M}'’-]+(?: \p{Lu}[\p{L}\p{M}'’-]+){0,2}/gu)].flatMap(({ 0: run, index }) => {
    const words = run.split(" ")
    for (let length = words.length; length > 0; length--)
      for (let at = 0; at + length <= words.length; at++) {
        const name = words.slice(at, at + length).join(" ")
        const country = countryOfCity(name)
        if (country !== undefined) return [{ start: index + words.slice(0, at).join(" ").length + (at > 0 ? 1 : 0), text: name, country }]
      }
    return []
  })

/** Groups of digits that begin with the 0 of a national call. */
const national = /(?<![\p{L}\p{N}+.,/-])\(?0\d{1,4}\)?(?:[ /-]\d{2,8}){1,5}(?![\p{L}\p{N}]|[.,:]\d)/gu

const isValidIn = (number: string, country: string): boolean =>
  isSupportedCountry(country) && parsePhoneNumberFromString(number, country)?.isValid() === true

/**
 * What places say of numbers in national form: `020 7946 0958 (London)` is a number of the United Kingdom. Without a word for telephones such a
 * number is one if the numbering plan of the country that the question names has it.
 */
export const phoneCountries = (text: string, earlier: ReadonlyArray<Mention>): ReadonlyArray<Mention> => {
  const named = earlier.filter(({ kind, weight }) => kind === "country.code" && weight >= 0.5)
  const phones = earlier.filter(({ kind }) => kind === "phone.number")
  if (phones.some(({ text: written }) => isInternational(written))) return []
  const cities = named.length > 0 ? [] : citiesIn(text)
  const codes = new Set([...named.map(({ value }) => String(value)), ...cities.map(({ country }) => country)])
  const [code] = codes
  if (code === undefined || codes.size > 1) return []
  const numbers =
    phones.length > 0
      ? []
      : [...text.matchAll(national)].flatMap(({ 0: written, index }): ReadonlyArray<Mention> => {
          const number: Mention = {
            kind: "phone.number",
            start: index,
            end: index + written.length,
            text: written,
            value: written,
            weight: 0.9,
          }
          const isFree = !earlier.some((other) => other.weight >= 0.65 && overlaps(other, number))
          return isFree && isValidIn(written, code) ? [number] : []
        })
  if (phones.length + numbers.length === 0 || !phones.every(({ text: written }) => isValidIn(written, code))) return []
  return [
    ...numbers,
    ...cities.map(({ country, start, text: city }): Mention => ({
      kind: "country.code",
      start,
      end: start + city.length,
      text: city,
      value: country,
      weight: 0.64,
      assumed: `The number is read as one of ${countryName(country) ?? country}, where ${city} is.`,
    })),
  ]
}
