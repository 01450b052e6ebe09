import { Clock, Effect, Option } from "effect"
import type { IdempotencyKeyUse } from "../../../domain/ask/begin.ts"
import { Catalogue } from "../../../domain/catalogue/Catalogue.ts"
import { documentOf } from "../../../domain/catalogue/document.ts"
import { findOperation, findSource, SourceNotFound } from "../../../domain/catalogue/find.ts"
import { resolveInput } from "../../../domain/catalogue/resolveInput.ts"
import { endpointId, type Listing, Listings } from "../../../domain/listing/Listing.ts"
import type { MicroUsd } from "../../../domain/money/Money.ts"
import type { Order } from "../../../domain/PaidCall.ts"
import { costOf, maximumCost } from "../../../domain/pricing/price.ts"
import type { Resource } from "../../../domain/rail/Rail.ts"
import { withinTime } from "../../../domain/withinTime.ts"
import { RunningCalls } from "../../../domain/RunningCalls.ts"
import { RequestContext } from "../../../rails/http/RequestContext.ts"
import { withChallenges } from "../paid/challenge.ts"
import { idempotentRequest, replayOr, replayRun } from "../paid/idempotency.ts"
import { buildOrder, requireSpending } from "../paid/order.ts"
import { dryRun } from "../paid/preflight.ts"
import { answerOutcome, answerRun, answerRunning } from "../runs/answer.ts"

/** What is called, and on which terms. */
export interface DirectCall {
  readonly source: string
  readonly operation: string
  /** Null in a preflight that only needs the price. */
  readonly input: Readonly<Record<string, unknown>> | null
  readonly maxSpend: MicroUsd | null
  readonly limit: number
  readonly waitSeconds: number
  readonly rail: string | null
  /** A payment that the caller presented. */
  readonly presented?: string | undefined
  readonly tag?: string | null
  /** The request as a payment for it is bound, if one can be paid for. */
  readonly resource?: (description: string) => Resource
}

/** A direct call of a route. The idempotency hash covers `path`, `query` and `body`. */
export interface DirectCallRequest extends DirectCall {
  readonly endpoint: string
  readonly path: string
  readonly query: Readonly<Record<string, unknown>>
  readonly body: unknown
  readonly dryRun: boolean
}

/** Replays, or checks everything that can be refused and then buys: the run answers within the wait, or continues without the request. */
export const directCall = Effect.fnUntraced(function* (request: DirectCallRequest) {
  const idempotent = yield* idempotentRequest(request.endpoint, request, answerRun)
  if (request.dryRun) return yield* dryRun(yield* directOrder(request, idempotent.keyUse), "POST")
  const first = Effect.gen(function* () {
    yield* requireSpending()
    const order = yield* directOrder(request, idempotent.keyUse)
    const outcome = yield* withChallenges(order, buy(order, request.waitSeconds * 1000))
    return outcome._tag === "Earlier" ? yield* replayRun(outcome.run, idempotent) : outcome.response
  })
  return yield* replayOr(idempotent, first)
})

/** The response within the wait, that the call continues without the request, or the run that an earlier request began. */
const buy = Effect.fnUntraced(function* (order: Order, waitMs: number) {
  const calls = yield* RunningCalls
  const startedAt = yield* Clock.currentTimeMillis
  const { record } = yield* RequestContext
  const started = yield* calls.start({ ...order, onRailWait: () => record.onRailWait?.() })
  const ended = yield* withinTime(Effect.map(started.answered, Option.some), waitMs, () => Effect.succeedNone)
  const reached = Option.isSome(ended) ? ended.value : yield* started.reserved
  if (!("_tag" in reached)) return { _tag: "Answered", response: yield* answerRunning(reached) } as const
  if (reached._tag === "Earlier") return reached
  const leftMs = Option.isSome(ended) ? Math.max(0, waitMs - ((yield* Clock.currentTimeMillis) - startedAt)) : 0
  return { _tag: "Answered", response: yield* answerOutcome(reached, leftMs) } as const
})

/** The order of a direct call. Everything that can be refused before the money is checked here. */
export const directOrder = Effect.fnUntraced(function* (call: DirectCall, keyUse: IdempotencyKeyUse | null) {
  const { startedAt } = yield* RequestContext
  const entries = yield* Effect.flatMap(Catalogue, (catalogue) => catalogue.current)
  const entry = yield* Effect.fromResult(findSource(entries, call.source)).pipe(
    Effect.catchTag("source_not_found", (error) =>
      Effect.flatMap(listingOf(call.source), (listing) => (listing === undefined ? error : relayedInstead(listing, call.operation))),
    ),
  )
  const { operation, source } = yield* Effect.fromResult(findOperation(entry, call.operation))
  const { values, variant } =
    call.input === null ? { values: {}, variant: operation } : yield* Effect.fromResult(resolveInput(operation, call.input))
  return yield* buildOrder({
    begins: {
      kind: "direct",
      request: { source_id: source.id, operation: operation.id, input: call.input, limit: call.limit },
      // From the arrival of the request: after a 202 a retry is a replay.
      waitMs: Math.max(0, startedAt + call.waitSeconds * 1000 - (yield* Clock.currentTimeMillis)),
      keyUse,
    },
    source: source.id,
    operation: operation.id,
    name: operation.name,
    quote: {
      max: maximumCost(variant.pricing, call.limit),
      payee: source.provider,
      priceId: variant.pricing.id ?? null,
      effects: operation.effects === true,
      ...(call.resource && { resource: call.resource(`${operation.name}: ${operation.description}`) }),
    },
    maxSpend: call.maxSpend,
    pinned: call.rail,
    presented: call.presented,
    tag: call.tag,
    computed: operation.computed === true,
    repeatable: operation.repeatable === true,
    dispatch: Effect.map(variant.run(values, call.limit, variant.pricing.model), (answer) => ({
      body: JSON.stringify(documentOf({ source, operation }, answer, Date.now())),
      amount: costOf(variant.pricing, answer.documents, call.limit),
    })),
  })
})

const listingOf = Effect.fnUntraced(function* (slug: string) {
  return (yield* Effect.flatMap(Listings, ({ current }) => current)).get(slug.trim().toLowerCase())
})

/** A listed API is in the directory, so callers try to execute it as a source. */
const relayedInstead = ({ endpoints, name, slug }: Listing, operation: string) => {
  const meant = endpoints.find((endpoint) => [endpointId(endpoint), endpoint.path, endpoint.path.slice(1)].includes(operation))
  const { method, path } = meant ?? endpoints[0] ?? { method: "POST", path: "/" }
  return new SourceNotFound({
    message: `${name} is a listed API, which is not called by this route. Send its own requests under /${slug}, for instance ${method} /${slug}${path}. POST /v1/apis/${slug}/preflight answers their price. Nothing was charged.`,
  })
}
