import { dayMs } from "../../../domain/time.ts"

/** The usual English names of the months of the Islamic calendar, from the first to the twelfth. */
export const hijriMonths = [
  "Muharram",
  "Safar",
  "Rabi al-Awwal",
  "Rabi al-Thani",
  "Jumada al-Ula",
  "Jumada al-Thani",
  "Rajab",
  "Shaaban",
  "Ramadan",
  "Shawwal",
  "Dhu al-Qadah",
  "Dhu al-Hijjah",
] as const

/**
 * The years of the printed calendar of the Saudi government (2nd edition, 2003) that ICU's table has without a difference. Before and after them, published tables of
 * the calendar differ from each other by a day or two.
 */
export const firstHijriYear = 1420
export const lastHijriYear = 1450

export interface HijriDate {
  readonly year: number
  /** From 1 to 12. */
  readonly month: number
  readonly day: number
}

/** The Umm al-Qura calendar of ICU. */
const format = new Intl.DateTimeFormat("en-u-ca-islamic-umalqura-nu-latn", {
  timeZone: "UTC",
  year: "numeric",
  month: "numeric",
  day: "numeric",
})

/** The Umm al-Qura date of a day number, up to its sunset. */
export const hijriOf = (day: number): HijriDate => {
  const parts = new Map(format.formatToParts(new Date(day * dayMs)).map(({ type, value }) => [type, Number.parseInt(value, 10)]))
  return { year: parts.get("year") ?? 0, month: parts.get("month") ?? 0, day: parts.get("day") ?? 0 }
}

const isSame = (one: HijriDate, other: HijriDate): boolean => one.year === other.year && one.month === other.month && one.day === other.day

/** 19 July 622 of the Gregorian calendar, 1 Muharram of the year 1. */
const epoch = Date.UTC(622, 6, 19) / dayMs
const daysOfYear = 354.36707
const daysOfMonth = daysOfYear / 12
/** An astronomical month begins at most two days from the mean one. */
const maxShift = 4

/** The day number of a date of the Umm al-Qura calendar; undefined if its month has no such day. */
export const dayOfHijri = (date: HijriDate): number | undefined => {
  const mean = Math.round(epoch + (date.year - 1) * daysOfYear + (date.month - 1) * daysOfMonth + date.day - 1)
  return Array.from({ length: 2 * maxShift + 1 }, (_, shift) => mean - maxShift + shift).find((day) => isSame(hijriOf(day), date))
}

/** The day numbers of the first and the last day of these years. */
export const firstHijriDay = dayOfHijri({ year: firstHijriYear, month: 1, day: 1 }) ?? 0
export const lastHijriDay = (dayOfHijri({ year: lastHijriYear + 1, month: 1, day: 1 }) ?? 0) - 1

/** `15 Shaaban 1448` */
export const hijriText = ({ day, month, year }: HijriDate): string => `${day} ${hijriMonths[month - 1]} ${year}`
