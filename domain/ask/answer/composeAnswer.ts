import { sanitize, listNames } from "../../sanitize.ts"
import type { PlannedGoal, Plan } from "../Plan.ts"
import { pointerOf } from "./documentValues.ts"
import { fill, type AnswerTemplate } from "./template.ts"
import { sentencesFor } from "./describe.ts"
import { momentText } from "./wording.ts"
import type { StoredDocument } from "../../catalogue/document.ts"
import type { Call } from "../../ledger/state.ts"

const maxObservations = 60

/** What is said of the documents of an operation, by its id; undefined where nothing but their JSON is known. */
export type AnswerTemplates = (operation: string) => AnswerTemplate | undefined

/**
 * The service's reading of a run that has ended: for each goal what the documents of its step, or of the fallback that
 * delivered, say about it. `outcomes` stand in the order of the plan's steps.
 */
export const composeAnswer = (plan: Plan, outcomes: ReadonlyArray<StepOutcome>, tellings: AnswerTemplates): Answer => {
  const read = plan.goals.map((goal) => ({ goal, found: deliveredFor(plan, outcomes, goal) }))
  const answered = read.filter(({ found }) => found !== undefined)
  const observations = answered.flatMap(({ found, goal }) => (found === undefined ? [] : observe(found, goal, tellings)))
  const limitations = [
    ...plan.limitations,
    ...read.flatMap(({ found, goal }) =>
      found === undefined ? [unanswered(plan, outcomes, goal)] : insteadOf(plan, outcomes, goal, found.step),
    ),
    ...answered.flatMap(({ found }) => (found === undefined ? [] : limitsOf(found, tellings))),
    ...freshness(answered.flatMap(({ found }) => found?.document ?? [])),
  ]
  const told = distinct(observations)
  return {
    status: answered.length === 0 ? "unanswered" : answered.length < read.length ? "partial" : "answered",
    observations: told.slice(0, maxObservations),
    limitations: [
      ...new Set([...limitations, ...(told.length > maxObservations ? ["This answer is shortened; the results contain everything."] : [])]),
    ],
  }
}

interface Delivery {
  readonly step: number
  readonly operation: string
  readonly resultRef: string
  readonly document: Document
}

/** The goal's own step, else the first of its fallbacks, and of theirs, that delivered. */
const deliveredFor = (plan: Plan, outcomes: ReadonlyArray<StepOutcome>, goal: PlannedGoal): Delivery | undefined => {
  for (const step of alternatives(plan, goal.step)) {
    const outcome = outcomes[step]
    if (outcome?._tag === "Delivered") return { step, operation: plan.steps[step]!.operation, ...outcome }
  }
  return undefined
}

/** A step and what may stand in for it, in the order of the plan. A fallback refers to an earlier step. */
const alternatives = (plan: Plan, step: number): ReadonlyArray<number> => {
  const found = [step]
  for (const [index, { insteadOf }] of plan.steps.entries()) if (insteadOf !== null && found.includes(insteadOf)) found.push(index)
  return found
}

const observe = ({ document, operation, resultRef }: Delivery, goal: PlannedGoal, tellings: AnswerTemplates): ReadonlyArray<Observation> =>
  sentencesFor(document.data, goal.facts, tellings(operation)).map(({ paths, text }) => ({
    text,
    evidence: paths.map((path) => ({ result_ref: resultRef, pointer: pointerOf(["data", ...path]) })),
  }))

const distinct = (observations: ReadonlyArray<Observation>): ReadonlyArray<Observation> => [
  ...new Map(observations.map((observation) => [`${observation.evidence[0]?.result_ref} ${observation.text}`, observation])).values(),
]

const unanswered = (plan: Plan, outcomes: ReadonlyArray<StepOutcome>, goal: PlannedGoal): string => {
  const own = outcomes[goal.step]
  if (own?._tag === "Waits") return `Not answered yet: ${sanitize(goal.text)}. It waits for your selection.`
  const failed = alternatives(plan, goal.step).flatMap((step) => {
    const outcome = outcomes[step]
    return outcome?._tag === "Failed" ? [`${plan.steps[step]!.source}: ${outcome.reason}`] : []
  })
  const why =
    failed.length > 0
      ? failed.join(" ")
      : own === undefined || own._tag === "NotMade"
        ? "An input of it was not delivered, so it was not bought."
        : ""
  return `Not answered: ${sanitize(goal.text)}. ${why}`.trim()
}

const insteadOf = (plan: Plan, outcomes: ReadonlyArray<StepOutcome>, goal: PlannedGoal, step: number): ReadonlyArray<string> => {
  const own = outcomes[goal.step]
  if (step === goal.step) return []
  const why = own?._tag === "Failed" ? ` (${own.reason})` : ""
  return [`${plan.steps[step]!.source} answered in place of ${plan.steps[goal.step]!.source}, which did not${why}.`]
}

const limitsOf = ({ document, operation }: Delivery, tellings: AnswerTemplates): ReadonlyArray<string> =>
  (tellings(operation)?.limits ?? []).flatMap((limit) => fill(limit, document.data)?.text ?? [])

/** When the documents were read, and how old the data of those that change may be. */
const freshness = (documents: ReadonlyArray<Document>): ReadonlyArray<string> => {
  const ages = documents.flatMap(({ metadata, source }) => {
    const seconds = metadata["freshness_seconds"]
    return typeof seconds === "number" && seconds >= 60 ? [{ name: source.name, seconds }] : []
  })
  if (ages.length === 0) return []
  const read = documents.map(({ metadata }) => metadata["retrieved_at"]).filter((at) => typeof at === "string")
  const oldest = Math.max(...ages.map(({ seconds }) => seconds))
  const names = listNames([...new Set(ages.filter(({ seconds }) => seconds === oldest).map(({ name }) => name))])
  const [first] = read.sort()
  return [
    `${first === undefined ? "As" : `As of ${momentText(first)} UTC, as`} published: the data of ${names} may be up to ${ageText(oldest)} old.`,
  ]
}

const ageText = (seconds: number): string => {
  const [size, unit] = seconds >= 172_800 ? [86_400, "days"] : seconds >= 7_200 ? [3_600, "hours"] : [60, "minutes"]
  return `${Math.round(seconds / size)} ${unit}`
}

/** A delivery as it is stored. */
export type Document = StoredDocument
/** A place of a Result of the run: an RFC 6901 JSON Pointer that begins with `/data`, and resolves. */
export interface Evidence {
  readonly result_ref: string
  readonly pointer: string
}

export interface Observation {
  /** A plain sentence. Each number in it stands at one of the places, or counts or sums up what does. */
  readonly text: string
  readonly evidence: ReadonlyArray<Evidence>
}

/** The service's reading of the results, in the form of the API. */
export interface Answer {
  /** `answered`: every goal; `partial`: some; `unanswered`: none. */
  readonly status: "answered" | "partial" | "unanswered"
  readonly observations: ReadonlyArray<Observation>
  /** What is not in the observations, or has to be known about them, in sentences. */
  readonly limitations: ReadonlyArray<string>
}

/** What became of a step of a plan. */
export type StepOutcome =
  | { readonly _tag: "Delivered"; readonly resultRef: string; readonly document: Document }
  /** Nothing was delivered, or what was delivered is withheld until it is paid for. */
  | { readonly _tag: "Failed"; readonly reason: string }
  /** For the buyer to say which entity is meant. */
  | { readonly _tag: "Waits" }
  /** It was not needed, or its inputs never came, or the run was cancelled before. */
  | { readonly _tag: "NotMade" }
/** The outcome of a step, from the call that was made for it and what is stored of its delivery. */
export const stepOutcomeOf = (call: Pick<Call, "id" | "lastError" | "state"> | undefined, document: Document | null): StepOutcome => {
  if (call === undefined) return { _tag: "NotMade" }
  if (call.state === "captured" && document !== null) return { _tag: "Delivered", resultRef: call.id, document }
  const pending = "The payment is not settled yet; the result is withheld until it is."
  return { _tag: "Failed", reason: call.state === "reserved" ? pending : (call.lastError ?? "The source delivered nothing.") }
}
