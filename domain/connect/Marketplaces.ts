import { Context, type Effect, type Redacted } from "effect"
import { RateLimitExceeded, InvalidApiKey } from "../identity/errors.ts"
import type { RateWindow } from "../identity/Authenticator.ts"
import { Refusal, type StorageUnavailable } from "../Refusal.ts"
import type { MarketplaceId } from "./ids.ts"
import type { Marketplace } from "./Marketplace.ts"

export class MarketplaceNotFound extends Refusal("marketplace_not_found", 404) {}
/** 404: the marketplace has no such key. */
export class MarketplaceKeyNotFound extends Refusal("key_not_found", 404) {}
/** 409: a marketplace has at most 25 active keys of each kind. */
export class MarketplaceKeyLimitReached extends Refusal("key_limit_reached", 409) {}
/** 403: the operator has suspended the marketplace. It can read, and change nothing. */
export class MarketplaceSuspended extends Refusal("marketplace_suspended", 403) {}

/** 409: the secret of the rotation before has not begun to sign. Another one would replace it unseen on the marketplace's server. */
export class RotationInProgress extends Refusal("rotation_in_progress", 409) {}

/** `secret`: for the marketplace's server. `publishable`: for its pages; it can only start the embedded onboarding. */
export const marketplaceKeyKinds = ["secret", "publishable"] as const
export type MarketplaceKeyKind = (typeof marketplaceKeyKinds)[number]

export interface MarketplaceKey {
  readonly marketplace: MarketplaceId
  readonly id: string
  readonly kind: MarketplaceKeyKind
  readonly name: string
  /** The first characters, by which its people recognise it. */
  readonly prefix: string
  readonly createdAt: number
  /** To the minute. Null: not yet. */
  readonly lastUsedAt: number | null
  readonly revokedAt: number | null
}

export type NewMarketplace = Pick<Marketplace, "name" | "feeBasisPoints" | "wallet" | "rate" | "webhookUrl">

/** A member that is absent stays as it is. Every node follows from its next request on. */
export type MarketplaceChange = Partial<NewMarketplace & Pick<Marketplace, "status">>

/** A marketplace with what its key may do now. */
export interface MarketplaceCaller extends Marketplace {
  readonly key: string
  readonly keyKind: MarketplaceKeyKind
  readonly requests: RateWindow
}

/** The signing of a marketplace's webhooks. While there is an overlap, the secret before the current one signs. */
export interface WebhookSettings {
  readonly url: string | null
  readonly hasSecret: boolean
  /** When the newest secret begins to sign, if that is in the future. */
  readonly newSecretSignsFrom: number | null
}

/** Marketplaces, their keys and their webhook settings. A secret is returned once, at creation; only hashes of keys are stored. */
export class Marketplaces extends Context.Service<
  Marketplaces,
  {
    readonly create: (marketplace: NewMarketplace) => Effect.Effect<Marketplace, StorageUnavailable>
    readonly find: (id: string) => Effect.Effect<Marketplace, MarketplaceNotFound | StorageUnavailable>
    /** The oldest first. */
    readonly list: (after: string | null, limit: number) => Effect.Effect<ReadonlyArray<Marketplace>, StorageUnavailable>
    readonly change: (id: string, change: MarketplaceChange) => Effect.Effect<Marketplace, MarketplaceNotFound | StorageUnavailable>
    readonly createKey: (
      marketplace: string,
      kind: MarketplaceKeyKind,
      name: string,
    ) => Effect.Effect<
      { readonly key: MarketplaceKey; readonly secret: Redacted.Redacted },
      MarketplaceKeyLimitReached | MarketplaceNotFound | StorageUnavailable
    >
    readonly keys: (marketplace: string) => Effect.Effect<ReadonlyArray<MarketplaceKey>, StorageUnavailable>
    /** From the next request of any node on, the key is refused. */
    readonly revokeKey: (id: string) => Effect.Effect<MarketplaceKey, MarketplaceKeyNotFound | StorageUnavailable>
    /** The active key of this kind with this hash (SHA-256), and a request of its marketplace's minute. Undefined: no such key. */
    readonly authenticate: (hash: Uint8Array, kind: MarketplaceKeyKind) => Effect.Effect<MarketplaceCaller | undefined, StorageUnavailable>
    readonly webhook: (id: MarketplaceId) => Effect.Effect<WebhookSettings, MarketplaceNotFound | StorageUnavailable>
    /** Sets the URL of events of later checkouts; null: they are sent nowhere. The first URL creates the secret and answers it. */
    readonly setWebhook: (
      id: MarketplaceId,
      url: string | null,
    ) => Effect.Effect<{ readonly secret: Redacted.Redacted | null }, MarketplaceNotFound | StorageUnavailable>
    /**
     * A new secret, which signs once the overlap is over. Until then the secret that signs now continues to, and only a rotation without overlap
     * is taken: it ends both.
     */
    readonly rotateWebhookSecret: (
      id: MarketplaceId,
      overlapHours: number,
    ) => Effect.Effect<
      { readonly secret: Redacted.Redacted; readonly signsFrom: number },
      MarketplaceNotFound | RotationInProgress | StorageUnavailable
    >
  }
>()("farthing/domain/connect/Marketplaces") {}

export const maxActiveMarketplaceKeys = 25

/** One answer for a missing, malformed, unknown or revoked key, and for one of the other kind. */
export const noMarketplaceKey = (kind: MarketplaceKeyKind) =>
  new InvalidApiKey({
    message: `No valid ${kind} key of a marketplace was presented. Send \`Authorization: Bearer <KEY>\` with an active ${kind} key (${kind === "secret" ? "frt_mk_…" : "frt_pk_…"}).`,
  })

/** Why this marketplace is not served, if so. A suspended one may read. */
export const marketplaceRefusal = ({ requests: { limit, resetMs, used }, status }: MarketplaceCaller, reads: boolean) => {
  if (used > limit) {
    const seconds = Math.max(1, Math.ceil(resetMs / 1000))
    return new RateLimitExceeded({
      message: `This marketplace may make ${limit} requests a minute, over all its keys. Retry in ${seconds} s. No money moved.`,
      retryAfterSeconds: seconds,
    })
  }
  if (status === "active" || reads) return undefined
  return new MarketplaceSuspended({
    message:
      "The operator of this gateway has suspended this marketplace. It can still read, and change nothing. No money moved. Ask the operator.",
  })
}
