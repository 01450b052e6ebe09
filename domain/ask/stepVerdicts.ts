import type { Schema } from "effect"
import type { Call, RunError } from "../ledger/state.ts"
import { at } from "./answer/documentValues.ts"
import { type EntityList, listKey } from "./Ask.ts"
import type { Binding, Plan, PlannedStep } from "./Plan.ts"
import type { Document } from "./answer/composeAnswer.ts"
import type { AskRecord } from "./AskStore.ts"

/** What is known of the call of a step. */
export type StepState =
  | { readonly _tag: "Untouched" }
  /** It holds money, or is about to: nobody may make it a second time. */
  | { readonly _tag: "Open" }
  | { readonly _tag: "Delivered"; readonly data: Schema.Json }
  | { readonly _tag: "Failed"; readonly error: RunError }

export type Inputs = Readonly<Record<string, Schema.Json>>

/** Where a step stands, given the others. */
export type StepVerdict =
  | { readonly _tag: "Delivered"; readonly step: number; readonly data: Schema.Json }
  | { readonly _tag: "Open" }
  | { readonly _tag: "Ready"; readonly inputs: Inputs }
  /** For a step before it. */
  | { readonly _tag: "Waits" }
  /** For the buyer to say which entity of a list is meant. */
  | ({ readonly _tag: "Choice" } & EntityList)
  /** What it would stand in for was delivered. */
  | { readonly _tag: "Spared" }
  | { readonly _tag: "Lost"; readonly error: RunError }

export interface StepVerdicts {
  /** Where the step itself stands. */
  readonly step: (step: number) => StepVerdict
  /** Where the document of a step stands: its own, or that of a fallback. A step takes it of those before it (`before`) alone. */
  readonly document: (step: number, before?: number) => StepVerdict
  /** The fallback whose turn it is, or may still be, once the step itself is lost. */
  readonly standIn: (step: number, before?: number) => number | undefined
}

/** Judges the steps of a plan by what became of their calls. A plan that refers forward loses the steps that do. */
export const judgeSteps = (plan: Plan, now: ReadonlyArray<StepState>, selections: Readonly<Record<string, number>>): StepVerdicts => {
  const known = new Map<number, StepVerdict>()
  const fallbacks = Map.groupBy(
    plan.steps.flatMap(({ insteadOf }, step) => (insteadOf !== null && insteadOf < step ? [{ insteadOf, step }] : [])),
    ({ insteadOf }) => insteadOf,
  )
  const fallbacksOf = (step: number) => (fallbacks.get(step) ?? []).map((fallback) => fallback.step)

  const step = (index: number): StepVerdict => {
    const before = known.get(index)
    if (before !== undefined) return before
    const verdict = verdictOn(index)
    known.set(index, verdict)
    return verdict
  }

  const verdictOn = (index: number): StepVerdict => {
    const planned = plan.steps[index]
    const call = now[index] ?? { _tag: "Untouched" }
    if (planned === undefined) return lost("The plan has no such step.")
    if (call._tag === "Delivered") return { ...call, step: index }
    if (call._tag === "Open") return { _tag: "Open" }
    if (call._tag === "Failed") return { _tag: "Lost", error: call.error }
    const turn = turnOf(planned, index)
    return turn ?? bind(planned, index)
  }

  /** Undefined where it is this step's turn: it stands in for nothing, or all before it are lost. */
  const turnOf = ({ conditional, insteadOf }: PlannedStep, index: number): StepVerdict | undefined => {
    if (!conditional) return undefined
    if (insteadOf === null || insteadOf >= index) return { _tag: "Spared" }
    for (const earlier of [insteadOf, ...fallbacksOf(insteadOf).filter((other) => other < index)]) {
      const found = step(earlier)._tag
      if (found === "Delivered" || found === "Spared") return { _tag: "Spared" }
      if (found !== "Lost") return { _tag: "Waits" }
    }
    return undefined
  }

  const bind = (planned: PlannedStep, index: number): StepVerdict => {
    const inputs: Record<string, Schema.Json> = {}
    let choice: StepVerdict | undefined
    let waits = false
    for (const [field, binding] of Object.entries(planned.input)) {
      const found = valueOf(binding, index)
      if (found._tag === "Lost") return found
      if (found._tag === "Value") inputs[field] = found.value
      else if (found._tag === "Choice") choice ??= found
      else waits = true
    }
    return waits ? { _tag: "Waits" } : (choice ?? { _tag: "Ready", inputs })
  }

  const valueOf = (binding: Binding, index: number): StepVerdict | { readonly _tag: "Value"; readonly value: Schema.Json } => {
    if (binding._tag === "Value") return binding
    if (binding.step >= index) return lost("The plan refers to a step that comes later.")
    const producer = document(binding.step, index)
    if (producer._tag === "Lost") return producer
    if (producer._tag !== "Delivered") return { _tag: "Waits" }
    return taken(producer, binding, selections)
  }

  const document = (index: number, before = Number.POSITIVE_INFINITY): StepVerdict => {
    const own = step(index)
    if (own._tag !== "Lost") return own
    let last: StepVerdict = own
    for (const fallback of fallbacksOf(index).filter((other) => other < before)) {
      const found = document(fallback, before)
      if (found._tag !== "Lost") return found
      last = found
    }
    return last
  }

  const standIn = (index: number, before = Number.POSITIVE_INFINITY) =>
    fallbacksOf(index).find((fallback) => fallback < before && document(fallback, before)._tag !== "Lost")

  return { step, document, standIn }
}

type Delivered = Extract<StepVerdict, { readonly _tag: "Delivered" }>

const taken = (
  { data, step }: Delivered,
  { list, pointer }: Extract<Binding, { readonly _tag: "From" }>,
  selections: Readonly<Record<string, number>>,
): StepVerdict | { readonly _tag: "Value"; readonly value: Schema.Json } => {
  const entity = list === undefined ? { _tag: "Value" as const, value: data } : entityOf(data, { step, list }, selections)
  if (entity._tag !== "Value") return entity
  const value = at(entity.value, pointer)
  return value === undefined || value === null ? lost("An earlier step delivered nothing to go on with.") : { _tag: "Value", value }
}

const entityOf = (data: Schema.Json, found: EntityList, selections: Readonly<Record<string, number>>) => {
  const items = at(data, found.list)
  const list: ReadonlyArray<Schema.Json> = Array.isArray(items) ? items : []
  const [only] = list
  if (only === undefined) return lost("An earlier step found nothing of this name.")
  if (list.length === 1) return { _tag: "Value" as const, value: only }
  const place = selections[listKey(found)]
  if (place === undefined) return { _tag: "Choice" as const, ...found }
  const value = list[place]
  return value === undefined ? lost("The selected entity is not in the list.") : { _tag: "Value" as const, value }
}

const lost = (message: string): StepVerdict & { readonly _tag: "Lost" } => ({ _tag: "Lost", error: { code: "source_error", message } })
/**
 * What is known of each step: what the books say of its call, and what the ask says of why it failed. What this node is
 * making (`making`) is open until that is written down.
 */
export const stepStates = (
  { ask, calls }: Pick<AskRecord, "ask" | "calls">,
  making: ReadonlySet<number> = new Set(),
): ReadonlyArray<StepState> => {
  const known = new Map(calls.map((each) => [each.call.step, each]))
  return (ask.plan?.steps ?? []).map((_, step): StepState => {
    const error = ask.failures.find((failure) => failure.step === step)
    const found = known.get(step)
    const now: StepState = found !== undefined ? fromLedger(found.call, found.body, error) : error === undefined ? untouched : failed(error)
    return making.has(step) && now._tag !== "Delivered" ? { _tag: "Open" } : now
  })
}

/** A document counts once it is paid for. */
const fromLedger = (call: Call, body: string | null, error: RunError | undefined): StepState => {
  if (call.state === "reserved") return { _tag: "Open" }
  if (call.state === "captured" && body !== null) return { _tag: "Delivered", data: documentFrom(body).data }
  return failed(error ?? { code: "source_error", message: call.lastError ?? "The source delivered nothing." })
}
const untouched: StepState = { _tag: "Untouched" }
const failed = ({ code, message }: RunError): StepState => ({ _tag: "Failed", error: { code, message } })
/** The document of a delivery, as the call that bought it stored it. */
export const documentFrom = (body: string): Document => JSON.parse(body) as Document
/** The steps of a run that may still be bought: neither made, nor spared, nor lost. */
export const remainingSteps = ({ ask, calls }: Pick<AskRecord, "ask" | "calls">): ReadonlyArray<PlannedStep> => {
  if (ask.plan === null) return []
  const { step } = judgeSteps(ask.plan, stepStates({ ask, calls }), ask.selections)
  return ask.plan.steps.filter((_, index) => ["Ready", "Waits", "Choice"].includes(step(index)._tag))
}
