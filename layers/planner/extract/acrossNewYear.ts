import type { Mention } from "../../../domain/planning/read/Mention.ts"
import { writtenDay } from "./writtenDates.ts"
import { isYearless } from "./yearsBeside.ts"

const joint = /^\s*(?:to|until|till|til|through|and|[-–—])\s*(?:the\s+)?$/iu
const opening = /\b(?:between|from)\s+(?:the\s+)?$/iu

/**
 * `between 24 November and 9 January`: two days without a year, each read as the next one of its name, where the first would be after the second. The period ends on the
 * next day of the second name and begins before it. So does `between Christmas and 26 January 2027`, whose year is that of its end.
 */
export const acrossNewYear = (text: string, mentions: ReadonlyArray<Mention>): ReadonlyArray<Mention> => {
  const days = mentions.filter((mention) => isYearless(mention) && mention.weight >= 0.9).sort((a, b) => a.start - b.start)
  const [first, next] = days
  const second =
    next ?? mentions.find(({ kind, start, weight }) => kind === "date" && weight >= 0.6 && first !== undefined && start > first.start)
  if (first === undefined || second === undefined || days.length > 2 || String(first.value) <= String(second.value)) return mentions
  if (!joint.test(text.slice(first.end, second.start)) || !opening.test(text.slice(0, first.start))) return mentions
  const day = `${Number(String(first.value).slice(0, 4)) - 1}${String(first.value).slice(4)}`
  return mentions.map((mention) => {
    if (mention.start !== first.start) return mention
    if (mention.kind === "date.year") return { ...mention, value: Number(day.slice(0, 4)) }
    return /^date(?:\.(?:start|end))?$/u.test(mention.kind)
      ? { ...mention, value: day, assumed: `${mention.text.trim()} is read as ${writtenDay(day)}.` }
      : mention
  })
}
