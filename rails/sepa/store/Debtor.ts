import { Effect, Schema } from "effect"
import { OrganisationId } from "../../../domain/money/ids.ts"
import { type MicroUsd, microUsd, zero } from "../../../domain/money/Money.ts"
import { Gap } from "../../../domain/rail/Rail.ts"

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

/** A set-up page for a person. It is stored with a number before Stripe opens it, so that a repeated request opens the same page. */
const SetUp = Schema.Struct({
  number: Schema.Int,
  successUrl: Schema.String,
  cancelUrl: Schema.String,
  session: Text,
  url: Text,
  expiresAt: Time,
})

/** A member that a document of an earlier release does not have. */
const added = <S extends Schema.Constraint>(schema: S, value: S["Type"]) =>
  Schema.withDecodingDefaultTypeKey<S>(Effect.succeed(value))(schema)

/** A time in which the rail could be used. Times are milliseconds since 1970; it is still open where `to` is null. */
const Usable = Schema.Struct({ from: Schema.Finite, to: Time })
export type Usable = typeof Usable.Type

/**
 * What was left when a mandate ended and no debit collects: less than 0.50 EUR, which the platform bears, or what the operator gave up. `claim` is
 * that of its lines; no debit has it.
 */
const Remainder = Schema.Struct({
  claim: Schema.String,
  micro: Schema.BigIntFromString,
  at: Schema.Finite,
  /** The ledger has booked it, and its calls are settled. */
  booked: Schema.Boolean,
  /** The operator's decision to book it as a loss. Null: it is less than 0.50 EUR. */
  lost: added(Schema.NullOr(Schema.Struct({ by: Schema.String, reason: Schema.String })), null),
})
export type Remainder = typeof Remainder.Type

/** What is not owed any more because of it: nothing until the ledger has booked it. */
export const writtenOffOf = (remainder: Remainder | null): MicroUsd => (remainder?.booked ? microUsd(remainder.micro) : zero)

/** Name and e-mail of an organisation. */
export const Contact = Schema.Struct({ name: Schema.String, email: Text })
export type Contact = typeof Contact.Type

/** An organisation on this rail. */
export const Debtor = Schema.Struct({
  organisation: OrganisationId,
  /** Stripe's. */
  customer: Text,
  /** When the gateway learned that the customer was deleted at Stripe. */
  customerDeletedAt: Time.pipe(Schema.withDecodingDefaultTypeKey(Effect.succeed(null))),
  /** How many customers were deleted and replaced before this one. */
  customersBefore: Schema.Int.pipe(Schema.withDecodingDefaultTypeKey(Effect.succeed(0))),
  /** What Stripe's customer was last given. Null: nothing yet. */
  contact: Schema.NullOr(Contact).pipe(Schema.withDecodingDefaultTypeKey(Effect.succeed(null))),
  mandate: Schema.NullOr(Mandate),
  /** Payment methods of mandates that another one replaced, until they are detached at Stripe. */
  replaced: Schema.Array(Schema.String).pipe(Schema.withDecodingDefaultTypeKey(Effect.succeed([]))),
  setUp: Schema.NullOr(SetUp),
  setUps: Schema.Int,
  subscription: Schema.Literals(["none", "active", "cancelled"]),
  /** The first month (`2026-11`) whose fee has not been booked. */
  feeFrom: Text,
  /** When the rail could be used, from the month of `feeFrom` on: the fee is for these days. Null before it was recorded. */
  usable: Schema.NullOr(Schema.Array(Usable)).pipe(Schema.withDecodingDefaultTypeKey(Effect.succeed(null))),
  /** Owed for lines that were claimed before: the remainder of rounding to cents. */
  carry: Schema.BigIntFromString,
  /** Written for nodes of an earlier release: a debit was settled, and none was disputed since. */
  trusted: Schema.Boolean,
  /** The operator lets it buy again although a debit of its mandate was given up before. */
  resumedAt: Time.pipe(Schema.withDecodingDefaultTypeKey(Effect.succeed(null))),
  /** The operator ended the mandate: the platform bears what its last debit leaves. */
  closing: Schema.Boolean.pipe(Schema.withDecodingDefaultTypeKey(Effect.succeed(false))),
  remainder: Schema.NullOr(Remainder).pipe(Schema.withDecodingDefaultTypeKey(Effect.succeed(null))),
})
export type Debtor = typeof Debtor.Type

/** The mandate by which a debit can be made now. Undefined without one, and if its subscription is cancelled. */
export const usableMandate = ({ mandate, subscription }: Debtor) =>
  mandate?.status === "active" && subscription === "active" ? mandate : undefined

export const newDebtor = (organisation: OrganisationId): Debtor => ({
  organisation,
  customer: null,
  customerDeletedAt: null,
  customersBefore: 0,
  contact: null,
  mandate: null,
  replaced: [],
  setUp: null,
  setUps: 0,
  subscription: "none",
  feeFrom: null,
  usable: null,
  carry: 0n,
  trusted: false,
  resumedAt: null,
  closing: false,
  remainder: null,
})

const setUp = (monthlyFee: string) =>
  `Set one up: POST /v1/me/sepa/mandate returns the address of the page. The rail costs ${monthlyFee} a month, in the first for the days that are left.`

/** How the operator makes a new customer at Stripe for one that was deleted there. */
export const renewCommand = (organisation: OrganisationId): string => `farthing sepa renew-customer ${organisation}`

/**
 * The requirement that an organisation does not meet yet. If its mandate ended, or it owes a debit again, its account is suspended, and the
 * ledger refuses the call.
 */
export const missingRequirement = (debtor: Debtor | undefined, monthlyFee: string): Gap | undefined => {
  if (debtor !== undefined && debtor.customerDeletedAt !== null)
    return new Gap({
      code: "customer_deleted",
      message: `the operator closed the organisation's account for direct debits. Ask the operator to open it again (${renewCommand(debtor.organisation)}), then give a new mandate`,
    })
  if (debtor === undefined || debtor.mandate === null) {
    return debtor?.setUp != null
      ? new Gap({ code: "mandate_missing", message: "the mandate has not been given yet: the set-up page is still open" })
      : new Gap({ code: "mandate_missing", message: `the organisation has no direct debit mandate. ${setUp(monthlyFee)}` })
  }
  if (debtor.subscription === "cancelled")
    return new Gap({ code: "mandate_ended", message: `the organisation ended its direct debit mandate. ${setUp(monthlyFee)}` })
  if (debtor.mandate.status === "pending")
    return new Gap({ code: "mandate_pending", message: "the bank has not confirmed the direct debit mandate yet" })
  if (debtor.subscription === "none")
    return new Gap({ code: "subscription_inactive", message: "the direct debit subscription is not active" })
  return undefined
}
