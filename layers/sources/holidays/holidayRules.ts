import { placesByRule } from "./holidayNames.ts"

/** A day that the data lists year by year, such as one of the Hindu calendar. */
export const isListed = (rule: string): boolean => /^\d{4}-/u.test(rule)

export const maxDays = 40

/** How many days of one year a name may mean: those of each rule, and one that is listed. */
export const daysNamed = (name: string): number => {
  const rules = [...placesByRule(name).keys()].filter((rule) => !rule.startsWith("substitutes "))
  return rules.filter((rule) => !isListed(rule)).length + (rules.some(isListed) ? 1 : 0)
}
