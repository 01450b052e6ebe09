import type { Mention } from "../../../domain/planning/read/Mention.ts"
import { isoDate } from "../../../domain/time.ts"
import { dayMentions, spanMentions } from "./writtenDates.ts"

/** Days that have a name and a fixed date. */
const feastDays: ReadonlyArray<readonly [RegExp, string]> = [
  [/\bchristmas\s+eve\b/giu, "12-24"],
  [/\bchristmas(?:\s+day)?\b/giu, "12-25"],
  [/\b(?:boxing day|st\.? stephen'?s day)\b/giu, "12-26"],
  [/\bnew year'?s\s+eve\b/giu, "12-31"],
  [/\bnew year'?s?(?:\s+day)\b/giu, "01-01"],
  [/\b(?:valentine['’]?s(?:\s+day)?|valentine\s+day)\b/giu, "02-14"],
  [/\bhalloween\b/giu, "10-31"],
  [/\bbastille day\b/giu, "07-14"],
]

const overNewYear =
  /\b(?:between\s+)?(?:christmas|xmas)(?:\s+day)?\s+(?:and|to|until|till|through)\s+new\s+year(?:['’]?s)?(?:\s+(?:day|eve))?(?:,?\s+(?:in\s+)?(?<year>\d{4}))?\b/giu

/** `between Christmas and New Year 2026`: from 25 December of the year to 1 January, which the plan states. */
const holidaySeason = (text: string, today: string): ReadonlyArray<Mention> =>
  [...text.matchAll(overNewYear)].flatMap(({ 0: whole, groups, index }) => {
    const year = Number(groups?.["year"] ?? today.slice(0, 4))
    const at = { start: index, end: index + whole.length, text: whole }
    return spanMentions(at, `${year}-12-25`, `${year + 1}-01-01`, 0.95).map((mention) => ({
      ...mention,
      assumed: `Christmas to New Year is read as 25 December ${year} to 1 January ${year + 1}.`,
    }))
  })

/** Feasts of a fixed date. */
export const fixedFeasts = (text: string, now: number): ReadonlyArray<Mention> => {
  const today = isoDate(now)
  const mentions: Array<Mention> = [...holidaySeason(text, today)]
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
