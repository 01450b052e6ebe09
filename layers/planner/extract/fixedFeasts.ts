import type { Mention } from "../../../domain/planning/read/Mention.ts"
import { isoDate } from "../../../domain/time.ts"
import { dayMentions } from "./writtenDates.ts"

/** Days that have a name and a fixed date. */
const feastDays: ReadonlyArray<readonly [RegExp, string]> = [
  [/\bchristmas\s+eve\b/giu, "12-24"],
  [/\bchristmas(?:\s+day)?\b/giu, "12-25"],
  [/\b(?:boxing day|st\.? stephen'?s day)\b/giu, "12-26"],
  [/\bnew year'?s\s+eve\b/giu, "12-31"],
  [/\bnew year'?s?(?:\s+day)\b/giu, "01-01"],
  [/\bvalentine'?s(?:\s+day)?\b/giu, "02-14"],
  [/\bhalloween\b/giu, "10-31"],
  [/\bbastille day\b/giu, "07-14"],
]

/** Feasts of a fixed date. */
export const fixedFeasts = (text: string, now: number): ReadonlyArray<Mention> => {
  const today = isoDate(now)
  const mentions: Array<Mention> = []
  for (const [pattern, monthDay] of feastDays) {
    for (const match of text.matchAll(new RegExp(`${pattern.source}(?:,?\\s+(?:of\\s+|in\\s+)?(\\d{4})\\b)?`, "giu"))) {
      const at = { start: match.index, end: match.index + match[0].length, text: match[0] }
      if (mentions.some((other) => at.start < other.end && other.start < at.end)) continue
      const year = Number(today.slice(0, 4))
      const which = match[1] === undefined ? (`${year}-${monthDay}` < today ? year + 1 : year) : Number(match[1])
      mentions.push(...dayMentions(at, `${which}-${monthDay}`, match[1] !== undefined))
    }
  }
  return mentions
}
