import type { Mention } from "../../../domain/planning/read/Mention.ts"
import { isCommonWord } from "../../../domain/planning/read/spellCorrection.ts"
import { fold, isEmpty, stemOf } from "../../../domain/planning/read/words.ts"
import { countries } from "../../sources/atlas/countries.ts"
import { isoDate } from "../../../domain/time.ts"
import { feastDay, feastNamed } from "../../sources/holidays/feasts.ts"
import { allHolidayNames } from "../../sources/holidays/holidayNames.ts"
import { isTownName } from "./cityNames.ts"
import { holidayKey } from "../../sources/holidays/readHolidayNames.ts"
import { monthNames } from "./writtenDates.ts"

const maxWords = 7
const minSingleLength = 5
/** Of a name with a capital inside a sentence: `Tet`, `Holi`. */
const minCapitalLength = 3
/** The name of Christmas in Portuguese is that of a city, too. */
const otherMeaning = /^natal$/iu

let names: ReadonlySet<string> | undefined
/** The names that differ from other words of a question: a name with a month in it is a date, and `bank holiday` names no day. */
const distinctNames = (): ReadonlySet<string> => (names ??= new Set([...allHolidayNames()].filter(isDistinct)))

let beginnings: ReadonlySet<string> | undefined
/** The first words of the names: most words of a question begin no name. */
const firstWords = (): ReadonlySet<string> => (beginnings ??= new Set([...distinctNames()].map(firstWord)))
const firstWord = (name: string): string => name.split(" ", 1)[0] ?? ""

/** `August bank holiday` and `spring bank holiday` name a day, `bank holiday` and `additional bank holiday` do not. */
const namedBankHoliday = /^(?!(?:first|second|third|last|additional|public|extra|school)\b)(?:\p{L}+ )+bank holiday$/u

const months: ReadonlySet<string> = new Set(monthNames)
const isDistinct = (name: string): boolean => {
  const words = name.split(" ")
  if (words.length <= maxWords && namedBankHoliday.test(name)) return true
  return (
    words.length <= maxWords &&
    !/^(?:first|second|third|last|additional|public|bank|extra|school)\b|^day off$|\bholidays?\b|\bsubstitut|^\P{L}+$/u.test(name) &&
    !words.some((word) => months.has(word)) &&
    !words.every((word) => isEmpty(stemOf(word)))
  )
}

/** The holidays that a text names, in any language, the longest names first. One word is a name where it is long and no everyday word, or capitalised inside a sentence. */
export const holidayMentions = (text: string, now: number): ReadonlyArray<Mention> => {
  const words = [...text.matchAll(/[\p{L}\p{M}\p{N}]+(?:[.'’-]+[\p{L}\p{M}\p{N}]+)*/gu)].map(({ 0: word, index }) => ({
    start: index,
    end: index + word.length,
    word,
  }))
  const mentions: Array<Mention> = []
  for (let at = 0; at < words.length; at++) {
    if (!firstWords().has(firstWord(holidayKey(words[at]!.word)))) continue
    for (let length = Math.min(maxWords, words.length - at); length > 0; length--) {
      const [start, end] = [words[at]!.start, words[at + length - 1]!.end]
      const written = text.slice(start, end)
      if (/[?!;,:\n]/u.test(written) || ofIsland.test(text.slice(end)) || !isDayNamed(written, text.slice(end))) continue
      if (length === 1 && !isSingleName(written, start)) continue
      const day = /^ day(?!\p{L})/iu.exec(text.slice(end))?.[0].length ?? 0
      const mention = {
        start,
        end: end + day,
        text: text.slice(start, end + day),
        value: written,
        weight: isTown(written) || isUnasked(text, start, end) ? 0.6 : 0.85,
      }
      mentions.push({ ...mention, kind: "holiday.name" })
      // Its day needs no country.
      if (feastNamed(written) !== undefined) mentions.push({ ...mention, kind: "feast.name" }, ...dayOfFeast(text, mention, now))
      at += length - 1
      break
    }
  }
  return mentions
}

/** A short name in a sentence that asks for no day: `everything is closed for Tet`. */
const isUnasked = (text: string, start: number, end: number): boolean =>
  end - start < minSingleLength && !/\b(?:when|what|which|until|till|before|date|dates|is|how)\b[^.?!]*$/iu.test(text.slice(0, start))

/** `Easter Island` is no day. */
const ofIsland = /^ Islands?(?!\p{L})/u

/** `St Brigid's bank holiday` is the day that the data has as `St. Brigid’s Day`. */
const isDayNamed = (written: string, behind: string): boolean => {
  const key = holidayKey(written)
  const isOwned = /['’]s$/u.test(written) && /^ (?:bank|public) holiday(?!\p{L})/iu.test(behind)
  return distinctNames().has(key) || (isOwned && distinctNames().has(`${key} day`))
}

const yearBehind = /^,?\s+(?:(?:falls?|is)\s+(?:on\s+)?)?(?:in\s+|of\s+)?(?:(?<year>\d{4})|(?<shift>this|next|last)\s+year)\b/iu

/** `sunset on Easter Sunday 2027`: the day of a feast for an operation that takes a day and no name. */
const dayOfFeast = (
  text: string,
  { end, start, text: name }: Pick<Mention, "start" | "end" | "text">,
  now: number,
): ReadonlyArray<Mention> => {
  const [behind = "", , shift] = yearBehind.exec(text.slice(end, end + 20)) ?? []
  const thisYear = new Date(now).getUTCFullYear()
  const shifts: Readonly<Record<string, number>> = { last: -1, this: 0, next: 1 }
  const stated = /\d{4}/u.exec(behind)?.[0]
  const next = feastDay(name, thisYear)
  const year =
    stated !== undefined
      ? Number(stated)
      : thisYear + (shift === undefined ? (next !== undefined && next < isoDate(now) ? 1 : 0) : (shifts[shift.toLowerCase()] ?? 0))
  const day = feastDay(name, year)
  if (day === undefined) return []
  const at = { start, end: end + behind.length, text: text.slice(start, end + behind.length) }
  return [
    { ...at, kind: "date", value: day, weight: 0.6 },
    { ...at, kind: "date.start", value: day, weight: 0.5 },
    { ...at, kind: "date.end", value: day, weight: 0.5 },
  ]
}

const capitals: ReadonlySet<string> = new Set([...countries.values()].flatMap(({ capitals: cities }) => cities.map(holidayKey)))

/** `San José` is a capital, and a holiday elsewhere; `Santa Cruz` is a town and the day of a saint. `Corpus Christi` is a feast first. */
const isTown = (name: string): boolean => capitals.has(holidayKey(name)) || (isTownName(name) && feastNamed(name) === undefined)

const isSingleName = (word: string, start: number): boolean =>
  word.length >= (start > 0 && /^\p{Lu}\p{Ll}/u.test(word) && !isCommonWord(fold(word)) ? minCapitalLength : minSingleLength) &&
  !otherMeaning.test(word) &&
  (/^\p{Ll}/u.test(word) ? !isCommonWord(fold(word)) : start > 0 || !isCommonWord(fold(word)))
