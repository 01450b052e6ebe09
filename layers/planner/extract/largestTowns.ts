import { mentionWeight } from "../../../domain/planning/read/thresholds.ts"
import type { Mention } from "../../../domain/planning/read/Mention.ts"

/** A question for towns, or for one by its size, and none for airports around a town. */
const group = /\b(?:towns?|cit(?:y|ies)|villages|municipalities|settlements|places)\b/iu
const others = /\b(?:airports?|airfields?|countr(?:y|ies))\b/iu

const number = String.raw`(?<number>\d{1,3}(?:[,. ]\d{3})+|\d+(?:[.,]\d+)?)`
const distance = String.raw`${number}[\s-]*(?<unit>kms?|kilomet(?:er|re)s?|miles?|mi)\b(?:[\s-]+radius)?`
const radius = [
  new RegExp(
    String.raw`\b(?:(?:with)?in|inside|less\s+than|under|not?\s+more\s+than|at\s+most|up\s+to|not?\s+further\s+than)\s+(?:an?\s+|the\s+)?(?:(?:radius|distance|range)\s+of\s+)?${distance}(?:\s+(?:of|around|round|from|about|near|to)\b)?`,
    "giu",
  ),
  new RegExp(String.raw`\b${distance}\s+(?:around|round|about)\b`, "giu"),
]

const people = String.raw`(?:people|inhabitants|residents|souls|population)`
const scale = String.raw`(?:\s?(?<scale>k|thousand|m|mn|mio|million)\b)?`
const populations = [
  new RegExp(
    String.raw`(?:\b(?:with|having|that\s+have|which\s+have|have|has|of)\s+)?(?:\ba\s+)?(?:\bpopulation\s+(?:of\s+|is\s+)?)?(?<more>\bover|\babove|\bmore\s+than|\bexceeding|\bgreater\s+than|\bbigger\s+than|\blarger\s+than|\bupwards\s+of|\bat\s+least|>=?)\s*${number}${scale}\+?(?<people>\s+${people})?`,
    "giu",
  ),
  new RegExp(
    String.raw`(?:\b(?:with|having|have|has|of)\s+)?\b${number}${scale}(?:\+|\s+or\s+more|\s+and\s+more)(?<people>\s+${people})`,
    "giu",
  ),
]

const counts: ReadonlyArray<string> = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]
const ordinals: ReadonlyArray<string> = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"]
const count = String.raw`(?<count>\d{1,2}|${counts.join("|")})`
/** With the adjective of a country before it: `largest Polish cities`. */
const town = String.raw`(?=\s+(?:\p{Lu}\p{L}+\s+)?(?<town>towns?|cit(?:y|ies)|municipalities|settlements|places)\b)`
const ranks = [
  new RegExp(
    String.raw`\b(?:the\s+)?(?:(?:top|first)\s+)?(?:(?<ordinal>\d{1,2}(?:st|nd|rd|th)|${ordinals.join("|")})[\s-]+|${count}\s+)?(?:largest|biggest|most\s+popul(?:ous|ated))${town}`,
    "giu",
  ),
  new RegExp(String.raw`\b(?:the\s+)?top\s+${count}${town}`, "giu"),
]

const kmPerMile = 1.609344
const scales: Readonly<Record<string, number>> = { k: 1e3, thousand: 1e3, m: 1e6, mn: 1e6, mio: 1e6, million: 1e6 }
/** A smaller number without `people` is no population: `more than 40 km`. */
const clearPopulation = 1_000
const usualCount = 10

/** `within 40 km of`, `more than 50,000 people`, `the second largest city`: which towns are wanted. */
export const largestTowns = (text: string): ReadonlyArray<Mention> => {
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
  for (const match of populations.flatMap((form) => [...text.matchAll(form)])) {
    const { more = "at least", number = "", people, scale } = match.groups ?? {}
    const least = Math.round(numberOf(number) * (scale === undefined ? 1 : scales[scale.toLowerCase()]!))
    const isMore = !/^(?:at\s+least|>=)$/iu.test(more)
    const isOther = /^\s*(?:km|mi|kilo|meter|metre|feet|ft)/iu.test(text.slice(match.index + match[0].length))
    if ((people !== undefined || /population/iu.test(match[0]) || least >= clearPopulation) && !isOther)
      add(match, "place.population_from", isMore ? least + 1 : least)
  }
  for (const match of ranks.flatMap((form) => [...text.matchAll(form)])) {
    const { count, ordinal, town = "" } = match.groups ?? {}
    const isOne = /^(?:town|city)/iu.test(town) && !/s\b/iu.test(town)
    // `Is Zurich the largest city of Switzerland?`: no place to look for.
    if (/\b(?:is|was)\s+\p{Lu}[\p{L}' -]*$/u.test(text.slice(0, match.index))) continue
    if (ordinal !== undefined) add(match, "place.rank", placeIn(ordinals, ordinal))
    else if (count !== undefined) add(match, "place.count", placeIn(counts, count))
    else add(match, isOne ? "place.rank" : "place.count", isOne ? 1 : usualCount)
  }
  return mentions
}

/** The number that `third` or `3rd` is. */
const placeIn = (words: ReadonlyArray<string>, word: string): number => words.indexOf(word.toLowerCase()) + 1 || Number.parseInt(word, 10)

/** `50,000`, `50.000` and `2.5` */
const numberOf = (text: string): number =>
  Number(/^\d{1,3}(?:[,. ]\d{3})+$/u.test(text) ? text.replace(/[,. ]/gu, "") : text.replace(",", "."))
