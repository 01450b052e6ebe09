import { Schema } from "effect"
import type { Merchant } from "../../../domain/connect/Merchant.ts"
import type { Onboarding } from "../../../domain/connect/Merchants.ts"
import { isoTime, isoTimeOrNull } from "../../../domain/time.ts"

const Status = Schema.Literals(["draft", "active", "suspended"])

export const ProfileView = Schema.Struct({
  display_name: Schema.String,
  email: Schema.String,
  website: Schema.NullOr(Schema.String),
  country: Schema.NullOr(Schema.String),
})

/** `payable`: a checkout can be created for it. No answer holds the wallet itself. */
export const MerchantView = Schema.Struct({
  merchant_id: Schema.String,
  marketplace_id: Schema.String,
  external_seller_id: Schema.String,
  status: Status,
  origin: Schema.Literals(["link", "embed"]),
  profile: Schema.NullOr(ProfileView),
  wallet_verified: Schema.Boolean,
  wallet_verified_at: Schema.NullOr(Schema.String),
  payable: Schema.Boolean,
  created_at: Schema.String,
  activated_at: Schema.NullOr(Schema.String),
}).annotate({ identifier: "Merchant" })

export const MerchantList = Schema.Struct({ merchants: Schema.Array(MerchantView), next_cursor: Schema.NullOr(Schema.String) }).annotate({
  identifier: "MerchantList",
})

export const OnboardingView = Schema.Struct({
  merchant_id: Schema.String,
  marketplace_id: Schema.String,
  marketplace_name: Schema.String,
  external_seller_id: Schema.String,
  status: Status,
  profile: Schema.NullOr(ProfileView),
  wallet_verified: Schema.Boolean,
  expires_at: Schema.String,
}).annotate({ identifier: "Onboarding" })

const profileView = ({ profile }: Merchant) =>
  profile === null ? null : { display_name: profile.displayName, email: profile.email, website: profile.website, country: profile.country }

export const merchantView = (merchant: Merchant): typeof MerchantView.Encoded => ({
  merchant_id: merchant.id,
  marketplace_id: merchant.marketplace,
  external_seller_id: merchant.externalSellerId,
  status: merchant.status,
  origin: merchant.origin,
  profile: profileView(merchant),
  wallet_verified: merchant.wallet !== null,
  wallet_verified_at: isoTimeOrNull(merchant.walletVerifiedAt),
  payable: merchant.wallet !== null && merchant.status !== "suspended",
  created_at: isoTime(merchant.createdAt),
  activated_at: isoTimeOrNull(merchant.activatedAt),
})

export const onboardingView = ({ expiresAt, marketplaceName, merchant }: Onboarding): typeof OnboardingView.Encoded => ({
  merchant_id: merchant.id,
  marketplace_id: merchant.marketplace,
  marketplace_name: marketplaceName,
  external_seller_id: merchant.externalSellerId,
  status: merchant.status,
  profile: profileView(merchant),
  wallet_verified: merchant.wallet !== null,
  expires_at: isoTime(expiresAt),
})
