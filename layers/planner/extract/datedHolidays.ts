import { type Mention, overlaps } from "../../../domain/planning/read/Mention.ts"

/** `Boxing Day`, read as a date by itself. */
const feast = /^(?:Christmas|\p{Lu}[\p{L}'’ ]*\s(?:Day|Eve))$/u
const inverted = /(?:^|[.?!,;:]\s+|\b(?:so|and|but|or)\s)(?:is|was|are|does|do|did|will)\s(?:the\s)?$/iu
const requestsDay = /\bwhen(?:\s(?:is|was|are|does|will)|['’]s)\s(?:the\s)?$/iu
const endOfRequest = /^\)?\s*(?:$|[?.!]|(?:or|in|this|every|each|the\s(?:right|correct))\b)/iu
/** What is a holiday depends on the country, which the name may be the only one to say. */
const aboutHolidays = /\b(?:holidays?|off|closed|open|work(?:ing|days?)?)\b/iu

/**
 * `days until Republic Day on 26 January 2027`, `Canada Day, 1 July`: the date behind the name of a holiday is the one that is meant, and the name says why. Whether the
 * holiday is on that date is another question: `is Boxing Day on 26 December?`.
 */
export const withDatedHolidays = (text: string, mentions: ReadonlyArray<Mention>): ReadonlyArray<Mention> => {
  const dated = mentions.flatMap((name) => {
    if (!/^(?:holiday\.name|feast\.name|date)$/u.test(name.kind) || (name.kind === "date" && !feast.test(name.text))) return []
    const date = mentions.find(
      ({ kind, start, value, weight }) =>
        kind === "date" &&
        weight >= 0.9 &&
        /^(?:,?\s|\s\()$/u.test(text.slice(name.end, start)) &&
        /\d/u.test(text.slice(start, start + 12)) &&
        (name.kind !== "date" || String(name.value).slice(5) === String(value).slice(5)),
    )
    const before = text.slice(Math.max(0, name.start - 40), name.start)
    const after = date === undefined ? "" : text.slice(date.end, date.end + 40)
    const isRequested = requestsDay.test(before) || /^\)?\s*or\b/iu.test(after) || (inverted.test(before) && endOfRequest.test(after))
    const namesCountry = mentions.some(({ kind, start }) => kind === "country.code" && start === name.start)
    return date === undefined || isRequested || (namesCountry && aboutHolidays.test(text)) ? [] : [{ name, date }]
  })
  return mentions.flatMap((mention) => {
    if (dated.some(({ name }) => overlaps(name, mention))) return []
    const named = dated.find(({ date }) => date.start === mention.start && date.end === mention.end)
    return [named === undefined ? mention : { ...mention, start: named.name.start, text: text.slice(named.name.start, mention.end) }]
  })
}
