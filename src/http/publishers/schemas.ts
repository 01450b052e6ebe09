import { Schema } from "effect"
import { maxPrice } from "../../../domain/catalogue/PriceList.ts"
import { Money } from "../../../domain/money/Money.ts"
import { payoutStatuses } from "../../../domain/publishing/Payout.ts"
import { proofKinds } from "../../../domain/publishing/Publisher.ts"
import { usd } from "../../../rails/http/describe.ts"
import { IntFromQuery } from "../../../rails/http/query.ts"
import { exampleId as id } from "../runs/example.ts"

const MoneyView = Schema.toEncoded(Money)
const Time = Schema.NullOr(Schema.String)

/** Entries of a page without a `limit`. */
export const publisherPageSize = 50
export const limit = Schema.optionalKey(IntFromQuery(1, 200, publisherPageSize))
export const cursor = Schema.optionalKey(Schema.String.check(Schema.isUUID()))

export const ProofView = Schema.Struct({
  id: Schema.String,
  kind: Schema.Literals(proofKinds),
  status: Schema.Literals(["pending", "verified", "expired"]),
  /** The wallet or the IBAN, most of it hidden. */
  subject: Schema.String,
  submitted_at: Time,
  expires_at: Time,
})

export const PublisherView = Schema.Struct({
  publisher_id: Schema.String,
  name: Schema.String,
  status: Schema.Literals(["active", "suspended"]),
  payees: Schema.Array(Schema.String),
  verification: Schema.Struct({
    status: Schema.Literals(["unverified", "pending", "verified", "expired"]),
    missing: Schema.Array(Schema.String),
    proofs: Schema.Array(ProofView),
  }),
  balance: Schema.Struct({
    total: MoneyView,
    maturing: MoneyView,
    in_payout: MoneyView,
    available: MoneyView,
    at_risk: MoneyView,
    at_risk_unauthorised: MoneyView,
  }),
  minimum_payout: MoneyView,
  created_at: Schema.String,
}).annotate({ identifier: "Publisher" })

const EarningView = Schema.Struct({
  payment_id: Schema.String,
  payee: Schema.String,
  source_id: Schema.String,
  operation: Schema.String,
  rail: Schema.String,
  status: Schema.Literals(["maturing", "available", "in_payout", "refunded", "charged_back"]),
  earned: MoneyView,
  refunded: MoneyView,
  charged_back: MoneyView,
  corrected: MoneyView,
  net: MoneyView,
  payout_id: Schema.NullOr(Schema.String),
  captured_at: Time,
  settled_at: Time,
})
export const EarningList = Schema.Struct({ earnings: Schema.Array(EarningView), next_cursor: Schema.NullOr(Schema.String) }).annotate({
  identifier: "EarningList",
})

export const StatementView = Schema.Struct({
  publisher_id: Schema.String,
  month: Schema.String,
  opening: MoneyView,
  lines: Schema.Array(
    Schema.Struct({
      kind: Schema.Literals(["earned", "refunded", "reversed", "charged_back", "corrected", "paid_out"]),
      rail: Schema.NullOr(Schema.String),
      source_id: Schema.NullOr(Schema.String),
      operation: Schema.NullOr(Schema.String),
      entries: Schema.Int,
      amount: MoneyView,
    }),
  ),
  closing: MoneyView,
}).annotate({ identifier: "PublisherStatement" })

export const PayoutView = Schema.Struct({
  id: Schema.String,
  kind: Schema.Literal("payout"),
  status: Schema.Literals(payoutStatuses),
  amount: MoneyView,
  calls: Schema.Int,
  wallet: Schema.String,
  proofs: Schema.Array(Schema.String),
  requested_at: Time,
  decided_at: Time,
  reason: Schema.NullOr(Schema.String),
  sent_at: Time,
  ended_at: Time,
  tx_hash: Schema.NullOr(Schema.String),
  block_number: Schema.NullOr(Schema.Int),
  last_error: Schema.NullOr(Schema.String),
}).annotate({ identifier: "Payout" })

const PayoutItemView = Schema.Struct({
  payment_id: Schema.String,
  payee: Schema.String,
  kind: Schema.Literals(["call", "correction"]),
  amount: MoneyView,
})
export const PayoutDetail = Schema.Struct({
  ...PayoutView.fields,
  items: Schema.Array(PayoutItemView),
  next_cursor: Schema.NullOr(Schema.String),
}).annotate({ identifier: "PayoutDetail" })
export const PayoutList = Schema.Struct({ payouts: Schema.Array(PayoutView), next_cursor: Schema.NullOr(Schema.String) }).annotate({
  identifier: "PayoutList",
})

const listing = {
  slug: Schema.String,
  name: Schema.String,
  payee: Schema.String,
  origin: Schema.String,
  status: Schema.Literals(["active", "paused"]),
  signing_key_id: Schema.NullOr(Schema.String),
  endpoints: Schema.Array(
    Schema.Struct({
      method: Schema.String,
      path: Schema.String,
      name: Schema.String,
      model: Schema.Literals(["per_call", "per_result", "free"]),
      price: MoneyView,
    }),
  ),
}
/** How the newest paid calls of the last 24 hours ended. */
const health = Schema.Struct({
  calls: Schema.Int,
  /** Answered by the origin with a status below 400, so paid. */
  delivered: Schema.Int,
  last_delivered_at: Time,
  last_failed_at: Time,
})
const Notes = Schema.Array(Schema.String)
export const ListingList = Schema.Struct({ listings: Schema.Array(Schema.Struct({ ...listing, health })) }).annotate({
  identifier: "PublishedListingList",
})
export const ListingPreview = Schema.Struct({ ...listing, notes: Notes }).annotate({ identifier: "ListingPreview" })
/** `signing_secret` is there once: in the answer that creates it. */
export const SavedListing = Schema.Struct({ ...listing, notes: Notes, signing_secret: Schema.optionalKey(Schema.String) }).annotate({
  identifier: "SavedListing",
})

/** An OpenAPI document (2.0 to 3.1, JSON or YAML) that is to be sold under `/slug`. */
export const ListingBody = Schema.Struct({
  slug: Schema.String.check(
    Schema.isPattern(/^[a-z0-9](-?[a-z0-9]){0,62}$/u, { message: "must be lower-case letters, digits and single hyphens, at most 63" }),
  ),
  document: Schema.String.check(Schema.isMaxLength(900_000)),
  /** Micro-USD by operation id or `METHOD /path`, over `x-gateway` of the document. */
  prices: Schema.optionalKey(Schema.Record(Schema.String, Schema.Int)),
  /** Micro-USD a call, of each operation that has no price otherwise. */
  price_micro_usd: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: Number(maxPrice) }))),
  origin: Schema.optionalKey(Schema.String.check(Schema.isMaxLength(2_048))),
  payee: Schema.optionalKey(Schema.String.check(Schema.isMaxLength(500))),
  /** Makes a new secret that signs what is sent to the origin. */
  sign: Schema.optionalKey(Schema.Boolean),
})

export const listingExample = {
  slug: "parcels",
  name: "Parcel API",
  payee: "Parcel Co",
  origin: "https://api.parcels.example.com",
  status: "paused",
  signing_key_id: null,
  endpoints: [{ method: "GET", path: "/parcels/{id}", name: "Where a parcel is", model: "per_call", price: usd(1_500) }],
} as const satisfies Omit<typeof ListingPreview.Encoded, "notes">

export const healthExample = { calls: 120, delivered: 119, last_delivered_at: "2026-11-21T12:00:00.000Z", last_failed_at: null }

export const WalletMessage = Schema.Struct({ nonce: Schema.String, message: Schema.String, expires_at: Schema.String }).annotate({
  identifier: "WalletMessage",
})

export const exampleTime = "2026-11-21T12:00:00.000Z"
export const proofExample = {
  id,
  kind: "wallet",
  status: "verified",
  subject: "0x1f0a…7b11",
  submitted_at: exampleTime,
  expires_at: "2027-11-21T12:00:00.000Z",
} as const
export const payoutExample = {
  id,
  kind: "payout",
  status: "requested",
  amount: usd(12_250_000),
  calls: 1_250,
  wallet: "0x1f0a…7b11",
  proofs: [id],
  requested_at: exampleTime,
  decided_at: null,
  reason: null,
  sent_at: null,
  ended_at: null,
  tx_hash: null,
  block_number: null,
  last_error: null,
} as const satisfies typeof PayoutView.Encoded
