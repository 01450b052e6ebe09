import type { Mention } from "../../../domain/planning/read/Mention.ts"
import { ianaZone, zonesOfCountry } from "../../sources/clockwork/zones.ts"
import { isOfRoute } from "./airportCodes.ts"
import { zuluLetters } from "./spokenClocks.ts"
import { sensesOf } from "./nameDictionary.ts"
import { zoneMeaning } from "./sharedNames.ts"
import { zoneAbbreviations, zonesBesideClocks } from "./zoneAbbreviations.ts"
import { zonesInWords } from "./zoneNames.ts"

/** `IST (India)`: the country in brackets behind an abbreviation, and its zone, if the abbreviation is read as it. */
const countryBehind = (
  text: string,
  end: number,
  possible: ReadonlyArray<string>,
): { readonly zone: string; readonly end: number } | undefined => {
  const [whole, name = ""] = /^\s*\(([\p{L} .]{2,40})\)/u.exec(text.slice(end, end + 48)) ?? []
  const senses = whole === undefined ? [] : sensesOf(name.trim())
  const code = senses.find(({ kind }) => kind === "country.code")?.value
  const zone = code === undefined ? undefined : zonesOfCountry(code).find((each) => possible.includes(each))
  return zone === undefined ? undefined : { zone, end: end + whole!.length }
}

/** A clock time, or the ten digits of a Unix timestamp. */
const clock = /\b1\d{9}\b|\b(?:[01]?\d|2[0-3])[:.h][0-5]\d\b|\b(?:1[0-2]|[1-9])\s?[ap]\.?m\b|\b(?:UTC|GMT)\b/iu

/** Names of IANA (`Europe/Berlin`), abbreviations and English names of time zones. */
export const zoneCodes = (text: string): ReadonlyArray<Mention> => {
  const named = [...text.matchAll(/\b[A-Z][A-Za-z]+\/[A-Z][A-Za-z_]+(?:[-/][A-Z][A-Za-z_]+)*(?:[+-]\d{1,2})?/gu)].flatMap(
    (match): ReadonlyArray<Mention> => {
      const zone = ianaZone(match[0])
      return zone === undefined
        ? []
        : [{ kind: "time.zone", start: match.index, end: match.index + match[0].length, text: match[0], value: zone, weight: 1 }]
    },
  )
  const hasClock = clock.test(text)
  // In small letters these two are no words either.
  const short = [...text.matchAll(/\b(?:[A-Z]{2,4}|utc|gmt)\b(?!\s+offset|\s?[+−-]\s?\d)/gu)].flatMap((match): ReadonlyArray<Mention> => {
    const code = match[0].toUpperCase()
    const zones = Object.hasOwn(zoneAbbreviations, code)
      ? zoneAbbreviations[code]
      : hasClock && Object.hasOwn(zonesBesideClocks, code)
        ? zonesBesideClocks[code]
        : undefined
    const [zone, ...others] = zones?.split(" ") ?? []
    const [start, end] = [match.index, match.index + match[0].length]
    if (zone === undefined || isOfRoute(text, match)) return []
    const beside = countryBehind(text, end, [zone, ...others])
    if (beside !== undefined)
      return [{ kind: "time.zone", start, end: beside.end, text: text.slice(start, beside.end), value: beside.zone, weight: 0.9 }]
    const options = others.length > 0 && { options: [zone, ...others].map(zoneMeaning) }
    return [{ kind: "time.zone", start, end, text: match[0], value: zone, weight: 0.9, ...options }]
  })
  const zulu = zuluLetters(text).map((start): Mention => ({
    kind: "time.zone",
    start,
    end: start + 1,
    text: text.slice(start, start + 1),
    value: "Etc/UTC",
    weight: 0.9,
  }))
  return [...named, ...short, ...zulu, ...zonesInWords(text)]
}
