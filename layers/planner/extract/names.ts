import type { Mention } from "../../../domain/planning/read/Mention.ts"
import { countryName } from "../../sources/country.ts"
import { countries, countriesByAlpha3 } from "../../sources/atlas/countries.ts"
import { cityZones, smallCityZones } from "./citiesOfZones.ts"
import { isTownName } from "./cityNames.ts"
import { maxWordsFrom, type NameSense, sensesOf } from "./nameDictionary.ts"
import { currencies } from "../../sources/currencies/currencies.ts"
import { codesBesideAmounts } from "./currencyNames.ts"
import { currencySigns, withCurrencyOfCountry, withStatedCurrency } from "./currencySigns.ts"
import { regions } from "../../sources/holidays/regions.ts"
import { keyOf } from "./zoneCities.ts"
import { withNeighbour, withStatedCountry } from "./sharedNames.ts"
import { zoneCodes } from "./zoneCodes.ts"

/** The names of countries, regions, currencies and time zones in a text, and their codes in capitals. */
export const names = (text: string): ReadonlyArray<Mention> => [
  ...withCurrencyOfCountry(
    text,
    withStatedCurrency(
      text,
      withNeighbour(
        text,
        withStatedCountry(text, [...withoutClocksOfOuter(text, dictionaryNames(text)), ...codes(text), ...smallCodes(text)]),
      ),
    ),
  ),
  ...currencySigns(text),
  ...codesBesideAmounts(text),
  ...zoneCodes(text),
  ...cityZones(text),
  ...smallCityZones(text),
]

/** `Tenerife, Spain`, `Tenerife in Spain`: the clocks of the island are meant, and not those of nearly all of the country. */
const withoutClocksOfOuter = (text: string, mentions: ReadonlyArray<Mention>): ReadonlyArray<Mention> => {
  const clocks = mentions.filter(({ kind }) => kind === "time.zone")
  const regionNames = new Set(mentions.flatMap(({ kind, start }) => (kind === "region.code" ? [start] : [])))
  // `Ashburn Virginia`: the clocks are those of the town.
  const isOfTown = (start: number) => {
    const [, town] = /(?<![\p{L}\p{N}])(\p{Lu}\p{Ll}{4,}(?:\s\p{Lu}\p{Ll}+)?)\s$/u.exec(text.slice(Math.max(0, start - 40), start)) ?? []
    return town !== undefined && isTownName(town)
  }
  const isOuter = ({ assumed, kind, start }: Mention) =>
    kind === "time.zone" &&
    ((assumed !== undefined && clocks.some(({ end }) => /^(?:,| in) $/u.test(text.slice(end, start)))) ||
      (regionNames.has(start) && isOfTown(start)))
  return mentions.filter((mention) => !isOuter(mention))
}

/** Whether a name is one of a country or of one of its regions. */
export const isCountryName = (name: string): boolean =>
  sensesOf(name).some(({ kind, weight }) => /^(?:country|region)\.code$/u.test(kind) && weight >= 0.8)

/** Whether a name behind a comma is rather that of the country or the state of a town: `Esch, Luxembourg`, `Rochester, New York`, but not `Hamburg, Bremen`. */
export const isUsualOuter = (name: string): boolean =>
  sensesOf(name).some(({ kind, needs, value }) => kind === "country.code" && (needs === undefined || withStates.has(value)))

/** Countries whose towns are written with their state. */
const withStates: ReadonlySet<string> = new Set(["AU", "BR", "CA", "IN", "MX", "US"])

/** Whether a word is, or begins, the name of a country, region, nationality, currency or time zone. */
export const isDictionaryName = (word: string): boolean => maxWordsFrom(keyOf(word)) > 0

/** A word of a text may be several of a name: `U.S`. */
const longestFrom = (key: string): number => maxWordsFrom(key.split(" ", 1)[0]!)

const dictionaryNames = (text: string): ReadonlyArray<Mention> => {
  const words = [...text.matchAll(/[\p{L}\p{M}\p{N}]+(?:\.(?=[A-Z]\b)[A-Z])*/gu)].map((match) => ({
    key: keyOf(match[0]),
    start: match.index,
    end: match.index + match[0].length,
  }))
  const mentions: Array<Mention> = []
  for (let at = 0; at < words.length; at++) {
    for (let length = Math.min(longestFrom(words[at]!.key), words.length - at); length > 0; length--) {
      const run = words.slice(at, at + length)
      const senses = sensesOf(run.map(({ key }) => key).join(" "))
      if (senses.length === 0) continue
      const [start, end] = [run[0]!.start, run.at(-1)!.end]
      const written = text.slice(start, end)
      // In lower case, `us`, `real` and `states` are words, not names; names of currencies are usually in lower case.
      const isName =
        /\p{Lu}/u.test(written) ||
        /^(?:uae|usa|uk|nz)$/u.test(written) ||
        (written === "polish" && polishThing.test(text.slice(end))) ||
        (wordsToo.test(written) && behindPreposition.test(text.slice(0, start))) ||
        (written.length > 3 && !wordsToo.test(written) && !/^(?:states|polish|america|jura|emirates)$/u.test(written))
      // `can that be real`
      if (written === "real" && !realWords.test(text)) continue
      // `speak Spanish` is about a language, `West Germany` about another state or a part of one.
      const before = text.slice(Math.max(0, start - 14), start)
      if (/\bspeak(?:s|ing)?\s$/iu.test(before) || /^[\s-](?:speak|spoken)/iu.test(text.slice(end, end + 8)) || partBefore.test(before))
        break
      const meant = senses.filter(({ kind }) => isName || (kind === "currency.code" && (written.length > 2 || /[^a-z]/u.test(written))))
      if (meant.length === 0) continue
      const isCapital = /^ City\b/u.test(text.slice(end)) && meant.some(isNamedLikeCapital)
      const to = isCapital ? end + " City".length : end
      const own = isCapital ? meant.filter(({ options }) => options === undefined).map(asCapital) : meant
      mentions.push(...own.map((sense): Mention => ({ ...sense, start, end: to, text: text.slice(start, to) })))
      at += length - (isCapital ? 0 : 1)
      break
    }
  }
  return mentions
}

/** `Mexico City`: the capital stands for its country where a country is requested. */
const isNamedLikeCapital = ({ kind, value }: NameSense): boolean =>
  kind === "country.code" &&
  (countries.get(String(value))?.capitals ?? []).some((capital) =>
    [capital, `${capital} City`].includes(`${countryName(String(value))} City`),
  )

/** `in the us`, `2027 us`, `holidays in nz`: in lower case `us` is a pronoun too. */
const smallCodes = (text: string): ReadonlyArray<Mention> =>
  [
    ...text.matchAll(/(?<![\p{L}\p{N}.@-])(?:(?<=\b(?:the|in the)\s|\d\s|\bin\s(?=us\s*(?:[?.!,]|\d|$)))us|nz)(?![\p{L}\p{N}-]|\.\p{L})/gu),
  ].map(({ 0: code, index }) => ({
    kind: "country.code",
    start: index,
    end: index + code.length,
    text: code,
    value: code.toUpperCase(),
    weight: 0.9,
  }))

/** `capital of chad and niger`: in lower case these names are words or first names too. */
const wordsToo = /^(?:turkey|chad|jordan|guinea|jersey)$/u
const behindPreposition = /\p{L}{3,}\s(?:of|in|for|and|or|vs|between)\s$/u

/** `polish iban`: in lower case the word is a verb too. */
const polishThing =
  /^\s(?:ibans?|vat|tax|nip|pesel|regon|phone|telephone|mobile|landline|numbers?|bank|banks|holidays?|public|national|cit(?:y|ies)|towns?|currency|zloty|company|supplier|customer|client|border|airports?|id|postal|workers?|employees?)\b/iu

/** Where a town is requested too, its name means the town. */
const asCapital = (sense: NameSense): NameSense => ({ ...sense, weight: Math.min(sense.weight, 0.55) })

const partBefore = /(?<![\p{L}-])(?:West|East|North|South|Western|Eastern|Northern|Southern|Central)\s$/u

const realWords = /\b(?:bra[sz]il\w*|currenc\w+|money|coins?|notes?|reais|centavos|decimals?)\b/iu

const smallWords: ReadonlySet<string> = new Set("IN IS IT AT NO SO AM AS BE BY DO ME MY TO ID IP OR PM LA GO AI VA".split(" "))

/** `DE, FR, IT`: in a list of codes a word that is written like one is a code. */
const isBesideCode = (text: string, { end, start }: { readonly start: number; readonly end: number }): boolean => {
  const beside = [
    /(?<![\p{L}\p{N}])(\p{Lu}{2})(?:,\s?|\/|,?\s(?:and|or|&)\s)$/u.exec(text.slice(0, start)),
    /^(?:,\s?|\/|,?\s(?:and|or|&)\s)(\p{Lu}{2})(?![\p{L}\p{N}])/u.exec(text.slice(end)),
  ]
  return beside.some((match) => match !== null && countries.has(match[1]!))
}

/** `passport country is CHE`, `nationality: AUT`: a code behind a word for a country. `Which country is PER in?` is about a place in one. */
const isOfCountry = (text: string, { end, start }: { readonly start: number; readonly end: number }): boolean =>
  /\b(?:country|nationality|citizenship|passport)\b(?:\s+\p{L}+){0,2}[\s:"'(]*$/iu.test(text.slice(Math.max(0, start - 40), start)) &&
  !/^["')]?\s+(?:in|located|airport)\b/iu.test(text.slice(end))

/** Initials that are the usual abbreviation of a country and the code of a less populous one: `SA` is South Africa and Saudi Arabia. */
const initials: Readonly<Record<string, string>> = { SA: "ZA", SL: "LK" }

/** The country of a code. Of initials it is a choice, unless the text names one of the two, or has other `codesBeside` it. */
const meaningOf = (code: string, text: string, codesBeside: ReadonlySet<string>): Pick<Mention, "value" | "options"> => {
  const other = initials[code]
  if (other === undefined || codesBeside.size > 1) return { value: code }
  const both = [code, other]
  const countryNames = new Set(dictionaryNames(text).flatMap(({ kind, value }) => (kind === "country.code" ? [value] : [])))
  const named = both.filter((country) => countryNames.has(country))
  if (named.length === 1) return { value: named[0]! }
  const options = both.map((country) => {
    const name = countryName(country) ?? country
    return { ref: `country:${country}`, label: name, description: `${code}: ${name}`, value: country }
  })
  return { value: code, options }
}

const british = /\b(?:UK|GB|Great Britain|British|United Kingdom|England|Scotland|Wales)\b/iu

const codes = (text: string): ReadonlyArray<Mention> => {
  const isMoney = /\b(?:currenc(?:y|ies)|money|cash|4217|legal tender|exchange)\b/iu.test(text)
  // Of several codes, the question asks which one is right.
  const isCountryCode =
    (text.match(/(?<![\w/+-])[A-Z]{2}(?![\w/-]|\.\w)/gu) ?? []).filter((code) => countries.has(code) && !smallWords.has(code)).length ===
      1 && /\b(?:country|countries|iso|alpha-2|(?:two|2)[- ]letter)\b/iu.test(text)
  const pairs = text.match(/(?<![\p{L}\p{N}])\p{Lu}{2}(?![\p{L}\p{N}])/gu) ?? []
  const countryCodes = new Set(pairs.filter((pair) => countries.has(pair)))
  const codesBeside = new Set([...countryCodes].filter((code) => !smallWords.has(code)))
  const meanings = new Map([...countryCodes].map((code) => [code, meaningOf(code, text, codesBeside)]))
  // `Canada 2027 and the US 2027`, `the US and Europe`, `in Oslo and in the US`: beside another country, or in a list, `the US` is certainly one.
  const isBesideCountry =
    /\b[Tt]he\sUS\b/u.test(text) &&
    (/\band\s+(?:(?:in|for|of)\s+)?the\s+US\b|\bthe\s+US\s+and\s+(?:(?:in|for|of)\s+)?(?:the\s+)?(?:Europe|EU)\b/u.test(text) ||
      dictionaryNames(text).some(({ kind }) => kind === "country.code"))
  // `Is BTC a valid ISO 4217 code?`
  const isOfStandard = /\b4217\b/u.test(text)
  const isAlpha3 = /\b(?:country|countries) (?:with the )?code|\balpha-3\b|\bcode of the country\b/iu.test(text)
  return [...text.matchAll(/(?<![\w/+-])[A-Z]{2,3}(?:-[A-Z0-9]{1,3})?(?![\w/-]|\.\w)/gu)].flatMap((match): ReadonlyArray<Mention> => {
    const [code] = match
    const at = { start: match.index, end: match.index + code.length, text: code }
    // `NSW` is written for `AU-NSW`, and `NI` for Northern Ireland beside another name of the United Kingdom.
    const written = code.length === 3 ? `AU-${code}` : code === "NI" && british.test(text) ? "GB-NIR" : code
    const region = regions.find((each) => each.code === code || each.code === written)
    if (region)
      return [
        { ...at, kind: "region.code", value: region.code, weight: 0.95, companion: true },
        { ...at, kind: "country.code", value: region.country, weight: 0.9, needs: "region.code" },
      ]
    if (code.length === 2)
      return countries.has(code) && (!smallWords.has(code) || isBesideCode(text, at))
        ? [
            {
              ...at,
              kind: "country.code",
              weight:
                code === "US" && isBesideCountry && /\b[Tt]he\s$/u.test(text.slice(Math.max(0, match.index - 5), match.index))
                  ? 0.85
                  : isCountryCode
                    ? 0.75
                    : 0.6,
              ...(isCountryCode ? { value: code } : (meanings.get(code) ?? { value: code })),
            },
          ]
        : []
    // `VAT` is the tax.
    const country = code === "VAT" && !isAlpha3 ? undefined : countriesByAlpha3.get(code)
    return [
      ...(country
        ? [
            {
              ...at,
              kind: "country.code",
              value: country.code,
              weight: isAlpha3 || (!isMoney && isOfCountry(text, at)) ? 0.65 : 0.4,
            },
          ]
        : []),
      ...(currencies.has(code)
        ? [{ ...at, kind: "currency.code", value: code, weight: isMoney ? 0.95 : country && isOfCountry(text, at) ? 0.4 : 0.7 }]
        : []),
      ...(!currencies.has(code) && isOfStandard && !/^(?:ISO|VAT)$/u.test(code)
        ? [{ ...at, kind: "currency.code", value: code, weight: 0.9 }]
        : []),
    ]
  })
}
