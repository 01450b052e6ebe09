import type { Mention } from "../../../domain/planning/read/Mention.ts"
import { isoDate } from "../../../domain/time.ts"

const rest = /\b(?:(?:still\s+)?(?:left|remaining|remains?|(?:yet|still) to come)|upcoming|forthcoming|coming\s+up)\b/iu

/**
 * `holidays left this year`: the period begins today. The plan accounts for the word with the day that it changes, so an operation that takes the year alone
 * leaves it unread.
 */
export const restOfPeriod = (text: string, mentions: ReadonlyArray<Mention>, now: number): ReadonlyArray<Mention> => {
  const match = rest.exec(text)
  if (match === null) return mentions
  const [today, end] = [isoDate(now), match.index + match[0].length]
  const word: Mention = { kind: "date.rest", start: match.index, end, text: match[0], value: today, weight: 0.3 }
  const ends = new Map(mentions.flatMap(({ kind, start, value }) => (kind === "date.end" ? [[start, String(value)] as const] : [])))
  const isBegun = ({ kind, start, value }: Mention) => kind === "date.start" && String(value) <= today && (ends.get(start) ?? "") > today
  // `business days left between 1 December and 8 January`: of a period that has not begun, all is left.
  const isAhead = ({ kind, start, value }: Mention) => kind === "date.start" && String(value) > today && ends.has(start)
  const within = mentions.some(isBegun) ? withFirstDay(text, mentions, today) : mentions
  return within.map((mention) =>
    isBegun(mention) ? { ...mention, value: today, beside: word } : isAhead(mention) ? { ...mention, beside: word } : mention,
  )
}

const firstDay =
  /(?<!\bnot\s+)\b(?:counting(?:\s+from)?|including|incl\.?|starting(?:\s+from)?|from|as\s+of)\s+today\b|\btoday\s+(?:included|inclusive|incl\b\.?|counts\b)/iu

/** `left this year, counting today`: today is the first day of the period, and no period of its own. */
const withFirstDay = (text: string, mentions: ReadonlyArray<Mention>, today: string): ReadonlyArray<Mention> => {
  const match = firstDay.exec(text)
  if (match === null) return mentions
  const [start, end] = [match.index, match.index + match[0].length]
  const others = mentions.filter((mention) => mention.start < start || mention.end > end)
  return [...others, { kind: "date.start", start, end, text: match[0], value: today, weight: 0.7 }]
}

/** `contract ends on 14 February 2027, how many days left?`: the days that are left begin today, where the text has one day, and that is ahead. */
export const fromToday = (text: string, mentions: ReadonlyArray<Mention>, now: number): ReadonlyArray<Mention> => {
  const today = isoDate(now)
  const days = mentions.filter(({ kind }) => kind === "date" || kind === "date.start")
  const match = /(?<=\bhow\s+many\s+(?:days|weeks|months)\s+(?:(?:are|do\s+(?:i|we)\s+have)\s+)?)(?:left|remaining)\b/iu.exec(text)
  if (
    match === null ||
    days.some(({ end, value }) => String(value) <= today || end > match.index) ||
    new Set(days.map(({ start }) => start)).size !== 1
  )
    return mentions
  const at = { start: match.index, end: match.index + match[0].length, text: match[0] }
  return [...mentions, { ...at, kind: "date.start", value: today, weight: 0.7 }]
}

/** `days since 1 January 2026`, `born on 3 May 1988`, `started on 3 June 2019`: what began on a day that has passed, and has no end beside it, lasts until today. */
export const untilToday = (text: string, mentions: ReadonlyArray<Mention>, now: number): ReadonlyArray<Mention> => {
  const today = isoDate(now)
  const days = mentions.filter(({ kind }) => kind === "date")
  const [day, ...others] = days
  if (day === undefined || others.length > 0 || String(day.value) > today) return mentions
  const [behind, word] =
    /\b(since|born|d\.?o\.?b\.?:?|(?:started|joined|hired|began|employed)(?=\s))\s+(?:on\s+)?(?:the\s+)?$/iu.exec(
      text.slice(0, day.start),
    ) ?? []
  if (behind === undefined || word === undefined) return mentions
  const start = day.start - behind.length
  return [...mentions, { kind: "date.end", start, end: start + word.length, text: word, value: today, weight: 0.6 }]
}
