import { Clock, Effect, Option } from "effect"
import { uuidV7Unsafe } from "effect/crypto/SecureRandom"
import { RunningCalls } from "../../../domain/RunningCalls.ts"
import { Catalogue } from "../../../domain/catalogue/Catalogue.ts"
import { documentOf } from "../../../domain/catalogue/document.ts"
import { findOperation, findSource } from "../../../domain/catalogue/find.ts"
import { resolveInput } from "../../../domain/catalogue/resolveInput.ts"
import { CallId, RunId } from "../../../domain/money/ids.ts"
import { organisationRefusal } from "../../../domain/ledger/admit.ts"
import type { MicroUsd } from "../../../domain/money/Money.ts"
import { costOf, maximumCost } from "../../../domain/pricing/price.ts"
import type { Order } from "../../../domain/PaidCall.ts"
import type { Resource } from "../../../domain/rail/Rail.ts"
import { challenged } from "../payment/challenged.ts"
import { CurrentCaller, Exchange } from "../Exchange.ts"
import { requestHash } from "../idempotency.ts"
import { preflight } from "./preflight.ts"
import { answerRun } from "./readRun.ts"
import { replay } from "./replay.ts"
import { answerPaid, answerRunning } from "./answerPaid.ts"
import { DirectCallSettings } from "./settings.ts"

/** One direct call, from whichever route it came. */
export interface DirectCall {
  readonly path: string
  readonly query: Readonly<Record<string, unknown>>
  readonly endpoint: string
  readonly source: string
  readonly operation: string
  /** Null in a preflight that only asks for the price. */
  readonly input: Readonly<Record<string, unknown>> | null
  /** What the idempotency hash covers of the body. */
  readonly body: unknown
  readonly maxSpend: MicroUsd | null
  readonly limit: number
  readonly waitSeconds: number
  readonly idempotencyKey: string | undefined
  readonly rail: string | null
  /** A payment that came with it. */
  readonly proof?: string | undefined
  /** What tells that payment from another one of the same name. */
  readonly payment?: string | undefined
  /** The request itself, where one is to be paid for. */
  readonly resource?: (description: string) => Resource
  readonly dryRun: boolean
}

/** Replay, or check everything that can be refused, then buy: the run answers within the wait, or goes on without us. */
export const directCall = Effect.fnUntraced(function* (request: DirectCall) {
  const caller = yield* CurrentCaller
  const hash = requestHash(request.path, request.query, request.body, request.rail, request.payment)
  if (request.dryRun) return yield* preflight(yield* directOrder(request, hash), { method: "POST", calls: 1 })
  if (caller.earlier !== null) return yield* replay(caller.earlier, hash, answerRun)
  const refusal = organisationRefusal({
    organisation: { ...caller, id: caller.organisation, status: caller.organisationStatus },
    accounts: [],
  })
  if (refusal !== undefined) return yield* refusal

  const order = yield* directOrder(request, hash)
  return yield* challenged(order, buy(order, request, hash))
})

/** Answers within the wait, or that the call goes on without us. */
const buy = Effect.fnUntraced(function* (order: Order, request: DirectCall, hash: string) {
  const calls = yield* RunningCalls
  const startedAt = yield* Clock.currentTimeMillis
  const waitMs = request.waitSeconds * 1000
  const started = yield* calls.start(order)
  const paid = yield* Effect.timeoutOption(started.outcome, waitMs)
  const leftMs = Math.max(0, waitMs - ((yield* Clock.currentTimeMillis) - startedAt))
  if (Option.isSome(paid)) return yield* answerPaid(paid.value, hash, leftMs)
  const opened = yield* started.reserved
  return "_tag" in opened ? yield* answerPaid(opened, hash, 0) : yield* answerRunning(opened)
})

/** The order of a direct call, with everything checked that can be refused before money is looked at. */
export const directOrder = Effect.fnUntraced(function* (request: DirectCall, hash: string) {
  const caller = yield* CurrentCaller
  const { requestId, startedAt } = yield* Exchange
  const { closingMs, dispatchTimeoutMs } = yield* DirectCallSettings
  const entries = yield* Effect.flatMap(Catalogue, (catalogue) => catalogue.current)
  const entry = yield* Effect.fromResult(findSource(entries, request.source))
  const { operation, source } = yield* Effect.fromResult(findOperation(entry, request.operation))
  const { values, variant } =
    request.input === null ? { values: {}, variant: operation } : yield* Effect.fromResult(resolveInput(operation, request.input))
  const order: Order = {
    buyer: { organisation: caller.organisation, key: caller.key },
    wallet: false,
    call: CallId.make(uuidV7Unsafe()),
    run: RunId.make(uuidV7Unsafe()),
    step: 0,
    begins: {
      kind: "direct",
      request: JSON.stringify({
        source_id: source.id,
        operation: operation.id,
        input: request.input,
        limit: request.limit,
        request_id: requestId,
      }),
      // From when the request came: once it was answered 202, a retry is a replay.
      waitMs: Math.max(0, startedAt + request.waitSeconds * 1000 - (yield* Clock.currentTimeMillis)),
      idempotency: request.idempotencyKey === undefined ? null : { endpoint: request.endpoint, key: request.idempotencyKey, hash },
    },
    source: source.id,
    operation: operation.id,
    name: operation.name,
    quote: {
      max: maximumCost(variant.pricing, request.limit),
      payee: source.provider,
      price: variant.pricing.id ?? null,
      ...(request.resource && { resource: request.resource(`${operation.name}: ${operation.description}`) }),
    },
    maxSpend: request.maxSpend,
    pinned: request.rail,
    preference: caller.preference,
    proof: request.proof,
    dispatchTimeoutMs,
    closingMs,
    dispatch: Effect.map(variant.run(values, request.limit), (answer) => ({
      body: JSON.stringify(documentOf({ source, operation }, answer, Date.now())),
      amount: costOf(variant.pricing, answer.documents, request.limit),
    })),
  }
  return order
})
