import type { Choice, EntityCandidate } from "../../ask/Plan.ts"
import type { Schema } from "effect"
import { toDecimal } from "../../money/Money.ts"
import { sanitize } from "../../sanitize.ts"
import { type Candidate, likeliestFor, type Search } from "../match/candidates.ts"
import { isFullyTyped } from "../match/OperationProfile.ts"
import { callChain } from "../match/OperationCall.ts"
import { maximumCostOfChain } from "../match/supplies.ts"
import { type Clause, clauseOf } from "../read/ParsedQuestion.ts"
import { mentionWeight } from "../read/thresholds.ts"
import { deedRequested, unansweredSubject } from "../match/relevance.ts"
import { minTypedLikelihood } from "../match/thresholds.ts"
import { minChoiceRelevance } from "./thresholds.ts"
import type { Goal } from "./Goal.ts"

/** The id of the choice between operations. The answer to it is the reference of one of them. */
const operationChoice = "operation"
const maxChoices = 3

const refOf = ({ operation }: Candidate): string => `operation:${operation.id}`

/**
 * The operations that may be meant, the best first: each takes a clear value of the question, misses no input, and knows the thing or the
 * deed that the question requests.
 */
export const possibleCandidates = (
  search: Search,
  of: Clause = clauseOf(search.parsed.question, 0, search.parsed.question.length),
): ReadonlyArray<Candidate> =>
  likeliestFor(search, of, "g1").filter(
    ({ bound, clause, confidence, evidence, likelihood, operation }) =>
      isFullyTyped(operation) &&
      bound.missing.length === 0 &&
      bound.used.some(({ weight }) => weight >= mentionWeight.clear) &&
      (confidence >= minChoiceRelevance || likelihood >= minTypedLikelihood) &&
      unansweredSubject(clause, operation, bound).length === 0 &&
      deedRequested(clause, operation, evidence.relevance.unknownWeight) === 0,
  )

/** Whether the buyer chose the operation of the plan. */
export const isOperationChosen = ({ parsed }: Search): boolean => Object.hasOwn(parsed.given, operationChoice)

/** The goal that the buyer chose before. */
export const chosenGoal = (search: Search): Goal | undefined => {
  const { given, question } = search.parsed
  const candidate = isOperationChosen(search)
    ? possibleCandidates(search).find((each) => refOf(each) === given[operationChoice])
    : undefined
  return candidate && { ref: "g1", candidate, bound: candidate.bound, clause: clauseOf(question, 0, question.length) }
}

/** Up to three operations with the inputs that they would get and the maximum that they would cost. */
export const choiceOfOperations = (search: Search, candidates: ReadonlyArray<Candidate>): Choice => ({
  id: operationChoice,
  label: "Which of these should be bought?",
  candidates: candidates.slice(0, maxChoices).map((candidate) => choiceOf(search, candidate)),
})

const choiceOf = ({ limit }: Search, candidate: Candidate): EntityCandidate => {
  const { definition, id, offers } = candidate.operation
  const inputs = inputsOf(candidate)
  const cost = toDecimal(maximumCostOfChain(candidate.bound.call, limit))
  const written = Object.entries(inputs).map(
    ([field, value]) => `${field} ${typeof value === "string" ? sanitize(value) : JSON.stringify(value)}`,
  )
  return {
    entityRef: refOf(candidate),
    label: definition.name,
    description: `${id} of ${offers[0].source.id} with ${written.join(", ")}, for at most ${cost} USD`,
    attributes: { source_id: offers[0].source.id, operation: id, inputs, max_cost_usd: cost },
  }
}

/** The values that come from the question, of the operation and of the operations that supply its inputs. */
const inputsOf = ({ bound }: Candidate): Readonly<Record<string, Schema.Json>> =>
  Object.fromEntries(
    callChain(bound.call).flatMap(({ input }) =>
      [...input].flatMap(([{ field }, origin]) => (origin._tag === "Literal" ? [[field, origin.value] as const] : [])),
    ),
  )
