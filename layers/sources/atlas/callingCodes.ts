import { type CountryCode, parsePhoneNumberFromString } from "libphonenumber-js/max"
import { countriesUnder } from "../telecom/numberingPlans.ts"
import { countries } from "./countries.ts"

const digitsOf = (code: string): string => code.replace(/\D/gu, "")

/** Codes of the atlas, with the area codes that stand for a whole country: `1868`. */
const stated = Map.groupBy(
  [...countries.values()].flatMap(({ callingCodes, code }) => callingCodes.map((calling) => [digitsOf(calling), code] as const)),
  ([calling]) => calling,
)

/**
 * The countries of a calling code written `+351`, or with an area code `+1868`, the main one first; none if it is of no country. Of an area
 * code they are those whose numbering plan has numbers that begin so.
 */
export const countriesOfCallingCode = (code: string): ReadonlyArray<string> => {
  const digits = digitsOf(code)
  const own = [...new Set([...countriesUnder(digits), ...(stated.get(digits) ?? []).map(([, country]) => country)])]
  const covered = own.filter((country) => countries.has(country))
  return covered.length > 0 ? covered : countriesOfArea(digits)
}

const callingCodeOf = (digits: string): string | undefined =>
  [1, 2, 3].map((length) => digits.slice(0, length)).find((calling) => calling.length < digits.length && countriesUnder(calling).length > 0)

const maxNumberLength = 12

/** Area codes of toll-free and other numbers without a place, which libphonenumber counts as the main country's. */
const isWithoutPlace = (digits: string): boolean => /^1(?:8(?:00|22|33|44|55|66|77|88)|900|5(?:00|2[1-9]|33|44|66|77|88)|710)/u.test(digits)

const countriesOfArea = (digits: string): ReadonlyArray<string> => {
  const calling = callingCodeOf(digits)
  if (calling === undefined || isWithoutPlace(digits)) return []
  const counts = new Map<CountryCode, number>()
  for (let length = digits.length + 1; length <= calling.length + maxNumberLength; length++)
    for (const filler of "0123456789") {
      const country = validCountry(`+${digits.padEnd(length, filler)}`)
      if (country !== undefined) counts.set(country, (counts.get(country) ?? 0) + 1)
    }
  return [...counts].sort((a, b) => b[1] - a[1]).flatMap(([country]) => (countries.has(country) ? [country] : []))
}

const validCountry = (number: string): CountryCode | undefined => {
  const parsed = parsePhoneNumberFromString(number)
  return parsed?.isValid() === true ? parsed.country : undefined
}
