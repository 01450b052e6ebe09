import { Effect, Schema } from "effect"
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

/** How far the gateway got with sending a notice. Written with the debit, so that no notice is forgotten. */
const Delivery = Schema.Struct({
  attempts: Schema.Int,
  /** Null: it was sent, or is not tried any more. */
  dueAt: Time,
  sentAt: Time,
  channel: Schema.NullOr(Schema.Literals(["mail"])),
  error: Text,
})

/** The same for the webhook to the organisation. */
const WebhookDelivery = Schema.Struct({ attempts: Schema.Int, dueAt: Time, sentAt: Time, error: Text })

/** A notice that was given now and is not sent yet. */
export const unsentNotice = (now: number): typeof Delivery.Type => ({ attempts: 0, dueAt: now, sentAt: null, channel: null, error: null })

/** The notice that the payer gets before the debit. */
const Notice = Schema.Struct({
  at: Schema.Finite,
  /** `YYYY-MM-DD`, not before. */
  debitOn: Schema.String,
  cents: Schema.BigIntFromString,
  mandateReference: Text,
  last4: Text,
  creditorId: Schema.String,
  /** Absent where Stripe sends the notice, and in debits of an earlier release. */
  delivery: Schema.optionalKey(Delivery),
  /** Absent until it is tried: whether the organisation has a URL is read when it is due. A node of an earlier release may drop it. */
  webhook: Schema.optionalKey(WebhookDelivery),
})

/** How far the gateway got with withdrawing the notice of a debit that is not needed. */
const Withdrawal = Schema.Struct({
  at: Schema.Finite,
  attempts: Schema.Int,
  /** Null: nothing more is sent. */
  dueAt: Time,
  mailedAt: Time,
  postedAt: Time,
  error: Text,
})
export type Withdrawal = typeof Withdrawal.Type

/** A balance transaction of a dispute: its funds were withdrawn (below zero) or reinstated. */
const DisputeMove = Schema.Struct({
  id: Schema.String,
  dispute: Schema.String,
  cents: Schema.BigIntFromString,
  /** What Stripe took for it beside the money, in hundredths of `feeCurrency`. Below zero where it was given back. */
  feeCents: Schema.BigIntFromString,
  feeCurrency: Schema.String,
  at: Schema.Finite,
})
export type DisputeMove = typeof DisputeMove.Type

/** A member that a document of an earlier release does not have. */
const added = <S extends Schema.Constraint>(schema: S, value: S["Type"]) =>
  Schema.withDecodingDefaultTypeKey<S>(Effect.succeed(value))(schema)

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
  /** Micro-USD of earlier lines that the first debit of a claim took over as a remainder. Absent in debits that claim again, and in those of the first release. */
  carriedIn: Schema.optionalKey(Schema.BigIntFromString),
  reason: Schema.Literals(["threshold", "age", "month_end", "remainder", "again"]),
  customer: Schema.String,
  paymentMethod: Schema.String,
  mandate: Schema.String,
  notice: Notice,
  createdAt: Schema.Finite,
  paymentIntent: Text,
  /** `YYYY-MM-DD`, as Stripe expects it. Absent until Stripe names it. */
  expectedDebitOn: Schema.optionalKey(Schema.String),
  charge: Text,
  dispute: Text,
  disputeFeeCents: Schema.BigIntFromString,
  /** Stripe's reason of the dispute that took the money last, for instance `insufficient_funds`. */
  disputeReason: added(Text, null),
  /** Oldest first. Their sum says whether the payer has the money: the status of a dispute does not. */
  moves: added(Schema.Array(DisputeMove), []),
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
  /** How many of its `moves` came before. Funds that move later change the loss and not what is owed. */
  writtenOffMoves: added(Schema.Int, 0),
  /** Another debit of its claim was paid after all. This one is dropped where it was not made, and refunded where it was paid too. */
  voidedAt: added(Time, null),
  /** Absent unless the payer was given notice of a debit that was voided. */
  withdrawal: Schema.optionalKey(Withdrawal),
  /** It was voided after it was paid: its refund was requested. */
  givenBack: added(Schema.Boolean, false),
  /** Refunded at Stripe so far: by the operator, or because it was voided. The calls stay paid. */
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
  disputeReason: null,
  moves: [],
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
  writtenOffMoves: 0,
  voidedAt: null,
  givenBack: false,
  refundedCents: 0n,
  refundedAt: null,
} as const satisfies Partial<Collection>

/**
 * What the payer's bank statement shows of a debit, 21 characters: Stripe takes at most 22. The last 12 digits of the id are random, so
 * two debits of a payer do not share them.
 */
export const collectionReference = (id: string): string => `FARTHING ${id.replaceAll("-", "").slice(-12).toUpperCase()}`

/** Stripe or the bank may still act on it, so no other debit is made beside it. */
export const inFlight = ({ status }: Collection): boolean => status === "new" || status === "processing"

/** It still collects: it is on its way, and needed. What was voided is cancelled, or refunded, and collects nothing. */
export const isCollecting = (collection: Collection): boolean => inFlight(collection) && collection.voidedAt === null

/** The same in SQL, over a row of `rail_sepa.collection`. */
export const collectingSql = (row: string): string => `(${row}.status in ('new', 'processing') and ${row}.doc->>'voidedAt' is null)`

/** In SQL: it still collects, or failed and is owed again. */
export const owedSql = (row: string): string =>
  `(${collectingSql(row)} or (${row}.status in ('failed', 'disputed') and ${row}.next is null and not ${row}.written_off))`

/** Failed or taken back, and neither claimed again nor given up. */
export const isUnresolved = (collection: Collection): boolean =>
  (collection.status === "failed" || collection.status === "disputed") && collection.next === null && !isGivenUp(collection)

/** It is owed no more: written off, or another debit of its claim was paid. */
export const isGivenUp = ({ voidedAt, writtenOffAt }: Collection): boolean => writtenOffAt !== null || voidedAt !== null

/** What the payer has taken back by disputes, less what came back from them. */
export const takenCents = (moves: ReadonlyArray<Pick<DisputeMove, "cents">>): bigint => -moves.reduce((sum, { cents }) => sum + cents, 0n)

/** Given up only once it is booked how far it got: what was paid and taken back is no part of a loss. */
export const mayBeWrittenOff = (collection: Collection): boolean => isUnresolved(collection) && collection.booked === collection.status

/** The day of the debit, from which a payer's rights count: not when we learned that it was paid. */
export const debitedAt = ({ expectedDebitOn, notice }: Collection): number => Date.parse(expectedDebitOn ?? notice.debitOn)

/** The code of a debit whose PaymentIntent was cancelled at Stripe. That was the operator, so it asks nothing of the payer. */
export const canceledByOperator = "canceled"

/** Nothing more is sold on this rail until the money is there: owed again, or just claimed again. */
export const suspends = (collection: Collection): boolean =>
  inFlight(collection)
    ? collection.attempt > 1 && isCollecting(collection)
    : isUnresolved(collection) && collection.failureCode !== canceledByOperator
/** Something that is owed: a call, or a month's fee. */
export interface Line {
  readonly id: string
  readonly amount: MicroUsd
  /** Of a fee: what is debited for it, whatever the rate does. Absent for a call, and for a fee that an earlier release booked. */
  readonly cents?: bigint
}
