import { isSupportedCountry, parsePhoneNumberFromString } from "libphonenumber-js/max"
import { type Mention, overlaps } from "../../../domain/planning/read/Mention.ts"
import { countryName } from "../../sources/country.ts"
import { isInternational } from "../../sources/telecom/phone.ts"
import { callerOfNumber } from "./callOrigins.ts"
import { citiesIn } from "./citiesOfCountries.ts"

/** Groups of digits that begin with the 0 of a national call, and numbers of North America. */
const national =
  /(?<![\p{L}\p{N}+.,/-])(?:\(?0\d{1,4}\)?(?:[ /-]\d{2,8}){1,5}|\(?[2-9]\d{2}\)?[ .-]\d{3}[ .-]\d{4})(?![\p{L}\p{N}]|[.,:]\d)/gu

/** A number that the words of the question call one by telephone. */
const certainNumber = 0.9

const isValidIn = (number: string, country: string): boolean =>
  isSupportedCountry(country) && parsePhoneNumberFromString(number, country)?.isValid() === true

/**
 * What places say of numbers in national form: `020 7946 0958 (London)` is a number of the United Kingdom. Without a word for telephones such a
 * number is one if the numbering plan of the country that the question names has it.
 */
export const phoneCountries = (text: string, earlier: ReadonlyArray<Mention>): ReadonlyArray<Mention> => {
  const caller = callerOfNumber(text, earlier)
  const named = earlier.filter(({ kind, value, weight }) => kind === "country.code" && weight >= 0.5 && value !== caller?.value)
  const phones = earlier.filter(({ kind }) => kind === "phone.number")
  if (phones.some(({ text: written }) => isInternational(written))) return []
  const cities = named.length > 0 ? [] : citiesIn(text)
  const codes = new Set([...named.map(({ value }) => String(value)), ...cities.map(({ country }) => country)])
  const [code] = codes
  if (code === undefined || codes.size > 1) return []
  const numbers =
    phones.length > 0 && (named.length === 0 || phones.some(({ weight }) => weight >= certainNumber))
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

/** What stays between the adjective of a country and a number of it: `the Mexican mobile 55 1234 5678`. */
const betweenCountryAndNumber =
  /^\s(?:(?:mobile|cell|landline|phone|telephone|fixed|line|office|home|fax|hotline|whatsapp|contact|numbers?|no\.?|is|:)\s?)+$/iu

/** Numbers in national form behind the adjective of their country, where a question names another country too: they get its calling code. */
export const withCallingCodes = (text: string, mentions: ReadonlyArray<Mention>): ReadonlyArray<Mention> => {
  const isNational = ({ kind, text: number }: Mention) => kind === "phone.number" && !isInternational(number)
  if (!mentions.some(isNational)) return mentions
  const written = mentions.filter(({ kind, weight }) => /^(?:country\.code|call\.from)$/u.test(kind) && weight >= 0.6)
  const cities = citiesIn(text).map(({ country, start, text: city }) => ({
    kind: "country.code",
    start,
    end: start + city.length,
    value: country,
  }))
  const named = [...written, ...cities]
  if (new Set(named.map(({ value }) => value)).size < 2) return mentions
  return mentions.map((mention) => {
    if (!isNational(mention)) return mention
    const country = named.find(
      ({ end, kind, start }) =>
        kind === "country.code" && end < mention.start && start < end && betweenCountryAndNumber.test(text.slice(end, mention.start)),
    )
    const code = String(country?.value)
    const number = country && isSupportedCountry(code) ? parsePhoneNumberFromString(mention.text, code) : undefined
    return number?.isPossible() === true ? { ...mention, value: number.formatInternational() } : mention
  })
}
