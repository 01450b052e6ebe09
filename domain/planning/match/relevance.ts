import type { BoundCall } from "./binding.ts"
import { isUntyped, type OperationProfile } from "./OperationProfile.ts"
import { callChain } from "./OperationCall.ts"
import { isFunctionWord } from "../read/functionWords.ts"
import { introductionLength } from "../read/frames.ts"
import { overlapsAny } from "../read/Mention.ts"
import type { Clause } from "../read/ParsedQuestion.ts"
import { fold, isDistinctive, isEmpty, stemOf, type Word, weightOf, wordsOf } from "../read/words.ts"
import { subjectOf } from "../read/subject.ts"
import { mentionWeight } from "../read/thresholds.ts"
import {
  exampleOnlyWeight,
  maxExampleGain,
  minSharedBeginning,
  minValidationCoverage,
  relevanceWeights,
  valuesOnlyConfidence,
  wordCoverage,
} from "./thresholds.ts"

export interface Relevance {
  /** From 0 to about 1. */
  readonly confidence: number
  /** The weight of the words of the clause that the operation does not know. */
  readonly unknownWeight: number
}

/**
 * How well a clause fits what an operation is about: the share of its distinctive words, values excluded, that occur in the operation's
 * description. A request to do something (`book`, `send`) lowers it, since a lookup does nothing. `example`: the likeness to the closest
 * example question; `unused`: the mentions that the operation has no use for.
 */
export const relevanceOf = (clause: Clause, operation: OperationProfile, bound: BoundCall, example: number, unused: number): Relevance => {
  const isUsed = overlapsAny([...bound.used, ...bound.spans.filter(({ shape }) => shape !== "chunk")])
  const isInChunk = overlapsAny(bound.spans.filter(({ shape }) => shape === "chunk"))
  const chain = callChain(bound.call)
  let total = 0
  let covered = 0
  for (const word of wordsOf(clause.text)) {
    if (isEmpty(word.stem)) continue
    const at = { start: clause.start + word.start, end: clause.start + word.end }
    if (isUsed(at)) continue
    const weight = weightOf(word.stem) * (isInChunk(at) ? wordCoverage.plainValue : 1)
    total += weight
    const termWeight = operation.terms.get(word.stem)
    if (bound.compared.has(word.stem)) covered += weight
    else if (termWeight !== undefined) covered += termWeight < 1 ? weight * wordCoverage.inputText : weight
    else if (chain.some((call) => call.operation.terms.has(word.stem))) covered += weight * wordCoverage.inChain
    else covered += weight * partialCoverage(operation, word.stem)
  }
  const hasCertainValue =
    bound.missing.length === 0 &&
    bound.used.some(({ kind, weight }) => weight >= (kind === "unit.to" ? mentionWeight.pairedUnit : mentionWeight.certain))
  const isValidation = requestsValidation(clause, operation, bound)
  // Where the sender of a checked number is, is background too.
  const idle = isValidation ? 0 : Math.min(2, unused)
  const lowered = (confidence: number, unknownWeight: number) =>
    confidence - deedRequested(clause, operation, unknownWeight) * relevanceWeights.deed - idle * relevanceWeights.unusedMention
  if (total === 0) {
    const { base, certain, example: exampleShare, incomplete } = valuesOnlyConfidence
    if (bound.missing.length > 0) return { unknownWeight: 0, confidence: incomplete }
    return { unknownWeight: 0, confidence: lowered(Math.max(hasCertainValue ? certain : incomplete, base + example * exampleShare), 0) }
  }
  // Who sent the value and what it is for is background, not part of the request.
  const coverage = isValidation ? Math.max(minValidationCoverage, covered / total) : covered / total
  const relevance =
    coverage > 0 ? Math.max(coverage, Math.min((coverage + example) / 2, coverage + maxExampleGain)) : example * exampleOnlyWeight
  return {
    unknownWeight: isValidation ? Math.min(1, total - covered) : total - covered,
    confidence: lowered(relevance * relevanceWeights.coverage + (hasCertainValue ? relevanceWeights.certainValue : 0), total - covered),
  }
}

/** Whether a clause asks if a value in it is valid, and the operation validates such values. */
export const requestsValidation = (clause: Clause, operation: OperationProfile, bound: BoundCall): boolean =>
  verifying.test(clause.text) &&
  bound.missing.length === 0 &&
  bound.call.operation === operation &&
  bound.used.some(({ kind, weight }) => weight >= mentionWeight.certain && operation.kinds.has(kind)) &&
  ["valid", "check"].some((word) => operation.name.has(stemOf(word)) || operation.name.has(stemOf(`${word}ate`)))

export const verifying =
  /\b(?:check|verify|validate|valid|invalid|correct|ok(?:ay)?|legit(?:imate)?|genuine|fake|wrong|pass(?:es)?|typo|well[- ]formed|plausible|proper|consistent|match(?:es)?|right|fine)\b(?!\s+(?:now|away|in|on|at)\b)|\b(?:mistakes?|errors?|typos?)\b/iu

/** `geolocate` and `geolocation`: words that begin alike. */
const partialCoverage = (operation: OperationProfile, stem: string): number => {
  for (const term of operation.terms.keys()) if (beginAlike(term, stem)) return wordCoverage.sameBeginning
  return 0
}

/** Whether two words share five letters or more, and most of the longer one. */
export const beginAlike = (a: string, b: string): boolean => {
  if (a.length < 5 || b.length < 5 || a.charCodeAt(0) !== b.charCodeAt(0)) return false
  const shared = sharedLength(a, b)
  return shared >= 5 && shared >= minSharedBeginning * Math.max(a.length, b.length)
}

const sharedLength = (a: string, b: string): number => {
  let length = 0
  while (length < a.length && a[length] === b[length]) length++
  return length
}

const deeds: ReadonlySet<string> = new Set(
  "book buy order reserve purchase send transfer pay delete remove create write draw generate play compose translate summarize remind schedule call email post publish cancel update install build hack sing cook"
    .split(" ")
    .map(stemOf),
)

const persons: ReadonlyArray<string> = "person people owner author artist player winner actor director".split(" ").map(stemOf)

/** 1 if the clause asks for a deed that the operation's description does not mention; 0.75 if it asks for a person and the operation knows none. */
export const deedRequested = (clause: Clause, operation: OperationProfile, unknownWeight: number): number => {
  const deed =
    /^\W*(?:(?:please|can you|could you|would you|will you|i (?:want|need|would like|'d like) (?:you )?to|i'd like (?:you )?to|help me(?: to)?|let's|then|and|also|kindly)\W+)*(\p{L}+)/iu.exec(
      clause.text.slice(introductionLength(clause.text)),
    )?.[1]
  if (deed === undefined) return 0
  if (/^who(?:m|se)?$/iu.test(deed)) {
    const isOfThings = unknownWeight === 0 || (/\bwho(?:'s| is| are| was| were)\b/iu.test(clause.text) && unknownWeight <= 1)
    return isOfThings || persons.some((stem) => (isUntyped(operation) ? operation.terms : operation.answers).has(stem)) ? 0 : 0.75
  }
  // `calls from +373`: no request to call.
  const stem = /[^s]s$/iu.test(deed) ? deed : stemOf(fold(deed))
  return deeds.has(stem) && !operation.terms.has(stem) ? 1 : 0
}

/** The share of the requested thing's words, from 0 to 1, that neither the operation nor the operations that supply its inputs know. */
export const unknownSubjectShare = (clause: Clause, operation: OperationProfile, bound: BoundCall): number => {
  const operations = [operation, ...callChain(bound.call).map((call) => call.operation)]
  return subjectShare(clause, operation, bound, (stem) => !operations.some(({ terms }) => terms.has(stem)))
}

/** The share of the requested thing's words that are not what the operation answers: its description may name them too. */
export const unansweredSubjectShare = (clause: Clause, operation: OperationProfile, bound: BoundCall): number =>
  subjectShare(clause, operation, bound, (stem) => !operation.answers.has(stem))

/** The words of the requested thing if the operation answers none of them: `company` of a check of digits that names no company. */
export const unansweredSubject = (clause: Clause, operation: OperationProfile, bound: BoundCall): ReadonlyArray<Word> => {
  const words = subjectWords(clause, bound).filter((word) => isDistinctive(word.stem) && !isFunctionWord(word))
  const operations = callChain(bound.call).map((call) => call.operation)
  const isAnswered = ({ stem }: Word) => bound.compared.has(stem) || [operation, ...operations].some(({ answers }) => answers.has(stem))
  return words.some(isAnswered) ? [] : words
}

/** The noun that heads the requested thing (`transfer fee` in `which transfer fee does …`, `nearest pharmacy to …`), if a closed class of words ends it. */
export const headOfSubject = (clause: Clause, bound: BoundCall): Word | undefined => {
  const last = subjectWords(clause, bound).at(-1)
  const after = last && clause.text.slice(last.end - clause.start)
  return last && after !== undefined && afterHead.test(after) && isDistinctive(last.stem) ? last : undefined
}

const afterHead = /^\s(?:is|are|was|were|do|does|did|has|have|had|will|would|can|could|of|for|from|on|in|at|near|to)\s/iu

const subjectWords = (clause: Clause, bound: BoundCall): ReadonlyArray<Word> => {
  const isValue = overlapsAny([...bound.used, ...bound.spans].filter(({ start }) => start >= 0))
  return subjectOf(clause)
    .map((word) => ({ ...word, start: clause.start + word.start, end: clause.start + word.end }))
    .filter((word) => !isValue(word))
}

const subjectShare = (clause: Clause, operation: OperationProfile, bound: BoundCall, isCounted: (stem: string) => boolean): number => {
  if (/^\W*when\b/iu.test(clause.text) && !operation.definition.output.some((fact) => timeFact.test(fact))) return 1
  const words = subjectWords(clause, bound)
  const total = words.reduce((sum, { stem }) => sum + weightOf(stem), 0)
  return total === 0
    ? 0
    : words.reduce((sum, { stem }) => sum + (!bound.compared.has(stem) && isCounted(stem) ? weightOf(stem) : 0), 0) / total
}

/** Facts that say when something is. */
const timeFact = /^(?:calendar|date|eclipse|moon|season|sun|time)\./u
