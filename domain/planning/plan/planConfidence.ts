import { callChain, ownChain } from "../match/OperationCall.ts"
import { type Candidate, candidatesFor, type Search } from "../match/candidates.ts"
import { wordSharesOf } from "../match/wordShares.ts"
import { unansweredSubjectShare } from "../match/relevance.ts"
import { factsRequested, hasTypedLikelihood, isFullyTyped, maskedWords, pairsOf } from "../match/OperationProfile.ts"
import { highestWeighted, type Mention, overlapsAny } from "../read/Mention.ts"
import { mentionWeight } from "../read/thresholds.ts"
import { asidesOf, withoutFrames } from "../read/frames.ts"
import { beneficiaries } from "../read/functionWords.ts"
import { logitOf } from "../match/typedLikelihood.ts"
import { type Clause, clauseOf } from "../read/ParsedQuestion.ts"
import { partsOf } from "../read/parts.ts"
import { type Word, weightOf } from "../read/words.ts"
import type { Goal } from "./Goal.ts"
import type { Unread } from "./accounting.ts"
import weights from "./planWeights.json" with { type: "json" }

/** The evidence that a plan answers the question, in the order of the weights. All values are from -1 to about 1. */
export const planFeatures: ReadonlyArray<string> = [
  "bias",
  "confidence of the least likely goal",
  "likelihood of the least likely goal",
  "share of words answered",
  "share of words only described",
  "share of words unknown",
  "share of the subject not answered",
  "lead of the operation",
  "likeness to an example",
  "share of the name mentioned",
  "weight of the unread words",
  "share of the unread words",
  "unread words",
  "certainty of the least certain value",
  "no value of the question",
  "calls that only supply inputs",
  "further goals",
  "requested facts named",
  "parts that nothing answers",
  "fit of the inputs",
  "day or year assumed",
  "number of words",
  "share of pairs in an example",
  "unread words that another operation answers",
  "unread words beside the value",
  "evidence by the wording",
  "probability by the wording that nothing answers",
]

export const planFeatureValues = (
  search: Search,
  goals: ReadonlyArray<Goal>,
  unread: Unread,
  unanswered: number,
): ReadonlyArray<number> => {
  const used = goals.flatMap(({ bound }) => bound.used)
  const { mentions, question } = search.parsed
  const isValue = overlapsAny(mentions.filter(({ start }) => start >= 0))
  const frames = isTypedPlan(goals)
    ? [
        ...asidesOf(search.parsed),
        ...beneficiaries(question)
          .filter((each) => !isValue(each))
          .map(({ end, start }) => clauseOf(question, start, end)),
      ]
    : []
  const inFrame = overlapsAny(frames)
  const all = search.parsed.words.reduce((sum, { stem }) => sum + weightOf(stem), 0)
  const judged = goals.map((goal) => besideValues(search, withoutFramesOf(search, goal, frames), goals))
  const over = (value: (goal: (typeof judged)[number]) => number) => Math.min(...judged.map(value))
  return [
    1,
    over(({ candidate }) => candidate.confidence),
    over(({ candidate }) => candidate.likelihood),
    over(({ shares }) => shares.answered),
    1 - over(({ shares }) => 1 - shares.described),
    1 - over(({ shares }) => 1 - shares.unknown),
    1 - over(({ bound, candidate, clause }) => 1 - unansweredSubjectShare(clause, candidate.operation, bound)),
    over(({ candidate, clause }) => leadOf(search, candidate, clause)),
    over(({ candidate }) => candidate.evidence.example),
    over(({ candidate }) => candidate.evidence.nameShare),
    Math.min(4, unread.plainWeight) / 4,
    all === 0 ? 0 : unread.plainWeight / all,
    unread.plain.length > 0 ? 1 : 0,
    Math.min(1, ...used.map(({ weight }) => weight)),
    used.length + goals.flatMap(({ bound }) => bound.spans).length === 0 ? 1 : 0,
    Math.min(
      4,
      goals.reduce((sum, { bound }) => sum + ownChain(bound.call).length - 1, 0),
    ) / 4,
    Math.min(4, goals.length - 1) / 4,
    over(({ bound, candidate, clause }) => (bound.compared.size > 0 || factsRequested(candidate.operation, clause).length > 0 ? 1 : 0)),
    Math.min(2, unanswered) / 2,
    over(({ bound }) => Math.max(-4, Math.min(4, bound.fit)) / 4),
    goals.some(({ bound }) => bound.assumed.length > bound.used.filter(({ assumed }) => assumed !== undefined).length) ? 1 : 0,
    Math.min(30, search.parsed.words.filter((word) => !inFrame(word)).length) / 30,
    shareOfPairs(search.parsed, goals),
    Math.min(3, unread.words.filter(({ stem }) => isAnsweredElsewhere(search, goals, stem)).length) / 3,
    Math.min(3, unread.words.filter(isBesideValue(search.parsed, used)).length) / 3,
    over(({ candidate }) => candidate.evidence.wording) / 4,
    Math.max(...goals.map(({ candidate }) => candidate.evidence.noneByWording)),
  ]
}

/**
 * A goal with the evidence of the clauses that ask, if they mean the same operation: what a statement about the buyer says is no evidence
 * against it.
 */
const withoutFramesOf = (search: Search, goal: Goal, frames: ReadonlyArray<Clause>) => {
  const whole = goal.clause.asks ?? goal.clause
  const clause = withoutFrames(whole, frames)
  const [better] = clause === whole ? [] : candidatesFor(search, clause, goal.ref)
  const { candidate } = goal
  if (better === undefined || better.operation !== candidate.operation)
    return { ...goal, clause: whole, shares: wordSharesOf(search.parsed, whole, goal.bound) }
  return { ...goal, clause, candidate: betterOf(candidate, better), shares: wordSharesOf(search.parsed, clause, goal.bound) }
}

/** A candidate with the better evidence of two clauses that mean its operation. */
const betterOf = (candidate: Candidate, { confidence, evidence, likelihood, score }: Candidate): Candidate => ({
  ...candidate,
  score,
  confidence: Math.max(candidate.confidence, confidence),
  likelihood: Math.max(candidate.likelihood, likelihood),
  evidence: {
    ...candidate.evidence,
    example: Math.max(candidate.evidence.example, evidence.example),
    wording: Math.max(candidate.evidence.wording, evidence.wording),
    noneByWording: Math.min(candidate.evidence.noneByWording, evidence.noneByWording),
  },
})

/**
 * `and isp` of `49.150.12.7 which country and isp`: a clause without a value of its own is judged with the values that it shares with another one, if it takes all of them and
 * is behind them or joined to them by `and`.
 */
const besideValues = <A extends Goal>(search: Search, goal: A, goals: ReadonlyArray<Goal>): A => {
  const { bound, candidate, clause } = goal
  const values = bound.used.filter(({ start }) => start >= 0)
  const isShared = goals.some(({ bound: other }) => other.call !== bound.call && overlapsEach(values, other.used))
  const [start, end] = [Math.min(...values.map((value) => value.start)), Math.max(...values.map((value) => value.end))]
  const isBeside = clause.start >= end || (clause.end <= start && /\band\s*$/iu.test(clause.text))
  if (!isShared || !isBeside) return goal
  const { question } = search.parsed
  const isKept = overlapsAny([...values, clause])
  const from = Math.min(clause.start, start)
  const text = question
    .slice(from, Math.max(clause.end, end))
    .replaceAll(/[^]/gu, (sign, at: number) => (isKept({ start: from + at, end: from + at + 1 }) ? sign : " ".repeat(sign.length)))
  const [better] = candidatesFor(search, { start: from, end: from + text.length, text }, goal.ref)
  return better?.operation === candidate.operation ? { ...goal, clause: better.clause, candidate: betterOf(candidate, better) } : goal
}

/** Whether two lists have the same values, at least one. */
const overlapsEach = (values: ReadonlyArray<Mention>, others: ReadonlyArray<Mention>): boolean =>
  values.length > 0 && values.every(overlapsAny(others)) && others.filter(({ start }) => start >= 0).every(overlapsAny(values))

/** The share of the question's pairs of neighbours that an example of its operations has too. */
const shareOfPairs = ({ allMentions, question }: Search["parsed"], goals: ReadonlyArray<Goal>): number => {
  const pairs = pairsOf(maskedWords(question, highestWeighted(allMentions)))
  const operations = goals.flatMap(({ bound }) => callChain(bound.call).map(({ operation }) => operation))
  return pairs.length === 0 ? 0 : pairs.filter((pair) => operations.some((operation) => operation.pairs.has(pair))).length / pairs.length
}

const isAnsweredElsewhere = ({ index }: Search, goals: ReadonlyArray<Goal>, stem: string): boolean =>
  index.operations.some((operation) => operation.named.has(stem) && !goals.some(({ candidate }) => candidate.operation === operation))

/** In the part of the question that has a value of the plan: a word in another part may be background. */
const isBesideValue = (parsed: Search["parsed"], used: ReadonlyArray<Mention>): ((word: Word) => boolean) =>
  overlapsAny(partsOf(parsed, used).filter(overlapsAny(used)))

/** The operation for the whole earth is no other reading of a question that names a place. */
const leavesPlace = ({ bound }: Candidate, other: Candidate): boolean =>
  bound.used.some(({ kind, weight }) => kind === "place.name" && weight >= mentionWeight.clear) &&
  !other.bound.used.some(({ kind }) => /^(?:place|country|region|geo|airport|time\.zone)/u.test(kind))

const minSharedFacts = 0.7

const callsOf = ({ bound }: Candidate): number => callChain(bound.call).length

/** Whether an operation takes no other values of the question than the chosen one, or lacks some that the question does not have. */
const takesTheSame = (candidate: Candidate, other: Candidate): boolean => {
  const { bound } = candidate
  if (callsOf(other) < callsOf(candidate)) return false
  if (bound.missing.length > 0 || other.bound.missing.length > 0) return bound.missing.length === 0
  const [own, others] = [bound, other.bound].map(({ used }) => new Set(used.map(({ start }) => start)))
  return own!.size === others!.size && [...own!].every((start) => others!.has(start))
}

/** How much better the chosen operation scores than the next one, from 0 to 1. */
const leadOf = (search: Search, candidate: Candidate, clause: Goal["clause"]): number => {
  const facts = factsRequested(candidate.operation, clause)
  const answersTheSame = (other: Candidate) => {
    const requested = facts.length > 0 ? factsRequested(other.operation, clause) : other.operation.definition.output
    const own = facts.length > 0 ? facts : candidate.operation.definition.output
    return requested.filter((fact) => own.includes(fact)).length >= Math.max(own.length, requested.length) * minSharedFacts
  }
  // An operation that answers the same facts by more calls or from the same values, or does not measure what is compared, is no other reading of the question.
  const isRival = (other: Candidate) =>
    other.operation !== candidate.operation &&
    other.bound.compared.size >= candidate.bound.compared.size &&
    !leavesPlace(candidate, other) &&
    !(answersTheSame(other) && (callsOf(other) > callsOf(candidate) || (facts.length > 0 && takesTheSame(candidate, other))))
  const other = candidatesFor(search, clause, "g1").find(isRival)
  if (other === undefined) return 1
  const areTyped = [candidate, other].every(({ operation }) => hasTypedLikelihood(operation))
  const lead = areTyped ? (logitOf(candidate.likelihood) - logitOf(other.likelihood)) / 2 : candidate.score - other.score
  return Math.max(0, Math.min(2, lead)) / 2
}

/** Operations with typed inputs and those with inputs that only their descriptions explain have weights of their own. */
export const isTypedPlan = (goals: ReadonlyArray<Goal>): boolean => goals.every(({ candidate }) => isFullyTyped(candidate.operation))

/** The probability, from 0 to 1, that a plan answers the question and nothing else: logistic regression with learnt weights. */
export const planConfidence = (features: ReadonlyArray<number>, isTyped: boolean): number => {
  const learnt: Readonly<Record<string, number>> = isTyped ? weights.typed : weights.untyped
  const score = planFeatures.reduce((sum, name, at) => sum + (learnt[name] ?? 0) * (features[at] ?? 0), 0)
  return 1 / (1 + Math.exp(-score))
}
