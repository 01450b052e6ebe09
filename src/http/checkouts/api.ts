import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import {
  InvalidAmount,
  InvalidPageUrl,
  MarketplaceWalletMissing,
  MissingField,
  NotConfigured,
  SellerNotPayable,
  SellerSuspended,
  UnknownSeller,
} from "../../../domain/connect/refusals.ts"
import { IdempotencyConflict } from "../../../domain/ledger/errors.ts"
import { describe } from "../../../rails/http/describe.ts"
import { bodyErrors, envelope } from "../../../rails/http/errors.ts"
import { MarketplaceGuarded, MarketplacePolicy } from "../server/marketplacePolicy.ts"
import { CheckoutView } from "./views.ts"

/** For the document. The handler reads the body itself, because a wrong amount and a wrong address have codes of their own. */
const CheckoutBody = Schema.Struct({
  amount: Schema.String,
  seller_id: Schema.optionalKey(Schema.String),
  merchant_id: Schema.optionalKey(Schema.String),
  product_name: Schema.String,
  description: Schema.optionalKey(Schema.NullOr(Schema.String)),
  product_image: Schema.optionalKey(Schema.NullOr(Schema.String)),
  return_url: Schema.optionalKey(Schema.NullOr(Schema.String)),
  cancel_url: Schema.optionalKey(Schema.NullOr(Schema.String)),
  order_ref: Schema.optionalKey(Schema.NullOr(Schema.String)),
})

const id = "019f0a47-c1e0-7c11-8d51-5f0c2a6b8e02"

export const exampleCheckout = {
  id,
  url: `https://data.example.com/pay/${id}`,
  status: "pending",
  amount: "10.50",
  amount_minor: 10_500_000,
  currency: "USDC",
  order_ref: "order-4711",
  merchant_id: "019f0a47-c1e0-7b7a-9d51-5f0c2a6b8e01",
  expires_at: "2026-11-22T09:20:00.000Z",
  marketplace: { id: "0d0b2a8e-6c5c-4a5f-9d43-1f0a3c1f7b11", name: "Harbour Market" },
  seller: { external_seller_id: "seller-7", display_name: "Lamps of Lyon" },
  split: { seller_amount_minor: 10_027_500, marketplace_fee_minor: 262_500, service_fee_minor: 210_000 },
} satisfies typeof CheckoutView.Encoded

/** For the servers of marketplaces, with their secret key. */
export class CheckoutsGroup extends HttpApiGroup.make("checkouts")
  .add(
    HttpApiEndpoint.post("create", "/v1/checkout", {
      payload: CheckoutBody,
      success: CheckoutView.pipe(HttpApiSchema.status(201)),
      error: [
        ...bodyErrors,
        envelope(InvalidAmount, "The amount is not a decimal string above 0 with at most 6 places.", { example: { field: "amount" } }),
        envelope(MissingField, "A member is missing.", { example: { field: "product_name" } }),
        envelope(InvalidPageUrl, "An address is not https, or the image is neither an emoji nor an https address.", {
          example: { field: "return_url" },
        }),
        envelope(SellerSuspended, "The seller is suspended."),
        envelope(UnknownSeller, "The marketplace has no such seller."),
        envelope(SellerNotPayable, "The seller has not proven a wallet."),
        envelope(MarketplaceWalletMissing, "The marketplace has a fee and no wallet."),
        envelope(IdempotencyConflict, "The Idempotency-Key was used with another body."),
        envelope(NotConfigured, "This gateway has no chain."),
      ],
    })
      .annotate(MarketplacePolicy, { key: "secret", body: "raw", idempotencyKey: "optional" })
      .annotateMerge(
        describe({
          summary: "Create a checkout",
          description: [
            "Open `url` in the buyer's browser. The split, the wallets, the contract that pays them and the webhook URL are frozen now. The buyer has 20 minutes to pay, and a payment that was sent is awaited for 10 minutes.",
            "With an `Idempotency-Key` the same body answers the same checkout, with `X-Idempotent-Replay: true`. Amounts are USDC; `amount_minor` is in millionths.",
          ].join("\n\n"),
          request: { amount: "10.50", seller_id: "seller-7", product_name: "A lamp", order_ref: "order-4711" },
          responses: { 201: exampleCheckout },
        }),
      ),
  )
  .middleware(MarketplaceGuarded) {}
