import { callChain } from "./OperationCall.ts"
import type { BoundCall } from "./binding.ts"
import { overlapsAny } from "../read/Mention.ts"
import type { Clause, ParsedQuestion } from "../read/ParsedQuestion.ts"
import { partsOf } from "../read/parts.ts"
import { isEmpty, weightOf, type Word, wordsOf } from "../read/words.ts"

/** The words of a clause that are no value of a call, by what the operation knows of them: shares of their weight, from 0 to 1. */
export interface WordShares {
  /** Words that name what the operation, or a supplier of its inputs, answers. */
  readonly answered: number
  /** Words that only their descriptions or inputs have. */
  readonly described: number
  readonly unknown: number
  readonly unknownWeight: number
  /** The highest share of answered words in one part of the clause: the other parts may be background. */
  readonly answeredInPart: number
}

export const wordSharesOf = (parsed: ParsedQuestion, clause: Clause, bound: BoundCall): WordShares => {
  const operations = callChain(bound.call).map(({ operation }) => operation)
  const isValue = overlapsAny([...bound.used, ...bound.spans])
  const words = wordsOf(clause.text)
    .map((word) => ({ ...word, start: word.start + clause.start, end: word.end + clause.start }))
    .filter((word) => !isEmpty(word.stem) && !isValue(word))
  const isAnswered = ({ stem }: Word) => bound.compared.has(stem) || operations.some(({ answers }) => answers.has(stem))
  const total = sum(words)
  const answered = sum(words.filter(isAnswered))
  const described = sum(words.filter((word) => !isAnswered(word) && operations.some(({ terms }) => terms.has(word.stem))))
  const share = (part: number, whole: number) => (whole === 0 ? 0 : part / whole)
  const parts = partsOf(parsed, []).map((part) => words.filter(({ end, start }) => start < part.end && part.start < end))
  return {
    answered: share(answered, total),
    described: share(described, total),
    unknown: share(total - answered - described, total),
    unknownWeight: total - answered - described,
    answeredInPart: Math.max(0, ...parts.map((part) => share(sum(part.filter(isAnswered)), sum(part)))),
  }
}

const sum = (words: ReadonlyArray<Word>): number => words.reduce((total, { stem }) => total + weightOf(stem), 0)
