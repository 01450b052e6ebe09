import { Schema } from "effect"
import { Refusal } from "../Refusal.ts"
import { isoTime } from "../time.ts"

/**
 * The scopes a key may have. `payments:settle` spends the gateway's gas for payments to other servers. `organisation:manage` changes the
 * organisation's settings and its keys.
 */
export const scopes = [
  "sources:read",
  "sources:execute",
  "ask:create",
  "ask:execute",
  "billing:read",
  "payments:settle",
  "organisation:manage",
] as const
export const Scope = Schema.Literals(scopes)
export type Scope = typeof Scope.Type

/** 401: no key, or one that is not known here. */
export class InvalidApiKey extends Refusal("invalid_api_key", 401) {}
export class ApiKeyExpired extends Refusal("api_key_expired", 401) {}
export class ApiKeyRevoked extends Refusal("api_key_revoked", 401) {}
export class InsufficientScope extends Refusal("insufficient_scope", 403, { required_scope: Schema.String }) {}
/** 400: organisation keys do not take `X-Workspace-Id`. */
export class InvalidWorkspace extends Refusal("invalid_workspace", 400) {}

export const keyRevoked = () =>
  new ApiKeyRevoked({
    message: "This API key, or this secret of it, was revoked. Use the key's newer secret if it has one, or create a new key.",
  })
export const keyExpired = (expiresAt: number) =>
  new ApiKeyExpired({
    message: `This API key, or this secret of it, expired on ${isoTime(expiresAt)}. Use the key's newer secret if it has one, or create a new key.`,
  })
/** 429: too many requests in this minute, or too many executing at once. */
export class RateLimitExceeded extends Refusal("rate_limit_exceeded", 429) {}
