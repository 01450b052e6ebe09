import { type Candidate, isLikely, type Search } from "../match/candidates.ts"
import { callChain } from "../match/OperationCall.ts"
import { isFullyTyped, factsRequested } from "../match/OperationProfile.ts"
import { asidesOf, withoutFrames } from "../read/frames.ts"
import { clauseOf } from "../read/ParsedQuestion.ts"
import { overlaps, overlapsAny } from "../read/Mention.ts"
import { mentionWeight } from "../read/thresholds.ts"
import type { Goal, Interpretation } from "./Goal.ts"
import { listedGoals } from "./goals.ts"
import { isOperationChosen, possibleCandidates } from "./operationChoices.ts"
import { judgePlan } from "./steps.ts"
import { minPlanConfidence } from "./thresholds.ts"
import { unservedParts } from "./unservedParts.ts"

/**
 * The goals of the clauses, or the whole question as one goal where only that plan is sure and leaves nothing unread: `ABN 51 824 753 556,
 * please verify the checksum` is one request in two clauses. The whole question means no operation that no clause means.
 */
export const surestReading = (search: Search, clauses: Interpretation): Interpretation => {
  const { goals: parts } = clauses
  const hasChoice = parts.some(({ bound }) => bound.used.some(({ options }) => options !== undefined))
  if (isOperationChosen(search) || hasChoice || !hasTypedPart(parts)) return clauses
  const areSure = isSure(search, parts, clauses.unanswered)
  // Two clauses with one operation may be one request, which costs less: `the SIRET …; does it pass, and which SIREN belongs to it`. So may
  // two of which one takes the value of the other: `a call at 15:30 Rotterdam time; what does the clock show in Los Angeles then`.
  const mayBeOne = new Set(parts.map(({ candidate }) => candidate.operation)).size === 1 || parts.some((part) => takesAllOf(part, parts))
  if (areSure && (parts.length < 2 || !mayBeOne)) return clauses
  for (const candidate of wholeCandidates(search)) {
    const isMeant = parts.length === 0 || parts.some((part) => answersSame(candidate, part)) || usesMore(candidate, parts)
    if (!isLikely(candidate) || !isMeant) continue
    const first: Goal = { ref: "g1", candidate, bound: candidate.bound, clause: candidate.clause }
    const goals = [first, ...listedGoals(search, first)]
    if ((areSure && callsOf(goals) >= callsOf(parts)) || parts.some((part) => isDropped(part, candidate))) continue
    if (isSure(search, goals, [], true)) return { goals, unanswered: [], bestCandidate: candidate }
  }
  return clauses
}

/** Whether a part uses every value of the others, which have values of their own. */
const takesAllOf = (part: Goal, parts: ReadonlyArray<Goal>): boolean =>
  parts.every(
    (other) =>
      other === part ||
      (other.bound.used.some((mention) => overlaps(mention, other.clause)) &&
        other.bound.used.every((mention) => part.bound.used.some((used) => overlaps(used, mention)))),
  )

const callsOf = (goals: ReadonlyArray<Goal>): number =>
  new Set(goals.flatMap(({ bound }) => callChain(bound.call)).map(({ key }) => key)).size

/** Whether a clause means an operation with typed inputs. Also true where there are no clauses. */
const hasTypedPart = (parts: ReadonlyArray<Goal>): boolean =>
  parts.length === 0 || parts.some(({ candidate }) => isFullyTyped(candidate.operation))

/** Whether an operation is the one of a clause, or answers all that the clause requests with fewer calls: `distance LHR JFK in km`. */
const answersSame = ({ bound, operation }: Candidate, part: Goal): boolean => {
  if (part.candidate.operation === operation) return true
  const requested = factsRequested(part.candidate.operation, part.clause)
  return (
    callChain(bound.call).length < callChain(part.bound.call).length &&
    requested.length > 0 &&
    requested.every((fact) => operation.definition.output.includes(fact))
  )
}

/**
 * Whether an operation takes all values of the only part and one more: `ten working days after 18 December in our Belfast office` requests the day of the tenth one,
 * and not whether the first day is a holiday.
 */
const usesMore = ({ bound }: Candidate, [part, ...others]: ReadonlyArray<Goal>): boolean => {
  if (part === undefined || others.length > 0) return false
  const isUsed = overlapsAny(part.bound.used)
  return (
    part.bound.used.every((mention) => bound.used.some((used) => overlaps(used, mention))) &&
    bound.used.some((mention) => mention.start >= 0 && mention.weight >= mentionWeight.probable && !isUsed(mention))
  )
}

/**
 * Whether a part requests facts by name that the operation does not return, of a value of its own which the operation does not take (`…, check digit correct? And
 * the Swiss VAT rate.`) or of an earlier answer (`…, and what is the calling code of that country?`).
 */
const isDropped = ({ bound, candidate, clause }: Goal, { bound: whole, operation }: Candidate): boolean => {
  if (candidate.operation === operation || bound.missing.length > 0) return false
  const requested = factsRequested(candidate.operation, clause)
  if (requested.length === 0 || requested.some((fact) => operation.definition.output.includes(fact))) return false
  if (callChain(bound.call).length > 1) return refersBack.test(clause.text)
  const own = bound.used.filter((mention) => overlaps(mention, clause))
  return own.length > 0 && !own.some((mention) => whole.used.some((used) => overlaps(used, mention)))
}

const refersBack = /\b(?:there|(?:that|this|its?|their|the same)\s\p{L}+)/iu

const maxCandidates = 3

/** The operations that the whole question may mean, with and without what it states about the buyer. */
const wholeCandidates = (search: Search) => {
  const { question } = search.parsed
  const whole = clauseOf(question, 0, question.length)
  const asking = withoutFrames(whole, asidesOf(search.parsed))
  return [...new Set([whole, asking])].flatMap((clause) => possibleCandidates(search, clause).slice(0, maxCandidates))
}

/** Whether a plan for the goals is bought without its approval. With `isWhole`, every word must also be read. */
export const isSure = (search: Search, goals: ReadonlyArray<Goal>, unanswered: ReadonlyArray<string>, isWhole = false): boolean => {
  if (goals.length === 0 || unanswered.length > 0) return false
  if (goals.some(({ bound }) => bound.missing.length > 0 || bound.used.some(({ options }) => options !== undefined))) return false
  if (unservedParts(search, goals).length > 0) return false
  const { confidence, unread } = judgePlan(search, goals, unanswered)
  return confidence >= minPlanConfidence && unread.decisive.length === 0 && !(isWhole && unread.plain.length > 0)
}
