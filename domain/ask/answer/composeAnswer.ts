import { goalLabels, labelled } from "./goalLabels.ts"
import { sanitize, listNames } from "../../sanitize.ts"
import type { PlannedComparison, PlannedGoal, Plan } from "../Plan.ts"
import { compare } from "./compare.ts"
import { pointerOf } from "./documentValues.ts"
import { fill, type AnswerTemplate } from "./template.ts"
import { sentencesFor } from "./describe.ts"
import { withVerdict } from "./verdict.ts"
import { momentText } from "./wording.ts"
import type { StoredDocument } from "../../catalogue/document.ts"
import type { Call } from "../../ledger/state.ts"
import { isDelivered } from "../../ledger/status.ts"

/** A stored delivery. */
export type Document = StoredDocument

/** A place in a result of the run: an RFC 6901 JSON Pointer that begins with `/data`, and resolves. */
export interface ValueEvidence {
  readonly result_ref: string
  readonly pointer: string
}

export interface Observation {
  /** A plain sentence. Each number in it is found at one of the places, or is the count or the sum of the values there. */
  readonly text: string
  readonly evidence: ReadonlyArray<ValueEvidence>
}

/** The answer to a question, in the form of the API. It never contains a number that is not in the results. */
export interface Answer {
  /** `answered`: every goal; `partial`: some; `unanswered`: none. */
  readonly status: "answered" | "partial" | "unanswered"
  readonly observations: ReadonlyArray<Observation>
  /** What the observations leave out, and what the reader has to know about them, in sentences. */
  readonly limitations: ReadonlyArray<string>
}

/** The outcome of a step of a plan. */
export type StepOutcome =
  | { readonly _tag: "Delivered"; readonly resultRef: string; readonly document: Document }
  /** Nothing was delivered, or the delivery is withheld until it is paid for. */
  | { readonly _tag: "Failed"; readonly reason: string }
  /** It waits for the buyer to select an entity. */
  | { readonly _tag: "Waits" }
  /** It was not needed, or its inputs never came, or the run was cancelled before. */
  | { readonly _tag: "NotMade" }

const maxObservations = 60

/** The template for the documents of an operation, by its id; undefined if it has none. */
export type AnswerTemplates = (operation: string) => AnswerTemplate | undefined

/**
 * The answer of a run that has ended: for each goal the observations from the document of its step, or of the fallback that delivered.
 * `outcomes` are in the order of the plan's steps.
 */
export const composeAnswer = (plan: Plan, outcomes: ReadonlyArray<StepOutcome>, templates: AnswerTemplates): Answer => {
  const read = plan.goals.map((goal) => ({ goal, delivery: deliveredFor(plan, outcomes, goal.step) }))
  const answered = read.filter(({ delivery }) => delivery !== undefined)
  const supplied = read.flatMap(({ delivery, goal }) => (delivery === undefined ? suppliesOf(plan, outcomes, goal) : []))
  const labels = goalLabels(plan)
  const compared = plan.comparison && observeComparison(plan, plan.comparison, outcomes)
  const observations = [
    ...(compared ?? []),
    ...answered.flatMap(({ delivery, goal }) => (delivery === undefined ? [] : observe(delivery, goal, templates, labels.get(goal)))),
    ...supplied.flatMap(({ delivery, goal }) => observe(delivery, goal, templates, undefined)),
  ]
  const limitations = [
    ...plan.limitations,
    ...(compared?.length === 0 ? [`The results cannot be compared: a ${plan.comparison?.name} is missing in one of them.`] : []),
    ...read.flatMap(({ delivery, goal }) =>
      delivery === undefined ? [unanswered(plan, outcomes, goal, labels.get(goal))] : insteadOf(plan, outcomes, goal, delivery.step),
    ),
    ...answered.flatMap(({ delivery }) => (delivery === undefined ? [] : limitsOf(delivery, templates))),
    ...freshness([...answered, ...supplied].flatMap(({ delivery }) => delivery?.document ?? [])),
  ]
  const unique = distinct(observations)
  return {
    status: answered.length + supplied.length === 0 ? "unanswered" : answered.length < read.length ? "partial" : "answered",
    observations: unique.slice(0, maxObservations),
    limitations: [
      ...new Set([
        ...limitations,
        ...(unique.length > maxObservations ? ["This answer is shortened; the results contain everything."] : []),
      ]),
    ],
  }
}

interface Delivery {
  readonly step: number
  readonly operation: string
  readonly resultRef: string
  readonly document: Document
}

/** The delivery of a goal's step, or else of the first fallback of it, direct or indirect, that delivered. */
const deliveredFor = (plan: Plan, outcomes: ReadonlyArray<StepOutcome>, goalStep: number): Delivery | undefined => {
  for (const step of alternatives(plan, goalStep)) {
    const outcome = outcomes[step]
    if (outcome?._tag === "Delivered") return { step, operation: plan.steps[step]!.operation, ...outcome }
  }
  return undefined
}

/**
 * What a goal's step would have been made from, where it was not made: the whole document is stated, because it was paid for and may say why (`AS64500 is reserved`).
 * Not of a step that only finds an entity by its name.
 */
const suppliesOf = (
  plan: Plan,
  outcomes: ReadonlyArray<StepOutcome>,
  goal: PlannedGoal,
): ReadonlyArray<{ readonly goal: PlannedGoal; readonly delivery: Delivery }> => {
  const steps = Object.values(plan.steps[goal.step]?.input ?? {}).flatMap((binding) =>
    binding._tag === "From" && binding.list === undefined ? [binding.step] : [],
  )
  return [...new Set(steps)].flatMap((step) => {
    const delivery = deliveredFor(plan, outcomes, step)
    return delivery === undefined ? [] : [{ goal: { ...goal, facts: [] }, delivery }]
  })
}

/** A step and its fallbacks, direct and indirect, in the order of the plan. A fallback refers to an earlier step. */
const alternatives = (plan: Plan, step: number): ReadonlyArray<number> => {
  const steps = [step]
  for (const [index, { insteadOf }] of plan.steps.entries()) if (insteadOf !== null && steps.includes(insteadOf)) steps.push(index)
  return steps
}

const observe = (
  { document, operation, resultRef }: Delivery,
  goal: PlannedGoal,
  templates: AnswerTemplates,
  label: string | undefined,
): ReadonlyArray<Observation> =>
  withVerdict(sentencesFor(document.data, goal.facts, templates(operation)), document.data, goal.proposed).map(({ paths, text }) => ({
    text: labelled(text, label, document.data),
    evidence: paths.map((path) => ({ result_ref: resultRef, pointer: pointerOf(["data", ...path]) })),
  }))

/** The comparison of the results; empty if one of them is missing or has no value to compare. */
const observeComparison = (plan: Plan, comparison: PlannedComparison, outcomes: ReadonlyArray<StepOutcome>): ReadonlyArray<Observation> => {
  const things = comparison.things.flatMap(({ label, step }) => {
    const delivery = deliveredFor(plan, outcomes, step)
    return delivery === undefined ? [] : [{ label, data: delivery.document.data, resultRef: delivery.resultRef }]
  })
  const sentence = things.length < comparison.things.length ? undefined : compare(comparison, things)
  if (sentence === undefined) return []
  const evidence = sentence.paths.flatMap((paths, place) =>
    paths.map((path) => ({ result_ref: things[place]!.resultRef, pointer: pointerOf(["data", ...path]) })),
  )
  return [{ text: sentence.text, evidence }]
}

const distinct = (observations: ReadonlyArray<Observation>): ReadonlyArray<Observation> => [
  ...new Map(observations.map((observation) => [`${observation.evidence[0]?.result_ref} ${observation.text}`, observation])).values(),
]

/** `label`: which of several things the goal is about, where its text names them all. */
const unanswered = (plan: Plan, outcomes: ReadonlyArray<StepOutcome>, goal: PlannedGoal, label: string | undefined): string => {
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
  const which = label === undefined ? "" : ` (${label})`
  return `Not answered: ${sanitize(goal.text)}${which}. ${why}`.trim()
}

const insteadOf = (plan: Plan, outcomes: ReadonlyArray<StepOutcome>, goal: PlannedGoal, step: number): ReadonlyArray<string> => {
  const own = outcomes[goal.step]
  if (step === goal.step) return []
  const why = own?._tag === "Failed" ? ` (${own.reason})` : ""
  return [`${plan.steps[step]!.source} answered in place of ${plan.steps[goal.step]!.source}, which did not${why}.`]
}

const limitsOf = ({ document, operation }: Delivery, templates: AnswerTemplates): ReadonlyArray<string> =>
  (templates(operation)?.limits ?? []).flatMap((limit) => fill(limit, document.data)?.text ?? [])

/** When the documents were retrieved, and how old the data of a source that changes may be. */
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

/** The outcome of a step, from its call and the stored delivery. */
export const stepOutcomeOf = (
  call: Pick<Call, "delivered" | "id" | "lastError" | "state"> | undefined,
  document: Document | null,
): StepOutcome => {
  if (call === undefined) return { _tag: "NotMade" }
  if (isDelivered(call) && document !== null) return { _tag: "Delivered", resultRef: call.id, document }
  const pending = "The payment is not settled yet; the result is withheld until it is."
  return { _tag: "Failed", reason: call.state === "reserved" ? pending : (call.lastError ?? "The source delivered nothing.") }
}
