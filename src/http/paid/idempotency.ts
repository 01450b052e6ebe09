import { Effect } from "effect"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import type { IdempotencyKeyUse } from "../../../domain/ask/begin.ts"
import type { EarlierRun } from "../../../domain/identity/Authenticator.ts"
import { RequestInProgress, RunCancelled } from "../../../domain/ledger/errors.ts"
import { LedgerQueries, type RunRecord } from "../../../domain/ledger/LedgerQueries.ts"
import { idempotencyConflict } from "../../../domain/ledger/reserve.ts"
import { RunNotFound } from "../../../domain/ledger/errors.ts"
import type { RunId } from "../../../domain/money/ids.ts"
import type { Refused } from "../../../domain/Refusal.ts"
import { requestHash } from "../../../rails/http/idempotency.ts"
import { CurrentCaller, RequestContext } from "../../../rails/http/RequestContext.ts"
import { refusalWith, type RefusalWith } from "../../../rails/http/respond.ts"
import { isCharged, isHeld } from "./answer.ts"

/** A request that pays once however often it is sent. */
export interface IdempotentRequest<A extends HttpServerResponse.HttpServerResponse, E extends Refused | RefusalWith<Refused>, R> {
  readonly hash: string
  /** The Idempotency-Key, or the name of the presented payment, as it is stored with the run. Null: every request is a new one. */
  readonly keyUse: IdempotencyKeyUse | null
  /** How a run that an earlier request began is answered. */
  readonly answerRecord: (record: RunRecord) => Effect.Effect<A, E, R>
}

interface RequestIdentity {
  readonly path: string
  readonly query?: Readonly<Record<string, unknown>>
  readonly body: unknown
  readonly rail: string | null
}

/** `endpoint`: keys of different endpoints are different keys. The hash distinguishes a repeated request from another one with the same key. */
export const idempotentRequest = Effect.fnUntraced(function* <
  A extends HttpServerResponse.HttpServerResponse,
  E extends Refused | RefusalWith<Refused>,
  R,
>(endpoint: string, { body, path, query = {}, rail }: RequestIdentity, answerRecord: (record: RunRecord) => Effect.Effect<A, E, R>) {
  const { idempotency } = (yield* RequestContext).record
  // A request without a key is compared with no other.
  const hash = idempotency === undefined ? "" : requestHash(path, query, body, rail, idempotency.payment)
  const keyUse = idempotency === undefined ? null : { endpoint, key: idempotency.key, hash }
  return { hash, keyUse, answerRecord } satisfies IdempotentRequest<A, E, R>
})

/** The answer of the run that an earlier request with this key began, or else the answer of `first`. */
export const replayOr = Effect.fnUntraced(function* <
  A extends HttpServerResponse.HttpServerResponse,
  E extends Refused | RefusalWith<Refused>,
  R,
  B,
  E2,
  R2,
>(request: IdempotentRequest<A, E, R>, first: Effect.Effect<B, E2, R2>) {
  const { earlier, now } = yield* CurrentCaller
  return earlier === null ? yield* first : yield* replay(earlier, request, now)
})

/** Another request with the same key was a moment faster: its run is the answer. `hash`: that of the other request, if it may differ. */
export const replayRun = Effect.fnUntraced(function* <
  A extends HttpServerResponse.HttpServerResponse,
  E extends Refused | RefusalWith<Refused>,
  R,
>(id: RunId, request: IdempotentRequest<A, E, R>, hash = request.hash) {
  const { now, run } = yield* readRun(id)
  return yield* replay({ run: run.id, hash, status: run.status, waitUntil: run.waitUntil }, request, now)
})

/** The same request is answered with the same run, another one conflicts. While the first request waits for its answer, its key is taken. */
const replay = Effect.fnUntraced(function* <A extends HttpServerResponse.HttpServerResponse, E extends Refused | RefusalWith<Refused>, R>(
  earlier: EarlierRun,
  { answerRecord, hash }: IdempotentRequest<A, E, R>,
  now: number,
) {
  if (earlier.hash !== hash) {
    const { idempotency } = (yield* RequestContext).record
    return yield* idempotencyConflict(idempotency?.payment === undefined ? "This Idempotency-Key" : "The payment that the request presents")
  }
  const waitingMs = earlier.waitUntil - now
  if (earlier.status === "running" && waitingMs > 0) {
    return yield* new RequestInProgress({
      message:
        "The first request with this Idempotency-Key, or with this payment, is still running. Retry in a moment with the same one: nothing is paid twice.",
      retry_after_ms: Math.min(1000, waitingMs),
    })
  }
  const record = yield* readRun(earlier.run)
  if (record.run.status === "cancelled" && !keptItsCall(record)) {
    return yield* new RunCancelled({
      message: "The run of this Idempotency-Key was cancelled and is not restarted. Use a new key to buy again.",
    })
  }
  return yield* answerRecord(record).pipe(
    Effect.map((response) => HttpServerResponse.setHeaders(response, replayHeaders)),
    Effect.mapError((error) => refusalWith<Exclude<E, RefusalWith<Refused>> | InnerOf<E>>(error as never, { headers: replayHeaders })),
  )
})

/** A cancelled run of one call that could not be stopped: it was charged, or its money is held. */
const keptItsCall = ({ calls, run }: RunRecord) => run.kind !== "ask" && calls.some(({ call }) => isCharged(call) || isHeld(call))

export const replayHeaders = { "x-idempotent-replay": "true" }

type InnerOf<E> = E extends RefusalWith<infer Inner> ? Inner : never

/** A run of the calling key. */
export const readRun = Effect.fnUntraced(function* (id: RunId) {
  const caller = yield* CurrentCaller
  const queries = yield* LedgerQueries
  const record = yield* queries.run(caller.organisation, caller.key, id)
  return record ?? (yield* new RunNotFound({ message: "No run with this id belongs to this key." }))
})
