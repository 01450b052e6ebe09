import type { Mention } from "../../../domain/planning/read/Mention.ts"
import { dayMs, isoDate } from "../../../domain/time.ts"
import { dayAndMonth, daysIn, spanMentions } from "./writtenDates.ts"

const span = new RegExp(
  String.raw`\b(today|now|tomorrow)\s+(?:and|to|till?|until|through|[-–])\s+(?:the\s+)?(?=${dayAndMonth.source})`,
  "giu",
)

/** `from today to december 20`: a period that begins now, whose last day the later layers read as a day of its own. */
export const spansFromToday = (text: string, now: number): ReadonlyArray<Mention> =>
  [...text.matchAll(span)].flatMap(({ 0: opening, 1: first = "", index }): ReadonlyArray<Mention> => {
    const [last] = daysIn(text.slice(index + opening.length), index + opening.length, now)
    const from = isoDate(/^tomorrow$/iu.test(first) ? now + dayMs : now)
    if (last === undefined || last.date < from) return []
    return spanMentions({ start: index, end: last.end, text: text.slice(index, last.end) }, from, last.date, 0.95)
  })
