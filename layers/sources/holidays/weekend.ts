import { type Weekday, weekdays } from "./days.ts"

/** The days that are the weekend in a country today (CLDR): Friday and Saturday in Egypt, only Sunday in India. Its history is not known. */
export const weekendOf = (country: string): ReadonlyArray<Weekday> => {
  const { weekend } = new Intl.Locale(`und-${country}`).getWeekInfo()
  return weekdays.filter((_, index) => weekend.includes(index + 1))
}
