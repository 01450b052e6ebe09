import { Effect } from "effect"
import { uuidV7Unsafe } from "effect/crypto/SecureRandom"
import type { HttpServerRequest } from "effect/http/HttpServerRequest"
import { createHash } from "node:crypto"
import { RunningCalls } from "../../../../domain/RunningCalls.ts"
import { SourceFailure } from "../../../../domain/catalogue/Source.ts"
import { sourceRefusal } from "../../../../domain/catalogue/sourceErrors.ts"
import { CallId, RunId } from "../../../../domain/money/ids.ts"
import { insufficientBalance, organisationRefusal } from "../../../../domain/ledger/admit.ts"
import type { Call, RunError } from "../../../../domain/ledger/state.ts"
import type { RunRecord } from "../../../../domain/ledger/LedgerQueries.ts"
import { type Endpoint, endpointId, type Listing } from "../../../../domain/listing/Listing.ts"
import { zero } from "../../../../domain/money/Money.ts"
import type { Order, PaidCallOutcome } from "../../../../domain/PaidCall.ts"
import type { Resource } from "../../../../domain/rail/Rail.ts"
import { ServiceUnavailable } from "../../../../domain/Refusal.ts"
import type { OriginAnswer } from "../../../../layers/origin/OriginRequest.ts"
import { Origins } from "../../../../layers/origin/Origins.ts"
import { isDryRun } from "../../dryRun.ts"
import { CurrentCaller, Exchange, RequestBody } from "../../Exchange.ts"
import { requestHash } from "../../idempotency.ts"
import { moneyMovedBy, paymentHeaders } from "../../views/run.ts"
import { challenged } from "../../payment/challenged.ts"
import { wantedBy } from "../../payment/presented.ts"
import { sayReceipt } from "../../payment/receipt.ts"
import { PublicUrl, resourceOf } from "../../payment/resource.ts"
import { preflight } from "../preflight.ts"
import { readRun } from "../readRun.ts"
import { replay } from "../replay.ts"
import { outbound } from "./outbound.ts"
import { Relaying } from "./Relaying.ts"
import { answerAgain, answerOf, type StoredAnswer, storedAnswer } from "./storedAnswer.ts"
import type { Target } from "./target.ts"

/** One relayed request that costs something, through the one money path: charged when the origin answered below 400. */
export const relayPaid = Effect.fnUntraced(function* (listing: Listing, endpoint: Endpoint, target: Target, request: HttpServerRequest) {
  const caller = yield* CurrentCaller
  const calls = yield* RunningCalls
  const { proof, rail } = yield* wantedBy(request)
  const { bytes } = yield* RequestBody
  const publicUrl = yield* PublicUrl
  const resource = resourceOf(request, publicUrl, {
    body: bytes,
    description: `${listing.name}: ${endpoint.name}`,
    mimeType: "application/json",
  })
  const body = [request.headers["content-type"] ?? null, createHash("sha256").update(bytes).digest("base64url")]
  const hash = requestHash(
    `${request.method} /${target.slug}${target.path}${target.query}`,
    {},
    body,
    rail,
    (yield* Exchange).idempotency?.payment,
  )
  if (yield* isDryRun(request.headers)) {
    const order = yield* relayOrder(listing, endpoint, {
      hash,
      rail,
      proof,
      resource,
      dispatch: Effect.die("a preflight dispatches nothing"),
    })
    return yield* preflight(order, { method: request.method, calls: 1, free: isFree(endpoint) })
  }
  if (caller.earlier !== null) return yield* replay(caller.earlier, hash, answerRelayed)
  const refusal = organisationRefusal({
    organisation: { ...caller, id: caller.organisation, status: caller.organisationStatus },
    accounts: [],
  })
  if (refusal !== undefined) return yield* refusal

  // What the origin said; where it was no delivery, the buyer gets it for nothing.
  const heard: { answer?: OriginAnswer } = {}
  const origins = yield* Origins
  const sent = yield* outbound(listing, target, request)
  const dispatch = Effect.flatMap(origins.exchange(sent), (answer) => {
    const { status } = answer
    heard.answer = answer
    if (status < 400) {
      const stored = storedAnswer(listing, endpoint, answer, new Date())
      return Effect.succeed({ body: JSON.stringify(stored), amount: endpoint.pricing.price })
    }
    return new SourceFailure({ code: "source_error", message: `The origin answered ${status}, so nothing was charged.` })
  })
  const order = yield* relayOrder(listing, endpoint, { hash, rail, proof, resource, dispatch })
  const paid = Effect.flatMap(calls.start(order), ({ outcome: done }) => done)
  return yield* challenged(
    order,
    Effect.flatMap(paid, (end) => answerPaid(end, hash, heard)),
  )
})

export const relayOrder = Effect.fnUntraced(function* (
  listing: Listing,
  endpoint: Endpoint,
  {
    dispatch,
    hash,
    proof,
    rail,
    resource,
  }: Pick<Order, "dispatch"> &
    Partial<Pick<Order, "proof">> & { readonly hash: string; readonly rail: string | null; readonly resource?: Resource },
) {
  const caller = yield* CurrentCaller
  const { idempotency, requestId } = yield* Exchange
  const { closingMs, timeoutMs } = yield* Relaying
  return {
    buyer: { organisation: caller.organisation, key: caller.key },
    wallet: false,
    call: CallId.make(uuidV7Unsafe()),
    run: RunId.make(uuidV7Unsafe()),
    step: 0,
    begins: {
      kind: "relay",
      request: JSON.stringify({ slug: listing.slug, operation: endpointId(endpoint), request_id: requestId }),
      waitMs: timeoutMs + closingMs,
      idempotency: idempotency === undefined ? null : { endpoint: idempotencyScope(listing, endpoint), key: idempotency.key, hash },
    },
    source: listing.slug,
    operation: endpointId(endpoint),
    name: endpoint.name,
    quote: { max: endpoint.pricing.price, payee: listing.publisher, price: endpoint.pricing.id ?? null, ...(resource && { resource }) },
    maxSpend: null,
    sourceDailyCap: listing.dailyCap ?? undefined,
    pinned: rail,
    preference: caller.preference,
    proof,
    dispatchTimeoutMs: timeoutMs,
    closingMs,
    dispatch,
  } satisfies Order
})

export const isFree = ({ pricing }: Endpoint) => pricing.price === 0n

/** Idempotency-Keys of different endpoints have nothing to do with each other. */
export const idempotencyScope = (listing: Listing, endpoint: Endpoint) => `relay ${listing.slug} ${endpointId(endpoint)}`

const answerPaid = Effect.fnUntraced(function* (paid: PaidCallOutcome, hash: string, heard: { readonly answer?: OriginAnswer }) {
  switch (paid._tag) {
    case "Delivered":
      yield* sayWhatMoved(paid.closed.call)
      return heard.answer === undefined ? answerAgain(JSON.parse(paid.body) as StoredAnswer) : answerOf(heard.answer)
    case "Failed":
      yield* sayWhatMoved(paid.closed.call)
      return heard.answer === undefined || heard.answer.status < 400 ? yield* failedRelay(paid.error) : answerOf(heard.answer)
    case "Held":
      yield* sayWhatMoved(paid.call)
      return yield* unknownYet()
    case "Declined":
      yield* sayReceipt(paid.closed.call)
      return yield* insufficientBalance(paid.closed.call.max, zero, [
        { rail: paid.closed.call.rail, outcome: "declined", reason: paid.reason },
      ])
    case "Superseded":
      return yield* answerRelayed(yield* readRun(paid.run))
    case "Earlier": {
      const { now, run } = yield* readRun(paid.run)
      return yield* replay({ run: run.id, hash, status: run.status, waitUntil: run.waitUntil }, hash, answerRelayed, now)
    }
  }
})

/** The stored answer of a relayed run, or what became of it. */
const answerRelayed = Effect.fnUntraced(function* (record: RunRecord) {
  const [first] = record.calls
  if (first === undefined) return yield* unknownYet()
  yield* sayWhatMoved(first.call)
  if (record.run.status === "running") return yield* unknownYet()
  if (first.body !== null && first.call.state === "captured") return answerAgain(JSON.parse(first.body) as StoredAnswer)
  return yield* failedRelay(record.run.error ?? { code: "source_error", message: "The run ended without an answer. Nothing was charged." })
})

const failedRelay = ({ code, message }: RunError) =>
  sourceRefusal(code === "source_timeout" || code === "source_unavailable" ? code : "source_error", message)

/** Held until it is known: never a new demand for payment. */
const unknownYet = () =>
  new ServiceUnavailable({
    message: "The payment of this request is not known yet; the money is held. Retry with the same Idempotency-Key: nothing is paid twice.",
    retryAfterSeconds: 2,
  })

const sayWhatMoved = Effect.fnUntraced(function* (call: Call) {
  const exchange = yield* Exchange
  exchange.moneyMoved = moneyMovedBy([call])
  exchange.headers = { ...exchange.headers, ...paymentHeaders(call) }
  yield* sayReceipt(call)
})
