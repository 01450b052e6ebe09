import { lastSegment } from "../../catalogue/defineOperation.ts"
import type { BoundCall } from "./binding.ts"
import type { OperationProfile } from "./OperationProfile.ts"
import weights from "./likelihoodWeights.json" with { type: "json" }
import { overlaps } from "../read/Mention.ts"
import type { Clause } from "../read/ParsedQuestion.ts"
import { beginAlike, type Relevance } from "./relevance.ts"
import { sharedWords } from "./sharedWords.ts"
import { isDistinctive, isEmpty, stemsOf, weightOf, wordsOf } from "../read/words.ts"

export interface CandidateEvidence {
  readonly clause: Clause
  readonly operation: OperationProfile
  readonly bound: BoundCall
  /** The relevance by rules. */
  readonly relevance: Relevance
  /** How much of the operation's name the clause mentions, from 0 to 1. */
  readonly nameShare: number
  /** The likeness to the closest example question, from 0 to 1. */
  readonly example: number
  /** The evidence for the operation by the wording of the clause, from -4 to 3. */
  readonly wording: number
  /** The probability by the wording of the clause that no operation answers; 0 if the model does not know the operation. */
  readonly noneByWording: number
}

export const likelihoodFeatures: ReadonlyArray<string> = [
  "bias",
  "confidence by rules",
  "unknown words",
  "share of unknown words",
  "share of the name mentioned",
  "whole name mentioned",
  "share of words in the name",
  "share of words in the description",
  "share of words used as values",
  "share of required inputs missing",
  "no required inputs",
  "any input missing",
  "values found",
  "fit of the inputs",
  "values of a distinct shape",
  "share of plain words as values",
  "number of words",
  "name not mentioned",
  "share of words in the inputs",
  "last word of the name mentioned",
  "choices named",
  "input names mentioned",
  "first word of the description mentioned",
  "share of the name mentioned or begun alike",
  "words of the name mentioned",
  "weakest required value",
  "mean of the required values",
  "share of words known to the operation",
  "share of the name's words mentioned",
  "share of the description's words mentioned",
  "no word known to the operation",
  "object of the description mentioned",
  "first word is the description's verb",
]

/** The features of an untyped operation as the answer to a clause, in the order of `likelihoodFeatures`. */
export const likelihoodFeatureValues = ({
  bound,
  operation,
  clause,
  nameShare: named,
  relevance,
}: CandidateEvidence): ReadonlyArray<number> => {
  const required = bound.call.variant.input.filter((field) => field.required).length
  const spans = [...bound.used, ...bound.spans]
  const words = wordsOf(clause.text)
    .filter(({ stem }) => !isEmpty(stem))
    .map(({ end, start, stem }) => ({ stem, weight: weightOf(stem), start: start + clause.start, end: end + clause.start }))
  const stems = new Set(words.map(({ stem }) => stem))
  const sum = (isCounted: (word: (typeof words)[number]) => boolean) =>
    words.reduce((total, word) => total + (isCounted(word) ? word.weight : 0), 0)
  const all = Math.max(
    1,
    sum(() => true),
  )
  const shareOfTerms = (least: number) => sum(({ stem }) => (operation.terms.get(stem) ?? 0) >= least)
  const values = sum((word) => spans.some((span) => overlaps(span, word)))
  return [
    1,
    relevance.confidence,
    Math.min(4, relevance.unknownWeight) / 4,
    relevance.unknownWeight / all,
    named,
    named > 0.8 ? 1 : 0,
    shareOfTerms(4) / all,
    (shareOfTerms(2) - shareOfTerms(4)) / all,
    values / all,
    required === 0 ? 0 : bound.missing.length / required,
    required === 0 ? 1 : 0,
    bound.missing.length > 0 ? 1 : 0,
    Math.min(4, spans.length) / 4,
    Math.max(-4, Math.min(4, bound.fit)) / 4,
    Math.min(3, bound.spans.filter(({ shape }) => shape !== "chunk" && shape !== "proper").length) / 3,
    bound.spans.filter(({ shape }) => shape === "chunk").length / Math.max(1, spans.length),
    Math.min(20, words.length) / 20,
    named === 0 ? 1 : 0,
    (shareOfTerms(0.4) - shareOfTerms(2)) / all,
    words.some(({ stem }) => stem === [...operation.name].at(-1)) ? 1 : 0,
    Math.min(2, bound.call.variant.input.filter((field) => bound.call.input.has(field) && Array.isArray(field.jsonSchema.enum)).length) / 2,
    Math.min(
      4,
      bound.call.variant.input.filter(({ field }) => stemsOf(lastSegment(field)).some((stem) => words.some((word) => word.stem === stem)))
        .length,
    ) / 4,
    stems.has(firstWordOf(operation)) ? 1 : 0,
    operation.name.size === 0
      ? 0
      : [...operation.name].filter((term) => [...stems].some((stem) => stem === term || beginAlike(stem, term))).length /
        operation.name.size,
    Math.min(3, [...stems].filter((stem) => isDistinctive(stem) && (operation.terms.get(stem) ?? 0) >= 4).length) / 3,
    ...valueEvidence(bound),
    ...sharedWords(operation, clause, bound),
  ]
}

const maxValueScore = 4

/** How surely the required inputs got their values: a text that fits badly is a sign that the question has no value, or is about something else. */
const valueEvidence = ({ call, scores }: BoundCall): ReadonlyArray<number> => {
  const required = call.variant.input.flatMap((field) => (field.required ? (scores.get(field) ?? []) : []))
  if (required.length === 0) return [1, 1]
  const shares = required.map((score) => Math.min(maxValueScore, score) / maxValueScore)
  return [Math.min(...shares), shares.reduce((sum, share) => sum + share, 0) / shares.length]
}

/** The verb of most descriptions: `Calculate the area …`. */
const firstWordOf = ({ definition }: OperationProfile): string => stemsOf(definition.description.slice(0, 80))[0] ?? ""

const weightByFeature: Readonly<Record<string, number>> = weights
const likelihoodWeights = likelihoodFeatures.map((feature) => weightByFeature[feature] ?? 0)

/** The probability, from 0 to 1, that an untyped operation is what the clause requests: logistic regression with learnt weights. */
export const likelihoodOf = (evidence: CandidateEvidence): number => {
  const score = likelihoodFeatureValues(evidence).reduce((sum, feature, at) => sum + feature * (likelihoodWeights[at] ?? 0), 0)
  return 1 / (1 + Math.exp(-score))
}
