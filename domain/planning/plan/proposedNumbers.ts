import { factsRequested } from "../match/OperationProfile.ts"
import { framesOf, isAboutStatement } from "../read/frames.ts"
import { overlapsAny } from "../read/Mention.ts"
import type { ParsedQuestion } from "../read/ParsedQuestion.ts"
import type { Word } from "../read/words.ts"
import type { Goal } from "./Goal.ts"

/** Facts that are numbers, by the last word of their names. */
const numeric =
  /(?:percent|digits|count|days|length|km2?|miles|minutes|hours|population|addresses|hosts|week|quarter|year|rate|size|altitude|ahead|behind|difference|offset)$/u

/**
 * Whether a number is one that the question proposes for a number which it requests: `is France's VAT rate 20 %?`, `week 53 or 1?`, `is it still 22`, `has Kuwait
 * 3 decimals, right?`. The answer states the fact, so the number changes nothing of what is bought.
 */
export const proposedNumbers = (
  { question, words }: ParsedQuestion,
  goals: ReadonlyArray<Goal>,
  isAnswered: (word: Word) => boolean,
): ((word: Word) => boolean) => {
  const requested = goals.flatMap(({ candidate: { operation }, clause }) => {
    const named = factsRequested(operation, clause.asks ?? clause)
    return named.length > 0 ? named : Object.keys(operation.definition.hints?.measures ?? {})
  })
  if (!requested.some((fact) => numeric.test(fact))) return () => false
  const isStated = overlapsAny(framesOf(question))
  const isPercentage = requested.some((fact) => fact.endsWith("percent"))
  return ({ end, start }) => {
    // `I have 22% in our system`
    if (isPercentage && isStated({ start, end }) && /^\s?%/u.test(question.slice(end))) return true
    const before = question.slice(0, start).replace(/[\d.,]+$/u, "")
    const after = question.slice(end).replace(/^[.,]?\d+/u, "")
    // `is the 24th a holiday`: an ordinal is no amount.
    if (limiting.test(before) || /^(?:st|nd|rd|th)\b/iu.test(after)) return false
    const sentence = before.slice(Math.max(...[...before.matchAll(/[.?!;:](?=\s)/gu)].map(({ index }) => index + 1), 0))
    const isProposing =
      inverted.test(sentence) ||
      /\bor\s$/iu.test(before) ||
      /^\s*%?\s*or\s/iu.test(after) ||
      still.test(before) ||
      isAboutStatement(question)
    if (!isProposing) return false
    const behind = /^\s?(?:%|percent\b|per cent\b)?\s*/iu.exec(after)?.[0].length ?? 0
    if (closing.test(after.slice(behind))) return true
    const next = words.find((word) => word.start === question.length - after.length + behind)
    return next !== undefined && isAnswered(next)
  }
}

/** Prepositions that make a number a limit of what is requested. */
const limiting = /\b(?:within|in|after|before|for|by|over|under|until|till|from|since|than|last|next|first)\s$/iu

/** A question that begins with its verb. */
const inverted = /^\W*(?:(?:and|so|but|or)\s)?(?:is|are|was|were|does|do|did|has|have|had)\b/iu
const still = /\b(?:still|really|already|now)\s(?:(?:at|on|about|around)\s)?$/iu
const closing = /^(?:[?.!,;:)]|$|(?:or|and|as|now|anymore|nowadays|today|there)\b|\d)/iu
