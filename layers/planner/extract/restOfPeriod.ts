import type { Mention } from "../../../domain/planning/read/Mention.ts"
import { isoDate } from "../../../domain/time.ts"

const rest = /\b(?:still\s+)?(?:left|remaining|remains?|(?:yet|still) to come)\b/iu

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
  return mentions.map((mention) => (isBegun(mention) ? { ...mention, value: today, beside: word } : mention))
}
