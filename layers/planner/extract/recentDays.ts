import type { Mention } from "../../../domain/planning/read/Mention.ts"
import { dayMs } from "../../../domain/time.ts"
import { writtenDay } from "./writtenDates.ts"
import { isYearless } from "./yearsBeside.ts"

/** Within this time a day without a year may be the one that has just passed. */
export const maxDaysAgo = 31

const past =
  /\b(?:was|were|did|had|has|have|since|ago|dated|issued|received|sent|started|began|joined|signed|born|arrived|ordered|delivered|shipped|paid|posted|so far|up to now|until (?:today|now))\b/iu
const future = /\b(?:will|shall|next|upcoming|coming|until|till|by|before|plan(?:s|ned|ning)?)\b/iu

/** Finite verbs of what is over: `did England have a bank holiday on 31 August`, `ordered on 2 July`. A day in such a question is the last one of its name. */
const over =
  /\b(?:was(?!\s+(?:wondering|hoping|thinking|planning))|were(?!\s+to)|did|ended|began|started|lasted|ordered|hired|installed|joined|signed|arrived|(?<!(?:days?|weeks?|months?|hours?)\s)left|delivered|shipped|paid|posted|happened|went|came|(?:we|they|i|he|she)\s+(?:closed|opened|sent|bought|sold|had))\b/iu

const ahead = /\b(?:will|shall|upcoming|coming|plan(?:s|ned|ning)?|would|if)\b/iu

/** What is counted from a day: `90 days`, `3 months' notice`. */
const counting =
  /\b(?:\d+|an?|one|two|three|four|five|six|ten|twelve)\s+(?:(?:calendar|business|working)\s+)?(?:days?|weeks?|months?|years?)\b(?!\s+off)|\b(?:due|deadline|notice|probation|expires?)\b/iu

/**
 * The days of a text that name no year and have just passed. Such a day is the one before today where the question is about the past, the next one where it is about the
 * future, and else too (`is 31 October a holiday`), unless something is counted from it: 90 days from 2 November are over soon, or in a year, so the buyer chooses.
 */
export const recentDays = (text: string, mentions: ReadonlyArray<Mention>, now: number): ReadonlyArray<Mention> => {
  const isOver = over.test(text) && !ahead.test(text)
  const maxAge = isOver ? daysOfYear : maxDaysAgo
  const recent = new Map(
    mentions.flatMap((mention): ReadonlyArray<readonly [number, string]> => {
      const before = `${Number(String(mention.value).slice(0, 4)) - 1}${String(mention.value).slice(4)}`
      const age = now - Date.parse(`${before}T00:00:00Z`)
      return isYearless(mention) && mention.weight >= 0.9 && age > dayMs && age <= maxAge * dayMs ? [[mention.start, before]] : []
    }),
  )
  const isPast = isOver || past.test(text)
  if (isOver && recent.size === 0) return mentions.map((mention) => lastSpan(mention, mentions, now))
  if (recent.size === 0 || (!isPast && (future.test(text) || !counting.test(text)))) return mentions
  return mentions.map((mention) => {
    const day = recent.get(mention.start)
    if (day === undefined || !/^date(?:\.(?:start|end|year|reading))?$/u.test(mention.kind)) return mention
    if (mention.kind === "date.year") return { ...mention, value: Number(day.slice(0, 4)) }
    if (mention.kind === "date.reading") return isPast ? { ...mention, value: `${day}${String(mention.value).slice(10)}` } : mention
    const assumed = `${mention.text.trim()} is read as ${writtenDay(day)}.`
    if (isPast) return { ...mention, value: day, assumed }
    const options = [day, String(mention.value)].map((date) => ({
      ref: `date:${date}`,
      label: writtenDay(date),
      description: date,
      value: date,
    }))
    return { ...mention, value: day, options }
  })
}

const daysOfYear = 366

/** `from 3 to 21 August`, `between 5 and 12 November`: of a question about the past, the last such days. */
const lastSpan = (mention: Mention, mentions: ReadonlyArray<Mention>, now: number): Mention => {
  if (
    !/^date\.(?:start|end)$/u.test(mention.kind) ||
    mention.weight < 0.8 ||
    /\d{4}|\b(?:this|next|last|today|now|tomorrow)\b/iu.test(mention.text)
  )
    return mention
  const isOfSpan = ({ end, kind, start }: Mention) => kind === "date.end" && start === mention.start && end === mention.end
  const last = mentions.find(isOfSpan)
  if (last === undefined || !named.test(mention.text)) return mention
  const earlier = (value: unknown) => `${Number(String(value).slice(0, 4)) - 1}${String(value).slice(4)}`
  if (Date.parse(`${String(last.value)}T00:00:00Z`) <= now || Date.parse(`${earlier(last.value)}T00:00:00Z`) > now) return mention
  const value = earlier(mention.value)
  return mention.kind === "date.end"
    ? { ...mention, value }
    : { ...mention, value, assumed: `${mention.text.trim()} begins on ${writtenDay(value)}.` }
}

const named = /\d\s*\p{L}{3,}|\p{L}{3,}\s+\d/u
