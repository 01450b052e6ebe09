import { Effect, Schema } from "effect"
import type { HttpServerRequest } from "effect/http/HttpServerRequest"
import type { Ask } from "../../../../domain/ask/Ask.ts"
import { begin, type BeginRequest, freshIds, type IdempotencyKeyUse, randomUuid } from "../../../../domain/ask/begin.ts"
import type { Draft } from "../../../../domain/ask/Plan.ts"
import { RunId } from "../../../../domain/money/ids.ts"
import { organisationRefusal } from "../../../../domain/ledger/admit.ts"
import type { MicroUsd } from "../../../../domain/money/Money.ts"
import { Node } from "../../../../domain/Node.ts"
import { InvalidRequest } from "../../../../domain/Refusal.ts"
import { scopeRefusal } from "../../Admission.ts"
import { AskBody } from "../../api/asks.ts"
import { isDryRun } from "../../dryRun.ts"
import { CurrentCaller, Exchange, RequestBody } from "../../Exchange.ts"
import { requestHash } from "../../idempotency.ts"
import { malformed } from "../../mistake.ts"
import { wantedBy } from "../../payment/presented.ts"
import { parseObject } from "../../readBody.ts"
import { defaultLimit } from "../calls.ts"
import { answerRun } from "../readRun.ts"
import { replay } from "../replay.ts"
import { answerWithin } from "./answerWithin.ts"
import { carried } from "./carried.ts"
import { paysOneCall, replayOf } from "./moving.ts"
import { draftWithin, foretellDraft, maximumOfDraft, meansFor, orWithoutFallbacks, spendScopes, unsupported } from "./planning.ts"
import { AskSettings, defaultWaitSeconds } from "./settings.ts"

const decode = Schema.decodeUnknownEffect(AskBody, { onExcessProperty: "error" })

interface Asked extends Pick<Ask, "wish" | "mode" | "limit" | "maxSpend"> {
  readonly rail: string | null
  readonly waitSeconds: number
  readonly dryRun: boolean
  readonly body: Readonly<Record<string, unknown>>
  readonly hash: string
}

/** `POST /v2/ask`, also `/v2/ask/plan`: plans; an automatic one goes on to buy within its `max_spend`. */
export const ask = Effect.fnUntraced(function* ({ request }: { readonly request: HttpServerRequest }) {
  const asked = yield* read(request)
  const caller = yield* CurrentCaller
  const refusal = scopeRefusal(caller, asked.mode === "auto" ? "ask:execute" : "ask:create")
  if (refusal !== undefined) return yield* refusal
  if (asked.dryRun) return yield* foretellDraft(yield* draftWithin({ ...asked, given: {} }), asked)
  if (caller.earlier !== null) return yield* replay(caller.earlier, asked.hash, answerRun)
  if (asked.mode === "auto") yield* maySpend()
  return yield* put(asked, yield* draftWithin({ ...asked, given: {} }))
})

/** 403 where the organisation cannot spend now. */
export const maySpend = Effect.fnUntraced(function* () {
  const caller = yield* CurrentCaller
  const refusal = organisationRefusal({
    organisation: { ...caller, id: caller.organisation, status: caller.organisationStatus },
    accounts: [],
  })
  if (refusal !== undefined) return yield* refusal
})

const read = Effect.fnUntraced(function* (request: HttpServerRequest) {
  const body = yield* Effect.flatMap(RequestBody, parseObject)
  const {
    execution_mode: mode = "plan",
    limit = defaultLimit,
    max_spend,
    question,
    wait_seconds = defaultWaitSeconds,
    workflow,
  } = yield* Effect.mapError(decode(body), malformed)
  const mistake = mistakeIn(question, workflow, mode, max_spend)
  if (mistake !== undefined) return yield* new InvalidRequest({ message: mistake })
  const { proof, rail } = yield* wantedBy(request)
  if (proof !== undefined) return yield* paysOneCall()
  const wish: Ask["wish"] =
    workflow === undefined ? { _tag: "Question", question: question! } : { _tag: "Workflow", slug: workflow.slug, input: workflow.input }
  return {
    wish,
    mode,
    limit,
    maxSpend: (max_spend ?? null) as MicroUsd | null,
    rail,
    waitSeconds: wait_seconds,
    dryRun: yield* isDryRun(request.headers),
    body,
    hash: requestHash("/v2/ask", {}, { ...body, wait_seconds: undefined }, rail),
  } satisfies Asked
})

const mistakeIn = (question: string | undefined, workflow: object | undefined, mode: string, maxSpend: bigint | undefined) => {
  if ((question === undefined) === (workflow === undefined)) return "Send exactly one of question and workflow."
  if (question !== undefined && question.trim() === "") return "question must not be empty."
  return mode === "auto" && maxSpend === undefined
    ? "max_spend is required with execution_mode auto. Send the most that may be spent, in USD."
    : undefined
}

/** Keeps the ask, and begins it where it is automatic. */
const put = Effect.fnUntraced(function* (asked: Asked, draft: Draft) {
  if (asked.mode !== "auto") return yield* keep(asked, draft)
  return yield* orWithoutFallbacks({ ...asked, given: {} }, draft, (chosen) => keep(asked, chosen))
})

const keep = Effect.fnUntraced(function* (asked: Asked, draft: Draft) {
  const { hash, limit, maxSpend, mode, rail, waitSeconds, wish } = asked
  const caller = yield* CurrentCaller
  const { requestId } = yield* Exchange
  const { id: node } = yield* Node
  const { headers } = yield* RequestBody
  const used = headers["idempotency-key"]
  const idempotency: IdempotencyKeyUse | null = used === undefined ? null : { endpoint: "ask", key: used, hash }
  const run = RunId.make(yield* randomUuid)
  const means = yield* meansFor(maximumOfDraft(draft), rail, maxSpend)
  const beginning: BeginRequest = {
    organisation: caller.organisation,
    key: caller.key,
    run,
    wish,
    mode,
    request: JSON.stringify({ ...asked.body, request_id: requestId }),
    waitMs: mode === "auto" ? waitSeconds * 1000 : 0,
    idempotency,
    draft,
    means,
    terms: { rail, preference: caller.preference, limit },
    fresh: yield* freshIds(draft._tag === "Planned" ? draft.plan.steps.length : 0),
    quoteTtlMs: (yield* AskSettings).quoteTtlMs,
    node,
  }
  const place = { organisation: caller.organisation, key: caller.key, run, idempotency, scopes: yield* spendScopes() }
  const begun = yield* carried(place, (scene) => begin(scene, beginning))
  if (begun._tag === "Earlier") return yield* replayOf(begun.run, begun.hash, hash)
  if (begun.status === "unsupported" && draft._tag === "Unsupported") return yield* unsupported(draft.message, run)
  return yield* answerWithin(run, begun.status === "running" ? waitSeconds : 0)
})
