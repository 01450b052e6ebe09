import { dayMs, isoDate } from "../../domain/time.ts"

export const firstYear = 1970
/** Of operations that only count days, such as an age. */
export const firstCountedYear = 1800
export const lastYear = 2100

/** Days since 1970-01-01. Calendar days have no time zone, and neither does this. */
export const dayNumber = (iso: string): number => Date.parse(`${iso}T00:00:00Z`) / dayMs
export const dateOfDay = (day: number): string => isoDate(day * dayMs)
export const yearOf = (day: number): number => new Date(day * dayMs).getUTCFullYear()

export const weekdays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"] as const
export type Weekday = (typeof weekdays)[number]
/** 1970-01-01 was a Thursday. */
export const weekdayOf = (day: number): Weekday => weekdays[(((day + 3) % 7) + 7) % 7] ?? "monday"

/** Saturday or Sunday, whatever the country. */
export const isWeekend = (day: number): boolean => ["saturday", "sunday"].includes(weekdayOf(day))

/** Where CLDR has Saturday and Sunday, or knows no region: the weekly days off of public offices by law. */
const corrected: Readonly<Record<string, ReadonlyArray<Weekday>>> = {
  BD: ["friday", "saturday"],
  BN: ["friday", "sunday"],
  // Kedah, Kelantan and Terengganu. Johor changed to Saturday and Sunday on 1 January 2025.
  "MY-02": ["friday", "saturday"],
  "MY-03": ["friday", "saturday"],
  "MY-11": ["friday", "saturday"],
  MV: ["friday", "saturday"],
  NP: ["saturday"],
  PS: ["friday", "saturday"],
  SO: ["friday"],
}

/** The days that are the weekend today in a country or a region (`MY-03`), of CLDR: Friday and Saturday in Egypt, only Sunday in India. Its history is not known. */
export const weekendOf = (place: string): ReadonlyArray<Weekday> => {
  const [country = ""] = place.split("-")
  const own = corrected[place] ?? corrected[country]
  if (own !== undefined) return own
  const { weekend } = new Intl.Locale(`und-${country}`).getWeekInfo()
  return weekdays.filter((_, index) => weekend.includes(index + 1))
}
