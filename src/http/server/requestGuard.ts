import { Context, Effect, Exit, Layer, Option, Scope } from "effect"
import { HttpServerRequest } from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import type { IncomingMessage } from "node:http"
import { Authenticator, authenticationRefusal, unknownKey } from "../../../domain/identity/Authenticator.ts"
import { InvalidWorkspace, RateLimitExceeded } from "../../../domain/identity/errors.ts"
import { isoTime } from "../../../domain/time.ts"
import { type Rail, Rails } from "../../../domain/rail/Rail.ts"
import { InvalidRequest, isRefused } from "../../../domain/Refusal.ts"
import { secretHash, isApiKey } from "../../../layers/identity/secret.ts"
import { parseObject, readBody } from "../../../rails/http/body.ts"
import { badIdempotencyKey, idempotencyKeyPattern } from "../../../rails/http/idempotency.ts"
import { CurrentCaller, RequestBody, RequestContext, type RequestRecord } from "../../../rails/http/RequestContext.ts"
import { answerUndeclared, refuse } from "../../../rails/http/respond.ts"
import { Guarded, type GuardedRoute, RequestGuard, RoutePolicy, roleRefusal, scopeRefusal } from "../../../rails/http/RoutePolicy.ts"
import { AppSessions } from "../../../domain/identity/Members.ts"
import { measureExecuting } from "../../observability/requestMetrics.ts"
import { isSourceList } from "../routes.ts"
import { isFromOwnPage } from "./appOrigin.ts"
import { executionSlots } from "./executionSlots.ts"

/** `perNode`: requests that may execute at once on this node. */
export const requestGuard = ({ perNode }: { readonly perNode: number }) =>
  Layer.effect(
    RequestGuard,
    Effect.gen(function* () {
      const authenticator = yield* Authenticator
      const sessions = yield* AppSessions
      const rails = [...(yield* Rails).values()]
      const executing = executionSlots(perNode)
      // A reader that waits holds a fiber and polls one status, so a node takes four times as many.
      const waiting = executionSlots(perNode * 4)
      // Requests that have delivered and wait for a block. Without a place here they keep the one that they have.
      const settling = executionSlots(perNode * 4)
      yield* measureExecuting(executing.count)
      return RequestGuard.of({
        admit: (route, handler) =>
          Effect.gen(function* () {
            const request = yield* HttpServerRequest
            const context = yield* RequestContext
            const { record } = context
            record.route = route.route
            record.paid = route.paid
            const entered = yield* Effect.result(enter({ authenticator, sessions }, request, record, route, rails))
            if (entered._tag === "Failure") {
              if (!isRefused(entered.failure)) return yield* Effect.die(entered.failure)
              // Nothing was reserved yet, even if the database did not answer.
              return refuse(entered.failure, context, route.paid ? { headers: { "x-money-moved": "none" } } : {})
            }
            const { bytes, caller } = entered.success
            const slots = route.waits === true ? waiting : executing
            const owner = { id: caller.organisation, limit: caller.concurrency }
            const slot = slots.take(owner)
            if (slot === undefined) return refuse(tooManyAtOnce(slots.isFullFor(owner)), context)
            let leave = slot.leave
            if (route.paid) {
              record.onRailWait = () => {
                delete record.onRailWait
                const place = settling.take({ ...owner, limit: owner.limit * maxWaitsPerPlace })
                if (place === undefined) return
                leave()
                leave = place.leave
              }
            }
            const timed = record.person === undefined ? handler : Effect.map(handler, withTime(caller.now))
            return yield* timed.pipe(
              Effect.provideService(CurrentCaller, caller),
              Effect.provideService(RequestBody, { bytes, headers: request.headers }),
              Effect.onExit((exit) => {
                delete record.onRailWait
                return leaveWithAnswer(exit, () => leave())
              }),
            )
          }),
      })
    }),
  )

/** The pages of the app show times by this clock: a sandbox's is moved, and that of a browser may be wrong. */
const withTime = (now: number) => (response: HttpServerResponse.HttpServerResponse) =>
  HttpServerResponse.setHeader(response, "x-gateway-time", isoTime(now))

/** An organisation may have this many times as many requests that wait for a block as requests that execute. */
const maxWaitsPerPlace = 4

/** The place of a request is free again once it is answered; that of a streamed answer when the stream ends, which is when the request's scope does. */
export const leaveWithAnswer = (exit: Exit.Exit<HttpServerResponse.HttpServerResponse, unknown>, leave: () => void) => {
  if (Exit.isSuccess(exit) && exit.value.body._tag === "Stream") {
    return Effect.flatMap(Effect.serviceOption(Scope.Scope), (scope) =>
      Option.isSome(scope) ? Scope.addFinalizer(scope.value, Effect.sync(leave)) : Effect.sync(leave),
    )
  }
  leave()
  return Effect.void
}

/** The guard in front of every endpoint of a group; the policy is the endpoint's annotation. */
export const guarded = Layer.effect(
  Guarded,
  Effect.map(RequestGuard, ({ admit }) =>
    Guarded.of((httpEffect, { endpoint }) => {
      const policy = Context.get(endpoint.annotations as Context.Context<RoutePolicy>, RoutePolicy)
      const route = { ...policy, route: endpoint.path, takesQuery: endpoint.query !== undefined }
      const takesJson = endpoint.payload.size > 0 && policy.body !== "raw"
      // A body of GET or DELETE has no meaning (RFC 9110 §9.3): a key is revoked whatever its caller sends beside it.
      const takesNone = endpoint.payload.size === 0 && policy.body !== "raw" && endpoint.method !== "GET" && endpoint.method !== "DELETE"
      const bodyless = policy.precondition === undefined ? httpEffect : withPrecondition(httpEffect, policy.precondition)
      const checked = takesNone ? withoutBody(bodyless) : takesJson ? withJsonBody(httpEffect, policy) : bodyless
      const handler = policy.noStore ? Effect.map(checked, notStored) : checked
      return admit(route, handler as typeof httpEffect)
    }),
  ),
)

const notStored = (response: HttpServerResponse.HttpServerResponse) =>
  response.status < 400 ? HttpServerResponse.setHeader(response, "cache-control", "no-store") : response

/** What a route without a JSON body needs beyond its scope is checked first too. */
const withPrecondition = <A extends HttpServerResponse.HttpServerResponse, E, R>(
  handler: Effect.Effect<A, E, R>,
  precondition: NonNullable<BodyPolicy["precondition"]>,
) =>
  Effect.flatMap(answerUndeclared(Effect.as(precondition, undefined)), (refusal) =>
    refusal === undefined ? handler : Effect.succeed(refusal),
  )

/** 400 for a body with members on a route that takes none, as for any other member that is not documented. */
const withoutBody = <A extends HttpServerResponse.HttpServerResponse, E, R>(handler: Effect.Effect<A, E, R>) =>
  Effect.flatMap(RequestBody, ({ bytes }) =>
    bytes.length === 0 || /^\s*\{\s*\}\s*$/.test(Buffer.from(bytes).toString("latin1"))
      ? handler
      : answerUndeclared(Effect.fail(new InvalidRequest({ message: "This route takes no body. Send the request without one." }))),
  )

interface BodyPolicy extends Pick<Context.Service.Shape<typeof RoutePolicy>, "precondition"> {
  readonly body?: "raw" | "optional" | undefined
}

/**
 * The handler with a request whose body is a JSON object. The framework would decode the body too, but it answers other media
 * types, invalid UTF-8 and deep nesting in its own way.
 */
export const withJsonBody = <A extends HttpServerResponse.HttpServerResponse, E, R>(
  handler: Effect.Effect<A, E, R>,
  { body: kind, precondition = Effect.void }: BodyPolicy,
) =>
  Effect.gen(function* () {
    const request = yield* HttpServerRequest
    const body = yield* RequestBody
    const parsed = kind === "optional" && body.bytes.length === 0 ? Effect.succeed({}) : parseObject(body)
    const checked = yield* answerUndeclared(
      Effect.map(Effect.andThen(precondition, parsed), (json): { readonly json: Record<string, unknown> } => ({ json })),
    )
    if (!("json" in checked)) return checked
    const text = Effect.succeed(JSON.stringify(checked.json))
    const withText = Object.create(request, {
      headers: { value: { ...request.headers, "content-type": "application/json" } },
      text: { value: text },
    }) as HttpServerRequest
    return yield* handler.pipe(
      Effect.provideService(HttpServerRequest, withText),
      Effect.provideService(RequestBody, { ...body, json: checked.json }),
    )
  })

const enter = Effect.fnUntraced(function* (
  { authenticator, sessions }: { readonly authenticator: Authenticator["Service"]; readonly sessions: AppSessions["Service"] },
  request: HttpServerRequest,
  record: RequestRecord,
  route: GuardedRoute,
  rails: ReadonlyArray<Rail>,
) {
  const { idempotencyAs: endpoint, scope, takesQuery } = route
  const bytes = yield* readBody(request)
  const repeated = repeatedHeaders(
    request.source as IncomingMessage,
    rails.flatMap(({ paymentHeaders = [] }) => paymentHeaders),
  )
  // Two Authorization headers name two callers.
  if (repeated.includes("authorization")) return yield* sendOnce("authorization")
  const authorization = request.headers["authorization"]
  record.sourceListEnvelope = authorization === undefined && isSourceList(request)
  const secret = bearerToken(authorization)
  const hash = secret !== undefined && isApiKey(secret) ? secretHash(secret) : yield* keyOfSession(sessions, request, record)

  const idempotencyKey = request.headers["idempotency-key"]
  const wellFormed = idempotencyKey !== undefined && idempotencyKeyPattern.test(idempotencyKey)
  record.idempotency = idempotencyKey === undefined ? nameOfPayment(request, rails) : { key: idempotencyKey }
  const caller = yield* authenticator.authenticate({
    hash,
    idempotency:
      endpoint !== undefined && (wellFormed || idempotencyKey === undefined) && record.idempotency !== undefined
        ? { endpoint, key: record.idempotency.key }
        : null,
  })
  record.caller = caller
  const refusal =
    authenticationRefusal(caller) ?? (record.person === undefined ? scopeRefusal(caller!, scope) : roleRefusal(caller!, route))
  if (refusal !== undefined) return yield* refusal
  if (repeated[0] !== undefined) return yield* sendOnce(repeated[0])
  if (request.headers["x-workspace-id"] !== undefined) {
    return yield* new InvalidWorkspace({ message: "Organisation keys do not take X-Workspace-Id. Remove the header." })
  }
  if (endpoint !== undefined && idempotencyKey !== undefined && !wellFormed) return yield* badIdempotencyKey()
  if (!takesQuery && hasQuery(request.url)) return yield* noQuery()
  return { caller: caller!, bytes }
})

/** The key that the app's session stands for, where a page of this gateway sends the session's cookie in place of a key. */
const keyOfSession = Effect.fnUntraced(function* (sessions: AppSessions["Service"], { headers }: HttpServerRequest, record: RequestRecord) {
  const cookies = headers["cookie"]
  if (headers["authorization"] !== undefined || cookies === undefined || !sessions.names(cookies)) {
    return yield* unknownKey(sentInsteadOfKey(headers))
  }
  if (!isFromOwnPage(headers)) {
    return yield* unknownKey("The request has a session of the app, which only pages of this gateway may use.")
  }
  const session = yield* sessions.find(cookies)
  if (session === undefined) return yield* unknownKey("Your session of the app has ended: sign in again at /app.")
  if (session.keyHash === undefined) return yield* unknownKey("You are no member of this organisation: choose another one at /app.")
  record.person = session.email
  return session.keyHash
})

export const bearerToken = (authorization = "") => /^bearer +(\S+)$/i.exec(authorization)?.[1]

/** What a request without a well-formed key has in its place. No part of a secret is repeated: it would reach the caller's logs. */
export const sentInsteadOfKey = (headers: Readonly<Record<string, string | undefined>>): string => {
  const authorization = headers["authorization"]?.trim()
  if (authorization === undefined) {
    return headers["x-api-key"] === undefined
      ? "The request has no Authorization header."
      : "The key was sent in the header X-API-Key, which is not read."
  }
  const secret = bearerToken(authorization)
  if (secret?.startsWith("frt_org_")) return "The key in the Authorization header is not complete, or was changed."
  if (secret !== undefined && /^frt_(mk|pk|pbl)_/.test(secret)) {
    return `The key in the Authorization header is one of a ${secret.startsWith("frt_pbl_") ? "publisher" : "marketplace"}, which this route does not take.`
  }
  if (secret !== undefined) return "The key in the Authorization header is not a key of this gateway."
  if (authorization.startsWith("frt_")) return "The Authorization header has a key without the word Bearer before it."
  if (/^basic\b/i.test(authorization)) return "The Authorization header has the scheme Basic."
  return "The Authorization header does not have the form `Bearer <API_KEY>`."
}

/** The name that the caller gave to the payment that the request presents. */
const nameOfPayment = ({ headers }: HttpServerRequest, rails: ReadonlyArray<Rail>) => {
  for (const { identify, paymentHeaders = [] } of rails) {
    for (const header of paymentHeaders) {
      const named = headers[header] === undefined ? undefined : identify?.(headers[header])
      if (named !== undefined && idempotencyKeyPattern.test(named.key)) return { key: named.key, payment: named.payload }
    }
  }
  return undefined
}

const sentOnce = ["authorization", "idempotency-key", "x-payment-rail", "x-cost-tag"]

/** The headers that may be sent once and were sent more often. */
export const repeatedHeaders = ({ rawHeaders }: IncomingMessage, payments: ReadonlyArray<string>): ReadonlyArray<string> => {
  const names = rawHeaders.filter((_, i) => i % 2 === 0).map((name) => name.toLowerCase())
  return [...sentOnce, ...payments].filter((name) => names.indexOf(name) !== names.lastIndexOf(name))
}
export const sendOnce = (name: string) =>
  new InvalidRequest({ message: `Send the ${name.replaceAll(/(?<![a-z])[a-z]/g, (letter) => letter.toUpperCase())} header once.` })

/** A question mark with nothing behind it is no query. */
export const hasQuery = (url: string): boolean => /\?./u.test(url)

export const noQuery = () =>
  new InvalidRequest({ message: "This route has no query parameters. Remove everything from the question mark on." })

const tooManyAtOnce = (ofOrganisation: boolean) =>
  new RateLimitExceeded({
    message: `${ofOrganisation ? "This organisation has" : "This gateway has"} too many requests executing at once. Nothing was charged. Retry shortly with the same Idempotency-Key.`,
    retryAfterSeconds: 1,
  })
