import type { Mention } from "../../../domain/planning/read/Mention.ts"
import { countriesOfCallingCode } from "../../sources/atlas/callingCodes.ts"
import { countries } from "../../sources/atlas/countries.ts"

/** Words beside a number that is dialled. */
const dialWords = /\b(?:dial\w*|calling|calls?|called|phones?|telephone|prefix\w*)\b/iu
/** Words for those who call, or for the number that they call from. */
const numberOfCaller = /\b(?:numbers?|caller|mobile|sms|whatsapp|rang|rings?)\b/iu
/** Words beside a number that ISO 3166-1 gives to a country. */
const numberWords = /\b(?:iso|3166|numeric|number|m49|(?:three|3)[- ]digits?)\b/iu

const mention = (kind: string, start: number, text: string, value: string, weight: number, assumed?: string): Mention => ({
  kind,
  start,
  end: start + text.length,
  text,
  value,
  weight,
  ...(assumed !== undefined && { assumed }),
})

/** An area code is compared with the numbering plan, which takes 2 ms. */
const maxCodes = 8

/** Whether three digits are the calling code of a country, and the number of none: 971. */
const isCallingCodeAlone = (code: string): boolean =>
  [...countries.values()].some(({ callingCodes: own }) => own.includes(`+${code}`)) &&
  ![...countries.values()].some(({ numeric }) => numeric === code)

const assumedArea = (code: string): string => `${code} is assumed to be an area code of North America.`

/** Whether three digits begin telephone numbers of North America, and are the calling code of no country: 867. */
const isAreaOfNorthAmerica = (code: string): boolean =>
  /^[2-9]\d\d$/u.test(code) &&
  ![...countries.values()].some(({ callingCodes: own }) => own.includes(`+${code}`)) &&
  countriesOfCallingCode(`+1${code}`).length > 0

const soleAreas = (text: string) => {
  const numbers = [...text.matchAll(/(?<![\p{L}\p{N}+.,:/-]|\d\s)\d{3}(?![\p{L}\p{N}%]|[.,:/-]\d|\s\d)/gu)]
  const [only, ...others] = numbers.filter(({ 0: code }) => isAreaOfNorthAmerica(code))
  return only === undefined || others.length > 0 || numbers.length > 1 ? [] : [{ code: only[0], start: only.index }]
}

/** `+351`, `+1 868`, `country code 49`: digits that are the beginning of telephone numbers, of a country that exists. */
export const callingCodes = (text: string): ReadonlyArray<Mention> => {
  const signed = [
    ...text.matchAll(/(?<![\p{L}\p{N}+]|(?:UTC|GMT)\s?)\+\s?\d{1,3}(?:[ -]?\(?\d{2,4}\)?)?(?![\p{L}\p{N}:°%]|[.,]\d|\s?[°%])/gu),
  ]
  const named = [
    ...text.matchAll(
      /\b(?:country|calling|dial(?:l?ing)?|phone|international)\s(?:code|prefix)s?\s(?:is\s|of\s)?["']?((?:00)?\d{1,3})(?![\p{N}\p{L}]|[.,]\d)/giu,
    ),
  ]
  const areas = [
    ...text.matchAll(/\barea\scodes?\s(?:is\s|are\s)?["']?(?:\d{3}(?:\s?(?:,|\/|&|,?\s?\b(?:and|or)\b)\s?\d{3})*)(?![\p{N}\p{L}])/giu),
  ].flatMap(({ 0: written, index }) => [...written.matchAll(/\d{3}/gu)].map(({ 0: code, index: at }) => ({ code, start: index + at })))
  // `435 is the area code of which state`, `begins with 956, which state is that area code in`: the one such number of the text.
  const before = areas.length > 0 || !/\barea\scodes?\b/iu.test(text) ? [] : soleAreas(text)
  return [
    ...signed.map(({ 0: written, index }) =>
      mention(
        "country.calling_code",
        index,
        written,
        written.replace(/[^\d+]/gu, ""),
        dialWords.test(text) || numberOfCaller.test(text) || /country|countries/iu.test(text) ? 0.9 : 0.6,
      ),
    ),
    ...named
      // `country code 392` may also be the number of ISO 3166-1.
      .filter(
        ([written, code = ""]) =>
          code.length < 3 || isCallingCodeAlone(code) || code.startsWith("00") || !/^country/iu.test(written) || dialWords.test(text),
      )
      .map(({ 0: written, 1: code = "", index }) =>
        isAreaOfNorthAmerica(code)
          ? mention("country.calling_code", index + written.lastIndexOf(code), code, `+1${code}`, 0.7, assumedArea(code))
          : mention("country.calling_code", index + written.lastIndexOf(code), code, `+${code.replace(/^00/u, "")}`, 0.9),
      ),
    ...[...areas, ...before].map(({ code, start }) => mention("country.calling_code", start, code, `+1${code}`, 0.7, assumedArea(code))),
  ]
    .slice(0, maxCodes)
    .filter(({ value }) => countriesOfCallingCode(String(value)).length > 0)
}

/** `.kz`, `.com.br`: the end of an internet address by itself. */
export const topLevelDomains = (text: string): ReadonlyArray<Mention> =>
  [...text.matchAll(/(?<![\p{L}\p{N}@.\-/])\.(?:\p{L}{2,3}\.)?\p{L}{2}(?![\p{L}\p{N}-]|\.\p{L})/gu)].map(({ 0: written, index }) =>
    mention("country.top_level_domain", index, written, written.toLowerCase(), 0.9),
  )

const endingWords =
  /\b(?:tlds?|top[- ]?level|domains?|endings?|ends?|suffix(?:es)?|country\scodes?|web\s?(?:sites?|address(?:es)?)|url)\b/iu

/** `.gmbh` of `is .gmbh a real ending for a domain`: a top-level domain of no country, or none at all. `.pdf` of a file is not one. */
export const otherTopLevelDomains = (text: string): ReadonlyArray<Mention> =>
  endingWords.test(text) && !/\bfiles?\b/iu.test(text)
    ? [...text.matchAll(/(?<![\p{L}\p{N}@.\-/])\.(\p{L}{3,24})(?![\p{L}\p{N}-]|\.\p{L})/gu)].map(({ 0: written, 1: name = "", index }) =>
        mention("domain.name", index, written, name.toLowerCase(), 0.9),
      )
    : []

/** `numeric country code 392`. */
export const countryNumbers = (text: string): ReadonlyArray<Mention> =>
  /\b(?:country|countries|3166)\b/iu.test(text) && numberWords.test(text) && !dialWords.test(text)
    ? [...text.matchAll(/(?<![\p{L}\p{N}.,+-]|ISO )\d{3}(?![\p{L}\p{N}-]|[.,]\d)/gu)].map(({ 0: written, index }) =>
        mention("country.numeric", index, written, written, 0.9),
      )
    : []
