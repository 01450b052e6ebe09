import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import type { Ask } from "../../../domain/ask/Ask.ts"
import { begin, type BeginRequest, freshIds, randomUuid } from "../../../domain/ask/begin.ts"
import type { Draft } from "../../../domain/ask/Plan.ts"
import { Workflows } from "../../../domain/workflow/Recipes.ts"
import { Catalogue } from "../../../domain/catalogue/Catalogue.ts"
import { RunId } from "../../../domain/money/ids.ts"
import type { MicroUsd } from "../../../domain/money/Money.ts"
import { Node } from "../../../domain/Node.ts"
import { InvalidRequest, StorageUnavailable } from "../../../domain/Refusal.ts"
import { CurrentCaller, RequestBody, RequestContext } from "../../../rails/http/RequestContext.ts"
import { answer, answerUndeclared, refusalWith } from "../../../rails/http/respond.ts"
import { scopeRefusal } from "../../../rails/http/RoutePolicy.ts"
import { Api } from "../Api.ts"
import { defaultLimit, defaultWaitSeconds } from "../calls/api.ts"
import { replayOr, replayRun } from "../paid/idempotency.ts"
import { requireSpending } from "../paid/order.ts"
import { cancelRun } from "../runs/cancel.ts"
import { readOne } from "../runs/handlers.ts"
import { type AskBody, defaultAskPage } from "./api.ts"
import { continueAsk } from "./continueAsk.ts"
import { listAsks } from "./list.ts"
import { AskSettings, draftWithin, dryRunDraft, maximumOfDraft, meansFor, orWithoutFallbacks, unsupported } from "./plan.ts"
import { runPlan } from "./runPlan.ts"
import { answerWithin, askIdentity, takeStep } from "./step.ts"

export const AsksHandlers = HttpApiBuilder.group(Api, "asks", (handlers) =>
  handlers
    .handle("ask", ({ payload }) => answerUndeclared(ask(payload)))
    .handle("plan", ({ payload }) => answerUndeclared(ask(payload)))
    .handle("run", ({ params, payload }) => answerUndeclared(runPlan(RunId.make(params.id), payload)))
    // Raw: an altered state has an error of its own, which the schema of the payload would answer first.
    .handleRaw("continue", ({ params }) => answerUndeclared(continueAsk(RunId.make(params.id))))
    .handle("list", ({ query: { cursor, limit = defaultAskPage, status } }) =>
      answer(listAsks({ status, before: cursor === undefined ? undefined : RunId.make(cursor) }, limit)),
    )
    .handle("read", ({ params, query }) => answerUndeclared(readOne(RunId.make(params.id), query)))
    .handle("cancel", ({ params }) => answerUndeclared(cancelRun(RunId.make(params.id))))
    .handle(
      "workflows",
      Effect.fnUntraced(function* () {
        const workflows = yield* Workflows
        return workflows.list(yield* Effect.flatMap(Catalogue, ({ current }) => current))
      }, answer),
    ),
)

interface AskInput extends Pick<Ask, "wish" | "mode" | "limit" | "maxSpend"> {
  readonly rail: string | null
  readonly tag: string | null
  readonly waitSeconds: number
  readonly body: Readonly<Record<string, unknown>>
  readonly idempotent: Effect.Success<ReturnType<typeof askIdentity>>["idempotent"]
}

/** `POST /v2/ask`, also `/v2/ask/plan`: plans, and an automatic ask then buys within its `max_spend`. */
const ask = Effect.fnUntraced(function* (payload: typeof AskBody.Type) {
  const { limit = defaultLimit, max_spend, wait_seconds: waitSeconds = defaultWaitSeconds } = payload
  const { mode, wish } = yield* wishOf(payload)
  const sent = yield* RequestBody
  const { json: body = {} } = sent
  const { dryRun, idempotent, rail, tag } = yield* askIdentity(sent, "ask", "/v2/ask", body)
  const input: AskInput = { wish, mode, limit, maxSpend: (max_spend ?? null) as MicroUsd | null, rail, tag, waitSeconds, body, idempotent }
  const caller = yield* CurrentCaller
  const refusal = scopeRefusal(caller, mode === "auto" ? "ask:execute" : "ask:create")
  if (refusal !== undefined) return yield* refusal
  const planning = { ...input, given: {} }
  if (dryRun) return yield* dryRunDraft(yield* draftWithin(planning), input)
  const first = Effect.gen(function* () {
    if (mode === "auto") yield* requireSpending()
    const draft = yield* draftWithin(planning)
    return mode === "auto" ? yield* orWithoutFallbacks(planning, draft, (chosen) => store(input, chosen)) : yield* store(input, draft)
  })
  const answered = replayOr(idempotent, first)
  return yield* mode === "auto" ? answered : Effect.mapError(answered, movedNothing)
})

/** A plan alone moves no money, whatever the database did. */
const movedNothing = <E>(error: E) =>
  error instanceof StorageUnavailable ? refusalWith(error, { headers: { "x-money-moved": "none" } }) : error

const wishOf = Effect.fnUntraced(function* ({ execution_mode: mode = "plan", max_spend, question, workflow }: typeof AskBody.Type) {
  const mistake = mistakeIn(question, workflow, mode, max_spend)
  if (mistake !== undefined) return yield* new InvalidRequest({ message: mistake })
  const wish: Ask["wish"] =
    workflow === undefined ? { _tag: "Question", question: question! } : { _tag: "Workflow", slug: workflow.slug, input: workflow.input }
  return { wish, mode }
})

const mistakeIn = (question: string | undefined, workflow: object | undefined, mode: string, maxSpend: bigint | undefined) => {
  if ((question === undefined) === (workflow === undefined)) return "Send exactly one of question and workflow."
  if (question !== undefined && question.trim() === "") return "question must not be empty."
  return mode === "auto" && maxSpend === undefined
    ? "max_spend is required with execution_mode auto. Send the most that may be spent, in USD."
    : undefined
}

/** Stores the ask, and begins its run if it is automatic. */
const store = Effect.fnUntraced(function* (input: AskInput, draft: Draft) {
  const { idempotent, limit, maxSpend, mode, rail, tag, waitSeconds, wish } = input
  const caller = yield* CurrentCaller
  const { requestId } = yield* RequestContext
  const run = RunId.make(yield* randomUuid)
  const beginning: BeginRequest = {
    organisation: caller.organisation,
    key: caller.key,
    run,
    wish,
    mode,
    request: JSON.stringify({ ...input.body, request_id: requestId }),
    waitMs: mode === "auto" ? waitSeconds * 1000 : 0,
    idempotency: idempotent.keyUse,
    draft,
    means: yield* meansFor(maximumOfDraft(draft), rail, maxSpend),
    terms: { rail, preference: caller.preference, limit, tag },
    fresh: yield* freshIds(draft._tag === "Planned" ? draft.plan.steps.length : 0),
    quoteTtlMs: (yield* AskSettings).quoteTtlMs,
    node: (yield* Node).id,
  }
  const begun = yield* takeStep({ run, idempotent, decide: (scene) => begin(scene, beginning) })
  if (begun._tag === "Earlier") return yield* replayRun(begun.run, idempotent, begun.hash)
  if (begun.status === "unsupported" && draft._tag === "Unsupported") return yield* unsupported(draft.message, run)
  return yield* answerWithin(run, begun.status === "running" ? waitSeconds : 0)
})
