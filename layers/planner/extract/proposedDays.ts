import { type Mention, overlaps } from "../../../domain/planning/read/Mention.ts"
import { dayAndMonth } from "./writtenDates.ts"

const weekday = String.raw`(?:mon|tues|wednes|thurs|fri|satur|sun)day,?\s+(?:the\s+)?`
const writtenDay = String.raw`(?:${dayAndMonth.source}|\d{4}-\d{2}-\d{2}|\d{1,2}[./]\d{1,2}[./]\d{4})`
/** What is between the name of a holiday and the day that is proposed for it. */
const proposal = new RegExp(
  String.raw`^(?<year>,?\s+(?:in\s+)?\d{4})?(?<place>\s+in\s+(?:the\s+)?\p{L}[\p{L}'’-]+(?:\s\p{L}[\p{L}'’-]+){0,2}?)?(?<between>\s+(?:(?:fall|falling|be|celebrated|observed)\s+)?(?:this\s+year\s+)?on\s+(?:the\s+)?)(?<day>(?:${weekday})?${writtenDay})`,
  "iu",
)
/** `moved to Monday`, behind the name of a holiday. */
const weekdayProposal =
  /\b(?:moved?|shifted|observed|substituted|celebrated)\s+(?:to|on)\s+(?:an?\s+|the\s+)?(?<day>(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b/giu

const asksWhether = /(?:^|[.?!,;:]\s+|\b(?:and|so|but)\s+)(?:is|was|does|did|will|isn['’]t)\s+(?:the\s+)?$/iu

/** Kind of the weekday that a question proposes for a holiday or its substitute. */
const proposedWeekdayKind = "proposed.weekday"

/** Kind of the day that a question proposes for a holiday. The holiday has its own, so no operation takes it. */
export const proposedDayKind = "proposed.date"

/**
 * `Is Family Day 2027 on February 15 in Ontario?` requests the day of a holiday: the day behind its name is what the answer is compared with, and its year is that of the holiday.
 */
export const withProposedDays = (text: string, mentions: ReadonlyArray<Mention>): ReadonlyArray<Mention> =>
  withProposedWeekdays(text, withProposedDates(text, mentions))

/** `Is Waitangi Day moved to Monday in 2027?`: the weekday is what the answer is compared with, and not the next one from today. */
const withProposedWeekdays = (text: string, mentions: ReadonlyArray<Mention>): ReadonlyArray<Mention> => {
  const name = mentions.find(({ kind }) => kind === "holiday.name")
  if (name === undefined) return mentions
  const days = [...text.matchAll(weekdayProposal)].flatMap(({ 0: whole, groups, index }) => {
    const day = groups?.["day"] ?? ""
    return index >= name.end ? [{ start: index + whole.length - day.length, end: index + whole.length, text: day }] : []
  })
  const others = mentions.filter((mention) => !(/^(?:date|calendar)\b/u.test(mention.kind) && days.some((day) => overlaps(mention, day))))
  return [...others, ...days.map((day) => ({ ...day, kind: proposedWeekdayKind, value: day.text, weight: 0.9 }))]
}

const withProposedDates = (text: string, mentions: ReadonlyArray<Mention>): ReadonlyArray<Mention> => {
  const names = mentions.filter(({ kind, start }) => /^(?:holiday|feast)\.name$/u.test(kind) && asksWhether.test(text.slice(0, start)))
  const proposals = names.flatMap((name) => {
    const groups = proposal.exec(text.slice(name.end))?.groups
    if (groups === undefined) return []
    const start = name.end + ["year", "place", "between"].reduce((sum, part) => sum + (groups[part]?.length ?? 0), 0)
    return [
      { name, day: { start, end: start + groups["day"]!.length }, year: /\d{4}/u.exec(`${groups["year"] ?? ""} ${groups["day"]}`)?.[0] },
    ]
  })
  if (proposals.length === 0) return mentions
  const others = mentions.filter(
    (mention) =>
      !(mention.kind.startsWith("date") && proposals.some(({ day, name }) => overlaps(mention, { start: name.start, end: day.end }))),
  )
  const made = [...new Map(proposals.map((each) => [each.day.start, each])).values()].flatMap(
    ({ day, name, year }): ReadonlyArray<Mention> => {
      const written = text.slice(day.start, day.end)
      const proposed: Mention = { ...day, kind: proposedDayKind, text: written, value: written, weight: 0.9 }
      if (year === undefined) return [proposed]
      const start = text.indexOf(year, name.end)
      return [proposed, { kind: "date.year", start, end: start + 4, text: year, value: Number(year), weight: 0.75 }]
    },
  )
  return [...others, ...made]
}
