import { wordSharesOf } from "./wordShares.ts"
import { ownChain } from "./OperationCall.ts"
import { factsRequested } from "./OperationProfile.ts"
import type { CandidateEvidence } from "./likelihood.ts"
import { isReference } from "./references.ts"
import { deedRequested } from "./relevance.ts"
import weights from "./typedWeights.json" with { type: "json" }
import { isIdentifierKind, type Mention } from "../read/Mention.ts"
import type { ParsedQuestion } from "../read/ParsedQuestion.ts"
import { mentionWeight } from "../read/thresholds.ts"
import { wordsOf } from "../read/words.ts"

/** The evidence that an operation with typed inputs is what a clause requests, in the order of the weights. Values are from -1 to about 1. */
export const typedFeatures: ReadonlyArray<string> = [
  "bias",
  "confidence by rules",
  "likeness to an example",
  "likeness above a half",
  "share of the name mentioned",
  "share of words answered",
  "share of words only described",
  "share of words unknown",
  "weight of the unknown words",
  "share of words answered in one part",
  "any input missing",
  "share of required inputs missing",
  "clear value used directly",
  "identifier or amount used directly",
  "calls that only supply inputs",
  "no value of the question used directly",
  "fit of the inputs",
  "requested facts named",
  "deed requested",
  "number of words",
  "lead of the operation",
  "evidence by the wording",
  "probability by the wording that nothing answers",
]

/** `lead`: by how much the operation scores better than the best other one. */
export const typedFeatureValues = (parsed: ParsedQuestion, evidence: CandidateEvidence, lead: number): ReadonlyArray<number> => {
  const { bound, clause, example, nameShare, noneByWording, operation, relevance, wording } = evidence
  const shares = wordSharesOf(parsed, clause, bound)
  const isDirect = (mention: Mention) =>
    [...bound.call.input.values()].some((origin) =>
      origin._tag === "Literal" ? origin.mention === mention : origin.isReference === true && isReference(mention),
    )
  const direct = bound.used.filter(isDirect)
  const suppliers = ownChain(bound.call).length - 1
  const required = bound.call.variant.input.filter((field) => field.required).length
  const isTrue = (value: boolean) => (value ? 1 : 0)
  return [
    1,
    relevance.confidence,
    example,
    Math.max(0, example - 0.5) * 2,
    nameShare,
    shares.answered,
    shares.described,
    shares.unknown,
    Math.min(4, shares.unknownWeight) / 4,
    shares.answeredInPart,
    isTrue(bound.missing.length > 0),
    required === 0 ? 0 : bound.missing.length / required,
    isTrue(direct.some(({ weight }) => weight >= mentionWeight.clear)),
    isTrue(direct.some(isUnmistakable)),
    Math.min(3, suppliers) / 3,
    isTrue(suppliers > 0 && direct.length === 0),
    Math.max(-4, Math.min(4, bound.fit)) / 4,
    isTrue(bound.compared.size > 0 || factsRequested(operation, clause).length > 0),
    deedRequested(clause, operation, relevance.unknownWeight),
    Math.min(30, wordsOf(clause.text).length) / 30,
    Math.max(-2, Math.min(2, lead)) / 2,
    wording / 4,
    noneByWording,
  ]
}

/** An IBAN, or an amount with a unit of the kind that it can be converted to. */
const isUnmistakable = ({ kind, weight }: Mention): boolean =>
  weight >= mentionWeight.pairedUnit && (isIdentifierKind(kind) || kind === "unit.value")

const weightByFeature: Readonly<Record<string, number>> = weights
const typedWeights = typedFeatures.map((feature) => weightByFeature[feature] ?? 0)

/** The probability, from 0 to 1, that an operation with typed inputs is what the clause requests: logistic regression with learnt weights. */
export const typedLikelihoodOf = (features: ReadonlyArray<number>): number => {
  const score = features.reduce((sum, feature, at) => sum + feature * (typedWeights[at] ?? 0), 0)
  return 1 / (1 + Math.exp(-score))
}

/** From −5 for a probability of 0.7 % to 5. */
export const logitOf = (probability: number): number => Math.max(-5, Math.min(5, Math.log(probability / (1 - probability))))
