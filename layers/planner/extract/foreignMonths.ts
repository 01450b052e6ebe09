import { isEnglish } from "./english.ts"
import { month, monthNames } from "./writtenDates.ts"

const english = new RegExp(`^(?:${month})$`, "iu")
const languages = "ca cs da de es et fi fr hr hu id it lt lv nb nl pl pt ro sk sl sv tr".split(" ")

/** The name of a month, and its abbreviation, beside a day → its index, for names that mean one month only and are not English. */
const readMonths = (): ReadonlyMap<string, number> => {
  const indexes = new Map<string, Set<number>>()
  for (const language of languages)
    for (const length of ["long", "short"] as const) {
      const format = new Intl.DateTimeFormat(language, { day: "numeric", month: length, timeZone: "UTC" })
      for (let index = 0; index < 12; index++) {
        const part = format.formatToParts(Date.UTC(2026, index, 12)).find(({ type }) => type === "month")?.value ?? ""
        const name = part.toLowerCase().replace(/^de\s|\.$/gu, "")
        if (/^\p{L}{3,}$/u.test(name)) indexes.set(name, (indexes.get(name) ?? new Set()).add(index))
      }
    }
  return new Map(
    [...indexes].flatMap(([name, [index, ...others]]): ReadonlyArray<readonly [string, number]> =>
      index === undefined || others.length > 0 || english.test(name) ? [] : [[name, index]],
    ),
  )
}

/** Read for the first number with a word behind it: the names of 23 languages take 0.1 s. */
let months: ReadonlyMap<string, number> | undefined

const form = /(?<![\p{L}\p{N}.,:/-])(\d{1,2})(\.?(?:\sd[ei])?\s)(\p{L}{3,12})(\.?(?:\s(?:del?\s)?\d{4})?)(?![\p{L}\p{N}])/giu
/** An abbreviation, or a word that is English too (`5 mars`), is a month beside a year. */
const minLength = 5

/** A text with the English names of months in place of those of other languages, at the same offsets: `12 des 2026`, `24 de diciembre`, `1. January`. */
export const withEnglishMonths = (text: string): string =>
  text.replaceAll(form, (whole, day: string, joint: string, name: string, behind: string) => {
    const isEnglishMonth = english.test(name)
    if (isEnglishMonth && !joint.startsWith(".")) return whole
    const lower = name.toLowerCase()
    const full = isEnglishMonth ? name : monthNames[(months ??= readMonths()).get(lower) ?? -1]
    if (full === undefined || (!isEnglishMonth && behind === "" && (name.length < minLength || isEnglish(lower)))) return whole
    const read = full.length > name.length ? full.slice(0, 3) : full
    return (
      day +
      inEnglish(joint.replace(".", "")) +
      read.padStart(name.length + Number(joint.startsWith("."))) +
      inEnglish(behind.replace(".", " "))
    )
  })

/** `de` and `of` have the same length. */
const inEnglish = (text: string): string => text.replace(/\bdel\b/iu, "of ").replace(/\bd[ei]\b/iu, "of")
