import { isoTime } from "../../../domain/time.ts"
import { type Answer, composeAnswer, type Document, type StepOutcome, stepOutcomeOf } from "../../../domain/ask/answer/composeAnswer.ts"
import { builtinTemplates } from "../../../domain/ask/answer/templates/builtin.ts"
import { type AskRecord, AskStore } from "../../../domain/ask/AskStore.ts"
import { candidatesOf, type OfferedEntity } from "../../../domain/ask/entityCandidates.ts"
import type { Binding, Plan } from "../../../domain/ask/Plan.ts"
import { planMaximum } from "../../../domain/ask/spending.ts"
import { documentFrom } from "../../../domain/ask/stepVerdicts.ts"
import type { Ask, PlanQuote } from "../../../domain/ask/Ask.ts"
import { toMoney } from "../../../domain/money/Money.ts"
import type { RunObject } from "./runObject.ts"
import { runView } from "./view.ts"
import { Effect } from "effect"
import { runNotFound } from "../../../domain/ask/approve.ts"
import { isUuid, type RunId } from "../../../domain/money/ids.ts"
import { CurrentCaller } from "../../../rails/http/RequestContext.ts"

/** The ask / run object of an ask. `continuation`: what its buyer may do now, signed. `limit`: the number of results shown. */
export const askView = (
  record: AskRecord,
  candidates: ReadonlyArray<OfferedEntity>,
  continuation: NonNullable<(typeof RunObject.Encoded)["continuation"]> | null,
  limit?: number,
) => {
  const { ask, run } = record
  const { plan, quote, wish } = ask
  const failures = ask.failures.map(({ code, message }) => ({ code, message }))
  const reason = approvalReason(record)
  const waits = run.status === "needs_input" || run.status === "needs_selection"
  const view = runView(record, limit)
  return {
    ...view,
    tag: ask.approval?.tag ?? null,
    ...(wish._tag === "Question" ? { question: wish.question } : { workflow: { slug: wish.slug, input: wish.input } }),
    ...(plan !== null && quote !== null ? { plan: planView(plan, quote) } : {}),
    answer: hasAnswer(record) ? ofShownResults(composeAnswer(plan!, outcomesOf(record), builtinTemplates), view.results) : null,
    ...(failures.length > 0 ? { errors: failures } : {}),
    ...(ask.message === null ? {} : { message: ask.message }),
    ...(run.status === "needs_input" ? { needs_input: needsOf(ask) } : {}),
    ...(run.status === "needs_selection" ? { candidates } : {}),
    ...(reason === null ? {} : { approval_required_reason: reason }),
    ...(waits && continuation !== null ? { continuation } : {}),
  } satisfies typeof RunObject.Encoded
}

/** Why a plan waits for an approval, with the route of its own ask. */
export const approvalReason = ({ ask: { reason }, run }: Pick<AskRecord, "ask" | "run">) =>
  reason === null || run.status !== "requires_approval" ? null : { code: reason.code, message: reason.message.replace("{id}", run.id) }

/** A run has an answer as soon as it stops, also if it waits for its buyer. */
const hasAnswer = ({ ask, run }: AskRecord): boolean => ask.plan !== null && ask.approval !== null && run.status !== "running"

/** The observations about the results that are shown: every pointer of an answer resolves in its own body. */
const ofShownResults = (answer: Answer, results: ReadonlyArray<{ readonly result_ref: string }>): Answer => {
  const shown = new Set(results.map(({ result_ref }) => result_ref))
  const observations = answer.observations.filter(({ evidence }) => evidence.every(({ result_ref }) => shown.has(result_ref)))
  if (observations.length === answer.observations.length) return answer
  const omitted = "Only some of the results are shown; read the run without limit for the others and the observations about them."
  return { ...answer, observations, limitations: [...answer.limitations, omitted] }
}

const outcomesOf = ({ ask, calls, run }: AskRecord) =>
  (ask.plan?.steps ?? []).map((_, step): StepOutcome => {
    const made = calls.find(({ call }) => call.step === step)
    const failure = ask.failures.find((candidate) => candidate.step === step)
    if (made === undefined && failure !== undefined) return { _tag: "Failed", reason: failure.message }
    if (made === undefined && run.status === "needs_selection") return { _tag: "Waits" }
    const document: Document | null = made === undefined || made.body === null ? null : documentFrom(made.body)
    return stepOutcomeOf(made?.call, document)
  })

/** The entities that the buyer may select now. */
export const offeredIn = ({ ask, calls }: AskRecord): ReadonlyArray<OfferedEntity> =>
  candidatesOf(ask.open, (step) => {
    const made = calls.find(({ call }) => call.step === step)
    return made === undefined || made.body === null ? undefined : { ref: made.call.id, data: documentFrom(made.body).data }
  })

const needsOf = ({ open }: Ask) => (open?._tag === "Needs" ? open.needs.map(({ label, schema }) => ({ label, schema })) : [])

const planView = (plan: Plan, { expiresAt, ref }: PlanQuote) => ({
  quote_ref: ref,
  expires_at: isoTime(expiresAt),
  steps: plan.steps.map(({ conditional, input, max, name, operation, source }) => ({
    source_id: source,
    operation,
    name,
    conditional,
    inputs: Object.fromEntries(Object.entries(input).map(([field, binding]) => [field, inputView(binding)])),
    estimated_cost: toMoney(max),
  })),
  estimated_total: toMoney(planMaximum(plan)),
})

/** A value as it will be sent, or the place that it is taken from. */
const inputView = (binding: Binding) =>
  binding._tag === "Value"
    ? binding.value
    : { from_step: binding.step, pointer: `${binding.list === undefined ? "" : `${binding.list}/*`}${binding.pointer}` }

/** An ask of the calling key, with its calls so far. */
export const askOf = Effect.fnUntraced(function* (id: RunId) {
  const { key, organisation } = yield* CurrentCaller
  const store = yield* AskStore
  const record = isUuid(id) ? yield* store.read(organisation, id) : undefined
  return record !== undefined && record.run.key === key ? record : yield* runNotFound()
})

/** Whether the result of the ask is bought without another approval. */
export const mayBuy = ({ approval, mode }: Pick<Ask, "approval" | "mode">): boolean => mode === "auto" || approval !== null
