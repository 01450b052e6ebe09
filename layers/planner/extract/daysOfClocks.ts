import type { Mention } from "../../../domain/planning/read/Mention.ts"
import { nextIsoDate } from "../../../domain/time.ts"

/**
 * The clock times of a text with their days. One without a day of its own is of the one day that the text names (`at 10:00 Tokyo time tomorrow`), of several days of
 * that beside it (`22:00 in Dubai on 5 Dec and 09:30 in Perth on 6 Dec`), and of the day of the clock time before, or the day after it, where the text says so (`arrives 06:20 next day`).
 */
export const withDays = (text: string, mentions: ReadonlyArray<Mention>): ReadonlyArray<Mention> => {
  const days = mentions.filter(({ kind, weight }) => kind === "date" && weight >= 0.9)
  const clocks = mentions.filter(({ kind }) => kind === "date.reading").sort((a, b) => a.start - b.start)
  const [only] = days
  const month = days.length === 0 ? steadyMonth(mentions) : undefined
  const isOneDay = only !== undefined && days.every(({ value }) => value === only.value)
  const placed = new Map<Mention, Mention>()
  for (const [place, clock] of clocks.entries()) {
    const previous = clocks[place - 1]
    const before = previous && (placed.get(previous) ?? previous)
    const [words, next, plus] = (before && relativeDay.exec(text.slice(clock.start, clock.end + 24))) ?? []
    if (before !== undefined && words !== undefined) {
      const same = String(before.value).slice(0, 10)
      const day = (next ?? plus) === undefined ? same : nextIsoDate(same)
      const end = Math.max(clock.end, clock.start + words.length)
      placed.set(clock, { ...onDay(clock, day), end, text: text.slice(clock.start, end) })
      continue
    }
    if (days.some(({ start }) => start >= clock.start && start < clock.end)) continue
    const day = month ?? (isOneDay ? only : dayBeside(text, clock, days, clocks))
    if (day === undefined) continue
    const contradiction = day.contradiction ?? clock.contradiction
    const own = before !== undefined && isNextDay(text, before, clock) ? nextIsoDate(String(day.value)) : String(day.value)
    placed.set(clock, { ...onDay(clock, own), beside: day, ...(contradiction !== undefined && { contradiction }) })
  }
  return mentions.map((mention) => placed.get(mention) ?? mention)
}

const onDay = (clock: Mention, day: string): Mention => ({ ...clock, value: `${day}${String(clock.value).slice(10)}` })

/** `22:00 to 02:00 UTC on Saturday`: the end of a stretch that goes over midnight. `8 to 5` may end in the afternoon. */
const isNextDay = (text: string, from: Mention, to: Mention): boolean =>
  from.assumed === undefined &&
  to.assumed === undefined &&
  /^\s?(?:to|until|till|[-–])\s?$/iu.test(text.slice(from.end, to.start)) &&
  String(to.value).slice(11) < String(from.value).slice(11)

/** From the clock time to the words behind it: `06:20 the next day`, `06:20 (+1)`, `18:00 same day`. */
const relativeDay =
  /^(?:at\s)?[\d:.]+(?:\s?[ap]\.?m\b\.?)?[\s,(]*(?:(?:on\s|of\s)?(?:the\s)?(?:((?:next|following)\s(?:day|morning))|same\s(?:day|morning|evening|night))\b|(\+\s?1)\b)/iu

/** `8:30 in Warsaw in December`: the first day of the only month that is named, if no zone changes its clocks in that month: it stands for all its days. */
const steadyMonth = (mentions: ReadonlyArray<Mention>): Mention | undefined => {
  const periods = mentions.filter(({ kind, weight }) => kind === "date.start" && weight >= 0.8)
  const [first] = periods
  const isSteady =
    first !== undefined && periods.every(({ value }) => value === first.value) && /-(?:01|02|05|06|07|08|12)-01$/u.test(String(first.value))
  const isOfMonth = (end: Mention) =>
    end.start === first?.start && /^(.{7})/u.exec(String(end.value))?.[1] === String(first.value).slice(0, 7)
  return isSteady && mentions.some((end) => end.kind === "date.end" && isOfMonth(end)) ? first : undefined
}

const maxBetween = 40

/** The day behind a clock time, or else the one before it, with nothing between them that belongs to another clock time or sentence. */
const dayBeside = (text: string, clock: Mention, days: ReadonlyArray<Mention>, clocks: ReadonlyArray<Mention>): Mention | undefined => {
  const isBeside = (from: number, to: number) =>
    to >= from &&
    to - from <= maxBetween &&
    !/[.?!;](?=\s)/u.test(text.slice(from, to)) &&
    !clocks.some(({ end, start }) => start >= from && end <= to)
  return days.find(({ start }) => isBeside(clock.end, start)) ?? days.findLast(({ end }) => isBeside(end, clock.start))
}
