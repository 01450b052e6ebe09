import { Context, type Effect, type Redacted } from "effect"
import type { KeyId, OrganisationId } from "../money/ids.ts"
import { Refusal, type StorageUnavailable } from "../Refusal.ts"
import type { MicroUsd } from "../money/Money.ts"
import type { Scope } from "./errors.ts"

/** 409: an organisation has at most 25 active keys. */
export class KeyLimitReached extends Refusal("key_limit_reached", 409) {}
export class OrganisationNotFound extends Refusal("organisation_not_found", 404) {}
export class KeyNotFound extends Refusal("key_not_found", 404) {}

export const maxActiveKeys = 25
export const expiryDays = [30, 90, 180, 365, 730] as const

export interface NewOrganisation {
  readonly name: string
  /** Requests a minute over all keys and nodes. */
  readonly rate: number
  /** Calls that may execute at once. */
  readonly concurrency: number
}

export interface NewKey {
  readonly organisation: OrganisationId
  readonly name: string
  readonly scopes: ReadonlyArray<Scope>
  readonly expiresInDays: (typeof expiryDays)[number]
  readonly perRequest: MicroUsd | null
  readonly monthly: MicroUsd | null
  readonly daily: MicroUsd | null
}

export interface KeyRecord extends Omit<NewKey, "expiresInDays"> {
  readonly id: KeyId
  readonly status: "active" | "expired" | "revoked"
  readonly createdAt: number
  readonly expiresAt: number
  readonly revokedAt: number | null
}

/** What an owner or admin does: organisations and their keys. A secret is returned once, at creation, and never stored. */
export class Organisations extends Context.Service<
  Organisations,
  {
    readonly create: (organisation: NewOrganisation) => Effect.Effect<OrganisationId, StorageUnavailable>
    readonly find: (id: OrganisationId) => Effect.Effect<{ readonly name: string }, OrganisationNotFound | StorageUnavailable>
    readonly createKey: (
      key: NewKey,
    ) => Effect.Effect<
      { readonly key: KeyRecord; readonly secret: Redacted.Redacted },
      KeyLimitReached | OrganisationNotFound | StorageUnavailable
    >
    readonly keys: (organisation: OrganisationId | null) => Effect.Effect<ReadonlyArray<KeyRecord>, StorageUnavailable>
    /** Effective at once, also for calls that are not yet dispatched. */
    readonly revokeKey: (id: KeyId) => Effect.Effect<KeyRecord, KeyNotFound | StorageUnavailable>
  }
>()("farthing/domain/identity/Organisations") {}
