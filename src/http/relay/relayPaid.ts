import { Effect } from "effect"
import type { HttpServerRequest } from "effect/http/HttpServerRequest"
import type { HttpServerResponse } from "effect/http/HttpServerResponse"
import type { IdempotencyKeyUse } from "../../../domain/ask/begin.ts"
import { SourceFailure, sourceRefusal } from "../../../domain/catalogue/Source.ts"
import { RunCancelled } from "../../../domain/ledger/errors.ts"
import type { RunRecord } from "../../../domain/ledger/LedgerQueries.ts"
import type { Call, RunError } from "../../../domain/ledger/state.ts"
import { isDelivered } from "../../../domain/ledger/status.ts"
import { endpointId, type ListedEndpoint, type Listing } from "../../../domain/listing/Listing.ts"
import type { Order, PaidCallOutcome } from "../../../domain/PaidCall.ts"
import type { Resource } from "../../../domain/rail/Rail.ts"
import { type Refused, ServiceUnavailable } from "../../../domain/Refusal.ts"
import { RunningCalls } from "../../../domain/RunningCalls.ts"
import type { OriginAnswer } from "../../../layers/origin/OriginRequest.ts"
import { Origins } from "../../../layers/origin/Origins.ts"
import { RequestContext } from "../../../rails/http/RequestContext.ts"
import { refusalWith } from "../../../rails/http/respond.ts"
import { isHeld, moneyHeaders, moneyMovedBy, sendPaid } from "../paid/answer.ts"
import { withChallenges } from "../paid/challenge.ts"
import { idempotentRequest, readRun, replayOr, replayRun } from "../paid/idempotency.ts"
import { buildOrder, CallTimeouts, neverDispatched, requireSpending } from "../paid/order.ts"
import { dryRun } from "../paid/preflight.ts"
import { isDryRun, payableRequest, paymentChoice } from "../paid/presentedPayment.ts"
import { declined } from "../runs/answer.ts"
import { outbound, type Target } from "./outbound.ts"
import { answerAgain, answerOf, storedAnswer, type StoredAnswer } from "./storedAnswer.ts"

/** One relayed request that costs something, through the one money path: charged if the origin answered below 400. */
export const relayPaid = Effect.fnUntraced(function* (
  listing: Listing,
  endpoint: ListedEndpoint,
  target: Target,
  request: HttpServerRequest,
) {
  const { presented, rail, tag } = yield* paymentChoice(request)
  const resource = (yield* payableRequest(request))(`${listing.name}: ${endpoint.name}`)
  const body = [request.headers["content-type"] ?? null, resource.bodyHash]
  const path = `${request.method} /${target.slug}${target.path}${target.query}`
  const idempotent = yield* idempotentRequest(idempotencyScope(listing, endpoint), { path, body, rail }, answerRelayed)
  const payment = { keyUse: idempotent.keyUse, rail, presented, tag, resource }
  if (yield* isDryRun(request.headers)) {
    const order = yield* relayOrder(listing, endpoint, { ...payment, dispatch: neverDispatched })
    return yield* dryRun(order, request.method, isFree(endpoint))
  }
  const first = Effect.gen(function* () {
    yield* requireSpending()
    // An origin's answer that is no delivery goes to the buyer uncharged.
    const received: { answer?: OriginAnswer } = {}
    const origins = yield* Origins
    const sent = yield* outbound(listing, endpoint, target, request)
    const dispatch = Effect.flatMap(origins.exchange(sent), (answer) => {
      const { status } = answer
      received.answer = answer
      if (status < 400) {
        const stored = storedAnswer(listing, endpoint, answer, new Date())
        return Effect.succeed({ body: JSON.stringify(stored), amount: endpoint.pricing.price })
      }
      return new SourceFailure({ code: "source_error", message: `The origin answered ${status}.` })
    })
    const order = yield* relayOrder(listing, endpoint, { ...payment, dispatch })
    const outcome = yield* withChallenges(order, buy(order, received))
    return outcome._tag === "Earlier" ? yield* replayRun(outcome.run, idempotent) : outcome.response
  })
  return yield* replayOr(idempotent, first)
})

/** The response, or the run that an earlier request began. */
const buy = Effect.fnUntraced(function* (order: Order, received: { readonly answer?: OriginAnswer }) {
  const calls = yield* RunningCalls
  const { record } = yield* RequestContext
  const started = yield* calls.start({ ...order, onRailWait: () => record.onRailWait?.() })
  const ended = yield* started.answered
  return ended._tag === "Earlier" ? ended : ({ _tag: "Answered", response: yield* answerOutcome(ended, received) } as const)
})

export const relayOrder = Effect.fnUntraced(function* (
  listing: Listing,
  endpoint: ListedEndpoint,
  {
    dispatch,
    keyUse,
    presented,
    rail,
    resource,
    tag,
  }: Pick<Order, "dispatch"> &
    Partial<Pick<Order, "presented" | "tag">> & {
      readonly keyUse: IdempotencyKeyUse | null
      readonly rail: string | null
      readonly resource?: Resource
    },
) {
  const { closingMs, dispatchTimeoutMs } = yield* CallTimeouts
  const repeatable = endpoint.method === "GET" || endpoint.method === "HEAD"
  return yield* buildOrder({
    begins: {
      kind: "relay",
      request: { slug: listing.slug, operation: endpointId(endpoint) },
      waitMs: dispatchTimeoutMs + closingMs,
      keyUse,
    },
    source: listing.slug,
    operation: endpointId(endpoint),
    name: endpoint.name,
    quote: {
      max: endpoint.pricing.price,
      payee: listing.publisher,
      priceId: endpoint.pricing.id ?? null,
      effects: !repeatable,
      ...(resource && { resource }),
    },
    maxSpend: null,
    sourceDailyCap: listing.dailyCap ?? undefined,
    pinned: rail,
    presented,
    tag,
    repeatable,
    dispatch,
  })
})

export const isFree = ({ pricing }: ListedEndpoint) => pricing.price === 0n

/** Idempotency-Keys of different endpoints are independent. */
export const idempotencyScope = (listing: Listing, endpoint: ListedEndpoint) => `relay ${listing.slug} ${endpointId(endpoint)}`

type Outcome = Exclude<PaidCallOutcome, { readonly _tag: "Earlier" }>

const answerOutcome = Effect.fnUntraced(function* (ended: Outcome, { answer }: { readonly answer?: OriginAnswer }) {
  switch (ended._tag) {
    case "Delivered":
      return yield* send(answer === undefined ? answerAgain(JSON.parse(ended.body) as StoredAnswer) : answerOf(answer), ended.closed.call)
    case "Failed":
      if (answer === undefined || answer.status < 400)
        return yield* refuseWith(failedRelay(ended.error, ended.closed.call), ended.closed.call)
      return yield* send(answerOf(answer), ended.closed.call)
    case "Held":
      return yield* refuseWith(paymentUnknown(), ended.call)
    case "Declined":
      return yield* declined(ended)
    case "Superseded":
      return yield* answerRelayed(yield* readRun(ended.run))
  }
})

/** The stored answer of a relayed run, or why it has none. */
const answerRelayed = Effect.fnUntraced(function* ({ calls: [first], run }: RunRecord) {
  if (first === undefined) return yield* paymentUnknown()
  if (run.status === "running" || isHeld(first.call)) return yield* refuseWith(paymentUnknown(), first.call)
  if (first.body !== null && isDelivered(first.call)) {
    return yield* send(answerAgain(JSON.parse(first.body) as StoredAnswer), first.call)
  }
  if (run.status === "cancelled") {
    return yield* refuseWith(new RunCancelled({ message: "The run of this request was cancelled. Nothing was charged." }), first.call)
  }
  const error = run.error ?? { code: "source_error", message: "The run ended without an answer. Nothing was charged." }
  return yield* refuseWith(failedRelay(error, first.call), first.call)
})

const send = (response: HttpServerResponse, call: Call) => sendPaid({ response, calls: [call] })

const refuseWith = <E extends Refused>(refusal: E, call: Call) =>
  Effect.flatMap(moneyHeaders([call]), (headers) => Effect.fail(refusalWith(refusal, { headers })))

/** A failed relay with the truth about the money, and about the origin, which may have acted on a request that it did not answer. */
export const failedRelay = ({ code, message, ...error }: RunError, call: Call) => {
  const mayHaveActed = code !== "source_unavailable" && !/^(?:GET|HEAD) /u.test(call.operation)
  const moved = moneyMovedBy([call])
  const ofMoney =
    moved === "refunded"
      ? " What was paid is credited to the organisation."
      : moved === "none" && !/charged/u.test(message)
        ? " Nothing was charged."
        : ""
  return sourceRefusal({
    ...error,
    message: `${message}${ofMoney}${mayHaveActed ? " The origin may have acted on the request all the same." : ""}`,
    code: code === "source_timeout" || code === "source_unavailable" ? code : "source_error",
  })
}

/** Held until the rail knows: never a new demand for payment. */
const paymentUnknown = () =>
  new ServiceUnavailable({
    message: "The payment of this request is not known yet; the money is held. Retry with the same Idempotency-Key: nothing is paid twice.",
    retryAfterSeconds: 2,
  })
