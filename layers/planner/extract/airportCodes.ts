import type { Mention } from "../../../domain/planning/read/Mention.ts"
import { fold } from "../../../domain/planning/read/words.ts"
import { cityOfCode } from "../../sources/airports/cityAirports.ts"
import { countriesByAlpha3 } from "../../sources/atlas/countries.ts"
import { countryName } from "../../sources/country.ts"
import { currencies } from "../../sources/currencies/currencies.ts"
import servedCities from "../../sources/airports/servedCities.json" with { type: "json" }
import { isEnglish } from "./english.ts"
import { groupAt, mention } from "./identifiers.ts"
import { zoneAbbreviations } from "./zoneAbbreviations.ts"

const airportWords = /\b(?:airports?|flights?|fly|flying|iata|icao|airfield|layover|terminal|runway)\b/iu
const notCodes: ReadonlySet<string> = new Set(
  "VAT BIC URL DNS TLD API ISO UTC GMT CET EST PST CST MST EDT PDT JST IST BST USA UAE IPS ETA FAQ PDF ABN ACN CVR NIF AND THE FOR ALL ANY NOT CEO GDP IDN IBAN CIDR SWIFT IATA ICAO SEPA SIRET ZIP JSON HTML HTTP UTF ASAP CEST AEST ABNS OIB RUT RUC RFC INN UBN BRN ISBN ISSN ISIN RFC".split(
    " ",
  ),
)

/** Abbreviations of computing that are codes of airports too. */
const systems: ReadonlySet<string> = new Set("BGP CMS CRM CSV EDI ERP FTP NAT PIM POS SMS SQL TLS VPN WMS XML".split(" "))

/** `IST, SAW, ESB`: an abbreviation of a time zone beside another code. */
const isListed = (text: string, { 0: code, index }: RegExpExecArray): boolean =>
  /^,\s[A-Z]{3}\b/u.test(text.slice(index + code.length)) || /\b[A-Z]{3},\s$/u.test(text.slice(0, index))

const distanceWords = /\b(?:distance|miles|km|kilomet\p{L}+|fly|flying|flights?)\b/iu

/** `IST to ALA in nautical miles`: an abbreviation of a time zone at an end of a route. */
export const isOfRoute = (text: string, { 0: code, index }: RegExpExecArray): boolean =>
  distanceWords.test(text) &&
  (/^\s?(?:to|-|–|→)\s?[A-Z]{3}\b/u.test(text.slice(index + code.length, index + code.length + 9)) ||
    /\b[A-Z]{3}\s?(?:to|-|–|→)\s?$/u.test(text.slice(Math.max(0, index - 9), index)))

/** Abbreviations of documents in freight and travel that are codes of airports too. */
const documents: ReadonlySet<string> = new Set("AWB MAWB HAWB PNR BOL CMR POD ETD".split(" "))

export const airportCodes = (text: string): ReadonlyArray<Mention> => {
  const isSpoken = airportWords.test(text)
  const capitals = [...text.matchAll(/\b[A-Z]{3,4}\b/gu)].filter(
    (each) =>
      (!notCodes.has(each[0]) || (isSpoken && isListed(text, each)) || isOfRoute(text, each)) && (isSpoken || !systems.has(each[0])),
  )
  const codes = capitals.filter(([code]) => cityOfCode(code) === undefined)
  const cities = isSpoken ? capitals.flatMap((each): ReadonlyArray<Mention> => cityOf(each)) : []
  // `The AWB says LGG`: a document, though Awaba has that code.
  const places = codes.filter(([code]) => !documents.has(code))
  const matches = places.length > 0 ? places : codes
  const joints = matches.slice(1).map((each, at) => text.slice(matches[at]!.index + matches[at]![0].length, each.index))
  // `LHR JFK`, `FRA-SIN`: one code beside another.
  const isLeg = (at: number) => joints.slice(Math.max(0, at - 1), at + 1).some((joint) => leg.test(joint))
  const upper = matches.map((each, at) => {
    const isRoute = /\b(?:from|to|between|and|near|around|of|at)\s+$/u.test(text.slice(0, each.index))
    return mention(
      each[0].length === 3 ? "airport.iata" : "airport.icao",
      each,
      each[0],
      isSpoken || isBracketed(text, each)
        ? 0.9
        : isOfRoute(text, each)
          ? 0.7
          : currencies.has(each[0]) || Object.hasOwn(zoneAbbreviations, each[0])
            ? 0.3
            : isLeg(at)
              ? 0.7
              : isRoute
                ? 0.6
                : 0.5,
    )
  })
  if (upper.length + cities.length > 0) return [...upper, ...cities]
  const route = smallRoute(text)
  if (route.length > 0) return route
  if (!/\b(?:airports?|iata|icao)\b/iu.test(text)) return []
  const listed = listedCodes(text)
  if (listed.length > 0) return listed
  return [...text.matchAll(/\b(?:airport|iata(?: code)?|icao(?: code)?)\s+(?:code\s+)?([a-z]{3,4})\b|\b([a-z]{3})\s+airport\b/giu)]
    .filter(
      ([, after, before]) =>
        !((after ?? "").length === 4 && isEnglish((after ?? "").toLowerCase())) &&
        !/^(?:code|in|at|of|the|is|for|near|with|that|and|an?y|has|from|to|are)$/iu.test(after ?? before ?? "in"),
    )
    .map((each) => {
      const code = each[1] ?? each[2] ?? ""
      return {
        ...mention(code.length === 3 ? "airport.iata" : "airport.icao", each, code, 0.45, groupAt(each, code)),
        value: code.toUpperCase(),
      }
    })
}

/** `yyz to yow distance km`: the codes of two airports with flights, neither of which is a word. */
const smallRoute = (text: string): ReadonlyArray<Mention> =>
  distanceWords.test(text)
    ? [...text.matchAll(/(?<![\p{L}\p{N}-])([a-z]{3})\s?(?:to|-|–|→)\s?([a-z]{3})(?![\p{L}\p{N}-])/gu)].flatMap(
        ({ 0: whole, 1: from = "", 2: to = "", index }) =>
          [from, to].every((code) => Object.hasOwn(servedCities, code.toUpperCase())) && ![from, to].every(isEnglish)
            ? [from, to].map((code, place): Mention => {
                const start = place === 0 ? index : index + whole.length - 3
                return { kind: "airport.iata", start, end: start + 3, text: code, value: code.toUpperCase(), weight: 0.85 }
              })
            : [],
      )
    : []

/** `TYO`: the airports of Tokyo together. */
const cityOf = (match: RegExpExecArray): ReadonlyArray<Mention> => {
  const city = cityOfCode(match[0])
  return city === undefined
    ? []
    : [{ ...mention("place.name", match, match[0], 0.75), value: city, assumed: `${match[0]} was read as the airports of ${city}.` }]
}

/** `Frankfurt (FRA)`: the code behind a name. That of a country is its own: `France (FRA)`. */
const isBracketed = (text: string, { 0: code, index }: RegExpExecArray): boolean => {
  const [, name] = /(\p{Lu}[\p{L}.'’-]+)(?:\s[Aa]irport)?\s\($/u.exec(text.slice(Math.max(0, index - 50), index)) ?? []
  const country = countriesByAlpha3.get(code)
  return (
    name !== undefined &&
    text[index + code.length] === ")" &&
    !currencies.has(code) &&
    !(country && fold(countryName(country.code) ?? "").endsWith(fold(name)))
  )
}

const leg = /^\s?(?:[-–—/>]|->|to)?\s?$/u

/** `pvk, cfu, skg - which airports are these`: a list of codes in small letters, none of which is a word. */
const listedCodes = (text: string): ReadonlyArray<Mention> =>
  [...text.matchAll(/(?<![\p{L}-])[a-z]{3}(?:\s*(?:,|\/|&|,?\s\band\b)\s*[a-z]{3})+(?![\p{L}-])/gu)].flatMap(({ 0: list, index }) => {
    const codes = [...list.matchAll(/(?<!\p{L})(?!and\b)[a-z]{3}(?!\p{L})/gu)]
    if (codes.length < 2 || codes.some(([code]) => isEnglish(code))) return []
    return codes.map(({ 0: code, index: at }): Mention => {
      const start = index + at
      return { kind: "airport.iata", start, end: start + 3, text: code, value: code.toUpperCase(), weight: 0.9 }
    })
  })
