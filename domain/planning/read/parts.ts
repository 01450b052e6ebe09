import { type Mention, overlapsAny, type Span } from "./Mention.ts"
import { type Clause, clauseOf, type ParsedQuestion } from "./ParsedQuestion.ts"
import { isInQuotes } from "./segments.ts"
import { mentionWeight } from "./thresholds.ts"

/** The parts between the joints of a question. A joint inside a value or a mention does not count. */
export const partsOf = ({ allMentions: heard, question }: ParsedQuestion, used: ReadonlyArray<Mention | Span>): ReadonlyArray<Clause> => {
  const whole = [...used, ...heard.filter(({ weight }) => weight >= mentionWeight.probable)]
  const isWithin = overlapsAny(whole)
  const cuts = [...question.matchAll(joint)].filter(({ index }) => !isWithin({ start: index, end: index }) && !isInQuotes(question, index))
  return [...cuts, undefined].map((cut, place) => {
    const before = cuts[place - 1]
    return clauseOf(question, before === undefined ? 0 : before.index + before[0].length, cut?.index ?? question.length)
  })
}

const joint = /[.?!;:](?=\s|$)|\n+|,(?=\s)|\s(?:and|plus|also|then|as well as|&)(?=\s)/giu
