import type { Mention } from "../../../domain/planning/read/Mention.ts"
import { dayMs, isoDate } from "../../../domain/time.ts"

const weekday = /^(?:on\s+)?(?:mon|tues|wednes|thurs|fri|satur|sun)day\b(?![^\d]*\d{1,2}(?:st|nd|rd|th|\s+\p{Lu}))/iu
const joint = /\b(?:to|til|till|until|through)\s+(?:on\s+)?$|[-–—]\s*$/iu
const maxBetween = 60
/** `… on Thursday 26 November. Is that Thursday a holiday?` */
const referring = /\bthat\s+$/iu

/** `Sat 24 Oct 2026 22:00 til Sunday 06:00`: a weekday behind a day is the first one after that day, not after today. `that Sunday` may be the day itself. */
export const laterWeekdays = (text: string, mentions: ReadonlyArray<Mention>): ReadonlyArray<Mention> => {
  const hasDigits = ({ text: written }: Mention) => /\d/u.test(written)
  // `Thursday Nov 26, 9:30 am` is a clock time, and `Thursday` the day of it.
  const isOfClock = ({ start }: Mention) =>
    mentions.some((other) => other.kind === "date.reading" && other.start === start && hasDigits(other))
  const days = mentions.filter((mention) => mention.kind === "date" && (hasDigits(mention) || isOfClock(mention)))
  const shifts = new Map(
    mentions.flatMap((mention): ReadonlyArray<readonly [number, number]> => {
      if (mention.kind !== "date" || !weekday.test(mention.text)) return []
      const written = text.slice(Math.max(0, mention.start - 12), mention.start)
      const refers = referring.test(written)
      if (!refers && !joint.test(written)) return []
      const before = days.findLast(({ end }) => end <= mention.start && (refers || mention.start - end <= maxBetween))
      if (before === undefined || (!refers && /[.?!;]\s/u.test(text.slice(before.end, mention.start)))) return []
      const [from, read] = [before, mention].map(({ value }) => Date.parse(`${String(value)}T00:00:00Z`))
      const ahead = ((((read! - from!) / dayMs) % 7) + 7) % 7
      return [[mention.start, from! + ahead * dayMs - read!]]
    }),
  )
  if (shifts.size === 0) return mentions
  return mentions.map((mention) => {
    const shift = [...shifts].find(([start]) => mention.start <= start && start < mention.end)?.[1]
    if (shift === undefined || !/^date(?:\.(?:start|end|reading))?$/u.test(mention.kind)) return mention
    const [day, clock] = [String(mention.value).slice(0, 10), String(mention.value).slice(10)]
    return { ...mention, value: `${isoDate(Date.parse(`${day}T00:00:00Z`) + shift)}${clock}` }
  })
}
