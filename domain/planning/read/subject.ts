import type { Clause } from "./ParsedQuestion.ts"
import { isEmpty, type Word, wordsOf } from "./words.ts"

/**
 * The words of the thing that a clause requests: `VAT rate` of `what is the VAT rate in Hungary`, `hotel` of `find me a hotel
 * near CDG`, `population` of `population of Lagos`. Empty for other forms of request.
 */
export const subjectOf = (clause: Clause): ReadonlyArray<Word> => {
  const cuts = [...clause.text.matchAll(partEnds)]
  const patterns = interrogative.test(clause.text) ? [questioned, demanded, bare] : [questioned, demanded, bare, bareBeside]
  return [...cuts, undefined].flatMap((cut, place) => {
    const before = cuts[place - 1]
    const at = before === undefined ? 0 : before.index + before[0].length
    const part = { start: clause.start + at, end: clause.end, text: clause.text.slice(at, cut?.index) }
    return subjectOfPart(part, patterns).map((word) => ({ ...word, start: word.start + at, end: word.end + at }))
  })
}

/** `Suspicious attempts from 8.8.8.8 -- country of the range`: each part may name the requested thing. */
const partEnds = /\s(?:-{1,2}|–|—)\s|[;:]\s|[.?!]\s+(?=\p{Lu})/gu

const subjectOfPart = (clause: Clause, patterns: ReadonlyArray<RegExp>): ReadonlyArray<Word> => {
  const start = subjectStart(clause.text, patterns)
  if (start === undefined) return []
  const phrase = /^(?:[^\s,:;?!.(]+\s*){0,6}/u.exec(clause.text.slice(start))?.[0] ?? ""
  const end = ender.exec(phrase)?.index ?? phrase.length
  return wordsOf(clause.text).filter((word) => word.start >= start && word.end <= start + end && !isEmpty(word.stem))
}

const subjectStart = (text: string, patterns: ReadonlyArray<RegExp>): number | undefined => {
  for (const pattern of patterns) {
    const match = pattern.exec(text)
    if (match) return match.index + match[0].length
  }
  return undefined
}

const interrogative = /\b(?:what|which|who|whose|when|where|how|whether|is|are|was|were|do|does|did|can|could|will|has|have)\b/iu

const article = String.raw`(?:(?:the|a|an|any|all|some|my|our|me|us)\s+){0,2}`
const questioned = new RegExp(
  String.raw`(?:^|[,:;.!?–-]\s*|\b(?:and|know|me|us)\s+|^\W*(?:in|on|at|of|to|from|for|by)\s+)(?:what|which|who|whose|how\s+(?:many|much))(?:['’]?s|\s+(?:is|are|was|were))?\s+${article}`,
  "iu",
)

const demanded = new RegExp(
  // oxlint-disable-next-line house/plain-words -- a verb of buyers' questions
  String.raw`^\W*(?:(?:hey|hi|hello|please|pls|kindly|can you|could you|would you|i want|i need|i'd like|to)[\s,]+)*(?:find|show|give|list|get|tell|recommend|suggest|fetch|compare|count|describe|calculate|compute|determine|identify|explain)\s+${article}`,
  "iu",
)

/** `price of …`: a noun phrase at the beginning of the clause. */
const bare = new RegExp(
  String.raw`^\W*(?!(?:check|validate|verify|convert|format|print|look|who|how|when|where|is|are|do|does|did|can)\b)${article}(?=(?:(?!(?:this|that|it|they|we|you|i|he|she)\s)[\p{L}-]+\s+){1,3}(?:of|for|from)\s)`,
  "iu",
)

/** `weather on …`, `high tide at …`: the same beside another preposition, in a clause without a verb of its own. */
const bareBeside = new RegExp(
  String.raw`^\W*(?!(?:check|validate|verify|convert|format|print|look|my|our|his|her|their|i|we)\b)(?:(?:the|a|an|any|all|some|nearest|closest)\s+){0,2}` +
    String.raw`(?=(?:(?!(?:this|that|it|they|we|you|i|he|she)\s)[\p{L}-]+\s+){1,3}(?:on|in|at|near|behind|to)\s)`,
  "iu",
)

/** Words that end the noun phrase, and after `who` the verb. */
const ender =
  /(?:^|\s)(?:the|a|an|my|our|your|this|of|in|for|on|at|near|nearest|closest|around|from|to|by|with|between|within|is|are|was|were|does|do|did|has|have|had|can|could|will|would|should|i|you|we|they|it|he|she|people|and|or|that|who|there|here|when|where|how|than|as|now|right|soon|today|tonight|tomorrow|please|pls)(?=\s|$|[?!.,])/iu
