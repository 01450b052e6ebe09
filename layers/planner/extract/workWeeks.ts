import type { Mention } from "../../../domain/planning/read/Mention.ts"
import { weekdays } from "../../sources/days.ts"

const name = String.raw`(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:days?)?`
const range = new RegExp(String.raw`\(?\b(?<first>${name})\s*(?:-|–|to|until|through)\s*(?<last>${name})\b\)?(?!\s+\d)`, "giu")
/** The day before and the day after make `Fri 3 to Mon 6 May` a period, no working week. */
const dated = /\d(?:st|nd|rd|th)?\s*$/u

const placeOf = (day: string): number => weekdays.findIndex((each) => each.startsWith(day.toLowerCase().slice(0, 3)))

/** `Monday to Friday`, `Sun-Thu`: the days of the week that are worked, as the weekend that they leave. */
export const workWeeks = (text: string): ReadonlyArray<Mention> =>
  [...text.matchAll(range)].flatMap((match): ReadonlyArray<Mention> => {
    const [first, last] = [placeOf(match.groups?.["first"] ?? ""), placeOf(match.groups?.["last"] ?? "")]
    if (dated.test(text.slice(0, match.index)) || first === last) return []
    const worked = new Set(Array.from({ length: ((last - first + 7) % 7) + 1 }, (_, shift) => (first + shift) % 7))
    const weekend = weekdays.filter((_, place) => !worked.has(place))
    return [
      {
        kind: "calendar.weekend",
        start: match.index,
        end: match.index + match[0].length,
        text: match[0],
        value: weekend,
        weight: 0.6,
      },
    ]
  })
