import { Effect } from "effect"
import type { RunObject } from "../../src/http/runs/runObject.ts"

interface Question {
  readonly id: string
  readonly question: string
  readonly expect: string
  readonly right: string
  readonly wrong: string
}

interface Target {
  readonly url: string
  readonly key: string
  /** USD for each question. */
  readonly maxSpend: number
}

/** A run, or the envelope of a refusal. */
type ReplyBody = Partial<typeof RunObject.Encoded>

/** Asks every question in turn and prints what a judge needs: status, charged amount, plan, and what the gateway replied. */
export const askEach = Effect.fnUntraced(function* (questions: ReadonlyArray<Question>, target: Target) {
  for (const question of questions) console.log(JSON.stringify({ ...question, ...(yield* ask(question.question, target)) }))
})

const ask = Effect.fnUntraced(function* (question: string, { key, maxSpend, url }: Target) {
  const body = { question, execution_mode: "auto", max_spend: maxSpend, wait_seconds: 30 }
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" }
  const began = performance.now()
  const response = yield* Effect.promise(() => fetch(`${url}/v2/ask`, { method: "POST", headers, body: JSON.stringify(body) }))
  const reply = (yield* Effect.promise(() => response.json())) as ReplyBody
  return {
    http: response.status,
    status: reply.status ?? reply.error?.code,
    charged: reply.usage?.cost.amount ?? "0",
    ms: Math.round(performance.now() - began),
    plan: reply.plan?.steps
      .filter(({ conditional }) => !conditional)
      .map(({ source_id, operation, ...step }) => ({ operation: `${source_id}/${operation}`, ...step })),
    observations: reply.answer?.observations.map(({ text }) => text),
    limitations: reply.answer?.limitations,
    message: reply.message ?? reply.error?.message,
    reason: reply.approval_required_reason,
    needs: reply.needs_input?.map(({ label }) => label),
    candidates: reply.candidates?.map(({ description, label }) => `${label} (${description})`),
  }
})
