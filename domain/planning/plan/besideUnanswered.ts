import type { Search } from "../match/candidates.ts"
import { requestsValidation, verifying } from "../match/relevance.ts"
import { asksWhetherTrue } from "../read/frames.ts"
import { isFunctionWord } from "../read/functionWords.ts"
import { overlaps } from "../read/Mention.ts"
import { type Clause, clauseOf } from "../read/ParsedQuestion.ts"
import { partsOf } from "../read/parts.ts"
import { mentionWeight } from "../read/thresholds.ts"
import { isDistinctive } from "../read/words.ts"
import type { Goal, Interpretation } from "./Goal.ts"
import { isOperationChosen } from "./operationChoices.ts"
import { withoutParts } from "./repeatedRequests.ts"
import { requestedFacts } from "./requestedFacts.ts"
import { isSure } from "./surestReading.ts"

/** The question beside requests of it that no operation answers. */
export interface BesideUnanswered {
  readonly search: Search
  readonly understood: Interpretation
  readonly unanswered: ReadonlyArray<Clause>
}

/**
 * The question beside further questions that no operation answers: `PESEL 44051401359 valid, and which birth date does it say?`. A question without a value of its own
 * changes no answer to what is before it. Only where the plan for the rest is sure, reads every word of it, and the rest requests something. Undefined otherwise.
 */
export const besideUnanswered = (
  search: Search,
  { unanswered: declared }: Interpretation,
  unread: ReadonlyArray<string>,
  read: (search: Search) => Interpretation,
): BesideUnanswered | undefined => {
  if (isOperationChosen(search) || unread.length === 0) return undefined
  const isAnsweredByNone = (clause: Clause) =>
    hasWord(search, clause, (stem) => !search.index.operations.some(({ answers }) => answers.has(stem))) ||
    (declared.some((text) => clause.text.includes(text)) &&
      !hasWord(search, clause, (stem) => search.index.operations.some(({ named }) => named.has(stem))))
  const unanswered = furtherRequests(search).filter((clause) => unread.some((text) => beginsWith(clause, text)) && isAnsweredByNone(clause))
  if (unanswered.length === 0) return undefined
  const beside = withoutParts(search, unanswered)
  const understood = read(beside)
  const { goals } = understood
  return isSure(beside, goals, understood.unanswered, true) && goals.every(requestsSomething)
    ? { search: beside, understood, unanswered }
    : undefined
}

/** Whether a clause begins with an unread part, and not with an unread word. */
const beginsWith = ({ text }: Clause, unread: string): boolean => unread.includes(" ") && text.trimStart().startsWith(unread)

/** The questions behind another part, to the end of their sentences, without a value. */
const furtherRequests = (search: Search): ReadonlyArray<Clause> => {
  const { parsed } = search
  const { question } = parsed
  const [, ...parts] = partsOf(parsed, [])
  return parts.flatMap((part): ReadonlyArray<Clause> => {
    // `…, is the check sum ok?`: the validation before it answers that.
    if (!asks.test(part.text) || asksWhetherTrue(part) || verifying.test(part.text)) return []
    const end = part.start + (/^.*?(?=[.?!](?:\s|$)|\n|$)/su.exec(question.slice(part.start))?.[0].length ?? 0)
    const clause = clauseOf(question, part.start, end)
    const hasValue = parsed.allMentions.some((mention) => mention.weight >= mentionWeight.probable && overlaps(mention, clause))
    return hasValue ? [] : [clause]
  })
}

const hasWord = ({ parsed }: Search, clause: Clause, is: (stem: string) => boolean): boolean =>
  parsed.words.some((word) => overlaps(word, clause) && isDistinctive(word.stem) && !isFunctionWord(word) && is(word.stem))

const asks =
  /^\s*(?:what|which|who|whom|whose|when|where|why|how|(?:is|are|was|were|does|do|did|has|have|can|could|will|would|should)\s+(?:it|its|he|she|they|the|this|that|these|those|there|their|i|we|you|somebody|someone|anybody|anyone)\b)/iu

/** `Republic Day of India in 2027: which weekday`: what is before the colon requests nothing by itself. */
export const requestsSomething = ({ bound, candidate: { operation }, clause }: Goal): boolean =>
  asks.test(clause.text) || requestsValidation(clause, operation, bound) || requestedFacts(operation, clause).length > 0
