/** A rule that is one day of one year (`2026-11-08`), such as those of the Hindu calendar. The library does not say of such a day that it is a substitute. */
export const isListed = (rule: string): boolean => /^\d{4}-/u.test(rule)
