import { type Mention, overlaps } from "../../../domain/planning/read/Mention.ts"
import { calendarPeriods } from "./calendarPeriods.ts"

/** A month that is no part of the name of an equinox or a solstice, which has a year and no period. */
const month =
  /(?<![\p{L}\p{N}])(?:January|February|March|April|May(?!\s+(?:I|we|you|he|she|it|they)\b)|June|July|August|September|October|November|December)(?![\p{L}\p{N}]|\s+(?:equinox|solstice))/gu

/** Between the month and its year there are only words of what is in them: no verb that begins another clause, no punctuation, no number. */
const between = /^(?:\s+\p{L}[\p{L}'’-]*){1,4}\s+(?:of\s+)?$/u

/** `August long weekend 2027`: the one year that a question names is that of the one month before it, which is the period that is meant. */
export const monthBesideYear = (text: string, days: ReadonlyArray<Mention>, earlier: ReadonlyArray<Mention>): ReadonlyArray<Mention> => {
  const years = days.filter(({ kind, text: written }) => kind === "date.year" && /^\d{4}$/u.test(written))
  const [year] = years
  if (year === undefined || years.length > 1) return days
  const months = [...text.matchAll(month)]
    .map((match) => ({ start: match.index, end: match.index + match[0].length, text: match[0] }))
    .filter((each) => ![...days, ...earlier].some((other) => overlaps(each, other)))
  const [only] = months
  if (only === undefined || months.length > 1 || !between.test(text.slice(only.end, year.start))) return days
  const beside: Mention = { ...only, kind: "date.month", value: only.text, weight: year.weight }
  const period = calendarPeriods(`${only.text} ${year.text}`, 0).map((mention) => ({ ...mention, ...placeOf(year), beside }))
  return period.length === 0 ? days : [...days.filter((mention) => !overlaps(mention, year)), ...period]
}

const placeOf = ({ end, start, text }: Mention): Pick<Mention, "start" | "end" | "text"> => ({ start, end, text })
