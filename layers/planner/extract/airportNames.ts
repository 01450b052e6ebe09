import type { Mention } from "../../../domain/planning/read/Mention.ts"
import { usualNames } from "../../sources/airports/usualNames.ts"
import { foldName } from "../../sources/gazetteer/placeNames.ts"
import servedCities from "../../sources/airports/servedCities.json" with { type: "json" }
import airportNames from "./airportNames.json" with { type: "json" }
import { isEnglish } from "./english.ts"

interface NamedAirport {
  readonly code: string
  /** The name means the airport without the word beside it: `Heathrow`. */
  readonly isAlone: boolean
}

const byName = new Map<string, NamedAirport>()
/** The number of words of the longest name that begins with a word. */
const longest = new Map<string, number>()

const keyOf = (name: string): string => foldName(name.replace(/\bairport\b/giu, "")).trim()

const add = (name: string, named: NamedAirport) => {
  if (name === "") return
  const words = name.split(" ")
  longest.set(words[0]!, Math.max(longest.get(words[0]!) ?? 0, words.length))
  byName.set(name, named)
}

// Names of GeoNames and of the airports themselves, by `scripts/learn.ts airports`: `munich` is an airport only beside the word.
for (const [code, names] of Object.entries(airportNames)) for (const name of names.split(",")) add(name, { code, isAlone: false })
const cities = new Map<string, ReadonlyArray<string>>()
for (const [code, row] of Object.entries(usualNames)) {
  const [city = "", ...names] = row.split("|").filter((name) => name !== "")
  cities.set(code, [foldName(city)])
  for (const name of names) {
    const isAlone = !name.startsWith("~") && !/\bairport\b/iu.test(name)
    add(keyOf(name.replace("~", "")), { code, isAlone })
    // `Sydney Kingsford Smith`, `Singapore Changi`.
    if (!name.startsWith("~")) add(`${foldName(city)} ${keyOf(name)}`, { code, isAlone: true })
  }
}

/** Whether a name is that of a city with one airport, or of an airport. */
export const hasAirport = (name: string): boolean => byName.has(foldName(name))

const maxNames = 8
const airportBehind = /^(?:\s+(?:international|intl|regional))?\s+airport\b(?!\s+(?:codes?|hotel))/iu
/** `Cape Town International` */
const internationalBehind = /^\s+International(?=\s*(?:[?.!,;)]|$)|\s(?:to|and|from|in|is|at|on)\b)/u
/** `Frankfurt and Singapore airports`: the noun behind the last of several names. */
const airportsBehind = /^(?:(?:,\s+|\s+(?:and|or|to)\s+)\p{Lu}[\p{L}\p{M}.'’-]*(?:\s\p{Lu}[\p{L}\p{M}.'’-]*){0,3}){0,4}\s+airports\b/u
const airportBefore = /\bairport\s+(?:(?:of|in|at)\s+)?$/iu

/**
 * The airports that a text names: `Heathrow`, `Singapore Changi`, and beside the word also by the city that has one (`Kraków airport`). A city with
 * several of them names none: which one is meant is a question back.
 */
export const namedAirports = (text: string): ReadonlyArray<Mention> => {
  const words = [...text.matchAll(/(?:\p{Lu}\.){2,}|[\p{L}\p{M}\p{N}]+(?:['’]\p{L}+)*/gu)].map((match) => ({
    key: foldName(match[0]),
    start: match.index,
    end: match.index + match[0].length,
  }))
  const mentions: Array<Mention> = []
  for (let at = 0; at < words.length && mentions.length < maxNames; at++) {
    for (let length = Math.min(longest.get(words[at]!.key) ?? 0, words.length - at); length > 0; length--) {
      const run = words.slice(at, at + length)
      const named = byName.get(run.map(({ key }) => key).join(" "))
      const [start, last] = [run[0]!.start, run.at(-1)!.end]
      const behind = (airportBehind.exec(text.slice(last)) ?? internationalBehind.exec(text.slice(last)))?.[0] ?? ""
      if (named === undefined) continue
      const from = startOfCity(text, start, named.code)
      // `Nairobi Jomo Kenyatta`: behind its city the name is that of an airport alone.
      const meant = { ...named, isAlone: named.isAlone || from < start }
      if (!isMeant(text, start, last, meant, behind || (airportsBehind.exec(text.slice(last))?.[0] ?? ""))) continue
      // `Berlin Tegel TXL`: the code behind the name is the same value.
      const written = /^\s?\(?([A-Z]{3})\b\)?/u.exec(text.slice(last + behind.length))
      const isCoded = written?.[1] === named.code
      const end = endOfCity(text, last + behind.length + (isCoded ? written![0].length : 0), named.code)
      const assumed = { assumed: `"${text.slice(start, last)}" was read as the airport ${named.code}.` }
      const stretch = { start: from, end, text: text.slice(from, end) }
      mentions.push({ kind: "airport.iata", ...stretch, value: named.code, weight: isCoded ? 0.9 : 0.75, ...(!isCoded && assumed) })
      at += length - 1
      break
    }
  }
  return mentions
}

/** `Nairobi Wilson airport`: the name begins with the city that the airport serves. */
const startOfCity = (text: string, start: number, code: string): number => {
  const [before, city = ""] = /(\p{Lu}[\p{L}\p{M}'’-]+)\s$/u.exec(text.slice(0, start)) ?? []
  return before !== undefined && isServed(city, code) ? start - before.length : start
}

/** `Wilson Airport in Nairobi`, `Wilson Airport Nairobi`: the city that the airport serves behind its name. */
const endOfCity = (text: string, end: number, code: string): number => {
  const [whole, joint = ""] =
    /^((?:,|\s(?:in|at|of))?\s)\p{Lu}[\p{L}\p{M}'’-]+(?:\s\p{Lu}[\p{L}\p{M}'’-]+){0,2}/u.exec(text.slice(end)) ?? []
  const words = whole?.slice(joint.length).split(" ") ?? []
  for (let length = words.length; length > 0; length--) {
    const city = words.slice(0, length).join(" ")
    if (isServed(city, code)) return end + joint.length + city.length
  }
  return end
}

/** Whether an airport serves a city, or is the one that the city's name means. */
const isServed = (city: string, code: string): boolean => {
  const served: Readonly<Record<string, string>> = servedCities
  return (served[code] !== undefined && foldName(served[code]) === foldName(city)) || byName.get(foldName(city))?.code === code
}

/** Whether a stretch names an airport: with a capital or in words that are not English, and beside the word unless the name is that of an airport alone. */
const isMeant = (text: string, start: number, end: number, { isAlone }: NamedAirport, behind: string): boolean => {
  const written = text.slice(start, end)
  if (/^\p{Lu}{3,4}$/u.test(written)) return false
  const isName =
    /\p{Lu}/u.test(written) ||
    !foldName(written)
      .split(" ")
      .every((word) => isEnglish(word))
  return isName && (isAlone || behind !== "" || airportBefore.test(text.slice(Math.max(0, start - 14), start)))
}
