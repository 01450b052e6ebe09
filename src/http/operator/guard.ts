import { Effect, Layer } from "effect"
import { HttpServerRequest } from "effect/http/HttpServerRequest"
import { InvalidApiKey } from "../../../domain/identity/errors.ts"
import { AppSessions } from "../../../domain/identity/Members.ts"
import { limitAnonymous } from "../../../rails/http/anonymousRateLimit.ts"
import { readBody } from "../../../rails/http/body.ts"
import { RequestBody, RequestContext } from "../../../rails/http/RequestContext.ts"
import { answerUndeclared } from "../../../rails/http/respond.ts"
import { isFromOwnPage } from "../server/appOrigin.ts"
import { hasQuery, noQuery, withJsonBody } from "../server/requestGuard.ts"
import { CurrentOperator, OperatorGuarded, OperatorRequired } from "./policy.ts"

/** A page of the operators reads up to six routes at once. */
const limits = { perAddress: 600, fromAll: 3_000, atOnce: 64 }

/** Checks the rate of the address, the body's size and the session, in this order, before a route's own input. */
export const operatorGuarded = Layer.effect(
  OperatorGuarded,
  Effect.gen(function* () {
    const sessions = yield* AppSessions
    const limited = yield* limitAnonymous(limits)
    return OperatorGuarded.of((httpEffect, { endpoint }) => {
      const handler = endpoint.payload.size > 0 ? (withJsonBody(httpEffect, {}) as typeof httpEffect) : httpEffect
      return Effect.gen(function* () {
        const { record } = yield* RequestContext
        record.route = endpoint.path
        record.noStore = true
        const admitted = Effect.gen(function* () {
          const { bytes, email, headers } = yield* enter(sessions, endpoint.query !== undefined)
          return yield* handler.pipe(
            Effect.provideService(CurrentOperator, { email }),
            Effect.provideService(RequestBody, { bytes, headers }),
          )
        })
        return yield* answerUndeclared(limited(admitted))
      }) as never
    })
  }),
)

const enter = Effect.fnUntraced(function* (sessions: AppSessions["Service"], takesQuery: boolean) {
  const request = yield* HttpServerRequest
  const { headers } = request
  const bytes = yield* readBody(request)
  if (headers["authorization"] !== undefined) {
    return yield* new InvalidApiKey({
      message: "Routes of the operators take no key. Sign in at /app as an operator. Nothing was changed.",
    })
  }
  const cookies = headers["cookie"] ?? ""
  const session = sessions.names(cookies) && isFromOwnPage(headers) ? yield* sessions.find(cookies) : undefined
  if (session === undefined) {
    return yield* new InvalidApiKey({ message: "There is no session: sign in at /app as an operator. Nothing was changed." })
  }
  if (!session.isOperator) {
    return yield* new OperatorRequired({
      message: `${session.email} is no operator. Ask a person with access to the command line: farthing user create --operator. Nothing was changed.`,
    })
  }
  if (!takesQuery && hasQuery(request.url)) return yield* noQuery()
  return { bytes, email: session.email, headers }
})
