import { impossibleKind, type Mention } from "../../../domain/planning/read/Mention.ts"
import { dayMs } from "../../../domain/time.ts"
import { daysOfWeekNumber } from "../../sources/holidays/calendarWeek.ts"
import { month, spanMentions, writtenDay } from "./writtenDates.ts"

const written = new RegExp(
  String.raw`\b(?:(?:(?:calendar|iso)\s+)?week(?:\s+(?:number|no\.?))?|CW|KW|wk)\s?(?<week>\d{1,2})(?![\d.:%]|st|nd|rd|th|,\d|\s+(?:${month})\b)` +
    String.raw`(?:\s*(?:,|\/|of|in|-)?\s*(?:the\s+year\s+)?(?<year>(?:19|20)\d{2})\b(?![\d.:/-]))?|\b(?<isoYear>(?:19|20)\d{2})-?W(?<isoWeek>\d{2})\b`,
  "giu",
)

/** `week 12 of 2027`, `KW 14/2027`, `2027-W20`: the number of a week with its year, and its days. Without a year it is the next week of the number. */
export const weekNumbers = (text: string, now: number): ReadonlyArray<Mention> =>
  [...text.matchAll(written)].flatMap(({ 0: whole, groups, index }): ReadonlyArray<Mention> => {
    const week = Number(groups?.["week"] ?? groups?.["isoWeek"])
    const stated = groups?.["year"] ?? groups?.["isoYear"]
    if (week < 1 || week > 53) return []
    const at = { start: index, end: index + whole.length, text: whole }
    const days = daysOfWeekNumber(week, stated === undefined ? undefined : Number(stated), Math.floor(now / dayMs))
    if (days === undefined) {
      const contradiction = `${stated} has no week ${week} by ISO 8601: its last one is week 52.`
      return [{ ...at, kind: impossibleKind, value: week, weight: 1, contradiction }]
    }
    const assumed = stated === undefined && { assumed: `"${whole}" is read as that of ${days.year}, from ${writtenDay(days.monday)}.` }
    return [
      { ...at, kind: "calendar.week", value: week, weight: 0.9 },
      ...(stated === undefined ? [] : [{ ...at, kind: "date.year", value: Number(stated), weight: 0.9, companion: true }]),
      ...spanMentions(at, days.monday, days.sunday, 0.7).map((mention) => ({ ...mention, ...assumed })),
    ]
  })
