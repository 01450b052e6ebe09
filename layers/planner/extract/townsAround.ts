import type { Mention } from "../../../domain/planning/read/Mention.ts"
import { mentionWeight } from "../../../domain/planning/read/thresholds.ts"

/** A question for towns, and none for the airports around one. */
const group = /\b(?:towns|cities|villages|municipalities|settlements)\b|(?<!\bdecimal\s)\bplaces\b/iu
const others = /\b(?:airports?|airfields?|countr(?:y|ies)|decimals?)\b/iu

const number = String.raw`(?<number>\d{1,3}(?:[,. ]\d{3})+|\d+(?:[.,]\d+)?)`
const distance = String.raw`${number}[\s-]*(?<unit>kms?|kilomet(?:er|re)s?|miles?|mi)\b`
const radius = [
  new RegExp(
    String.raw`\b(?:within|inside|less\s+than|under|not?\s+more\s+than|at\s+most|up\s+to|not?\s+further\s+than)\s+(?:an?\s+|the\s+)?(?:(?:radius|distance|range)\s+of\s+)?${distance}(?:[\s-]+radius)?(?:\s+(?:of|around|round|from|about|near|to)\b)?`,
    "giu",
  ),
  new RegExp(String.raw`\b(?:in|with)\s+(?:an?\s+|the\s+)?radius\s+of\s+${distance}(?:\s+(?:of|around|round|from|about|near)\b)?`, "giu"),
  new RegExp(String.raw`\b(?:in\s+an?\s+)?${distance}(?:[\s-]+radius)?\s+(?:around|round)\b`, "giu"),
]

const people = String.raw`(?<people>\s+(?:people|inhabitants|residents|souls|population))`
const scale = String.raw`(?:\s?(?<scale>k|thousand|m|mn|mio|million)\b)?`
const populations = [
  new RegExp(
    String.raw`(?:\b(?:with|having|that\s+have|which\s+have|have|has|of)\s+)?(?:\ba\s+)?(?<stated>\bpopulation\s+(?:of\s+|is\s+)?)?(?<more>\bover|\babove|\bmore\s+than|\bexceeding|\bgreater\s+than|\bbigger\s+than|\blarger\s+than|\bupwards\s+of|\bat\s+least|>=?)\s*${number}${scale}\+?${people}?`,
    "giu",
  ),
  new RegExp(String.raw`(?:\b(?:with|having|have|has|of)\s+)?\b${number}${scale}(?:\+|\s+or\s+more|\s+and\s+more)${people}`, "giu"),
]

const kmPerMile = 1.609344
const scales: Readonly<Record<string, number>> = { k: 1e3, thousand: 1e3, m: 1e6, mn: 1e6, mio: 1e6, million: 1e6 }

/** `within 40 km of`, and beside it `more than 50,000 people`: which towns are wanted. */
export const townsAround = (text: string): ReadonlyArray<Mention> => {
  if (!group.test(text) || others.test(text)) return []
  const mentions: Array<Mention> = []
  const add = ({ 0: whole, index }: RegExpExecArray, kind: string, value: number) => {
    const place = { start: index, end: index + whole.trimEnd().length, text: whole.trimEnd() }
    if (mentions.every(({ end, start }) => place.start >= end || start >= place.end))
      mentions.push({ ...place, kind, value, weight: mentionWeight.certain })
  }
  for (const match of radius.flatMap((form) => [...text.matchAll(form)])) {
    const { number = "", unit = "" } = match.groups ?? {}
    add(match, "place.radius_km", Math.round(numberOf(number) * (/^mi/iu.test(unit) ? kmPerMile : 1) * 10) / 10)
  }
  if (mentions.length === 0) return []
  for (const match of populations.flatMap((form) => [...text.matchAll(form)])) {
    const { more = "at least", number = "", people, scale, stated } = match.groups ?? {}
    // `more than 2,000 EUR`, `above 50 m`: another number.
    if (
      people === undefined &&
      stated === undefined &&
      (scale !== undefined || !/^\s*(?:[,.;?!)]|$|within\b|in\b|near\b|around\b)/iu.test(behind(text, match)))
    )
      continue
    const from = Math.round(numberOf(number) * (scale === undefined ? 1 : scales[scale.toLowerCase()]!))
    add(match, "place.population_from", /^(?:at\s+least|>=)$/iu.test(more) ? from : from + 1)
  }
  return mentions
}

const behind = (text: string, { 0: whole, index }: RegExpExecArray): string => text.slice(index + whole.length)

/** `50,000`, `50.000` and `2.5` */
const numberOf = (text: string): number =>
  Number(/^\d{1,3}(?:[,. ]\d{3})+$/u.test(text) ? text.replace(/[,. ]/gu, "") : text.replace(",", "."))
