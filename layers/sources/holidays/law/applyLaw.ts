import type Holidays from "date-holidays"
import { africa } from "./africa.ts"
import { america } from "./america.ts"
import { asia } from "./asia.ts"
import { europe } from "./europe.ts"
import type { LawChange } from "./LawChange.ts"

/** By country. */
export const changes: Readonly<Record<string, LawChange>> = { ...africa, ...america, ...asia, ...europe }

/** Applies the changes of a country's law to the rules of the data, and answers what no rule can express. */
export const applyLaw = (country: string, holidays: Holidays): ReadonlyArray<string> => {
  const change = changes[country]
  if (change === undefined) return []
  const ruleOf = (rule: string) => holidays.getRules().find((each) => Reflect.get(each, "rule") === rule)
  const set = (rule: string, options: object) =>
    holidays.setHoliday(rule, { ...ruleOf(rule), ...options } as Parameters<Holidays["setHoliday"]>[1])
  for (const rule of change.removed ?? []) holidays.unsetRule(rule)
  for (const rule of change.ofYear?.rules ?? []) {
    const options = ruleOf(rule)
    holidays.unsetRule(rule)
    set(`${change.ofYear?.year}-${rule}`, { ...options, rule: undefined })
  }
  for (const rule of change.public ?? []) set(rule, { type: "public", note: undefined })
  for (const rule of change.observance ?? []) set(rule, { type: "observance" })
  for (const [rule, en] of Object.entries(change.named ?? {})) {
    const names: unknown = Reflect.get(ruleOf(rule) ?? {}, "name")
    const moves = rule.includes(" and if ") && { substitute: true }
    set(rule, { name: { ...(typeof names === "object" ? names : {}), en }, type: "public", ...moves })
  }
  const since = change.movedSince === undefined ? "" : ` since ${change.movedSince}`
  for (const [rule, en] of Object.entries(change.moved ?? {}))
    holidays.setHoliday(`${rule}${since}`, { name: { en }, type: "public", substitute: true })
  return change.note === undefined ? [] : [change.note]
}
