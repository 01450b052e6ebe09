/** `2026-11` as the parts of a date. */
const partsOf = (month: string): readonly [year: number, month: number] => [Number(month.slice(0, 4)), Number(month.slice(5))]

/** Whether a text names a month, as in `2026-11`. */
export const isMonth = (text: unknown): text is string => typeof text === "string" && /^20\d\d-(?:0[1-9]|1[0-2])$/.test(text)

/** The month that is `count` months later, or earlier for a negative number. */
export const monthsLater = (month: string, count: number): string => {
  const [year, place] = partsOf(month)
  return new Date(Date.UTC(year, place - 1 + count, 1)).toISOString().slice(0, 7)
}

const name = new Intl.DateTimeFormat("en-GB", { month: "long", year: "numeric", timeZone: "UTC" })

/** `October 2026`. */
export const monthName = (month: string): string => name.format(new Date(`${month}-01T00:00:00Z`))
