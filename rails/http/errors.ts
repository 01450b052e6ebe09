import { Schema } from "effect"
import {
  ApiKeyExpired,
  ApiKeyRevoked,
  InsufficientScope,
  InvalidApiKey,
  InvalidWorkspace,
  RateLimitExceeded,
} from "../../domain/identity/errors.ts"
import { InvalidRequest, Refusal, type RefusalClass, ServiceUnavailable } from "../../domain/Refusal.ts"

/** The error envelope of one refusal: its code, its message, its extra fields. */
export interface Envelope<Code extends string> {
  readonly error: { readonly code: Code; readonly message: string }
}

/**
 * The envelope of a refusal as a schema: the document shows it, and typed clients decode it. `example` has the extra fields
 * of the refusal as an API client sees them.
 */
export const envelope = <const Code extends string>(
  refusal: RefusalClass<Code> & { readonly name: string },
  description: string,
  { beside = {}, example = {} }: { readonly beside?: Schema.Struct.Fields; readonly example?: Readonly<Record<string, unknown>> } = {},
): Schema.Codec<Envelope<Code>> => {
  const extra = Object.fromEntries(Object.entries(refusal.fields).map(([name, field]) => [name, Schema.toEncoded(field)]))
  const error = Schema.Struct({ code: Schema.Literal(refusal.code), message: Schema.String, ...extra })
  return Schema.Struct({ error, ...beside }).annotate({
    identifier: refusal.name,
    description,
    httpApiStatus: refusal.status,
    examples: [{ error: { code: refusal.code, message: description, ...example } } as never],
  }) as never
}

/** 404: no route and no listed API is at this path. */
export class RouteNotFound extends Refusal("route_not_found", 404) {}
/** 405: the path takes other methods. */
export class MethodNotAllowed extends Refusal("method_not_allowed", 405) {}
/** 413: the body is larger than 64 KB. */
export class BodyTooLarge extends Refusal("invalid_request", 413) {}
/** 415: the body is not JSON. */
export class NotJson extends Refusal("invalid_request", 415) {}

/** Every route refuses a request that two servers could read differently. */
export const routeErrors = [envelope(InvalidRequest, "Malformed body, query or header. Nothing was charged.")] as const

/** Every route behind the guard. */
export const guardErrors = [
  ...routeErrors,
  envelope(InvalidWorkspace, "Organisation keys do not take a workspace header."),
  envelope(InvalidApiKey, "Missing or unknown key."),
  envelope(ApiKeyExpired, "The key is past its expiry date."),
  envelope(ApiKeyRevoked, "The key was revoked."),
  envelope(InsufficientScope, "The key lacks the permission that `required_scope` names.", {
    example: { required_scope: "sources:execute" },
  }),
  envelope(
    RateLimitExceeded,
    "Too many requests in this minute or executing at once. Retry after `Retry-After` with the same Idempotency-Key.",
  ),
  envelope(ServiceUnavailable, "The request could not be completed. Retry with the same Idempotency-Key."),
] as const

/** Every route that takes a JSON body. */
export const bodyErrors = [envelope(BodyTooLarge, "The body is larger than 64 KB."), envelope(NotJson, "The body is not JSON.")] as const
