import { Context, type Effect, type Redacted } from "effect"
import type { StorageUnavailable } from "../Refusal.ts"
import type { MarketplaceId } from "./ids.ts"
import type { Merchant, MerchantProfile } from "./Merchant.ts"
import type { InvalidLink, InvalidSignature, LinkExpired, SellerExists, UnknownSeller, WalletRequired } from "./refusals.ts"

/** How long an onboarding link or an embedded session is valid, and a nonce that a wallet signs. */
export const onboardingMs = 30 * 60_000
export const nonceMs = 10 * 60_000

/** A credential for one merchant's onboarding. The token is returned once; only its hash is stored. */
export interface NewOnboarding {
  readonly merchant: Merchant
  readonly token: Redacted.Redacted
  readonly expiresAt: number
}

export interface Onboarding {
  readonly merchant: Merchant
  readonly marketplaceName: string
  readonly expiresAt: number
  /** The time of the database. */
  readonly now: number
}

export interface SignInNonce {
  readonly nonce: string
  readonly issuedAt: number
  readonly expiresAt: number
}

export interface MerchantFilter {
  readonly status: Merchant["status"] | undefined
  /** Only merchants created before this one. */
  readonly before: string | undefined
}

type WithToken<A, E = never> = Effect.Effect<A, E | InvalidLink | LinkExpired | StorageUnavailable>

/** Merchants and their onboarding. A marketplace never sees the merchants of another one. */
export class Merchants extends Context.Service<
  Merchants,
  {
    /** For a marketplace's server. The merchant that this marketplace calls so, or a new draft. */
    readonly startLink: (marketplace: MarketplaceId, externalSellerId: string) => Effect.Effect<NewOnboarding, StorageUnavailable>
    /**
     * For a marketplace's page, whose key is public: it can begin a merchant and never resume one that can be paid. Such a merchant is paid under its id only.
     */
    readonly startEmbed: (
      marketplace: MarketplaceId,
      externalSellerId: string | null,
    ) => Effect.Effect<NewOnboarding, SellerExists | StorageUnavailable>
    readonly open: (token: string) => WithToken<Onboarding>
    readonly setProfile: (token: string, profile: MerchantProfile) => WithToken<Onboarding>
    readonly newNonce: (token: string) => WithToken<SignInNonce>
    /** The wallet that was proven with this nonce, which is used up by it. Refused if the nonce was not given out for this onboarding, is used or too old. */
    readonly setWallet: (
      token: string,
      proven: { readonly nonce: string; readonly wallet: string },
    ) => WithToken<Onboarding, InvalidSignature>
    /** The first activation writes the event `merchant.activated` in the same transaction. A second one changes nothing. */
    readonly activate: (token: string) => WithToken<Onboarding, WalletRequired>
    /** By id, else by the marketplace's own name for it. */
    readonly find: (marketplace: MarketplaceId, name: string) => Effect.Effect<Merchant, UnknownSeller | StorageUnavailable>
    /** The newest first; null: of all marketplaces, for the operator. */
    readonly list: (
      marketplace: MarketplaceId | null,
      filter: MerchantFilter,
      limit: number,
    ) => Effect.Effect<ReadonlyArray<Merchant>, StorageUnavailable>
    /** For the operator. */
    readonly findAny: (id: string) => Effect.Effect<Merchant, UnknownSeller | StorageUnavailable>
    readonly suspend: (id: string, suspended: boolean) => Effect.Effect<Merchant, UnknownSeller | StorageUnavailable>
  }
>()("farthing/domain/connect/Merchants") {}
