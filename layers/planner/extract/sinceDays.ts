import type { Mention } from "../../../domain/planning/read/Mention.ts"
import { isoDate } from "../../../domain/time.ts"

/** `days since 1 January 2026`: what began on a day that has passed, and has no end beside it, lasts until today. */
export const untilToday = (text: string, mentions: ReadonlyArray<Mention>, now: number): ReadonlyArray<Mention> => {
  const today = isoDate(now)
  const days = mentions.filter(({ kind }) => kind === "date")
  const [day, ...others] = days
  if (day === undefined || others.length > 0 || String(day.value) > today) return mentions
  const [word] = /\bsince\s+(?:the\s+)?$/iu.exec(text.slice(0, day.start)) ?? []
  if (word === undefined) return mentions
  const start = day.start - word.length
  return [...mentions, { kind: "date.end", start, end: start + "since".length, text: "since", value: today, weight: 0.6 }]
}
