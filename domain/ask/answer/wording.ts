import type { Schema } from "effect"

const maxLength = 160

/** A source's text, safe inside a sentence: no control or invisible characters, cut between words so that no number is cut. */
export const clip = (text: string): string => {
  const seen = text
    .slice(0, maxLength * 4)
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, " ")
    .trim()
  if (seen.length <= maxLength && text.length <= maxLength * 4) return seen
  return `${seen.slice(0, maxLength).replace(/\S*$/u, "").trim()}…`
}

/** A value as text. Numbers keep all their digits. */
export const valueText = (value: Schema.Json): string => {
  if (value === null) return "not known"
  if (typeof value === "boolean") return value ? "yes" : "no"
  return typeof value === "string" ? clip(value) : typeof value === "number" ? String(value) : `${Object.keys(value).length} entries`
}

/** `bank_identifier` and `bankIdentifier` in words: `bank identifier`. */
export const nameText = (name: string): string =>
  clip(
    name
      .replace(/([a-z\d])([A-Z])/gu, "$1 $2")
      .replace(/[_.\-\s]+/gu, " ")
      .toLowerCase(),
  )

/** `a, b and c`. */
export const enumerate = (texts: ReadonlyArray<string>, comma = ", "): string =>
  texts.length < 2 ? (texts[0] ?? "none") : `${texts.slice(0, -1).join(comma)} and ${texts.at(-1)}`

const months = "January February March April May June July August September October November December".split(" ")
const dated = /^(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})(?:T(?<clock>\d{2}:\d{2}))?/u

/** `2026-07-01…` → `1 July 2026`; another text as it is. */
export const dateText = (text: string): string => {
  const { day, month, year } = dated.exec(text)?.groups ?? {}
  return day === undefined ? clip(text) : `${Number(day)} ${months[Number(month) - 1]} ${year}`
}

/** `2026-07-01T21:04:55+02:00` → `21:04`. */
export const clockText = (text: string): string => dated.exec(text)?.groups?.clock ?? clip(text)

/** `2026-07-01T21:04:55+02:00` → `1 July 2026 at 21:04`. */
export const momentText = (text: string): string =>
  dated.exec(text)?.groups?.clock ? `${dateText(text)} at ${clockText(text)}` : dateText(text)

const weekdays = "Sunday Monday Tuesday Wednesday Thursday Friday Saturday".split(" ")

const weekdayText = (text: string): string | undefined => {
  const { day, month, year } = dated.exec(text)?.groups ?? {}
  return weekdays[new Date(Date.UTC(Number(year), Number(month) - 1, Number(day))).getUTCDay()]
}

/** `2027-02-06T15:59:00Z` → `Saturday, 6 February 2027 at 15:59`. */
export const dayAndMomentText = (text: string): string => {
  const weekday = weekdayText(text)
  return weekday === undefined ? momentText(text) : `${weekday}, ${momentText(text)}`
}

/** `2027-02-06` → `Saturday 6 February 2027`. */
export const weekdayAndDateText = (text: string): string => [weekdayText(text), dateText(text)].filter(Boolean).join(" ")

/** The name of an item of a list, and its key in the item; the key is null if the item is the name itself. */
export const labelOf = (item: Schema.Json): { readonly key: string | null; readonly text: string } | undefined => {
  if (typeof item === "string" || typeof item === "number") return { key: null, text: valueText(item) }
  if (item === null || typeof item !== "object" || Array.isArray(item)) return undefined
  const entries = Object.entries(item).filter(([, value]) => (typeof value === "string" && value !== "") || typeof value === "number")
  const entry =
    labels.map((label) => entries.find(([key]) => key.toLowerCase() === label)).find((entry) => entry !== undefined) ??
    entries.find(([, value]) => typeof value === "string")
  return entry && { key: entry[0], text: valueText(entry[1]) }
}

const labels = ["name", "title", "label", "display_name", "code", "id", "symbol", "date"]
