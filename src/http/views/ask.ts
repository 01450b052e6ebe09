import { answerOf } from "../../../domain/ask/answer/answerOf.ts"
import { type Answer, type Document, type Outcome, outcomeOf } from "../../../domain/ask/answer/Answer.ts"
import { builtinTellings } from "../../../domain/ask/answer/tellings/builtin.ts"
import type { AskRecord } from "../../../domain/ask/AskStore.ts"
import { candidatesOf, type Offered } from "../../../domain/ask/candidates.ts"
import type { Plan } from "../../../domain/ask/Plan.ts"
import { maximumOf } from "../../../domain/ask/spending.ts"
import { documentFrom } from "../../../domain/ask/stepsNow.ts"
import type { Ask, Quote } from "../../../domain/ask/Ask.ts"
import { toMoney } from "../../../domain/money/Money.ts"
import { runView } from "./run.ts"
import { isoTime } from "../../../domain/time.ts"

/** The ask / run object of an ask. `continuation` is what its buyer may do now, signed; `limit`: so many results are shown. */
export const askView = (record: AskRecord, candidates: ReadonlyArray<Offered>, continuation: object | null, limit?: number) => {
  const { ask, run } = record
  const { plan, quote, wish } = ask
  const failures = ask.failures.map(({ code, message }) => ({ code, message }))
  const asks = run.status === "needs_input" || run.status === "needs_selection"
  const view = runView(record, limit)
  return {
    ...view,
    ...(wish._tag === "Question" ? { question: wish.question } : {}),
    ...(plan !== null && quote !== null ? { plan: planView(plan, quote) } : {}),
    answer: answers(record) ? shownOf(answerOf(plan!, outcomesOf(record), builtinTellings), view.results) : null,
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
  (ask.plan?.steps ?? []).map((_, step): Outcome => {
    const found = calls.find(({ call }) => call.step === step)
    const failure = ask.failures.find((known) => known.step === step)
    if (found === undefined && failure !== undefined) return { _tag: "Failed", reason: failure.message }
    if (found === undefined && run.status === "needs_selection") return { _tag: "Waits" }
    const document: Document | null = found === undefined || found.body === null ? null : documentFrom(found.body)
    return outcomeOf(found?.call, document)
  })

/** Entities that the buyer may select from now. */
export const offeredIn = ({ ask, calls }: AskRecord): ReadonlyArray<Offered> =>
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
  estimated_total: toMoney(maximumOf(plan)),
})
