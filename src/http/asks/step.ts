import { Deferred, Effect, Exit } from "effect"
import { AskRuns } from "../../../domain/ask/AskRuns.ts"
import { type AskDecision, type AskTarget, type AskContext, AskStore } from "../../../domain/ask/AskStore.ts"
import { type Approved } from "../../../domain/ask/approve.ts"
import { approvalUnconfirmed } from "../../../domain/ask/refusals.ts"
import { refusalOfShortfall } from "../../../domain/ask/shortfall.ts"
import { type RunId } from "../../../domain/money/ids.ts"
import { InvalidRequest, storageUnavailable } from "../../../domain/Refusal.ts"
import { CurrentCaller, type RequestBody } from "../../../rails/http/RequestContext.ts"
import { refusalWith } from "../../../rails/http/respond.ts"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { idempotentRequest, replayHeaders, replayRun } from "../paid/idempotency.ts"
import { isDryRun, paymentChoice } from "../paid/presentedPayment.ts"
import { answerAskRecord, answerRun, readAsk, runEnded } from "../runs/answer.ts"
import { spendScopes } from "./plan.ts"

/** How a request that changes an ask is paid for, and its identity for a replay. `path` and `body` go into the hash. */
export const askIdentity = Effect.fnUntraced(function* (
  { headers }: typeof RequestBody.Service,
  endpoint: "ask" | "ask_run" | "ask_continue",
  path: string,
  body: Readonly<Record<string, unknown>>,
) {
  const { presented, rail, tag } = yield* paymentChoice({ headers })
  if (presented !== undefined) {
    return yield* new InvalidRequest({
      message:
        "An ask may make several calls, and a payment that is presented pays one. Leave the payment header out, and the organisation's own rails pay; or present the payment to POST /v1/execute/{source}/{operation}, with a source and an operation of the plan. Nothing was charged.",
    })
  }
  const isDry = yield* isDryRun(headers)
  const idempotent = yield* idempotentRequest(endpoint, { path, body: { ...body, wait_seconds: undefined }, rail }, answerRun)
  return { rail, tag, dryRun: isDry, idempotent }
})

interface Step<A extends Approved> {
  readonly run: RunId
  readonly waitSeconds: number
  /** A lost commit of an approval is answered `approval_unconfirmed`: the buyer has to read the run first. */
  readonly approves?: boolean
  readonly idempotent: Effect.Success<ReturnType<typeof askIdentity>>["idempotent"]
  readonly decide: (context: AskContext) => AskDecision<A>
}

/**
 * Takes the step. A step that begins a run also starts it: a client that hangs up leaves no run behind that nothing continues. With a
 * database that hangs the request is answered 503 after 2.5 s, and the step continues.
 */
export const takeStep = Effect.fnUntraced(function* <A extends Approved>({
  approves,
  decide,
  idempotent,
  run,
}: Omit<Step<A>, "waitSeconds">) {
  const { key, organisation } = yield* CurrentCaller
  const store = yield* AskStore
  const runs = yield* AskRuns
  const target: AskTarget = {
    organisation,
    key,
    run,
    idempotency: idempotent.keyUse,
    scopes: yield* spendScopes(),
    ...(approves !== undefined && { approves }),
  }
  const taken = Deferred.makeUnsafe<A, Effect.Error<ReturnType<AskStore["Service"]["step"]>>>()
  const onStalled = () => Deferred.doneUnsafe(taken, Exit.fail(approves === true ? approvalUnconfirmed() : storageUnavailable()))
  const taking = Effect.tap(store.step(target, decide, onStalled), (done: Approved) =>
    done._tag === "Begun" && done.status === "running" ? runs.start(target) : Effect.void,
  )
  yield* Effect.forkDetach(Effect.onExit(taking, (exit) => Effect.sync(() => Deferred.doneUnsafe(taken, exit))))
  return yield* Effect.mapError(Deferred.await(taken), (error) =>
    error.code === "approval_unconfirmed" ? refusalWith(error, { headers: { "x-money-moved": "unknown" } }) : error,
  )
})

/** Takes the step, and answers the run as it is afterwards. */
export const answerStep = Effect.fnUntraced(function* <A extends Approved>({ waitSeconds, ...step }: Step<A>) {
  const done: Approved = yield* takeStep(step)
  if (done._tag === "Earlier") return yield* replayRun(done.run, step.idempotent, done.hash)
  const response = yield* answerWithin(step.run, done.status === "running" ? waitSeconds : 0)
  return done._tag === "Before" ? HttpServerResponse.setHeaders(response, replayHeaders) : response
})

/**
 * The run once it ends or waits for its buyer, or as it is after the wait. 402 where its money was refused before it bought anything: the
 * same answer as a moment later, when the check before the approval would have refused it.
 */
export const answerWithin = Effect.fnUntraced(function* (run: RunId, seconds: number) {
  const { organisation } = yield* CurrentCaller
  if (seconds > 0) yield* Effect.timeoutOption(runEnded(run), seconds * 1000)
  const record = yield* readAsk(organisation, run)
  const refusal = refusalOfShortfall(record.ask)
  if (refusal === undefined) return yield* answerAskRecord(record)
  return yield* refusalWith(refusal, { headers: { location: `/v2/runs/${run}` } })
})
