import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { isWebAddress } from "../../../domain/connect/checkoutRequest.ts"
import {
  InvalidLink,
  InvalidSignature,
  LinkExpired,
  NotConfigured,
  SellerExists,
  SellerNotPayable,
  UnknownSeller,
  WalletRequired,
} from "../../../domain/connect/refusals.ts"
import { describe } from "../../../rails/http/describe.ts"
import { bodyErrors, envelope } from "../../../rails/http/errors.ts"
import { IntFromQuery } from "../../../rails/http/query.ts"
import { Anonymous } from "../server/anonymousPolicy.ts"
import { MarketplaceGuarded, MarketplacePolicy } from "../server/marketplacePolicy.ts"
import { MerchantList, MerchantView, OnboardingView } from "./views.ts"

const text = (max: number) =>
  Schema.String.check(
    Schema.makeFilter(
      (value: string) =>
        (value.trim() !== "" && value.length <= max && !/\p{Cc}/u.test(value)) || `must be 1 to ${max} characters without line breaks`,
    ),
  )

const Token = Schema.String.check(Schema.isMaxLength(200))
const SellerName = text(200)

const LinkView = Schema.Struct({
  url: Schema.String,
  token: Schema.String,
  expires_at: Schema.String,
  merchant_id: Schema.String,
  status: Schema.Literals(["draft", "active", "suspended"]),
}).annotate({ identifier: "OnboardingLink" })

const EmbedView = Schema.Struct({
  merchant_id: Schema.String,
  marketplace_id: Schema.String,
  marketplace_name: Schema.String,
  session: Schema.String,
  status: Schema.Literals(["draft", "active", "suspended"]),
  expires_at: Schema.String,
}).annotate({ identifier: "EmbedSession" })

const merchantExample = {
  merchant_id: "019f0a47-c1e0-7b7a-9d51-5f0c2a6b8e01",
  marketplace_id: "0d0b2a8e-6c5c-4a5f-9d43-1f0a3c1f7b11",
  external_seller_id: "seller-7",
  status: "active",
  origin: "link",
  profile: { display_name: "Lamps of Lyon", email: "shop@lamps.example", website: "https://lamps.example", country: "FR" },
  wallet_verified: true,
  wallet_verified_at: "2026-11-22T09:05:00.000Z",
  payable: true,
  created_at: "2026-11-22T09:00:00.000Z",
  activated_at: "2026-11-22T09:06:00.000Z",
} satisfies typeof MerchantView.Encoded

const onboardingExample = {
  merchant_id: merchantExample.merchant_id,
  marketplace_id: merchantExample.marketplace_id,
  marketplace_name: "Harbour Market",
  external_seller_id: "seller-7",
  status: "draft",
  profile: null,
  wallet_verified: false,
  expires_at: "2026-11-22T09:30:00.000Z",
} satisfies typeof OnboardingView.Encoded

const unknownSeller = envelope(UnknownSeller, "The marketplace has no such seller.")

/** For the servers of marketplaces, with their secret key. */
export class MerchantsGroup extends HttpApiGroup.make("merchants")
  .add(
    HttpApiEndpoint.post("link", "/v1/merchants/onboarding-link", {
      payload: Schema.Struct({ external_seller_id: SellerName }),
      success: LinkView,
      error: [...bodyErrors],
    }).annotateMerge(
      describe({
        summary: "Make an onboarding link for a seller",
        description:
          "Valid for 30 minutes. The same `external_seller_id` continues the same onboarding with a new link. Anyone who has the link can set the wallet that is paid.",
        request: { external_seller_id: "seller-7" },
        responses: {
          200: {
            url: "https://data.example.com/onboarding#3q2-7w",
            token: "3q2-7w",
            expires_at: onboardingExample.expires_at,
            merchant_id: merchantExample.merchant_id,
            status: "draft",
          },
        },
      }),
    ),
    HttpApiEndpoint.get("list", "/v1/merchants", {
      query: {
        status: Schema.optionalKey(Schema.Literals(["draft", "active", "suspended"])),
        cursor: Schema.optionalKey(Schema.String.check(Schema.isUUID())),
        limit: Schema.optionalKey(IntFromQuery(1, 200, 50)),
      },
      success: MerchantList,
    }).annotateMerge(
      describe({ summary: "List sellers, the newest first", responses: { 200: { merchants: [merchantExample], next_cursor: null } } }),
    ),
    HttpApiEndpoint.get("merchant", "/v1/merchants/:id", {
      params: { id: Schema.String },
      success: MerchantView,
      error: [unknownSeller],
    }).annotateMerge(
      describe({ summary: "Read a seller by its id or the marketplace's name for it", responses: { 200: merchantExample } }),
    ),
  )
  .middleware(MarketplaceGuarded) {}

/** For the pages of marketplaces, with their publishable key. */
export class EmbedGroup extends HttpApiGroup.make("embed")
  .add(
    HttpApiEndpoint.post("start", "/v1/connect/embed/start", {
      payload: Schema.Struct({ external_seller_id: Schema.optionalKey(SellerName) }),
      success: EmbedView,
      error: [...bodyErrors, envelope(SellerExists, "A seller of this name exists. Make a link with the secret key.")],
    })
      .annotate(MarketplacePolicy, { key: "publishable", body: "optional" })
      .annotateMerge(
        describe({
          summary: "Begin the onboarding of a seller inside a page",
          description:
            "A publishable key is public, so it can only begin a new seller. Such a seller is paid under its `merchant_id`, never under the name that the page sent.",
          request: {},
          responses: {
            200: {
              merchant_id: merchantExample.merchant_id,
              marketplace_id: merchantExample.marketplace_id,
              marketplace_name: "Harbour Market",
              session: "3q2-7w",
              status: "draft",
              expires_at: onboardingExample.expires_at,
            },
          },
        }),
      ),
  )
  .middleware(MarketplaceGuarded) {}

const linkErrors = [
  ...bodyErrors,
  envelope(InvalidLink, "No onboarding has this token."),
  envelope(LinkExpired, "The 30 minutes of the link are over."),
] as const

const Email = text(254).check(
  Schema.makeFilter(
    (value: string) => /^[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+$/.test(value) || "must be an e-mail address, for instance shop@example.com",
  ),
)
const Website = text(500).check(
  Schema.makeFilter((value: string) => isWebAddress(value) || "must be an http or https address, for instance https://shop.example.com"),
)
const Country = Schema.String.check(Schema.isPattern(/^[A-Z]{2}$/u, { message: "must be two capital letters (ISO 3166), for instance FR" }))

const SignInView = Schema.Struct({
  nonce: Schema.String,
  message: Schema.NullOr(Schema.String),
  domain: Schema.String,
  uri: Schema.String,
  chain_id: Schema.Int,
  statement: Schema.String,
  issued_at: Schema.String,
  expires_at: Schema.String,
}).annotate({ identifier: "SignIn" })

const notConfigured = envelope(NotConfigured, "This gateway has no chain.")
const example = "0x857b06519E91e3A54538791bDbb0E22373e36b66"

/** The seller's own steps. The token of the link, or the session of the page, is the credential. */
export class OnboardingGroup extends HttpApiGroup.make("onboarding")
  .add(
    HttpApiEndpoint.post("verify", "/v1/merchants/onboarding/verify", {
      payload: Schema.Struct({ token: Token }),
      success: OnboardingView,
      error: linkErrors,
    }).annotateMerge(
      describe({ summary: "Read where an onboarding is", request: { token: "3q2-7w" }, responses: { 200: onboardingExample } }),
    ),
    HttpApiEndpoint.post("profile", "/v1/merchants/onboarding/profile", {
      payload: Schema.Struct({
        token: Token,
        display_name: text(100),
        email: Email,
        website: Schema.optionalKey(Schema.NullOr(Website)),
        country: Schema.optionalKey(Schema.NullOr(Country)),
      }),
      success: OnboardingView,
      error: linkErrors,
    }).annotateMerge(
      describe({
        summary: "Enter the seller's profile",
        request: { token: "3q2-7w", ...merchantExample.profile },
        responses: { 200: { ...onboardingExample, profile: merchantExample.profile } },
      }),
    ),
    HttpApiEndpoint.post("nonce", "/v1/siwe/nonce", {
      payload: Schema.Struct({ token: Token, address: Schema.optionalKey(Schema.String.check(Schema.isMaxLength(42))) }),
      success: SignInView,
      error: [...linkErrors, notConfigured],
    }).annotateMerge(
      describe({
        summary: "Get the message that the seller's wallet signs",
        description:
          "Sign-In-With-Ethereum (EIP-4361). With `address` the answer holds the `message` to sign with `personal_sign`. The nonce proves one wallet, within 10 minutes; a refused attempt leaves it valid.",
        request: { token: "3q2-7w", address: example },
        responses: {
          200: {
            nonce: "0123456789abcdef0123456789abcdef",
            message: `data.example.com wants you to sign in with your Ethereum account:\n${example}\n\n…`,
            domain: "data.example.com",
            uri: "https://data.example.com",
            chain_id: 84532,
            statement:
              "Prove that this wallet is yours, so that Harbour Market's buyers can pay it. This sends no transaction and costs nothing.",
            issued_at: "2026-11-22T09:01:00.000Z",
            expires_at: "2026-11-22T09:11:00.000Z",
          },
        },
      }),
    ),
    HttpApiEndpoint.post("prove", "/v1/siwe/verify", {
      payload: Schema.Struct({
        token: Token,
        message: Schema.String.check(Schema.isMaxLength(4_000)),
        signature: Schema.String.check(Schema.isMaxLength(20_000)),
      }),
      success: OnboardingView,
      error: [
        ...linkErrors,
        notConfigured,
        envelope(InvalidSignature, "The wallet of the message did not sign it, or not for this, or too late."),
        envelope(SellerNotPayable, "This wallet cannot be paid."),
      ],
    }).annotateMerge(
      describe({
        summary: "Prove the seller's wallet",
        request: { token: "3q2-7w", message: "data.example.com wants you to sign in …", signature: `0x${"1c".repeat(65)}` },
        responses: { 200: { ...onboardingExample, profile: merchantExample.profile, wallet_verified: true } },
      }),
    ),
    HttpApiEndpoint.post("activate", "/v1/merchants/activate", {
      payload: Schema.Struct({ token: Token }),
      success: OnboardingView,
      error: [...linkErrors, envelope(WalletRequired, "The seller has not proven a wallet yet.")],
    }).annotateMerge(
      describe({
        summary: "Finish an onboarding",
        description: "The first time, the event `merchant.activated` is sent to the marketplace.",
        request: { token: "3q2-7w" },
        responses: { 200: { ...onboardingExample, status: "active", profile: merchantExample.profile, wallet_verified: true } },
      }),
    ),
  )
  .middleware(Anonymous) {}
