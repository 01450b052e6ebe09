import type { Draft, EntityCandidate, Need, Plan } from "../../ask/Plan.ts"
import { quoted } from "../../ask/doubt.ts"
import { sanitize } from "../../sanitize.ts"
import { interpret, listedGoals } from "./goals.ts"
import { repeatedRequests } from "./repeatedRequests.ts"
import { besideAsides } from "./besideAsides.ts"
import { besideOrigins } from "./besideOrigins.ts"
import { besideUnanswered } from "./besideUnanswered.ts"
import { isSure, surestReading } from "./surestReading.ts"
import type { Goal, Interpretation } from "./Goal.ts"
import { choiceId, impossibleKind, isIdentifierKind, kindOf, type Mention, overlaps } from "../read/Mention.ts"
import { type Clause, clauseOf } from "../read/ParsedQuestion.ts"
import { mentionWeight } from "../read/thresholds.ts"
import { needsOf } from "./needs.ts"
import { impossibleInLists } from "./listFaults.ts"
import { type Candidate, likeliestFor, type Search } from "../match/candidates.ts"
import { asksForValue } from "../match/namedIdentifiers.ts"
import { choiceOfOperations, isOperationChosen, possibleCandidates } from "./operationChoices.ts"
import { hasTypedLikelihood } from "../match/OperationProfile.ts"
import { certainLikelihood, minConfidence } from "../match/thresholds.ts"
import { buildPlan, judgePlan } from "./steps.ts"
import { unservedParts } from "./unservedParts.ts"
import { minChoiceConfidence } from "./thresholds.ts"

/** The draft for a question, with its confidence from 0 to about 1. */
export interface PlanningResult {
  readonly draft: Draft
  readonly confidence: number
  readonly interpretation: Interpretation
}

/** Plans a question: the draft is a plan, a question to the buyer, or `Unsupported`. */
export const planQuestion = (search: Search, withoutFallbacks: boolean): PlanningResult => {
  const read = (each: Search) => surestReading(each, interpret(each))
  const whole = repeatedRequests(search, read) ?? read(search)
  const part = isSure(search, whole.goals, whole.unanswered) ? undefined : (besideAsides(search, read) ?? besideOrigins(search, read))
  if (part !== undefined) return resultOf(part.search, part.understood, withoutFallbacks)
  const result = resultOf(search, whole, withoutFallbacks)
  const rest = result.draft._tag === "Planned" ? besideUnanswered(search, whole, result.draft.plan.unread ?? [], read) : undefined
  return rest === undefined ? result : withUnanswered(resultOf(rest.search, rest.understood, withoutFallbacks), rest.unanswered)
}

/** The result for the rest of a question, with what its plan does not answer. */
const withUnanswered = (result: PlanningResult, unanswered: ReadonlyArray<Clause>): PlanningResult => {
  if (result.draft._tag !== "Planned") return result
  const { plan } = result.draft
  const limitations = unanswered.map(({ text }) => `The plan does not answer "${sanitize(text.trim())}".`)
  return { ...result, draft: { _tag: "Planned", plan: { ...plan, limitations: [...plan.limitations, ...limitations] } } }
}

const resultOf = (search: Search, understood: Interpretation, withoutFallbacks: boolean): PlanningResult => {
  const { bestCandidate: best, goals } = understood
  const confidence = goals.length === 0 ? (best?.confidence ?? 0) : Math.min(...goals.map(({ candidate }) => candidate.confidence))
  return { draft: draftOf(search, understood, withoutFallbacks), confidence, interpretation: understood }
}

const draftOf = (search: Search, { unanswered, goals }: Interpretation, withoutFallbacks: boolean): Draft => {
  const listed = impossibleInLists(search.parsed, goals)
  const impossible = search.parsed.allMentions.flatMap((mention) =>
    mention.kind === impossibleKind && !listed.has(mention) ? [mention.contradiction] : [],
  )
  if (impossible.length > 0) return { _tag: "Unsupported", message: `${[...new Set(impossible)].join(" ")} Correct it and ask again.` }
  if (goals.length === 0) return lessLikelyDraft(search, withoutFallbacks)
  const open = goals.flatMap(({ bound }) => bound.used).find(({ options }) => options !== undefined)
  if (open?.options) return selectionOf(open)
  const needs = goals.flatMap((each) => needsOf(search, each))
  if (needs.length > 0) return needsInput(needs, goals)
  const made = buildPlan(search, goals, withoutFallbacks, unanswered)
  const reader = "plan" in made && made.plan.unread !== undefined ? needsOfReader(search, goals, unanswered) : undefined
  if (reader !== undefined) return reader
  if ("plan" in made && isDoubtful(search, goals, unanswered)) return lessLikelyDraft(search, withoutFallbacks)
  if ("plan" in made) return { _tag: "Planned", plan: made.plan }
  const other = planOfAnother(search, goals, withoutFallbacks)
  return other === undefined ? needsInput(made.needs, goals, made.reason) : { _tag: "Planned", plan: other }
}

/**
 * The question back of an operation that reads every word and lacks the country, where the one of the plan leaves words unread: `how many working days between 1 and
 * 24 December` is a question about business days, whose country is not named.
 */
const needsOfReader = (search: Search, [goal, ...others]: ReadonlyArray<Goal>, unanswered: ReadonlyArray<string>): Draft | undefined => {
  if (goal === undefined || others.length + unanswered.length > 0 || isOperationChosen(search)) return undefined
  const readsAll = ({ bound, operation }: Candidate) =>
    operation !== goal.candidate.operation &&
    bound.missing.length === 1 &&
    kindOf(bound.missing[0]!.slot) === "country.code" &&
    goal.bound.used.every((mention) => bound.used.some((used) => overlaps(used, mention)))
  const { question } = search.parsed
  for (const candidate of likeliestFor(search, clauseOf(question, 0, question.length), "g1")
    .slice(0, maxReaders)
    .filter(readsAll)) {
    const asking: Goal = { ref: "g1", candidate, bound: candidate.bound, clause: candidate.clause }
    const { unread } = judgePlan(search, [asking], [])
    if (unread.decisive.length + unread.plain.length > 0 || unservedParts(search, [asking]).length > 0) continue
    const needs = needsOf(search, asking)
    if (needs.length > 0) return needsInput(needs, [asking])
  }
  return undefined
}

const maxReaders = 2

/**
 * The plan with another operation that takes the value which the best one refuses, and that reads every word: `Is the kuna still legal tender?` is about a
 * withdrawn currency.
 */
const planOfAnother = (search: Search, [goal, ...others]: ReadonlyArray<Goal>, withoutFallbacks: boolean): Plan | undefined => {
  if (goal === undefined || others.length > 0 || isOperationChosen(search)) return undefined
  const isOfSame = ({ bound, operation }: Candidate) =>
    operation !== goal.candidate.operation &&
    bound.missing.length === 0 &&
    goal.bound.used.every((mention) => bound.used.some((used) => overlaps(used, mention)))
  for (const candidate of possibleCandidates(search).filter(isOfSame)) {
    const goals: ReadonlyArray<Goal> = [{ ref: "g1", candidate, bound: candidate.bound, clause: candidate.clause }]
    const made = buildPlan(search, goals, withoutFallbacks, [])
    if (!("plan" in made) || made.plan.unread !== undefined || judgePlan(search, goals, []).unread.plain.length > 0) continue
    const { isUncertain, ...certain } = made.plan
    return isUncertain === true && isOfSameThing(goal, candidate) && isSure(search, [goal], []) ? certain : made.plan
  }
  return undefined
}

/** `Where is 203.0.113.45?`: an operation on the same address, of the kind of the one that refuses it, is as sure. */
const isOfSameThing = ({ candidate }: Goal, { bound, operation }: Candidate): boolean =>
  operation.id.split(".", 1)[0] === candidate.operation.id.split(".", 1)[0] && bound.used.some(({ kind }) => isIdentifierKind(kind))

/** By its words, or by its values and its wording. */
const isClear = ({ confidence, likelihood, operation }: Candidate): boolean =>
  confidence >= minConfidence || (hasTypedLikelihood(operation) && likelihood >= certainLikelihood)

/** Whether an operation of which the question says too little would leave a number, a negation or the like unread, or is likely to be wrong. */
const isDoubtful = (search: Search, goals: ReadonlyArray<Goal>, unanswered: ReadonlyArray<string>): boolean => {
  if (isOperationChosen(search) || goals.every(({ candidate }) => isClear(candidate))) return false
  const { confidence, unread } = judgePlan(search, goals, unanswered)
  return unread.decisive.length > 0 || unanswered.length > 0 || unservedParts(search, goals).length > 0 || confidence < minChoiceConfidence
}

/**
 * The draft for a question that no operation clearly answers. The operations that take a clear value of it are offered, if the
 * plan with the best of them may be right.
 */
const lessLikelyDraft = (search: Search, withoutFallbacks: boolean): Draft => {
  const candidates = possibleCandidates(search)
  const goals = likelyGoals(search, candidates)
  const made = goals.length === 0 ? undefined : buildPlan(search, goals, withoutFallbacks, [])
  if (made === undefined) return valueToValidate(search)
  if (!("plan" in made)) return unsupported
  const judgement = judgePlan(search, goals, [])
  if (judgement.confidence < minChoiceConfidence) return unsupported
  const left = [...judgement.unread.decisive, ...judgement.unread.plain].map((text) => sanitize(text))
  const unread = left.length === 0 ? "" : ` The first one does not use ${quoted(left)} of the question.`
  return {
    _tag: "NeedsSelection",
    message: `It is not certain which operation answers this question, or whether any does. Select one with its inputs and its price.${unread}`,
    choice: choiceOfOperations(search, candidates),
  }
}

/** The need of the identifier that a question wants validated and does not state. Another clear value says that it is about something else. */
const valueToValidate = (search: Search): Draft => {
  const { mentions, question } = search.parsed
  const isPlain = !mentions.some(({ weight }) => weight >= mentionWeight.clear)
  const candidate = isPlain ? likeliestFor(search, clauseOf(question, 0, question.length), "g1").find(asksForValue) : undefined
  if (candidate === undefined) return unsupported
  const goal: Goal = { ref: "g1", candidate, bound: candidate.bound, clause: candidate.clause }
  return needsInput(needsOf(search, goal), [goal])
}

/** The reason of a refusal that knows no closer one. */
export const noSourceAnswers = "No source answers this question. GET /v2/sources lists the available operations."

const unsupported: Draft = { _tag: "Unsupported", message: noSourceAnswers }

/** The best of the less likely operations, for each member of a list. */
export const likelyGoals = (search: Search, [candidate] = possibleCandidates(search)): ReadonlyArray<Goal> => {
  if (candidate === undefined) return []
  const first: Goal = { ref: "g1", candidate, bound: candidate.bound, clause: candidate.clause }
  return [first, ...listedGoals(search, first)]
}

const needsInput = (needs: ReadonlyArray<Need>, goals: ReadonlyArray<Goal>, reason?: string): Draft => {
  const unique = [...new Map(needs.map((need) => [need.id, need])).values()]
  const what = [...new Set(goals.map(({ candidate }) => candidate.operation.definition.name))].join(", ")
  const message = reason ?? `Missing inputs for "${what}": ${unique.map(({ label }) => label).join(" ")}`
  return { _tag: "NeedsInput", message, needs: unique }
}

const selectionOf = (mention: Mention): Draft => {
  const candidates = (mention.options ?? []).map(({ description, label, ref, value }): EntityCandidate => ({
    entityRef: ref,
    label,
    description,
    attributes: { [mention.kind]: value },
  }))
  const label = `Which "${sanitize(mention.text)}" is meant?`
  return {
    _tag: "NeedsSelection",
    message: `"${sanitize(mention.text)}" can mean several things. ${label}`,
    choice: { id: choiceId(mention), label, candidates },
  }
}
