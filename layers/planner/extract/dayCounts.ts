import type { Mention } from "../../../domain/planning/read/Mention.ts"
import { numbersIn } from "../../../domain/planning/read/numbers.ts"
import { unitsNamed } from "../../sources/units/units.ts"

/** `10 business days`, `3 days`: a whole number of days, of which at most two words say what days they are. */
export const dayCounts = (text: string): ReadonlyArray<Mention> =>
  numbersIn(text).flatMap(({ end, start, value }): ReadonlyArray<Mention> => {
    // `the 5th working day of March` is no count; `the 5th working day after 3 March` is one.
    if (!Number.isSafeInteger(value) || value < 1 || dayOfPeriod.test(text.slice(end))) return []
    const words = /^[\s-]\s*([\p{L}-]+)(?:\s+([\p{L}-]+)(?:\s+([\p{L}-]+))?)?/u.exec(text.slice(end))?.slice(1) ?? []
    const place = words.findIndex((word) => word !== undefined && dayUnits.has(word.toLowerCase()))
    // `10 US business days`
    const isDays = place >= 0 && (place < 2 || /^(?:business|working|work|trading|bank(?:ing)?)$/iu.test(words[1] ?? ""))
    return isDays ? [{ kind: "calendar.day_count", start, end, text: text.slice(start, end), value, weight: 0.6 }] : []
  })

const dayOfPeriod = /^(?:st|nd|rd|th)\b(?!.{0,30}\b(?:after|before|from)\b)/iu

/** The names of the day, and of a day that is worked in one word. */
const dayUnits: ReadonlySet<string> = new Set(
  [...unitsNamed("day").flatMap(({ aliases }) => aliases), "day", "days", "workday", "workdays", "weekday", "weekdays"].map((name) =>
    name.toLowerCase(),
  ),
)
