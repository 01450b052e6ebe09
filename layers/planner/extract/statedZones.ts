import type { Mention } from "../../../domain/planning/read/Mention.ts"
import { clocksOfCountry } from "./countryClocks.ts"

const after = /^(?:['’]s?)?\s(?:local\s)?time\b/iu
const before = /\blocal\stime\s(?:in|of|for|at)\s(?:the\s)?$/iu

/**
 * The zones that a text names as those of its times: `Tokyo time`, `local time in Japan`, `CET`, `Europe/Oslo`. `Tokyo` alone may be where something
 * is seen. A country is a zone if its clocks all show the same time.
 */
export const statedZones = (text: string, named: ReadonlyArray<Mention>): ReadonlyArray<Mention> =>
  named.flatMap((mention): ReadonlyArray<Mention> => {
    const zone = zoneOf(mention)
    if (zone === undefined) return []
    const { end, start, weight } = mention
    const [behind] = after.exec(text.slice(end, end + 20)) ?? []
    const [ahead] = before.exec(text.slice(Math.max(0, start - 24), start)) ?? []
    const isPhrase = behind !== undefined || ahead !== undefined
    if (!isPhrase && (mention.kind !== "time.zone" || weight < 0.9)) return []
    const [from, to] = [start - (ahead?.length ?? 0), end + (behind?.length ?? 0)]
    const stated = { start: from, end: to, text: text.slice(from, to), value: zone, weight: 0.6 }
    return [{ ...stated, kind: "zone.stated" }, ...(mention.kind === "country.code" ? [{ ...stated, kind: "time.zone" }] : [])]
  })

const zoneOf = ({ kind, options, value, weight }: Mention): string | undefined => {
  if (options !== undefined || weight < 0.6) return undefined
  if (kind === "time.zone") return String(value)
  const [zone, ...others] = kind === "country.code" ? clocksOfCountry(String(value)) : []
  return others.length === 0 ? zone : undefined
}
