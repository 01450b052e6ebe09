import { Effect } from "effect"
import { firstYear, lastYear, yearOf } from "../days.ts"
import type { CalendarYears, Holiday } from "./CalendarYears.ts"
import { type PlaceInput, yearsAt } from "./place.ts"

/** A substitute day is a week from its holiday at most: three days of the Korean New Year move one to the fourth. */
const maxDays = 7

const prefix = "substitutes "

/** The holiday in whose place a day is off; undefined if the day is a holiday of its own, or the law has moved the holiday to it. */
type HolidayOf = (entry: Holiday) => Holiday | undefined

/** New Year's Day can be off on 31 December, so the years beside those of the substitute days are read too. */
export const substituteDays = Effect.fnUntraced(function* (years: CalendarYears, input: PlaceInput, entries: ReadonlyArray<Holiday>) {
  const near = entries.filter(mayBeSubstitute).flatMap(({ day }) => [yearOf(day - maxDays), yearOf(day + maxDays)])
  const read =
    near.length === 0 ? [] : yield* yearsAt(years, input, Math.max(firstYear, Math.min(...near)), Math.min(lastYear, Math.max(...near)))
  const holidays = read.flatMap((year) => year.entries).filter(({ substitute }) => !substitute)
  const holidayOf: HolidayOf = (entry) =>
    mayBeSubstitute(entry)
      ? holidays.find((other) => other.day !== entry.day && Math.abs(other.day - entry.day) <= maxDays && isSame(entry, other))
      : undefined
  return holidayOf
})

const mayBeSubstitute = ({ rule, substitute }: Holiday): boolean => substitute || rule.startsWith(prefix)

const isSame = (entry: Holiday, holiday: Holiday): boolean =>
  holiday.rule === entry.rule || holiday.name === entry.name || entry.rule.startsWith(`${prefix}${holiday.rule} `)

/**
 * How many holidays some entries are. A holiday and its substitute day count once. A substitute day of a holiday outside of the entries counts,
 * unless that holiday counts in its year already: 31 December 2027 is off in the United States for the second New Year's Day in a list of 2027.
 */
export const countHolidays = (entries: ReadonlyArray<Holiday>, holidayOf: HolidayOf) => {
  const keyOf = ({ day, name, rule }: Holiday) => `${day} ${rule} ${name}`
  const listed = new Set(entries.map(keyOf))
  const counted = new Set<string>()
  const isOfNextYear = (entry: Holiday, holiday: Holiday) =>
    yearOf(holiday.day) !== yearOf(entry.day) &&
    entries.some((other) => !other.substitute && other.rule === holiday.rule && yearOf(other.day) === yearOf(entry.day))
  const uncounted = entries.filter((entry) => {
    const holiday = holidayOf(entry)
    const key = keyOf(holiday ?? entry)
    const isUncounted = holiday !== undefined && (listed.has(key) || counted.has(key) || isOfNextYear(entry, holiday))
    if (!isUncounted) counted.add(key)
    return isUncounted
  })
  return { count: counted.size, uncounted }
}
