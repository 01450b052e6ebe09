import { dayMs } from "../../domain/time.ts"

/** Midnight of the `n`th business day after a midnight. */
export const businessDaysAfter = (midnight: number, n: number): number => {
  let day = midnight
  for (let left = n; left > 0;) {
    day += dayMs
    if (isBusinessDay(day)) left -= 1
  }
  return day
}

/**
 * Days on which T2, the Eurosystem's payment system (TARGET2 before 2023), is open: not on Saturday and Sunday, 1 January, Good Friday,
 * Easter Monday, 1 May, 25 and 26 December. Source: the European Central Bank's long-term calendar of TARGET closing days, of 14 December 2000.
 */
export const isBusinessDay = (midnight: number): boolean => {
  const date = new Date(midnight)
  if (date.getUTCDay() === 0 || date.getUTCDay() === 6) return false
  const monthDay = date.toISOString().slice(5, 10)
  if (["01-01", "05-01", "12-25", "12-26"].includes(monthDay)) return false
  const easter = easterSunday(date.getUTCFullYear())
  return midnight !== easter - 2 * dayMs && midnight !== easter + dayMs
}

/** Midnight of Easter Sunday, by the rule of Meeus, Jones and Butcher. */
const easterSunday = (year: number): number => {
  const a = year % 19
  const century = Math.floor(year / 100)
  const inCentury = year % 100
  const b = Math.floor((century + 8) / 25)
  const c = Math.floor((century - b + 1) / 3)
  const h = (19 * a + century - Math.floor(century / 4) - c + 15) % 30
  const l = (32 + 2 * (century % 4) + 2 * Math.floor(inCentury / 4) - h - (inCentury % 4)) % 7
  const m = Math.floor((a + 11 * h + 22 * l) / 451)
  const n = h + l - 7 * m + 114
  return Date.UTC(year, Math.floor(n / 31) - 1, (n % 31) + 1)
}
