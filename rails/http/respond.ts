import { Data, Effect, type Schema } from "effect"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { protocolVersion } from "../../domain/catalogue/views.ts"
import { isRefused, type Refused, StorageUnavailable } from "../../domain/Refusal.ts"
import type { Envelope } from "./errors.ts"
import { RequestContext, type RequestRecord } from "./RequestContext.ts"

/** What a response carries beside the envelope of a refusal: `members` go beside `error` in the body. */
export interface RefusalExtras {
  readonly headers?: Readonly<Record<string, string>>
  readonly members?: Readonly<Record<string, unknown>>
}

/** A refusal whose response has headers or members of its own. */
export class RefusalWith<E extends Refused> extends Data.TaggedError("RefusalWith")<{ readonly refusal: E } & RefusalExtras> {}

/** The refusal with more headers or members. */
export const refusalWith = <E extends Refused>(error: E | RefusalWith<E>, { headers, members }: RefusalExtras): RefusalWith<E> => {
  const [refusal, before] = error instanceof RefusalWith ? [error.refusal, error] : [error, {} as RefusalExtras]
  return new RefusalWith({ refusal, headers: { ...before.headers, ...headers }, members: { ...before.members, ...members } })
}

/** The error envelope. A refusal never moves money; where the database did not answer, what it did is unknown. */
export const refuse = (
  error: Refused,
  { record }: RequestContext,
  { headers, members }: RefusalExtras = {},
): HttpServerResponse.HttpServerResponse => {
  record.refusal = error.code
  const all: Record<string, string> = { ...headers }
  if (record.paid && error instanceof StorageUnavailable) all["x-money-moved"] ??= "unknown"
  if (error.status === 429 || error.status === 503) all["retry-after"] = String(error.retryAfterSeconds ?? 1)
  if (error.status === 401) all["www-authenticate"] = "Bearer"
  const body = record.sourceListEnvelope
    ? sourceListEnvelope(error)
    : { ...envelopeOf(error, record, all["x-money-moved"] === "unknown"), ...members }
  return HttpServerResponse.jsonUnsafe(body, { status: error.status, headers: all })
}

/**
 * The envelope. Its message speaks of the Idempotency-Key only to a caller that sent one: a presented payment is a name of its own for
 * the request, and without either a retry of a paid request may pay twice.
 */
const envelopeOf = (refusal: Refused, { idempotency }: RequestRecord, mayBePaid: boolean) => {
  const { error, ...rest } = refusal.toEnvelope()
  if (idempotency !== undefined && idempotency.payment === undefined) return { error, ...rest }
  const advice = idempotency !== undefined ? " with the same payment$1" : mayBePaid ? lookFirst : ""
  const message = error.message.replace(/ with the same Idempotency-Key(: nothing is paid twice)?/, advice)
  return { error: { ...error, message }, ...rest }
}

const lookFirst = " only after a look at GET /v1/payments: the request had no Idempotency-Key, so a retry may pay twice"

/** The shared source list answers a missing key and a bad query in its own shape. */
const sourceListEnvelope = (error: Refused) => ({
  protocol_version: protocolVersion,
  errors: [{ code: error.code, message: error.message, ...(error.field === undefined ? {} : { field: error.field }) }],
})

/** The envelope that each refusal becomes; any other error stays what it is, and no endpoint declares it. */
type EnvelopeOf<E> = E extends { readonly _tag: "RefusalWith"; readonly refusal: infer Inner }
  ? EnvelopeOf<Inner>
  : E extends Refused & { readonly _tag: infer Code extends string }
    ? Envelope<Code>
    : E

/**
 * Answers the refusals of a handler. Nothing fails afterwards: the error type is there for the compiler, which checks
 * that the endpoint declares every refusal.
 */
export const answer = <A, E, R>(
  handler: Effect.Effect<A, E, R>,
): Effect.Effect<A | HttpServerResponse.HttpServerResponse, EnvelopeOf<E>, R> =>
  Effect.catch(handler, (error) =>
    Effect.flatMap(RequestContext, (context) => {
      if (error instanceof RefusalWith) return Effect.succeed(refuse(error.refusal, context, error))
      return isRefused(error) ? Effect.succeed(refuse(error, context)) : Effect.die(error)
    }),
  ) as never

/** The same for a route that no endpoint defines. */
export const answerUndeclared = answer as <A, E, R>(
  handler: Effect.Effect<A, E, R>,
) => Effect.Effect<A | HttpServerResponse.HttpServerResponse, never, R>

/** A JSON response whose body the compiler checks against the schema of the endpoint, for a status or headers of its own. */
export const respond = <S extends Schema.Constraint>(
  _schema: S,
  body: S["Encoded"],
  options?: { readonly status?: number; readonly headers?: Record<string, string> },
): HttpServerResponse.HttpServerResponse => HttpServerResponse.jsonUnsafe(body, options)
