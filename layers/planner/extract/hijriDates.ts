import { type Mention, overlaps } from "../../../domain/planning/read/Mention.ts"
import { firstHijriYear, lastHijriYear } from "../../sources/holidays/hijri.ts"

const apostrophe = String.raw`['’‘ʿʾ]?`
const article = String.raw`[\s-]{0,2}(?:a[lrst]h?|ul|us|uth|el|l)?[\s-]{0,2}`
const first = String.raw`(?:a?ww?al|oola|ula|uula|i(?![ivx\p{L}])|1st)`
const second = String.raw`(?:th?aa?n[iy](?:y?ah?)?|sani|akh[ie]r(?:ah?)?|aakhir(?:ah?)?|ii(?![ivx\p{L}])|2nd)`
const rabi = String.raw`rab[ie]{1,2}y?${apostrophe}`
const jumada = String.raw`j[ua]ma+d[aiu]?l?`
const dhu = String.raw`(?:dh?[uiou]l?|zu+l?|zil|thul|dzul|dhoul?)${apostrophe}`

/** The spellings of the months in English, in their order. */
const months: ReadonlyArray<string> = [
  String.raw`m[uo]harr?am`,
  String.raw`saff?ar`,
  `${rabi}${article}${first}`,
  `${rabi}${article}${second}`,
  `${jumada}${article}${first}`,
  `${jumada}${article}${second}`,
  String.raw`rajab`,
  `sha${apostrophe}a?ba+n`,
  String.raw`rama?(?:dh?|zh?)a+n`,
  String.raw`shaww?a+l`,
  `${dhu}${article}[qk][aei]{0,2}${apostrophe}[aei]?dd?(?:ah?)?`,
  `${dhu}${article}h[iae]?jj?(?:ah?)?`,
]

const name = months.map((form, place) => `(?<m${place + 1}>${form})`).join("|")
const era = String.raw`(?:\s?(?:A\.?H\.?|H)(?!\p{L})|\shijr[iae]h?)?`
const year = String.raw`,?\s+(?<year>1[345]\d\d)(?!\d)${era}`
const ordinal = String.raw`(?<day>\d{1,2})(?:st|nd|rd|th)?`
const forms = [
  new RegExp(String.raw`(?<![\d.,/-])${ordinal}(?:\s+of)?\s+(?:the\s+month\s+of\s+)?(?:${name})${year}`, "giu"),
  new RegExp(String.raw`(?<!\p{L})(?:${name})\s+${ordinal}${year}`, "giu"),
]
/** `when does Ramadan 1448 begin`: the first day of a month. */
const beginning = new RegExp(String.raw`(?<!\p{L})(?<!\d(?:st|nd|rd|th)?\s(?:of\s)?)(?:${name})${year}`, "giu")
const begins = /\b(?:start|starts|begin|begins|beginning|first\sday|1st\sday)\b/iu
const ends = /\b(?:end|ends|ending|last|finish|finishes|over|until|till)\b/iu

/** A civil, tabular or solar calendar is another one. */
const otherCalendar = /\b(?:tabular|arithmetic|solar|persian|jalali|shamsi|hebrew|jewish|iranian)\b/iu

/** The days of the Islamic calendar that a text names: `15 Shaaban 1448`, `Ramadan 27, 1448 AH`. */
export const hijriDates = (text: string): ReadonlyArray<Mention> => {
  if (otherCalendar.test(text)) return []
  const read = [...forms, ...(begins.test(text) && !ends.test(text) ? [beginning] : [])].flatMap((form) =>
    [...text.matchAll(form)].flatMap(({ 0: written, groups = {}, index }): ReadonlyArray<Mention> => {
      const month = months.findIndex((_, place) => groups[`m${place + 1}`] !== undefined) + 1
      const [day, inYear] = [Number(groups["day"] ?? 1), Number(groups["year"])]
      const isDay = day >= 1 && day <= 30 && inYear >= firstHijriYear && inYear <= lastHijriYear
      const value = [inYear, month, day].map((part) => String(part).padStart(2, "0")).join("-")
      return isDay ? [{ kind: "hijri.date", start: index, end: index + written.length, text: written, value, weight: 0.95 }] : []
    }),
  )
  return read.filter((mention, place) => !read.slice(0, place).some((other) => overlaps(other, mention)))
}

const calendarName = new RegExp(
  String.raw`\b(?:hijr[iae]h?\b(?!\snew\syear)(?:\s(?:date|calendar|year|month|day)\b)?|(?:islamic|muslim)\s(?:lunar\s)?(?:date|calendar|year|month|day)s?\b)`,
  "giu",
)
const qura = /\(?\bumm[\s-](?:al|ul)[\s-]?q[ou]r+a\b(?:\scalendar\b)?\)?/giu

/** The request for the Islamic date of a day: `Hijri date`, `Islamic year`. A date that is written in this calendar requests the other direction. */
export const hijriCalendar = (text: string): ReadonlyArray<Mention> => {
  if (otherCalendar.test(text) || hijriDates(text).length > 0) return []
  const [named = undefined] = [...text.matchAll(calendarName), ...text.matchAll(qura)]
  return named === undefined
    ? []
    : [
        {
          kind: "hijri.calendar",
          start: named.index,
          end: named.index + named[0].length,
          text: named[0],
          value: "umm_al_qura",
          weight: 0.95,
        },
      ]
}
