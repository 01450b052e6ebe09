import { isoTime } from "../../../domain/time.ts"
import { type Answer, composeAnswer, type Document, type StepOutcome, stepOutcomeOf } from "../../../domain/ask/answer/composeAnswer.ts"
import { builtinTemplates } from "../../../domain/ask/answer/templates/builtin.ts"
import type { AskRecord } from "../../../domain/ask/AskStore.ts"
import { candidatesOf, type OfferedEntity } from "../../../domain/ask/entityCandidates.ts"
import type { Plan } from "../../../domain/ask/Plan.ts"
import { planMaximum } from "../../../domain/ask/spending.ts"
import { documentFrom } from "../../../domain/ask/stepVerdicts.ts"
import type { Ask, Quote } from "../../../domain/ask/Ask.ts"
import { toMoney } from "../../../domain/money/Money.ts"
import type { RunObject } from "../runs/runObject.ts"
import { runView } from "../runs/view.ts"

/** The ask / run object of an ask. `continuation` is what its buyer may do now, signed; `limit`: so many results are shown. */
export const askView = (
  record: AskRecord,
  candidates: ReadonlyArray<OfferedEntity>,
  continuation: NonNullable<(typeof RunObject.Encoded)["continuation"]> | null,
  limit?: number,
) => {
  const { ask, run } = record
  const { plan, quote, wish } = ask
  const failures = ask.failures.map(({ code, message }) => ({ code, message }))
  const asks = run.status === "needs_input" || run.status === "needs_selection"
  const view = runView(record, limit)
  return {
    ...view,
    ...(wish._tag === "Question" ? { question: wish.question } : {}),
    ...(plan !== null && quote !== null ? { plan: planView(plan, quote) } : {}),
    answer: answers(record) ? shownOf(composeAnswer(plan!, outcomesOf(record), builtinTemplates), view.results) : null,
    ...(failures.length > 0 ? { errors: failures } : {}),
    ...(ask.message === null ? {} : { message: ask.message }),
    ...(run.status === "needs_input" ? { needs_input: needsOf(ask) } : {}),
    ...(run.status === "needs_selection" ? { candidates } : {}),
    ...(ask.reason === null || run.status !== "requires_approval" ? {} : { approval_required_reason: ask.reason }),
    ...(asks && continuation !== null ? { continuation } : {}),
  }
}

/** Once nothing more comes of it by itself, what was bought is read. */
const answers = ({ ask, run }: AskRecord): boolean => ask.plan !== null && ask.approval !== null && run.status !== "running"

/** What is said of the results that are shown: the pointers of an answer resolve in the body it stands in. */
const shownOf = (answer: Answer, results: ReadonlyArray<{ readonly result_ref: string }>): Answer => {
  const shown = new Set(results.map(({ result_ref }) => result_ref))
  const observations = answer.observations.filter(({ evidence }) => evidence.every(({ result_ref }) => shown.has(result_ref)))
  if (observations.length === answer.observations.length) return answer
  const left = "Only some of the results are shown; read the run without limit for the others, and for what they say."
  return { ...answer, observations, limitations: [...answer.limitations, left] }
}

const outcomesOf = ({ ask, calls, run }: AskRecord) =>
  (ask.plan?.steps ?? []).map((_, step): StepOutcome => {
    const found = calls.find(({ call }) => call.step === step)
    const failure = ask.failures.find((known) => known.step === step)
    if (found === undefined && failure !== undefined) return { _tag: "Failed", reason: failure.message }
    if (found === undefined && run.status === "needs_selection") return { _tag: "Waits" }
    const document: Document | null = found === undefined || found.body === null ? null : documentFrom(found.body)
    return stepOutcomeOf(found?.call, document)
  })

/** Entities that the buyer may select from now. */
export const offeredIn = ({ ask, calls }: AskRecord): ReadonlyArray<OfferedEntity> =>
  candidatesOf(ask.open, (step) => {
    const found = calls.find(({ call }) => call.step === step)
    return found === undefined || found.body === null ? undefined : { ref: found.call.id, data: documentFrom(found.body).data }
  })

const needsOf = ({ open }: Ask) => (open?._tag === "Needs" ? open.needs.map(({ label, schema }) => ({ label, schema })) : [])

const planView = (plan: Plan, { expiresAt, ref }: Quote) => ({
  quote_ref: ref,
  expires_at: isoTime(expiresAt),
  steps: plan.steps.map(({ conditional, max, name, operation, source }) => ({
    source_id: source,
    operation,
    name,
    conditional,
    estimated_cost: toMoney(max),
  })),
  estimated_total: toMoney(planMaximum(plan)),
})
