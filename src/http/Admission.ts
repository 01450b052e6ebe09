import { Context, Effect, Layer } from "effect"
import { HttpServerRequest } from "effect/http/HttpServerRequest"
import type { HttpServerResponse } from "effect/http/HttpServerResponse"
import type { IncomingMessage } from "node:http"
import { authenticationRefusal, Authenticator, type Caller, unknownKey } from "../../domain/identity/Authenticator.ts"
import { InsufficientScope, InvalidWorkspace, RateLimitExceeded } from "../../domain/identity/errors.ts"
import { type Rail, Rails } from "../../domain/rail/Rail.ts"
import { InvalidRequest, isRefused } from "../../domain/Refusal.ts"
import { hashOf, isWellFormed } from "../../layers/identity/secret.ts"
import type { Access } from "./api/access.ts"
import { CurrentCaller, Exchange, type ExchangeState, RequestBody } from "./Exchange.ts"
import { badIdempotencyKey, idempotencyKeyPattern } from "./idempotency.ts"
import { measureExecuting } from "../observability/requestMetrics.ts"
import { readBody } from "./readBody.ts"
import { refuse } from "./respond.ts"
import { isSourceList } from "./routes.ts"

/** What a route asks of its callers. */
export interface Door extends Context.Service.Shape<typeof Access> {
  /** Its template, for logs and metrics. */
  readonly route: string
  readonly takesQuery: boolean
}

/**
 * Who may come in: body size, authentication, rate and scope, in the documented order, before the route's own syntax; and
 * how many at once. Every route behind a key goes through it, relays too.
 */
export class Admission extends Context.Service<
  Admission,
  {
    /** Runs `use` for the caller, or answers why not. Body and caller are there for it. */
    readonly admit: <E, R>(
      door: Door,
      use: Effect.Effect<HttpServerResponse, E, R>,
    ) => Effect.Effect<HttpServerResponse, E, Exclude<Exclude<R, CurrentCaller>, RequestBody> | HttpServerRequest>
  }
>()("farthing/src/http/Admission") {
  /** `perNode`: requests that may execute at once on this node. */
  static readonly layer = ({ perNode }: { readonly perNode: number }) =>
    Layer.effect(
      Admission,
      Effect.gen(function* () {
        const gate = yield* Authenticator
        const rails = [...(yield* Rails).values()]
        const places = makePlaces(perNode)
        yield* measureExecuting(places.count)
        return Admission.of({
          admit: (door, use) =>
            Effect.gen(function* () {
              const request = yield* HttpServerRequest
              const exchange = yield* Exchange
              exchange.route = door.route
              if (door.paid) exchange.moneyMoved = "none"
              const entered = yield* Effect.result(enter(gate, request, exchange, door, rails))
              if (entered._tag === "Failure") {
                if (!isRefused(entered.failure)) return yield* Effect.die(entered.failure)
                const response = refuse(entered.failure, exchange)
                // Whatever the gate could not reach, nothing was reserved yet.
                if (door.paid) exchange.moneyMoved = "none"
                return response
              }
              const { bytes, caller } = entered.success
              const place = places.take(caller)
              if (place === undefined) return refuse(tooMany(places.isFullFor(caller)), exchange)
              return yield* use.pipe(
                Effect.provideService(CurrentCaller, caller),
                Effect.provideService(RequestBody, { bytes, headers: request.headers }),
                Effect.ensuring(Effect.sync(place.leave)),
              )
            }),
        })
      }),
    )
}

/** Requests that execute now, on this node and of each organisation here. */
const makePlaces = (perNode: number) => {
  const executing = new Map<string, number>()
  let onNode = 0
  const of = ({ organisation }: Caller) => executing.get(organisation) ?? 0
  return {
    count: () => onNode,
    isFullFor: (caller: Caller) => of(caller) >= caller.concurrency,
    take: (caller: Caller): { readonly leave: () => void } | undefined => {
      if (onNode >= perNode || of(caller) >= caller.concurrency) return undefined
      onNode++
      executing.set(caller.organisation, of(caller) + 1)
      const leave = () => {
        onNode--
        if (of(caller) === 1) executing.delete(caller.organisation)
        else executing.set(caller.organisation, of(caller) - 1)
      }
      return { leave }
    },
  }
}

const enter = Effect.fnUntraced(function* (
  gate: Context.Service.Shape<typeof Authenticator>,
  request: HttpServerRequest,
  exchange: ExchangeState,
  { idempotencyAs: endpoint, scope, takesQuery }: Door,
  rails: ReadonlyArray<Rail>,
) {
  const bytes = yield* readBody(request)
  const doubled = doubledHeaders(
    request.source as IncomingMessage,
    rails.flatMap(({ paymentHeaders = [] }) => paymentHeaders),
  )
  // Whose request it is cannot be told.
  if (doubled.includes("authorization")) return yield* sendOnce("authorization")
  const authorization = request.headers["authorization"]
  exchange.gatewayEnvelope = authorization === undefined && isSourceList(request)
  const secret = /^bearer +(\S+)$/i.exec(authorization ?? "")?.[1]
  if (secret === undefined || !isWellFormed(secret)) return yield* unknownKey()

  const idempotencyKey = request.headers["idempotency-key"]
  const wellFormed = idempotencyKey !== undefined && idempotencyKeyPattern.test(idempotencyKey)
  exchange.idempotency = idempotencyKey === undefined ? namedPayment(request, rails) : { key: idempotencyKey }
  const caller = yield* gate.authenticate({
    hash: hashOf(secret),
    idempotency:
      endpoint !== undefined && (wellFormed || idempotencyKey === undefined) && exchange.idempotency !== undefined
        ? { endpoint, key: exchange.idempotency.key }
        : null,
  })
  exchange.caller = caller
  const refusal = authenticationRefusal(caller) ?? scopeRefusal(caller!, scope)
  if (refusal !== undefined) return yield* refusal
  if (doubled[0] !== undefined) return yield* sendOnce(doubled[0])
  if (request.headers["x-workspace-id"] !== undefined) {
    return yield* new InvalidWorkspace({ message: "Organisation keys do not take X-Workspace-Id. Remove the header." })
  }
  if (endpoint !== undefined && idempotencyKey !== undefined && !wellFormed) return yield* badIdempotencyKey()
  if (!takesQuery && request.url.includes("?")) {
    return yield* new InvalidRequest({ message: "This route has no query parameters. Remove everything from the question mark on." })
  }
  return { caller: caller!, bytes }
})

/** The payment that the request presents, by the name its caller gave it. */
const namedPayment = ({ headers }: HttpServerRequest, rails: ReadonlyArray<Rail>) => {
  for (const { identify, paymentHeaders = [] } of rails) {
    for (const header of paymentHeaders) {
      const named = headers[header] === undefined ? undefined : identify?.(headers[header])
      if (named !== undefined && idempotencyKeyPattern.test(named.key)) return { key: named.key, payment: named.payload }
    }
  }
  return undefined
}

/** 403 unless the key has the scope the endpoint needs. */
export const scopeRefusal = (caller: Caller, scope: string | null) =>
  scope === null || caller.scopes.some((s) => s === scope)
    ? undefined
    : new InsufficientScope({ message: `This key lacks the scope ${scope}. Use a key that was created with it.`, required_scope: scope })

const onlyOnce = ["authorization", "idempotency-key", "x-payment-rail"]

/** Those of these headers that came more than once. */
const doubledHeaders = ({ rawHeaders }: IncomingMessage, payments: ReadonlyArray<string>): ReadonlyArray<string> => {
  const names = rawHeaders.filter((_, i) => i % 2 === 0).map((name) => name.toLowerCase())
  return [...onlyOnce, ...payments].filter((once) => names.indexOf(once) !== names.lastIndexOf(once))
}
const sendOnce = (name: string) => new InvalidRequest({ message: `Send the ${name} header once.` })

const tooMany = (organisation: boolean) =>
  new RateLimitExceeded({
    message: `${organisation ? "This organisation has" : "This gateway has"} too many requests executing at once. Retry shortly with the same Idempotency-Key.`,
    retryAfterSeconds: 1,
  })
