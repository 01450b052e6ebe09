import { Context, type Effect } from "effect"
import type { KeyId, OrganisationId, RunId } from "../money/ids.ts"
import type { RunStatus } from "../RunStatus.ts"
import type { StorageUnavailable } from "../Refusal.ts"
import { InvalidApiKey, keyExpired, keyRevoked, RateLimitExceeded, type Scope } from "./errors.ts"
import type { MicroUsd } from "../money/Money.ts"

/** Who is calling, as the gate found them. Times are milliseconds since 1970. */
export interface Caller {
  readonly now: number
  readonly organisation: OrganisationId
  readonly organisationStatus: "active" | "suspended"
  readonly spending: boolean
  readonly preference: ReadonlyArray<string>
  readonly key: KeyId
  readonly keyName: string
  readonly scopes: ReadonlyArray<Scope>
  readonly perRequest: MicroUsd | null
  readonly monthly: MicroUsd | null
  readonly daily: MicroUsd | null
  /** The cost tag that the key fixes for its calls. */
  readonly tag: string | null
  readonly expiresAt: number
  readonly revokedAt: number | null
  /** Calls that may execute at once. */
  readonly concurrency: number
  readonly rate: RateWindow
  /** What this request's Idempotency-Key began before, if anything. */
  readonly earlier: EarlierRun | null
}

/** The organisation's minute: how many requests it may make, how many it made (this one included), when it ends. */
export interface RateWindow {
  readonly limit: number
  readonly used: number
  readonly resetMs: number
}

export interface EarlierRun {
  readonly run: RunId
  readonly hash: string
  readonly status: RunStatus
  readonly waitUntil: number
}

export interface Credentials {
  /** SHA-256 of the presented secret. */
  readonly hash: Uint8Array
  readonly idempotency: { readonly endpoint: string; readonly key: string } | null
}

/**
 * One statement shared by the requests that wait: the key, its organisation, a request counted in its minute, and an earlier run
 * of this Idempotency-Key. Undefined when no such key exists.
 */
export class Authenticator extends Context.Service<
  Authenticator,
  { readonly authenticate: (ask: Credentials) => Effect.Effect<Caller | undefined, StorageUnavailable> }
>()("farthing/domain/identity/Authenticator") {}

/** The first reason not to serve this caller at all, before anything else is looked at. */
export const authenticationRefusal = (caller: Caller | undefined) => {
  if (caller === undefined) return unknownKey()
  if (caller.revokedAt !== null) return keyRevoked()
  if (caller.expiresAt <= caller.now) return keyExpired(caller.expiresAt)
  if (caller.rate.used > caller.rate.limit) {
    const seconds = Math.max(1, Math.ceil(caller.rate.resetMs / 1000))
    return new RateLimitExceeded({
      message: `This organisation may make ${caller.rate.limit} requests a minute, over all its keys. Retry in ${seconds} s with the same Idempotency-Key.`,
      retryAfterSeconds: seconds,
    })
  }
  return undefined
}

/** `sent`: what came in place of a key, as a sentence without any part of a secret. */
export const unknownKey = (sent = "The key in the Authorization header is not a key of this gateway.") =>
  new InvalidApiKey({
    message: `No valid API key was presented. ${sent} Send \`Authorization: Bearer <API_KEY>\` with a key of your organisation.`,
  })
