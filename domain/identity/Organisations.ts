import { Context, type Effect, type Redacted } from "effect"
import type { KeyId, OrganisationId } from "../money/ids.ts"
import { Refusal, type StorageUnavailable } from "../Refusal.ts"
import type { SecretColumn } from "../SecretCipher.ts"
import type { MicroUsd } from "../money/Money.ts"
import type { Scope } from "./errors.ts"

/** 409: an organisation has at most 25 active keys. */
export class KeyLimitReached extends Refusal("key_limit_reached", 409) {}
export class OrganisationNotFound extends Refusal("organisation_not_found", 404) {}
export class KeyNotFound extends Refusal("key_not_found", 404) {}
/** 409: the key is not active, or its secret before still works. */
export class KeyNotRotated extends Refusal("key_not_rotated", 409) {}
/** 403: a key gives no higher limit than its own, and changes no key that has one. */
export class LimitsNotPermitted extends Refusal("limits_not_permitted", 403) {}

export const erasedOrganisation = (id: string) =>
  new OrganisationNotFound({
    message: `Organisation ${id} was erased, which cannot be undone. Nothing was changed. Create a new one: farthing org create.`,
  })

/** Signs the notices of an organisation. */
export const noticeSecret: SecretColumn = { table: "organisation", key: "id", column: "notice_secret" }

export const maxActiveKeys = 25
export const expiryDays = [30, 90, 180, 365, 730] as const

export interface NewOrganisation {
  readonly name: string
  /** Requests a minute over all keys and nodes. */
  readonly rate: number
  /** Calls that may execute at once. */
  readonly concurrency: number
  /** Whom a person of the gateway or Stripe writes to. Absent: there is none. */
  readonly email?: string | null
}

export interface NewKey {
  readonly organisation: OrganisationId
  readonly name: string
  readonly scopes: ReadonlyArray<Scope>
  readonly expiresInDays: (typeof expiryDays)[number]
  readonly perRequest: MicroUsd | null
  readonly monthly: MicroUsd | null
  readonly daily: MicroUsd | null
  /** The cost tag of all calls of the key. */
  readonly tag?: string | null
}

export interface KeyRecord extends Omit<NewKey, "expiresInDays" | "tag"> {
  readonly id: KeyId
  readonly status: "active" | "expired" | "revoked"
  readonly createdAt: number
  readonly expiresAt: number
  readonly revokedAt: number | null
  readonly tag: string | null
  /** Until when the secret before the last rotation works too; null: it does not. */
  readonly oldSecretUntil: number | null
}

/** The limits and the cost tag of a key. */
export interface KeyChange {
  /** Null removes the limit or the tag; a member that is absent stays as it is. */
  readonly perRequest?: MicroUsd | null
  readonly monthly?: MicroUsd | null
  readonly daily?: MicroUsd | null
  readonly tag?: string | null
}

/** An organisation with all that an owner or an operator may change of it. */
export interface OrganisationRecord extends NewOrganisation {
  readonly id: OrganisationId
  readonly email: string | null
  /** Where the gateway posts its notices. */
  readonly noticeUrl: string | null
  /** A balance below this raises an alert; null: none does. */
  readonly lowBalance: MicroUsd | null
  /** `wallet`: a buyer without a key that pays from its own wallet. */
  readonly kind: "company" | "wallet"
  readonly status: "active" | "suspended"
  readonly spending: boolean
  /** The rails that it prefers where two cost the same. */
  readonly preference: ReadonlyArray<string>
  readonly activeKeys: number
  /** An operator has removed its personal data. It is suspended for ever. */
  readonly isErased: boolean
  readonly createdAt: number
}

/** A member that is absent stays as it is. Every node follows from its next request on. */
export interface OrganisationChange extends Partial<
  Pick<OrganisationRecord, "status" | "spending" | "preference" | "email" | "lowBalance">
> {
  /** Null removes both. */
  readonly notices?: { readonly url: string; readonly secret: Redacted.Redacted } | null
}

export interface OrganisationFilter {
  readonly status?: OrganisationRecord["status"] | undefined
  /** A part of the name or of the e-mail, or the beginning of the id. */
  readonly search?: string | undefined
  /** Only organisations after this one, in the order of their creation. */
  readonly after?: OrganisationId | undefined
}

/** What an owner or admin does: organisations and their keys. A secret is returned once, at creation, and never stored. */
export class Organisations extends Context.Service<
  Organisations,
  {
    /** Under the given id, so that the log of the operators names it before it exists. */
    readonly create: (organisation: NewOrganisation, id?: OrganisationId) => Effect.Effect<OrganisationId, StorageUnavailable>
    readonly find: (id: OrganisationId) => Effect.Effect<OrganisationRecord, OrganisationNotFound | StorageUnavailable>
    /** The oldest first. */
    readonly list: (filter: OrganisationFilter, limit: number) => Effect.Effect<ReadonlyArray<OrganisationRecord>, StorageUnavailable>
    /** Refused once the organisation was erased. */
    readonly change: (
      id: OrganisationId,
      change: OrganisationChange,
    ) => Effect.Effect<OrganisationRecord, OrganisationNotFound | StorageUnavailable>
    readonly createKey: (
      key: NewKey,
    ) => Effect.Effect<
      { readonly key: KeyRecord; readonly secret: Redacted.Redacted },
      KeyLimitReached | OrganisationNotFound | StorageUnavailable
    >
    readonly keys: (organisation: OrganisationId | null) => Effect.Effect<ReadonlyArray<KeyRecord>, StorageUnavailable>
    /** What to call these keys, also the ones that sessions of the app stand for: `App: E-MAIL`. */
    readonly keyNames: (
      organisation: OrganisationId,
      ids: ReadonlyArray<string>,
    ) => Effect.Effect<ReadonlyMap<string, string>, StorageUnavailable>
    /**
     * Gives the key a new secret and a new expiry. The old secret works too, until its own expiry, until `overlapHours` are over, or until it is ended. It is
     * one key, so both keep to its limits together.
     */
    readonly rotateKey: (
      id: KeyId,
      expiresInDays: NewKey["expiresInDays"],
      /** Undefined: the old secret keeps its own expiry. */
      overlapHours?: number,
    ) => Effect.Effect<{ readonly key: KeyRecord; readonly secret: Redacted.Redacted }, KeyNotFound | KeyNotRotated | StorageUnavailable>
    /** The secret before the last rotation is refused from the next request on. */
    readonly endOldSecret: (id: KeyId) => Effect.Effect<KeyRecord, KeyNotFound | StorageUnavailable>
    /** Effective at once, also for calls that are not yet dispatched. */
    readonly revokeKey: (id: KeyId) => Effect.Effect<KeyRecord, KeyNotFound | StorageUnavailable>
    /** Revokes every key of the organisation. Answers the keys that were active. */
    readonly revokeKeys: (organisation: OrganisationId) => Effect.Effect<ReadonlyArray<KeyRecord>, StorageUnavailable>
    /** Every node follows from its next request on. */
    readonly changeKey: (id: KeyId, change: KeyChange) => Effect.Effect<KeyRecord, KeyNotFound | StorageUnavailable>
    readonly findKey: (id: KeyId) => Effect.Effect<KeyRecord, KeyNotFound | StorageUnavailable>
  }
>()("farthing/domain/identity/Organisations") {}
