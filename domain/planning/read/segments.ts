import { type Mention, overlaps, overlapsAny } from "./Mention.ts"
import { type Clause, clauseOf } from "./ParsedQuestion.ts"
import { mentionWeight } from "./thresholds.ts"

const maxSegments = 10

/** `isSoft`: only a conjunction precedes it, which joins two requests or two halves of one. */
export interface Segment extends Clause {
  readonly isSoft: boolean
}

/**
 * The segments of a question that may each request something: sentences, and parts joined by `and`, `then` or a comma if a new question,
 * a new command or a certain mention follows.
 */
export const segmentsOf = (question: string, mentions: ReadonlyArray<Mention>): ReadonlyArray<Segment> => {
  const firm = mentions.filter(({ weight }) => weight >= mentionWeight.probable)
  const strong = firm.filter(({ weight }) => weight >= mentionWeight.certain)
  const isWithin = overlapsAny(firm)
  // Between two characters of a mention: a stretch of no length overlaps it.
  const isInside = (place: number) => isWithin({ start: place, end: place }) || isInQuotes(question, place)
  const cuts: Array<{ readonly from: number; readonly at: number; readonly isSoft: boolean }> = [{ from: 0, at: 0, isSoft: false }]
  for (const { 0: separator, index } of question.matchAll(boundary)) {
    if (cuts.length >= maxSegments) break
    const next = index + separator.length
    if (dividesGroup(mentions, next) || isAfterUnit(question, index, separator, next)) continue
    if (isInside(index) || next >= question.length || isSpan(question, index, separator)) continue
    const opens =
      /[.?!;\n]/u.test(separator) || opener.test(question.slice(next, next + 40)) || followedByThing(question, index, next, strong)
    const joins = /\b(?:and|plus|then|also|as well as)\b|&/iu.test(separator) || hasItsOwn(question, index, next, firm)
    if (opens || joins) cuts.push({ from: /plus|well/iu.test(separator) ? index : next, at: next, isSoft: !opens })
  }
  return cuts
    .map(({ at, isSoft }, place): Segment => ({ ...clauseOf(question, at, cuts[place + 1]?.from ?? question.length), isSoft }))
    .filter(({ text }) => /[\p{L}\p{N}]/u.test(text))
}

/** `say 350 F. in celsius`: the full stop of an abbreviated unit. */
const isAfterUnit = (question: string, place: number, separator: string, next: number): boolean =>
  separator.startsWith(".") &&
  /(?<![\p{L}])(?:\p{L}{1,3})$/u.test(question.slice(Math.max(0, place - 4), place)) &&
  /^(?:in|into|to|as)\s/u.test(question.slice(next, next + 5))

/** Whether the values of one group are on both sides of a place: an amount, and its unit in the next sentence. */
const dividesGroup = (mentions: ReadonlyArray<Mention>, place: number): boolean =>
  mentions.some(
    ({ end, groups }) =>
      groups !== undefined &&
      end <= place &&
      mentions.some((other) => other.start >= place && other.groups?.some((group) => groups.includes(group))),
  )

const greetings: ReadonlySet<string> = new Set("good dear hello hi hey greetings".split(" "))
const greeted: ReadonlySet<string> = new Set(
  "good day morning afternoon evening all team sir madam there everyone colleagues hello hi hey".split(" "),
)

/** `Good morning!`, `Dear team,`: it requests nothing. */
export const isGreeting = ({ text }: Pick<Clause, "text">): boolean => {
  const [first, ...others] = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  return first !== undefined && greetings.has(first) && others.length <= 4 && others.every((word) => greeted.has(word))
}

/** The full stop of an abbreviation ends no sentence: `French VAT no. that …`, `1,190 EUR incl. German VAT`. */
const boundary =
  /(?:(?<!\b(?:no|nr|incl|excl|approx))\.|[?!;])(?=\s)\s*(?:(?:and|also|then|finally|lastly)\b,?\s*)?|\n+\s*|,?\s(?:and|then|plus|also|as well as|&)\s(?:(?:then|also|please|finally|additionally)\s)?|,\s(?:(?:and|then|also|plus)\s)?/giu

/** The `and` of `between SIN and SYD`. */
const isSpan = (question: string, place: number, joint: string): boolean =>
  /^\sand\s$/iu.test(joint) && /\bbetween\s(?:(?!\sand\s)[^.?!;])*$/iu.test(question.slice(Math.max(0, place - 80), place))

const opener =
  /^(?:what|which|when|where|who|whose|how|is|are|was|were|does|do|did|can|could|will|would|should|find|get|give|tell|show|check|validate|verify|look|list|convert|calculate|compute|count|describe|fetch|retrieve|search|determine|identify|analy[sz]e|create|generate|provide|update|delete|add|remove|send|book|order|play|estimate|predict|evaluate|compare|measure|recommend|suggest|book|schedule|set|translate|i\s(?:want|need|would|also|'d)|i'd|please|let|let's|obtain|assess|track|monitor|design|help|plan|optimi[sz]e)\b/iu

/** Both sides have a certain mention of their own, of different kinds. */
const followedByThing = (question: string, before: number, after: number, strong: ReadonlyArray<Mention>): boolean => {
  const right = strong.find((mention) => mention.start >= after && mention.start <= after + 40)
  if (right === undefined) return false
  const left = strong.filter((mention) => mention.end <= before)
  if (left.length === 0 || left.some(({ kind }) => kind === right.kind)) return false
  return (
    !overlaps(right, { start: 0, end: before }) &&
    !/^date|^unit|^geo|^country|^region|^time|^currency/u.test(right.kind) &&
    question.length > 0
  )
}

/** Both sides have an amount with a target unit, or two mentions of one kind, or a mention with its own requesting words. */
const hasItsOwn = (question: string, before: number, after: number, firm: ReadonlyArray<Mention>): boolean => {
  const end = ends.exec(question.slice(after))?.index ?? question.length
  const right: Array<Mention> = []
  // A loop, because this is done for every comma and every mention of a list of hundreds.
  for (const mention of firm) if (mention.start >= after && mention.end <= after + end) right.push(mention)
  if (right.length === 0) return false
  const left = firm.filter((mention) => mention.end <= before)
  const has = (side: ReadonlyArray<Mention>, wanted: string) => side.some(({ kind }) => kind === wanted)
  if (["unit.value", "unit.to"].every((kind) => has(left, kind) && has(right, kind))) return true
  const day = right.find(({ kind }) => kind === "date")
  if (day !== undefined && left.length > 0 && asksOn.test(question.slice(after, day.start))) return true
  const [thing, other] = right.filter(({ kind, weight }) => weight >= mentionWeight.clear && !/^(?:unit|date|time)/u.test(kind))
  if (thing === undefined || !has(left, thing.kind)) return false
  if (asks.test(question.slice(after, thing.start)) || owns.test(question.slice(thing.end))) return true
  return other?.kind === thing.kind && left.filter(({ kind }) => kind === thing.kind).length > 1
}

/** Up to the next joint. */
const ends = /[,;.?!](?=\s|$)|\s(?:and|plus|as well as|also|then|&)\s|$/iu

/** `currency of`: the words that request something of the next mention. */
const asks = /^\s*(?:the\s+)?(?:[\p{L}-]+\s+){1,3}(?:of|for|in|at|from)\s+(?:the\s+)?$/iu

/** `moon phase`, before a day. */
const asksOn = /^\s*(?:the\s+)?(?:(?!on\b|at\b|in\b|by\b)[\p{L}-]+\s+){1,3}(?:on\s+|for\s+)?(?:the\s+)?$/iu

/** `Peru's currency`. */
const owns = /^['’]s?\s+\p{L}/u

export const isInQuotes = (question: string, place: number): boolean => {
  // Most questions have no quotation mark: looking for one first costs least.
  if (!/["'”]/u.test(question.slice(place, place + 300))) return false
  const before = question.slice(Math.max(0, place - 300), place)
  const opened = before.match(/(?<![\p{L}\p{N}])["'“](?=\S)/gu)?.length ?? 0
  const closed = before.match(/(?<=\S)["'”](?![\p{L}\p{N}])/gu)?.length ?? 0
  return opened > closed
}
