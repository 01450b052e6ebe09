import { Context, Effect, Layer } from "effect"
import { HttpServerRequest } from "effect/http/HttpServerRequest"
import type { IncomingMessage } from "node:http"
import { type Caller, Gate, refusalAtGate, unknownKey } from "../../domain/identity/Gate.ts"
import { InsufficientScope, InvalidWorkspace } from "../../domain/identity/refusals.ts"
import { RateLimitExceeded } from "../../domain/ledger/refusals.ts"
import { InvalidRequest, isRefused } from "../../domain/Refusal.ts"
import { hashOf, isWellFormed } from "../../layers/identity/secret.ts"
import { Access, Gatekeeper } from "./api/access.ts"
import { CurrentCaller, Exchange, type ExchangeState, RequestBody } from "./Exchange.ts"
import { badIdempotencyKey, idempotencyKeyPattern } from "./idempotency.ts"
import { readBody } from "./readBody.ts"
import { refuse } from "./respond.ts"
import { isSourceList } from "./routes.ts"

export interface Bounds {
  /** Requests that may execute at once on this node. */
  readonly perNode: number
}

/** The documented order of refusals: body size, authentication, rate, scope, and then the endpoint's own syntax. */
export const gatekeeper = (bounds: Bounds) =>
  Layer.effect(
    Gatekeeper,
    Effect.gen(function* () {
      const gate = yield* Gate
      const executing = new Map<string, number>()
      let onNode = 0

      return Gatekeeper.of((httpEffect, { endpoint }) =>
        Effect.gen(function* () {
          const request = yield* HttpServerRequest
          const exchange = yield* Exchange
          const access = Context.get(endpoint.annotations as Context.Context<Access>, Access)
          if (access.paid) exchange.moneyMoved = "none"
          const entered = yield* Effect.result(enter(gate, request, exchange, access))
          if (entered._tag === "Failure") {
            if (!isRefused(entered.failure)) return yield* Effect.die(entered.failure)
            const response = refuse(entered.failure, exchange)
            // Whatever the gate could not reach, nothing was reserved yet.
            if (access.paid) exchange.moneyMoved = "none"
            return response
          }
          const { caller, text } = entered.success
          const here = executing.get(caller.organisation) ?? 0
          if (onNode >= bounds.perNode || here >= caller.concurrency) return refuse(tooMany(here >= caller.concurrency), exchange)
          onNode++
          executing.set(caller.organisation, here + 1)
          const leave = Effect.sync(() => {
            onNode--
            const left = executing.get(caller.organisation)! - 1
            if (left === 0) executing.delete(caller.organisation)
            else executing.set(caller.organisation, left)
          })
          return yield* httpEffect.pipe(
            Effect.provideService(CurrentCaller, caller),
            Effect.provideService(RequestBody, { text, contentType: request.headers["content-type"] ?? "" }),
            Effect.ensuring(leave),
          )
        }),
      )
    }),
  )

const enter = Effect.fnUntraced(function* (
  gate: Context.Service.Shape<typeof Gate>,
  request: HttpServerRequest,
  exchange: ExchangeState,
  access: Context.Service.Shape<typeof Access>,
) {
  const text = yield* readBody(request)
  const doubled = doubledHeader(request.source as IncomingMessage)
  if (doubled !== undefined) return yield* new InvalidRequest({ message: `Send the ${doubled} header once.` })
  const authorization = request.headers["authorization"]
  exchange.gatewayEnvelope = authorization === undefined && isSourceList(request)
  const secret = /^bearer +(\S+)$/i.exec(authorization ?? "")?.[1]
  if (secret === undefined || !isWellFormed(secret)) return yield* unknownKey()

  const idempotencyKey = request.headers["idempotency-key"]
  const wellFormed = idempotencyKey !== undefined && idempotencyKeyPattern.test(idempotencyKey)
  const endpoint = access.idempotencyAs
  const caller = yield* gate.enter({
    hash: hashOf(secret),
    idempotency: endpoint !== undefined && wellFormed ? { endpoint, key: idempotencyKey } : null,
  })
  exchange.caller = caller
  const refusal = refusalAtGate(caller) ?? scopeRefusal(caller!, access.scope)
  if (refusal !== undefined) return yield* refusal
  if (request.headers["x-workspace-id"] !== undefined) {
    return yield* new InvalidWorkspace({ message: "Organisation keys do not take X-Workspace-Id. Remove the header." })
  }
  if (endpoint !== undefined && idempotencyKey !== undefined && !wellFormed) return yield* badIdempotencyKey()
  return { caller: caller!, text }
})

/** 403 unless the key has the scope the endpoint needs. */
export const scopeRefusal = (caller: Caller, scope: string | null) =>
  scope === null || caller.scopes.some((s) => s === scope)
    ? undefined
    : new InsufficientScope({ message: `This key lacks the scope ${scope}. Use a key that was created with it.`, required_scope: scope })

const once = new Set(["authorization", "idempotency-key", "x-payment-rail", "host"])
const doubledHeader = ({ rawHeaders }: IncomingMessage): string | undefined => {
  const seen = new Set<string>()
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!.toLowerCase()
    if (!once.has(name)) continue
    if (seen.has(name)) return name
    seen.add(name)
  }
  return undefined
}

const tooMany = (organisation: boolean) =>
  new RateLimitExceeded({
    message: `${organisation ? "This organisation has" : "This gateway has"} too many requests executing at once. Retry shortly with the same Idempotency-Key.`,
    retryAfterSeconds: 1,
  })
