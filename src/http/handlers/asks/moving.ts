import { Effect } from "effect"
import type { HttpServerRequest } from "effect/http/HttpServerRequest"
import type { Approved } from "../../../../domain/ask/approve.ts"
import type { AskDecision, AskContext } from "../../../../domain/ask/AskStore.ts"
import type { IdempotencyKeyUse } from "../../../../domain/ask/begin.ts"
import type { RunId } from "../../../../domain/money/ids.ts"
import { Node } from "../../../../domain/Node.ts"
import { InvalidRequest } from "../../../../domain/Refusal.ts"
import { isDryRun } from "../../dryRun.ts"
import { CurrentCaller, Exchange, RequestBody } from "../../Exchange.ts"
import { requestHash } from "../../idempotency.ts"
import { wantedBy } from "../../payment/presented.ts"
import { answerRun, readRun } from "../readRun.ts"
import { replay } from "../replay.ts"
import { answerWithin } from "./answerWithin.ts"
import { carried } from "./carried.ts"
import { spendScopes } from "./planning.ts"

type Body = Readonly<Record<string, unknown>>

/** A request that moves an ask on: how it is paid for, and what makes its repetition one. */
export interface Moving {
  /** Of the request. */
  readonly id: string
  readonly rail: string | null
  readonly dryRun: boolean
  readonly hash: string
  readonly idempotency: IdempotencyKeyUse | null
  readonly node: Node["Service"]["id"]
}

export const movingBy = Effect.fnUntraced(function* (request: HttpServerRequest, step: "run" | "continue", ask: string, body: Body) {
  const { proof, rail } = yield* wantedBy(request)
  if (proof !== undefined) return yield* paysOneCall()
  const { headers } = yield* RequestBody
  const key = headers["idempotency-key"]
  const hash = requestHash(`/v2/asks/${ask}/${step}`, {}, { ...body, wait_seconds: undefined }, rail)
  return {
    id: (yield* Exchange).requestId,
    rail,
    dryRun: yield* isDryRun(request.headers),
    hash,
    idempotency: key === undefined ? null : { endpoint: `ask_${step}`, key, hash },
    node: (yield* Node).id,
  } satisfies Moving
})

export const paysOneCall = () =>
  new InvalidRequest({
    message:
      "An ask may make several calls, and a payment that is presented pays one. Leave the payment header out, and the organisation's own rails pay; or present the payment to POST /v1/execute/{source}/{operation}, with a source and an operation of the plan. Nothing was charged.",
  })

interface Move<A extends Approved> extends Moving {
  readonly run: RunId
  readonly waitSeconds: number
  /** Where it is lost whether it was written, the run has to be read first. */
  readonly approves: boolean
  readonly decide: (scene: AskContext) => AskDecision<A>
}

/** Takes the step, and answers the run that came of it. */
export const move = Effect.fnUntraced(function* <A extends Approved>({ approves, decide, hash, idempotency, run, waitSeconds }: Move<A>) {
  const { key, organisation } = yield* CurrentCaller
  const moved: Approved = yield* carried({ organisation, key, run, idempotency, scopes: yield* spendScopes(), approves }, decide)
  if (moved._tag === "Earlier") return yield* replayOf(moved.run, moved.hash, hash)
  if (moved._tag === "Before") {
    const exchange = yield* Exchange
    exchange.headers = { ...exchange.headers, "x-idempotent-replay": "true" }
  }
  return yield* answerWithin(run, moved.status === "running" ? waitSeconds : 0)
})

/** Another request with the same key was first, by a moment. */
export const replayOf = Effect.fnUntraced(function* (run: RunId, theirs: string, hash: string) {
  const { now, run: first } = yield* readRun(run)
  return yield* replay({ run, hash: theirs, status: first.status, waitUntil: first.waitUntil }, hash, answerRun, now)
})
