import type { Mention } from "../../../domain/planning/read/Mention.ts"
import { isYearless } from "./yearsBeside.ts"

const joiner = /^\s*(?:,|&|,?\s*\b(?:and|or)\b)\s*(?:on\s+|the\s+)?$/iu

/**
 * `Christmas Day and Boxing Day 2027`, `31 December and 1 January 2028`: a day without a year before one that has it is the last such day up to that one.
 */
export const listedDays = (text: string, mentions: ReadonlyArray<Mention>): ReadonlyArray<Mention> => {
  const days = mentions.filter(({ kind }) => kind === "date").toSorted((a, b) => b.start - a.start)
  const named = namedAfterIs(text, days)
  const dated = new Map<number, string>()
  let behind: { readonly start: number; readonly day: string } | undefined
  for (const mention of days) {
    const { end, start } = mention
    const day = String(mention.value)
    if (/\d{4}/u.test(mention.text)) behind = { start, day }
    else if (behind === undefined || !joiner.test(text.slice(end, behind.start))) behind = undefined
    else if (isYearless(mention)) {
      const year = Number(behind.day.slice(0, 4))
      const moved = `${day.slice(4) <= behind.day.slice(4) ? year : year - 1}${day.slice(4)}`
      dated.set(start, moved)
      behind = { start, day: moved }
    } else behind = undefined
  }
  for (const [start, day] of daysBehind(text, days.toReversed())) if (!dated.has(start)) dated.set(start, day)
  if (dated.size === 0 && named.size === 0) return mentions
  return mentions.flatMap((mention) => {
    if (named.has(mention.start) && /^date\.(?:start|end)$/u.test(mention.kind)) return []
    const day = dated.get(mention.start)
    if (day === undefined || !/^date(?:\.(?:start|end|year|reading))?$/u.test(mention.kind)) return mention
    if (mention.kind === "date.year") return { ...mention, value: Number(day.slice(0, 4)) }
    return { ...mention, value: mention.kind === "date.reading" ? `${day}${String(mention.value).slice(10)}` : day }
  })
}

/** `Are 8 March and 1 May 2027 holidays`: each day of the list is meant, and not the span between them. */
const namedAfterIs = (text: string, descending: ReadonlyArray<Mention>): ReadonlySet<number> => {
  const days = descending.toReversed()
  const first = days.findIndex(({ start }) => /\b(?:is|are|was|were)\s+(?:both\s+)?(?:the\s+)?$/iu.test(text.slice(0, start)))
  const named = new Set<number>()
  for (let at = first; at >= 0 && at < days.length; at++) {
    const previous = days[at - 1]
    if (at > first && !joiner.test(text.slice(previous!.end, days[at]!.start))) break
    named.add(days[at]!.start)
  }
  return named.size > 1 ? named : new Set()
}

/** `is 31 October 2026 a holiday, and 1 November`: a day without a year behind one that has it is the next such day after it. */
const daysBehind = (text: string, days: ReadonlyArray<Mention>): ReadonlyArray<readonly [start: number, day: string]> =>
  days.flatMap((mention, at) => {
    const before = days.slice(0, at).findLast((other) => /\d{4}/u.test(other.text))
    const between = before === undefined ? "" : text.slice(before.end, mention.start)
    if (before === undefined || between.length > maxBetween || !furtherDay.test(between) || !isYearless(mention)) return []
    const [first, day] = [String(before.value), String(mention.value)]
    const year = Number(first.slice(0, 4))
    return [[mention.start, `${day.slice(4) >= first.slice(4) ? year : year + 1}${day.slice(4)}`] as const]
  })

const maxBetween = 80
const furtherDay = /^[^.?!;]*(?:,|\b(?:and|or)\b)\s*(?:also\s+)?(?:on\s+)?$/iu
