import { Schema } from "effect"
import { OrganisationId } from "../../../domain/money/ids.ts"

const Text = Schema.NullOr(Schema.String)
const Time = Schema.NullOr(Schema.Finite)

const Mandate = Schema.Struct({
  id: Schema.String,
  status: Schema.Literals(["pending", "active", "inactive"]),
  paymentMethod: Schema.String,
  reference: Text,
  last4: Text,
  acceptedAt: Time,
})
export type Mandate = typeof Mandate.Type

/** A set-up page that a person was sent to. Written down, with a number of its own, before Stripe is asked for it. */
const SetUp = Schema.Struct({
  number: Schema.Int,
  successUrl: Schema.String,
  cancelUrl: Schema.String,
  session: Text,
  url: Text,
  expiresAt: Time,
})

/** What the rail knows of an organisation. */
export const Debtor = Schema.Struct({
  organisation: OrganisationId,
  /** Stripe's. */
  customer: Text,
  mandate: Schema.NullOr(Mandate),
  setUp: Schema.NullOr(SetUp),
  setUps: Schema.Int,
  subscription: Schema.Literals(["none", "active", "cancelled"]),
  /** The first month (`2026-11`) whose fee has not been booked. */
  feeFrom: Text,
  /** Owed for lines that were claimed before: what rounding to cents has left. */
  carry: Schema.BigIntFromString,
  /** A debit was settled, and none was taken back since. */
  trusted: Schema.Boolean,
})
export type Debtor = typeof Debtor.Type

export const newDebtor = (organisation: OrganisationId): Debtor => ({
  organisation,
  customer: null,
  mandate: null,
  setUp: null,
  setUps: 0,
  subscription: "none",
  feeFrom: null,
  carry: 0n,
  trusted: false,
})
