import { Schema } from "effect"
import { OrganisationId } from "../../../domain/money/ids.ts"
import type { MicroUsd } from "../../../domain/money/Money.ts"

/** The states of a debit, in the order in which it can reach them. */
export const collectionStatuses = ["new", "processing", "failed", "succeeded", "disputed"] as const
export type CollectionStatus = (typeof collectionStatuses)[number]
const Status = Schema.Literals(collectionStatuses)

const Text = Schema.NullOr(Schema.String)
const Time = Schema.NullOr(Schema.Finite)

/** The rate as it was when the amount was fixed. */
const RateSnapshot = Schema.Struct({ num: Schema.BigIntFromString, den: Schema.BigIntFromString, source: Schema.String, at: Schema.Finite })

/** The notice that the payer gets before the debit. */
const Notice = Schema.Struct({
  at: Schema.Finite,
  /** `YYYY-MM-DD`, not before. */
  debitOn: Schema.String,
  cents: Schema.BigIntFromString,
  mandateReference: Text,
  last4: Text,
  creditorId: Schema.String,
})

/**
 * One debit. The row is written before the request to Stripe, whose metadata holds its id. A debit that failed is never
 * sent again: another one takes its place (`next`) and claims the same euros. Times are milliseconds since 1970.
 */
export const Collection = Schema.Struct({
  id: Schema.String,
  organisation: OrganisationId,
  /** The first debit of this claim: the lines it covers are listed under it. */
  claim: Schema.String,
  attempt: Schema.Int,
  status: Status,
  /** The status up to which the ledger has booked it. */
  booked: Status,
  /** What the ledger is owed for it. */
  micro: Schema.BigIntFromString,
  /** What is debited: fixed from the notice on, whatever the rate does. */
  cents: Schema.BigIntFromString,
  rate: RateSnapshot,
  reason: Schema.Literals(["threshold", "age", "month_end", "remainder", "again"]),
  customer: Schema.String,
  paymentMethod: Schema.String,
  mandate: Schema.String,
  notice: Notice,
  createdAt: Schema.Finite,
  paymentIntent: Text,
  charge: Text,
  dispute: Text,
  disputeFeeCents: Schema.BigIntFromString,
  failureCode: Text,
  /** What has to happen before it is claimed again. */
  remedy: Schema.NullOr(Schema.Literals(["time", "mandate"])),
  retryAt: Time,
  next: Text,
  settledAt: Time,
  failedAt: Time,
  disputedAt: Time,
  writtenOffAt: Time,
  /** Whose decision that was, and why. */
  writtenOffBy: Text,
  writtenOffFor: Text,
  /** Given back by the operator at Stripe, so far. The calls stay paid. */
  refundedCents: Schema.BigIntFromString,
  refundedAt: Time,
})
export type Collection = typeof Collection.Type

/** What has not happened to a debit that was just written down. */
export const unsent = {
  status: "new",
  booked: "new",
  paymentIntent: null,
  charge: null,
  dispute: null,
  disputeFeeCents: 0n,
  failureCode: null,
  remedy: null,
  retryAt: null,
  next: null,
  settledAt: null,
  failedAt: null,
  disputedAt: null,
  writtenOffAt: null,
  writtenOffBy: null,
  writtenOffFor: null,
  refundedCents: 0n,
  refundedAt: null,
} as const satisfies Partial<Collection>

export const inFlight = ({ status }: Collection): boolean => status === "new" || status === "processing"

/** Failed or taken back, and neither claimed again nor given up. */
export const isUnresolved = ({ next, status, writtenOffAt }: Collection): boolean =>
  (status === "failed" || status === "disputed") && next === null && writtenOffAt === null

/** Given up only once it is booked how far it got: what was paid and taken back is no part of a loss. */
export const mayBeWrittenOff = (collection: Collection): boolean => isUnresolved(collection) && collection.booked === collection.status

/** Nothing more is sold on this rail until the money is there: owed again, or just claimed again. */
export const suspends = (collection: Collection): boolean => isUnresolved(collection) || (inFlight(collection) && collection.attempt > 1)
/** Something that is owed: a call, or a month's fee. */
export interface Line {
  readonly id: string
  readonly amount: MicroUsd
}
