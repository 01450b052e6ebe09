import type { Mention } from "../../../domain/planning/read/Mention.ts"
import { dayMs, isoDate } from "../../../domain/time.ts"

const weekday = /^(?:on\s+)?(?:mon|tues|wednes|thurs|fri|satur|sun)day\b(?![^\d]*\d{1,2}(?:st|nd|rd|th|\s+\p{Lu}))/iu
const joint = /\b(?:to|til|till|until|through)\s+(?:on\s+)?$|[-–—]\s*$/iu
const maxBetween = 60

/** `Sat 24 Oct 2026 22:00 til Sunday 06:00`: a weekday behind a day is the first one after that day, not after today. */
export const laterWeekdays = (text: string, mentions: ReadonlyArray<Mention>): ReadonlyArray<Mention> => {
  const days = mentions.filter(({ kind, text: written }) => kind === "date" && /\d/u.test(written))
  const shifts = new Map(
    mentions.flatMap((mention): ReadonlyArray<readonly [number, number]> => {
      if (mention.kind !== "date" || !weekday.test(mention.text) || !joint.test(text.slice(Math.max(0, mention.start - 12), mention.start)))
        return []
      const before = days.findLast(({ end }) => end <= mention.start && mention.start - end <= maxBetween)
      if (before === undefined || /[.?!;]\s/u.test(text.slice(before.end, mention.start))) return []
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
