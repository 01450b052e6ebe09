import type { Schema } from "effect"
import type { Call, RunError } from "../ledger/state.ts"
import { isDelivered } from "../ledger/status.ts"
import { at } from "./answer/documentValues.ts"
import { type EntityList, listKey } from "./Ask.ts"
import type { Binding, Plan, PlannedStep } from "./Plan.ts"
import type { Document } from "./answer/composeAnswer.ts"
import type { AskRecord } from "./AskStore.ts"

/** The state of a step's call. */
export type StepState =
  | { readonly _tag: "Untouched" }
  /** It holds money, or is about to: it must not be made a second time. */
  | { readonly _tag: "Open" }
  | { readonly _tag: "Delivered"; readonly data: Schema.Json }
  | { readonly _tag: "Failed"; readonly error: RunError }

export type Inputs = Readonly<Record<string, Schema.Json>>

/** What can happen to a step, given the states of the others. */
export type StepVerdict =
  | { readonly _tag: "Delivered"; readonly step: number; readonly data: Schema.Json }
  | { readonly _tag: "Open" }
  | { readonly _tag: "Ready"; readonly inputs: Inputs }
  /** It waits for an earlier step. */
  | { readonly _tag: "Waits" }
  /** It waits for the buyer to select an entity of a list. */
  | ({ readonly _tag: "Choice" } & EntityList)
  /** A fallback whose step was delivered. */
  | { readonly _tag: "NotNeeded" }
  | { readonly _tag: "Failed"; readonly error: RunError }

export interface StepVerdicts {
  /** The verdict on the step itself. */
  readonly step: (step: number) => StepVerdict
  /** The verdict on the document of a step: its own, or that of a fallback. For the inputs of a step, only fallbacks before it (`before`) count. */
  readonly document: (step: number, before?: number) => StepVerdict
  /** The fallback that is next, or may still be, if the step itself has failed. */
  readonly standIn: (step: number, before?: number) => number | undefined
}

/** The verdicts on the steps of a plan. A step that refers to a later one fails. */
export const judgeSteps = (plan: Plan, now: ReadonlyArray<StepState>, selections: Readonly<Record<string, number>>): StepVerdicts => {
  const verdicts = new Map<number, StepVerdict>()
  const fallbacks = Map.groupBy(
    plan.steps.flatMap(({ insteadOf }, step) => (insteadOf !== null && insteadOf < step ? [{ insteadOf, step }] : [])),
    ({ insteadOf }) => insteadOf,
  )
  const fallbacksOf = (step: number) => (fallbacks.get(step) ?? []).map((fallback) => fallback.step)

  const step = (index: number): StepVerdict => {
    const cached = verdicts.get(index)
    if (cached !== undefined) return cached
    const verdict = verdictOn(index)
    verdicts.set(index, verdict)
    return verdict
  }

  const verdictOn = (index: number): StepVerdict => {
    const planned = plan.steps[index]
    const call = now[index] ?? { _tag: "Untouched" }
    if (planned === undefined) return failedStep("The plan has no such step.")
    if (call._tag === "Delivered") return { ...call, step: index }
    if (call._tag === "Open") return { _tag: "Open" }
    if (call._tag === "Failed") return { _tag: "Failed", error: call.error }
    const turn = turnOf(planned, index)
    return turn ?? bind(planned, index)
  }

  /** Undefined if it is this step's turn: it is no fallback, or the steps that it replaces have failed. */
  const turnOf = ({ conditional, insteadOf }: PlannedStep, index: number): StepVerdict | undefined => {
    if (!conditional) return undefined
    if (insteadOf === null || insteadOf >= index) return { _tag: "NotNeeded" }
    for (const earlier of [insteadOf, ...fallbacksOf(insteadOf).filter((other) => other < index)]) {
      const verdict = step(earlier)._tag
      if (verdict === "Delivered" || verdict === "NotNeeded") return { _tag: "NotNeeded" }
      if (verdict !== "Failed") return { _tag: "Waits" }
    }
    return undefined
  }

  const bind = (planned: PlannedStep, index: number): StepVerdict => {
    const inputs: Record<string, Schema.Json> = {}
    let choice: StepVerdict | undefined
    let waits = false
    for (const [field, binding] of Object.entries(planned.input)) {
      const value = valueOf(binding, index)
      if (value._tag === "Failed") return value
      if (value._tag === "Value") {
        if (value.value !== undefined) inputs[field] = value.value
      } else if (value._tag === "Choice") choice ??= value
      else waits = true
    }
    return waits ? { _tag: "Waits" } : (choice ?? { _tag: "Ready", inputs })
  }

  const valueOf = (binding: Binding, index: number): StepVerdict | InputValue => {
    if (binding._tag === "Value") return binding
    if (binding.step >= index) return failedStep("The plan refers to a step that comes later.")
    const producer = document(binding.step, index)
    if (producer._tag === "Failed") return producer
    if (producer._tag !== "Delivered") return { _tag: "Waits" }
    return inputFrom(producer, binding, selections)
  }

  const document = (index: number, before = Number.POSITIVE_INFINITY): StepVerdict => {
    const own = step(index)
    if (own._tag !== "Failed") return own
    let last: StepVerdict = own
    for (const fallback of fallbacksOf(index).filter((other) => other < before)) {
      const verdict = document(fallback, before)
      if (verdict._tag !== "Failed") return verdict
      last = verdict
    }
    return last
  }

  const standIn = (index: number, before = Number.POSITIVE_INFINITY) =>
    fallbacksOf(index).find((fallback) => fallback < before && document(fallback, before)._tag !== "Failed")

  return { step, document, standIn }
}

/** `undefined`: the input is left out. */
interface InputValue {
  readonly _tag: "Value"
  readonly value: Schema.Json | undefined
}

type Delivered = Extract<StepVerdict, { readonly _tag: "Delivered" }>

const inputFrom = (
  { data, step }: Delivered,
  { list, optional, pointer }: Extract<Binding, { readonly _tag: "From" }>,
  selections: Readonly<Record<string, number>>,
): StepVerdict | InputValue => {
  const entity = list === undefined ? { _tag: "Value" as const, value: data } : entityOf(data, { step, list }, selections)
  if (entity._tag !== "Value") return entity
  const value = at(entity.value, pointer)
  if (optional === true) return { _tag: "Value", value: value ?? undefined }
  return value === undefined || value === null
    ? failedStep("An earlier step did not deliver the value that this step needs.")
    : { _tag: "Value", value }
}

const entityOf = (data: Schema.Json, entities: EntityList, selections: Readonly<Record<string, number>>) => {
  const items = at(data, entities.list)
  const list: ReadonlyArray<Schema.Json> = Array.isArray(items) ? items : []
  const [only] = list
  if (only === undefined) return failedStep("An earlier step found no entity of this name.")
  if (list.length === 1) return { _tag: "Value" as const, value: only }
  const place = selections[listKey(entities)]
  if (place === undefined) return { _tag: "Choice" as const, ...entities }
  const value = list[place]
  return value === undefined ? failedStep("The selected entity is not in the list.") : { _tag: "Value" as const, value }
}

const failedStep = (message: string): StepVerdict & { readonly _tag: "Failed" } => ({
  _tag: "Failed",
  error: { code: "source_error", message },
})

/**
 * The state of each step: from the ledger's record of its call, and from the ask's record of failures. The steps that this node is
 * making (`making`) are open until their outcome is stored.
 */
export const stepStates = (
  { ask, calls }: Pick<AskRecord, "ask" | "calls">,
  making: ReadonlySet<number> = new Set(),
): ReadonlyArray<StepState> => {
  const callOfStep = new Map(calls.map((each) => [each.call.step, each]))
  return (ask.plan?.steps ?? []).map((_, step): StepState => {
    const error = ask.failures.find((failure) => failure.step === step)
    const made = callOfStep.get(step)
    const now: StepState =
      made !== undefined ? fromLedger(made.call, made.body, error) : error === undefined ? untouched : failedState(error)
    return making.has(step) && now._tag !== "Delivered" ? { _tag: "Open" } : now
  })
}

/** A document counts once it is paid for. */
const fromLedger = (call: Call, body: string | null, error: RunError | undefined): StepState => {
  if (call.state === "reserved") return { _tag: "Open" }
  if (isDelivered(call) && body !== null) return { _tag: "Delivered", data: documentFrom(body).data }
  return failedState(error ?? { code: "source_error", message: call.lastError ?? "The source delivered nothing." })
}

const untouched: StepState = { _tag: "Untouched" }
const failedState = ({ code, message }: RunError): StepState => ({ _tag: "Failed", error: { code, message } })

/** The document of a delivery, from the stored body of its call. */
export const documentFrom = (body: string): Document => JSON.parse(body) as Document

/** The steps of a run that may still be bought: neither made, nor spared, nor lost. */
export const remainingSteps = ({ ask, calls }: Pick<AskRecord, "ask" | "calls">): ReadonlyArray<PlannedStep> => {
  if (ask.plan === null) return []
  const { step } = judgeSteps(ask.plan, stepStates({ ask, calls }), ask.selections)
  return ask.plan.steps.filter((_, index) => ["Ready", "Waits", "Choice"].includes(step(index)._tag))
}
