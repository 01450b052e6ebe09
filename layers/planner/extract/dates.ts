import type { Mention } from "../../../domain/planning/read/Mention.ts"
import { acrossNewYear } from "./acrossNewYear.ts"
import { relativePeriods } from "./relativePeriods.ts"
import { recentDays } from "./recentDays.ts"
import { fromToday, restOfPeriod, untilToday } from "./restOfPeriod.ts"
import { daysBeforeDated, yearsBeside } from "./yearsBeside.ts"
import { withDays } from "./daysOfClocks.ts"
import { daysOfMonth } from "./daysOfMonth.ts"
import { describedDays, weekOfToday } from "./describedDays.ts"
import { describedPeriods } from "./describedPeriods.ts"
import { datesOnce, weekdaysBehind } from "./dateTwice.ts"
import { joinedDays } from "./joinedDays.ts"
import { listedDays } from "./listedDays.ts"
import { laterWeekdays } from "./laterWeekdays.ts"
import { spansFromToday } from "./spansFromToday.ts"
import { isoDates, writtenDates } from "./writtenDates.ts"
import { calendarPeriods } from "./calendarPeriods.ts"
import { chronoDates } from "./chronoDates.ts"
import { withEnglishMonths } from "./foreignMonths.ts"
import { fixedFeasts } from "./fixedFeasts.ts"

/** The first characters of a question that dates are read in. */
const maxDateText = 2_000

/** The days, spans of days, years and clock readings of a question. `now` is in milliseconds since 1970; days are UTC days. */
export const dates = (question: string, now: number): ReadonlyArray<Mention> => {
  const text = withEnglishMonths(question.slice(0, maxDateText))
  const mentions: Array<Mention> = []
  for (const layer of [
    spansFromToday(text, now),
    [...isoDates(text), ...writtenDates(text, now)],
    describedDays(text, now),
    describedPeriods(text, now),
    fixedFeasts(text, now),
    relativePeriods(text, now),
    calendarPeriods(text, now),
    chronoDates(text, now),
  ]) {
    const earlier = [...mentions]
    mentions.push(...layer.filter((each) => !earlier.some((other) => each.start < other.end && other.start < each.end)))
  }
  if (!mentions.some(({ kind, text: written }) => kind.startsWith("date") && !/^current/iu.test(written))) {
    const today = weekOfToday(text, now)
    if (today.length > 0) return today
  }
  const listed = joinedDays(text, listedDays(text, [...mentions, ...daysOfMonth(text, mentions)]))
  const placed = laterWeekdays(text, acrossNewYear(text, daysBeforeDated(text, recentDays(text, yearsBeside(text, listed), now))))
  const days = datesOnce(text, restOfPeriod(text, placed, now))
  return untilToday(text, fromToday(text, withDays(text, weekdaysBehind(text, days, now)), now), now)
}
