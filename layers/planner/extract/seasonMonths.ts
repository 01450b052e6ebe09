import type { Meaning, Mention } from "../../../domain/planning/read/Mention.ts"
import { southernZones } from "../../sources/ephemeris/hemispheres.ts"
import { zonesOfCountry } from "../../sources/clockwork/zones.ts"

const season = /\bin\s+(?:the\s+)?(?:(northern|southern)\s+)?(winter|summer)\b(?!\s*(?:time|solstice))/giu

type Hemisphere = "northern" | "southern"

/** The hemispheres of the places that a question names. */
const hemispheresOf = (mentions: ReadonlyArray<Mention>): ReadonlySet<Hemisphere> =>
  new Set(
    mentions.flatMap(({ kind, value, weight }): ReadonlyArray<Hemisphere> => {
      if (weight < 0.6 || !/^(?:time\.zone|country\.code)$/u.test(kind) || value === "Etc/UTC") return []
      const zones = kind === "time.zone" ? [String(value)] : zonesOfCountry(String(value))
      return zones.length === 0 ? [] : [zones.some((zone) => southernZones().has(zone)) ? "southern" : "northern"]
    }),
  )

const middles = { winter: { northern: "01", southern: "07" }, summer: { northern: "07", southern: "01" } } as const
const names = { "01": "January", "07": "July" } as const

/** `in winter`: the month in its middle, on the hemisphere of the places of the question. Places of both hemispheres are a question back. */
export const seasonMonths = (text: string, now: number, earlier: ReadonlyArray<Mention>): ReadonlyArray<Mention> =>
  [...text.matchAll(season)].map((match): Mention => {
    const [whole, stated = "", name = ""] = match
    const middle = middles[name.toLowerCase() === "winter" ? "winter" : "summer"]
    const named = hemispheresOf(earlier)
    const hemispheres: ReadonlyArray<Hemisphere> =
      stated === "" ? (named.size === 0 ? ["northern"] : [...named]) : [stated.toLowerCase() === "southern" ? "southern" : "northern"]
    const meanings = hemispheres.map((hemisphere): Meaning => {
      const [year, month] = [new Date(now).getUTCFullYear(), middle[hemisphere]]
      const isPast = Number(month) < new Date(now).getUTCMonth() + 1
      const value = `${isPast ? year + 1 : year}-${month}`
      return {
        ref: `month:${value}`,
        label: `${names[month]} (${name.toLowerCase()} in the ${hemisphere} hemisphere)`,
        description: value,
        value,
      }
    })
    const [first] = meanings
    return {
      kind: "date.month",
      start: match.index,
      end: match.index + whole.length,
      text: whole,
      value: first!.value,
      weight: 0.6,
      ...(meanings.length > 1 ? { options: meanings } : { assumed: `"${whole}" is read as ${first!.label}.` }),
    }
  })
