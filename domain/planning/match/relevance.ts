import type { BoundCall } from "./binding.ts"
import type { OperationProfile } from "./OperationProfile.ts"
import { callChain } from "./OperationCall.ts"
import { overlaps } from "../read/Mention.ts"
import type { Clause } from "../read/ParsedQuestion.ts"
import { fold, isEmpty, stemOf, weightOf, wordsOf } from "../read/words.ts"
import { subjectOf } from "../read/subject.ts"

/** Below this an operation is not what was asked for. */
export const minConfidence = 0.47

export interface Relevance {
  readonly confidence: number
  /** The weight of the words that the operation knows nothing of. */
  readonly unknownWeight: number
}

/**
 * How much of what a clause says is what an operation is about: the share of its telling words, without those that are values,
 * that the operation's own description has. Doing something in the world is nothing that a lookup answers.
 */
export const relevanceOf = (clause: Clause, operation: OperationProfile, bound: BoundCall, example: number, unused: number): Relevance => {
  const used = [...bound.used, ...bound.spans.filter(({ shape }) => shape !== "chunk")]
  const chunks = bound.spans.filter(({ shape }) => shape === "chunk")
  const chain = callChain(bound.call)
  let total = 0
  let covered = 0
  for (const word of wordsOf(clause.text)) {
    if (isEmpty(word.stem)) continue
    const at = { start: clause.start + word.start, end: clause.start + word.end }
    if (used.some((span) => overlaps(span, at))) continue
    // Plain words that were taken for a value may as well be what the operation knows nothing of.
    const weight = weightOf(word.stem) * (chunks.some((span) => overlaps(span, at)) ? 0.4 : 1)
    total += weight
    const said = operation.terms.get(word.stem)
    if (said !== undefined) covered += said < 1 ? weight * 0.5 : weight
    else if (chain.some((call) => call.operation.terms.has(word.stem))) covered += weight * 0.8
    else covered += weight * partly(operation, word.stem)
  }
  const strong = bound.used.some(({ kind, weight }) => weight >= (kind === "unit.to" ? 0.85 : 0.9)) && bound.missing.length === 0
  // Nothing but things: what they are tells what can be asked of them.
  if (total === 0)
    return {
      unknownWeight: 0,
      confidence:
        bound.missing.length > 0
          ? 0.2
          : Math.max(strong ? 0.75 : 0.2, 0.25 + example * 0.6) - doing(clause, operation, 0) * 0.4 - Math.min(2, unused) * 0.15,
    }
  const isVerified = verifies(clause, operation, bound)
  // Who sent it and what it is for is told, not asked.
  const coverage = isVerified ? Math.max(0.75, covered / total) : covered / total
  const fitting = strong ? 0.15 : 0
  const relevance = coverage > 0 ? Math.max(coverage, Math.min((coverage + example) / 2, coverage + 0.25)) : example * 0.4
  return {
    unknownWeight: isVerified ? Math.min(1, total - covered) : total - covered,
    confidence: relevance * 0.85 + fitting - doing(clause, operation, total - covered) * 0.4 - Math.min(2, unused) * 0.15,
  }
}

/** Whether a clause asks if a thing that stands in it is right, and the operation validates such things. */
const verifies = (clause: Clause, operation: OperationProfile, bound: BoundCall): boolean =>
  verifying.test(clause.text) &&
  bound.missing.length === 0 &&
  bound.call.operation === operation &&
  bound.used.some(({ kind, weight }) => weight >= 0.9 && operation.kinds.has(kind)) &&
  ["valid", "check"].some((word) => operation.name.has(stemOf(word)) || operation.name.has(stemOf(`${word}ate`)))

const verifying =
  /\b(?:check|verify|validate|valid|invalid|correct|ok(?:ay)?|legit(?:imate)?|genuine|fake|wrong|typo|well[- ]formed|right|fine)\b(?!\s+(?:now|away|in|on|at)\b)/iu

/** `geolocate` and `geolocation`: words that begin alike. */
const partly = (operation: OperationProfile, stem: string): number => {
  if (stem.length < 5) return 0
  const beginning = stem.slice(0, 5)
  for (const term of operation.terms.keys())
    if (term.startsWith(beginning) && shared(term, stem) >= 0.75 * Math.max(term.length, stem.length)) return 0.7
  return 0
}

const shared = (a: string, b: string): number => {
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

/** 1 where a clause asks for a deed that the operation does not speak of. */
const doing = (clause: Clause, operation: OperationProfile, lost: number): number => {
  const asked =
    /^\W*(?:(?:please|can you|could you|would you|will you|i (?:want|need|would like|'d like) (?:you )?to|i'd like (?:you )?to|help me(?: to)?|let's|then|and|also|kindly)\W+)*(\p{L}+)/iu.exec(
      clause.text,
    )?.[1]
  if (asked === undefined) return 0
  if (/^who(?:m|se)?$/iu.test(asked)) {
    const isOfThings = /\bwho(?:'s| is| are| was| were)\b/iu.test(clause.text) && lost <= 1
    return isOfThings || persons.some((stem) => operation.terms.has(stem)) ? 0 : 0.75
  }
  const stem = stemOf(fold(asked))
  return deeds.has(stem) && !operation.terms.has(stem) ? 1 : 0
}
/** How much of the thing that a clause asks for, from 0 to 1, is unknown to an operation and to those that it takes its inputs from. */

export const unknownSubjectShare = (clause: Clause, operation: OperationProfile, bound: BoundCall): number => {
  if (/^\W*when\b/iu.test(clause.text) && !operation.definition.output.some((fact) => timely.test(fact))) return 1
  const values = bound.used.filter(({ start }) => start >= 0)
  const words = subjectOf(clause).filter(
    ({ end, start }) => !values.some((value) => overlaps(value, { start: clause.start + start, end: clause.start + end })),
  )
  const total = words.reduce((sum, { stem }) => sum + weightOf(stem), 0)
  if (total === 0) return 0
  const operations = [operation, ...callChain(bound.call).map((call) => call.operation)]
  const lost = words.filter(({ stem }) => !operations.some(({ terms }) => terms.has(stem)))
  return lost.reduce((sum, { stem }) => sum + weightOf(stem), 0) / total
}
/** Facts that tell when something is. */

export const timely = /^(?:calendar|date|eclipse|moon|season|sun|time)\./u
