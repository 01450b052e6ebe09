import type { Mention } from "../../../domain/planning/read/Mention.ts"
import { type Weekday, weekdays } from "../../sources/days.ts"

const plural = String.raw`(?:mon|tues|wednes|thurs|fri|satur|sun)days`
const listed = new RegExp(
  String.raw`\b${plural}(?:(?:\s*[,/&]\s*|,?\s+(?:and|or)\s+)${plural})*\b|\bweekends\b|\bweekdays(?:,?\s*\(?mon(?:day)?s?\s*(?:-|–|to)\s*fri(?:day)?s?\b\)?)?(?![\p{L}])`,
  "giu",
)

const daysIn = (text: string): ReadonlyArray<Weekday> =>
  /^weekends/iu.test(text)
    ? ["saturday"]
    : /^weekdays/iu.test(text)
      ? weekdays.slice(0, 5)
      : weekdays.filter((day) => text.toLowerCase().includes(day))

/** `Saturdays`, `Mondays and Fridays`, `weekdays`, `weekends`: the days of the week that are counted. `Does it open on Mondays` counts none. */
export const countedWeekdays = (text: string): ReadonlyArray<Mention> =>
  [...text.matchAll(listed)].map((match) => ({
    kind: "calendar.counted_weekdays",
    start: match.index,
    end: match.index + match[0].length,
    text: match[0],
    value: [...daysIn(match[0])],
    weight: 0.66,
    ...(/^weekends/iu.test(match[0]) && { assumed: "A weekend is counted by its Saturday." }),
  }))
