import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import {
  PayoutInProgress,
  PayoutNotFound,
  payoutStatuses,
  PayoutTooSmall,
  PublisherNotVerified,
} from "../../../domain/publishing/Payout.ts"
import { PayoutsNotConfigured, WalletNotProven } from "../../../domain/publishing/proveWallet.ts"
import { PublisherSuspended } from "../../../domain/publishing/Publishers.ts"
import { Dollars } from "../../../domain/money/Money.ts"
import { Refusal } from "../../../domain/Refusal.ts"
import { describe, usd } from "../../../rails/http/describe.ts"
import { bodyErrors, envelope } from "../../../rails/http/errors.ts"
import { TimeFromQuery } from "../../../rails/http/query.ts"
import { exampleId as id } from "../runs/example.ts"
import { MaxBodyBytes, PublisherGuarded } from "./policy.ts"
import {
  cursor,
  EarningList,
  exampleTime,
  healthExample,
  limit,
  ListingBody,
  listingExample,
  ListingList,
  ListingPreview,
  payoutExample,
  PayoutDetail,
  PayoutList,
  PayoutView,
  proofExample,
  ProofView,
  PublisherView,
  SavedListing,
  StatementView,
  WalletMessage,
} from "./schemas.ts"

/** 409: another publisher sells under this slug. */
export class SlugTaken extends Refusal("slug_taken", 409) {}

/** An OpenAPI document of 900,000 characters with its escapes. */
const maxListingBytes = 1_048_576
const listingRequest = { slug: "parcels", document: "openapi: 3.1.0 …", prices: { "GET /parcels/{id}": 1_500 } }
const listingErrors = [
  ...bodyErrors,
  envelope(SlugTaken, "Another publisher sells under this slug, or a source of the gateway has it as its id."),
] as const

/** For the publishers of sources and listings, with their own key. */
export class PublishersGroup extends HttpApiGroup.make("publishers")
  .add(
    HttpApiEndpoint.get("me", "/v1/publishers/me", { success: PublisherView }).annotateMerge(
      describe({
        summary: "The publisher of the key, what verifies it, and what it is owed",
        responses: {
          200: {
            publisher_id: "0d0b2a8e-6c5c-4a5f-9d43-1f0a3c1f7b11",
            name: "Parcel Co",
            status: "active",
            payees: ["Parcel Co"],
            verification: { status: "verified", missing: [], proofs: [proofExample] },
            balance: {
              total: usd(14_700_000),
              maturing: usd(2_450_000),
              in_payout: usd(0),
              available: usd(12_250_000),
              at_risk: usd(0),
              at_risk_unauthorised: usd(0),
            },
            minimum_payout: usd(10_000_000),
            created_at: exampleTime,
          },
        },
      }),
    ),
    HttpApiEndpoint.get("earnings", "/v1/publishers/me/earnings", {
      query: { from: Schema.optionalKey(TimeFromQuery), to: Schema.optionalKey(TimeFromQuery), cursor, limit },
      success: EarningList,
    }).annotateMerge(
      describe({
        summary: "Earnings call by call, the newest first",
        responses: {
          200: {
            earnings: [
              {
                payment_id: id,
                payee: "Parcel Co",
                source_id: "parcels",
                operation: "GET /parcels/{id}",
                rail: "credits",
                status: "available",
                earned: usd(1_470),
                refunded: usd(0),
                charged_back: usd(0),
                corrected: usd(0),
                net: usd(1_470),
                payout_id: null,
                captured_at: exampleTime,
                settled_at: exampleTime,
              },
            ],
            next_cursor: null,
          },
        },
      }),
    ),
    HttpApiEndpoint.get("statement", "/v1/publishers/me/statement", {
      query: {
        month: Schema.String.check(Schema.isPattern(/^20\d\d-(0[1-9]|1[0-2])$/u, { message: "must be a month, for instance 2026-11" })),
      },
      success: StatementView,
    }).annotateMerge(
      describe({
        summary: "What a month (UTC) brought: the opening balance and all lines add up to the closing balance",
        responses: {
          200: {
            publisher_id: "0d0b2a8e-6c5c-4a5f-9d43-1f0a3c1f7b11",
            month: "2026-11",
            opening: usd(0),
            lines: [
              {
                kind: "earned",
                rail: "credits",
                source_id: "parcels",
                operation: "GET /parcels/{id}",
                entries: 10_000,
                amount: usd(14_700_000),
              },
            ],
            closing: usd(14_700_000),
          },
        },
      }),
    ),
    HttpApiEndpoint.get("payouts", "/v1/publishers/me/payouts", {
      query: { status: Schema.optionalKey(Schema.Literals(payoutStatuses)), cursor, limit },
      success: PayoutList,
    }).annotateMerge(
      describe({ summary: "Payouts, the newest first", responses: { 200: { payouts: [payoutExample], next_cursor: null } } }),
    ),
    HttpApiEndpoint.get("payout", "/v1/publishers/me/payouts/:id", {
      params: { id: Schema.String },
      query: { cursor, limit },
      success: PayoutDetail,
      error: [envelope(PayoutNotFound, "The publisher has no such payout.")],
    }).annotateMerge(
      describe({
        summary: "One payout with the calls that it pays",
        responses: {
          200: { ...payoutExample, items: [{ payment_id: id, payee: "Parcel Co", kind: "call", amount: usd(1_470) }], next_cursor: null },
        },
      }),
    ),
    HttpApiEndpoint.post("request", "/v1/publishers/me/payouts", {
      payload: Schema.Struct({
        amount: Schema.optionalKey(Dollars),
        proofs: Schema.optionalKey(Schema.Array(Schema.String).check(Schema.isMaxLength(10))),
      }),
      success: PayoutView.pipe(HttpApiSchema.status(201)),
      error: [
        ...bodyErrors,
        envelope(PublisherSuspended, "The operator has suspended this publisher."),
        envelope(PublisherNotVerified, "A proof is missing, waits for approval or has expired. The message says which."),
        envelope(PayoutInProgress, "Another payout of this publisher may still be paid."),
        envelope(PayoutTooSmall, "Fewer earnings can be paid out than the smallest payout."),
      ],
    }).annotateMerge(
      describe({
        summary: "Request a payout of earnings: whole calls, the oldest first, at most `amount`",
        request: { amount: 12.5, proofs: [id] },
        responses: { 201: payoutExample },
      }),
    ),
    HttpApiEndpoint.get("listings", "/v1/publishers/me/listings", { success: ListingList }).annotateMerge(
      describe({
        summary: "The listed APIs that pay this publisher, with their prices",
        responses: { 200: { listings: [{ ...listingExample, health: healthExample }] } },
      }),
    ),
    HttpApiEndpoint.post("previewListing", "/v1/publishers/me/listings/preview", {
      payload: ListingBody,
      success: ListingPreview,
      error: [...listingErrors],
    })
      .annotate(MaxBodyBytes, maxListingBytes)
      .annotateMerge(
        describe({
          summary: "What an OpenAPI document would sell, and what is left out. Nothing is saved",
          request: listingRequest,
          responses: { 200: { ...listingExample, notes: [] } },
        }),
      ),
    HttpApiEndpoint.post("saveListing", "/v1/publishers/me/listings", {
      payload: ListingBody,
      success: SavedListing.pipe(HttpApiSchema.status(201)),
      error: [...listingErrors, envelope(PublisherSuspended, "The operator has suspended this publisher.")],
    })
      .annotate(MaxBodyBytes, maxListingBytes)
      .annotateMerge(
        describe({
          summary: "List an API by its OpenAPI document, or replace a listing of yours",
          description:
            "It is saved paused: an operator looks at it and resumes it. A listing that is replaced is paused too. With `sign` this answer alone shows the secret that signs what is sent to the origin; without it an earlier secret stays.",
          request: listingRequest,
          responses: { 201: { ...listingExample, notes: [] } },
        }),
      ),
    HttpApiEndpoint.post("walletNonce", "/v1/publishers/me/proofs/wallet/nonce", {
      payload: Schema.Struct({ address: Schema.String.check(Schema.isMaxLength(100)) }),
      success: WalletMessage.pipe(HttpApiSchema.status(201)),
      error: [
        ...bodyErrors,
        envelope(WalletNotProven, "The address is not valid."),
        envelope(PayoutsNotConfigured, "This gateway has no chain."),
      ],
    }).annotateMerge(
      describe({
        summary: "The message that your wallet signs to prove itself (EIP-4361)",
        request: { address: "0x857b06519E91e3A54538791bDbb0E22373e36b66" },
        responses: {
          201: {
            nonce: "5b1f0a3c1f7b11d0",
            message: "data.example.com wants you to sign in with your Ethereum account: …",
            expires_at: exampleTime,
          },
        },
      }),
    ),
    HttpApiEndpoint.post("proveWallet", "/v1/publishers/me/proofs/wallet", {
      payload: Schema.Struct({
        message: Schema.String.check(Schema.isMaxLength(4_000)),
        signature: Schema.String.check(Schema.isMaxLength(16_384)),
      }),
      success: ProofView.pipe(HttpApiSchema.status(201)),
      error: [
        ...bodyErrors,
        envelope(WalletNotProven, "The message was changed, used before or has expired, or the signature is not of its wallet."),
        envelope(PayoutsNotConfigured, "This gateway has no chain."),
      ],
    }).annotateMerge(
      describe({
        summary: "Prove the wallet that payouts are paid to",
        request: { message: "data.example.com wants you to sign in with your Ethereum account: …", signature: `0x${"1c".repeat(65)}` },
        responses: { 201: { ...proofExample, status: "pending" } },
      }),
    ),
  )
  .middleware(PublisherGuarded) {}
