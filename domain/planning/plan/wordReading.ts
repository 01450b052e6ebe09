import { isFunctionWord } from "../read/functionWords.ts"
import { highestWeighted } from "../read/Mention.ts"
import type { ParsedQuestion } from "../read/ParsedQuestion.ts"
import fillerWords from "../read/fillerWords.json" with { type: "json" }
import { qualifiers } from "../read/qualifiers.ts"
import { isDistinctive, isEmpty, stemOf, stemsOf, type Word, weightOf } from "../read/words.ts"
import type { Search } from "../match/candidates.ts"
import type { OperationIndex } from "../match/OperationIndex.ts"
import { maskedWords, type OperationProfile, pairsOf } from "../match/OperationProfile.ts"
import { isWordedWith } from "../match/wording.ts"

/** Words of requests that say nothing about any operation: learnt by `scripts/learn.ts fillers` from public benchmarks. */
const fillers: ReadonlySet<string> = new Set(fillerWords)

export const isNumber = ({ text }: Word): boolean => /^\p{N}/u.test(text)

/** Qualifiers that count in background too. */
export const negations: ReadonlySet<string> = new Set(
  ["not", "no", "never", "without", "except", "minus", "isn", "doesn", "don", "cannot"].map(stemOf),
)

/** Learnt words that no operation's name, facts or keywords have. */
export const isFiller = (stem: string, { operations }: OperationIndex): boolean =>
  fillers.has(stem) && !operations.some(({ named }) => named.has(stem))

/** Whether a word of the question is one that the operations are about, by their names, facts, inputs and wording, or one that means nothing here. */
export const wordReaderOf = (
  { index, parsed, wording }: Search,
  operations: ReadonlyArray<OperationProfile>,
): ((word: Word) => boolean) => {
  const pairs = pairsByWord(parsed)
  return (word) => isRead(word, { parsed, index, wording, operations, pairs })
}

interface Reading extends Pick<Search, "parsed" | "index" | "wording"> {
  readonly operations: ReadonlyArray<OperationProfile>
  readonly pairs: ReadonlyMap<number, ReadonlyArray<string>>
}

const isRead = (word: Word, { index, operations, pairs, parsed: { question, words }, wording }: Reading): boolean => {
  const { stem, text } = word
  // A number of an example is another value, and a qualifier means what its neighbours make it mean: `first light`, `the first of two`.
  const isOfContext = isNumber(word) || qualifiers.has(stem)
  // `ISO 4217`
  const isStandard = isNumber(word) && text.length > 2
  // A description may mention what the operation does not answer, so its words do not count.
  const isKnown = (operation: OperationProfile) =>
    isOfContext
      ? namesInContext(operation, stem) || (isStandard && operation.inputWords.has(stem))
      : knows(operation.answers, stem) || knows(operation.inputWords, stem)
  const isTypical = (term: string) => operations.some(({ id }) => isWordedWith(wording, id, term))
  if (operations.some(isKnown)) return true
  // `upcoming holiday`: of an operation that answers what comes next.
  if (/^(?:upcoming|forthcoming)$/iu.test(text) && operations.some(({ terms }) => terms.has("next"))) return true
  if (isNumber(word)) return false
  if (qualifiers.has(stem))
    return (
      pairs
        .get(word.start)
        ?.some((pair) => operations.some((operation) => operation.pairs.has(pair)) || (!negations.has(stem) && isTypical(pair))) === true ||
      isYesOrNo(question, word) ||
      (/^still$/iu.test(text) && !isRemaining(question, word)) ||
      (/^over$/iu.test(text) && /^\s+(?:there|here)\b/iu.test(question.slice(word.end))) ||
      (/^left$/iu.test(text) && isNoRemainder.test(question.slice(word.end))) ||
      (stem === "no" && (isAbbreviation(question, word) || isOfNumber(word, words, operations))) ||
      (stem === "only" && endsRequest(word, question, words, operations)) ||
      (/^first$/iu.test(text) && isOrdered.test(question.slice(0, word.start)) && endsRequest(word, question, words, operations))
    )
  if (isEmpty(stem) || isFunctionWord(word) || isTypical(stem)) return true
  if (weightOf(stem) < 0.5 || isFiller(stem, index)) return true
  // One letter is the ending of a possessive or a contraction.
  return text.length === 1 && words.length > 1
}

/** Whether an operation's name or a fact of several words has a number or a qualifier: `Next eclipse`, `next_change`, but not the fact `first`. */
const namesInContext = ({ facts, name }: OperationProfile, stem: string): boolean =>
  name.has(stem) ||
  [...facts.keys()].some((fact) => {
    const words = stemsOf(fact.slice(fact.lastIndexOf(".") + 1))
    return words.length > 1 && words.includes(stem)
  })

/** The pairs of neighbours that each word of the question belongs to, by its position. */
const pairsByWord = ({ allMentions, question }: ParsedQuestion): ReadonlyMap<number, ReadonlyArray<string>> => {
  const masked = maskedWords(question, highestWeighted(allMentions))
  const pairs = pairsOf(masked)
  return new Map(masked.map(({ start }, at) => [start, pairs.slice(Math.max(0, at - 1), at + 1)]))
}

/** The stem itself, or a term of the operation that is the stem with another ending. */
const knows = (terms: ReadonlySet<string>, stem: string): boolean => {
  if (terms.has(stem)) return true
  if (stem.length < 5) return false
  for (const term of terms)
    if (term.length >= 5 && (term.startsWith(stem) || stem.startsWith(term)) && Math.abs(term.length - stem.length) <= 3) return true
  return false
}

/** `yes or no`, `yes/no`: the form of the answer. */
const isYesOrNo = (question: string, { end, start, stem }: Word): boolean =>
  (stem === "no" || stem === "not") && /\b(?:yes\s*(?:\/|or)\s*no|or\s+not)\b/iu.test(question.slice(Math.max(0, start - 8), end))

/** `airports near Siena, closest first`: the order of what an operation lists. */
const isOrdered = /\b(?:closest|nearest|largest|biggest)\s+$/iu

/** `left +1 604 …`, `left us a number`: what somebody gave, and no remainder. `left side`, and `left from today`, which the days are counted from. */
const isNoRemainder =
  /^\s+(?:(?:hand\s)?side\b|from\s(?:today|now)\b|[+(\d]|(?:the|an?|his|her|their|its|us|me|this|these|no|only|just)\b)/iu

/** `still to come`: what is left of a period. Otherwise `still` is about today, which is what an operation answers. */
const isRemaining = (question: string, { end }: Word): boolean =>
  /^\s(?:to\b|left\b|remain|open\b|ahead\b|before\b)/iu.test(question.slice(end))

/** `VAT no. IE6388047V`. */
const isAbbreviation = (question: string, { end }: Word): boolean => /^\.?:?(?:\sis)?\s*[A-Z]{0,3}\d/u.test(question.slice(end, end + 10))

/** `a VAT no beginning with XI`, where an operation knows `VAT number`. */
const isOfNumber = (word: Word, words: ReadonlyArray<Word>, operations: ReadonlyArray<OperationProfile>): boolean => {
  const before = words.findLast(({ end }) => end < word.start)
  return before !== undefined && operations.some(({ pairs }) => pairs.has(`${before.stem} ${stemOf("number")}`))
}

/** `… from 193.0.6.139, country only`: the part ends with what the operation answers, and nothing else of the answer is wanted. */
const endsRequest = (
  { end, start }: Word,
  question: string,
  words: ReadonlyArray<Word>,
  operations: ReadonlyArray<OperationProfile>,
): boolean => {
  const before = words.findLast((word) => word.end < start)
  return (
    before !== undefined &&
    /^\s+$/u.test(question.slice(before.end, start)) &&
    /^\s*(?:[.,;:?!)]|$)/u.test(question.slice(end)) &&
    isDistinctive(before.stem) &&
    operations.some(({ answers }) => answers.has(before.stem))
  )
}
