import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { IdempotencyConflict } from "../../../domain/ledger/errors.ts"
import { Dollars, Money } from "../../../domain/money/Money.ts"
import { Refusal } from "../../../domain/Refusal.ts"
import { Access, Gatekeeper } from "./access.ts"
import { envelope } from "./envelope.ts"
import { onBodies } from "./refusals.ts"
import { onOffer, returnAddresses } from "./sepa.ts"

/** 404: none of the organisation's top-ups has this id. */
export class TopupNotFound extends Refusal("payment_not_found", 404) {}

const Money_ = Schema.toEncoded(Money)
const Time = Schema.NullOr(Schema.String)
const wholeCents = Schema.makeFilter((amount: bigint) => amount % 10_000n === 0n || "must be whole cents")
const bounded = Schema.makeFilter((amount: bigint) => (amount >= 1_000_000n && amount <= 10_000_000_000n) || "must be from 1 to 10000 USD")

/** `amount` is in USD. */
export const TopupBody = Schema.Struct({ amount: Dollars.check(wholeCents, bounded), ...returnAddresses })

const TopupView = Schema.Struct({
  id: Schema.String,
  /** Where a card pays. Null once that is over. */
  url: Schema.NullOr(Schema.String),
  status: Schema.Literals(["open", "paid", "expired", "refunded", "disputed"]),
  amount: Money_,
  amount_minor: Schema.Int,
  currency: Schema.Literal("USD"),
  /** What went back to the card. */
  reversed: Money_,
  expires_at: Time,
  created_at: Schema.String,
  paid_at: Time,
  credited_at: Time,
}).annotate({ identifier: "Topup" })

export class TopupsGroup extends HttpApiGroup.make("topups")
  .add(
    HttpApiEndpoint.post("open", "/v1/topups", {
      payload: TopupBody,
      success: TopupView.pipe(HttpApiSchema.status(201)),
      error: [...onBodies, onOffer, envelope(IdempotencyConflict, "The Idempotency-Key was used before with a different request.")],
    }).annotate(Access, { scope: "sources:execute", paid: false, idempotencyKey: "optional" }),
    HttpApiEndpoint.get("read", "/v1/topups/:id", {
      params: { id: Schema.String },
      success: TopupView,
      error: [onOffer, envelope(TopupNotFound, "None of the organisation's top-ups has this id.")],
    }).annotate(Access, { scope: "billing:read", paid: false }),
  )
  .middleware(Gatekeeper) {}
