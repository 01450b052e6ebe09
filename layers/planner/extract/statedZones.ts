import type { Mention } from "../../../domain/planning/read/Mention.ts"
import { zoneOfCapital } from "../../sources/clockwork/zones.ts"
import { clocksOfCountry } from "./countryClocks.ts"

const after = /^(?:['’]s?)?\s(?:local\s)?time\b/iu
const before = /\blocal\stime\s(?:in|of|for|at)\s(?:the\s)?$/iu

/** `full moon dates of April in Namibia`: the moon is full everywhere at once, so a country is where its times are wanted. */
const ofMoon = /\b(?:full|new|blue)\smoons?\b(?![^.?!]*\b(?:eclips|ris(?:e|ing)|sets?\b))[^.?!]*\bin\s(?:the\s)?$/iu

/**
 * The zones that a text names as those of its times: `Tokyo time`, `local time in Japan`, `CET`, `Europe/Oslo`. `Tokyo` alone may be where something
 * is seen. A country is a zone if its clocks all show the same time.
 */
export const statedZones = (text: string, named: ReadonlyArray<Mention>): ReadonlyArray<Mention> =>
  named.flatMap((mention): ReadonlyArray<Mention> => {
    const { end, start, weight } = mention
    const ofCountry = ofMoon.test(text.slice(Math.max(0, start - 100), start)) ? zoneOfMoon(mention) : undefined
    if (ofCountry !== undefined) return [ofCountry]
    const zone = zoneOf(mention)
    if (zone === undefined) return []
    const [behind] = after.exec(text.slice(end, end + 20)) ?? []
    const [ahead] = before.exec(text.slice(Math.max(0, start - 24), start)) ?? []
    const isPhrase = behind !== undefined || ahead !== undefined
    if (!isPhrase && (mention.kind !== "time.zone" || weight < 0.9)) return []
    const [from, to] = [start - (ahead?.length ?? 0), end + (behind?.length ?? 0)]
    const stated = { start: from, end: to, text: text.slice(from, to), value: zone, weight: 0.6 }
    return [{ ...stated, kind: "zone.stated" }, ...(mention.kind === "country.code" ? [{ ...stated, kind: "time.zone" }] : [])]
  })

/** The zone of a country, or of its capital where the country has several. */
const zoneOfMoon = (mention: Mention): Mention | undefined => {
  const { end, kind, start, text, value } = mention
  if (kind !== "country.code") return undefined
  const sole = zoneOf(mention)
  const zone = sole ?? zoneOfCapital(String(value))
  if (zone === undefined) return undefined
  const made: Mention = { kind: "time.zone", start, end, text, value: zone, weight: 0.6 }
  return sole === undefined ? { ...made, assumed: `The time of the capital of ${text}, ${zone}, is assumed.` } : made
}

const zoneOf = ({ kind, options, value, weight }: Mention): string | undefined => {
  if (options !== undefined || weight < 0.6) return undefined
  if (kind === "time.zone") return String(value)
  const [zone, ...others] = kind === "country.code" ? clocksOfCountry(String(value)) : []
  return others.length === 0 ? zone : undefined
}
