import { Schema } from "effect"
import { Money } from "../../../domain/money/Money.ts"
import { payoutStatuses } from "../../../domain/publishing/Payout.ts"
import { proofKinds } from "../../../domain/publishing/Publisher.ts"

export const OperatorMoney = Schema.toEncoded(Money)

const line = (message: string, max: number) =>
  Schema.String.check(Schema.isPattern(/^[^\p{Cc}]*\S[^\p{Cc}]*$/u, { message }), Schema.isMaxLength(max))

/** One line of 1 to 500 characters: why an operator acts. The log keeps it. */
export const Reason = line("must be one line that says why", 500)

/** One line of 1 to 100 characters: what a booking is made once for, for instance the number of a bank transfer. */
export const Reference = line("must be one line that names the booking", 100)

const organisation = {
  organisation_id: Schema.String,
  name: Schema.String,
  email: Schema.NullOr(Schema.String),
  notice_url: Schema.NullOr(Schema.String),
  kind: Schema.Literals(["company", "wallet"]),
  status: Schema.Literals(["active", "suspended", "erased"]),
  spending: Schema.Boolean,
  rate_per_minute: Schema.Int,
  concurrency: Schema.Int,
  preferred_rails: Schema.Array(Schema.String),
  active_keys: Schema.Int,
  created_at: Schema.String,
}
export const OperatedOrganisation = Schema.Struct(organisation)

export const OperatedAccount = Schema.Struct({
  account: Schema.String,
  rail: Schema.String,
  status: Schema.Literals(["active", "suspended", "frozen"]),
  posted: OperatorMoney,
  held: OperatorMoney,
  credit_limit: OperatorMoney,
  available: OperatorMoney,
  open_calls: Schema.Int,
})

export const OperatedOrganisationDetail = Schema.Struct({
  ...organisation,
  balance: OperatorMoney,
  accounts: Schema.Array(OperatedAccount),
})

export const HoldView = Schema.Struct({
  call_id: Schema.String,
  organisation_id: Schema.String,
  rail: Schema.String,
  operation: Schema.String,
  held: OperatorMoney,
  settlement: Schema.String,
  delivered: Schema.Boolean,
  since: Schema.String,
  age_seconds: Schema.Int,
  overdue_seconds: Schema.Int,
  node_id: Schema.String,
  node_alive: Schema.Boolean,
  last_error: Schema.NullOr(Schema.String),
})

/** A queue of work with its length and the age of its oldest entry. */
export const QueueView = Schema.Struct({
  queue: Schema.Literals(["unknown_outcomes", "overdue_holds", "marketplace_events", "payout_requests"]),
  waiting: Schema.Int,
  oldest_seconds: Schema.Int,
})

export const AuditView = Schema.Struct({
  ok: Schema.Boolean,
  complete: Schema.Boolean,
  checks: Schema.Array(
    Schema.Struct({
      name: Schema.String,
      rail: Schema.NullOr(Schema.String),
      violations: Schema.Int,
      /** The first 20 of them, one sentence each. */
      breaks: Schema.Array(Schema.String),
      /** Why the outside could not be read; null: it was. */
      unchecked: Schema.NullOr(Schema.String),
    }),
  ),
})

export const OperatedCall = Schema.Struct({
  call_id: Schema.String,
  organisation_id: Schema.String,
  status: Schema.String,
  state: Schema.String,
  settlement: Schema.String,
  delivered: Schema.Boolean,
  rail: Schema.String,
  operation: Schema.String,
  amount: OperatorMoney,
  refunded: OperatorMoney,
  deadline: Schema.String,
  created_at: Schema.String,
})

export const RailState = Schema.Struct({ rail: Schema.String, paused: Schema.Boolean })

export const OperatedListing = Schema.Struct({
  slug: Schema.String,
  name: Schema.String,
  publisher: Schema.String,
  origin: Schema.String,
  status: Schema.Literals(["active", "paused"]),
  endpoints: Schema.Int,
})

const Time = Schema.NullOr(Schema.String)
export const OperatedPayout = Schema.Struct({
  id: Schema.String,
  kind: Schema.Literal("payout"),
  publisher_id: Schema.String,
  publisher_name: Schema.String,
  status: Schema.Literals(payoutStatuses),
  amount: OperatorMoney,
  calls: Schema.Int,
  wallet: Schema.String,
  requested_at: Time,
  decided_at: Time,
  decided_by: Schema.NullOr(Schema.String),
  reason: Schema.NullOr(Schema.String),
  sent_at: Time,
  ended_at: Time,
  tx_hash: Schema.NullOr(Schema.String),
  block_number: Schema.NullOr(Schema.Int),
  last_error: Schema.NullOr(Schema.String),
})

export const OperatedPublisher = Schema.Struct({
  publisher_id: Schema.String,
  name: Schema.String,
  status: Schema.Literals(["active", "suspended"]),
  payees: Schema.Array(Schema.String),
  verification: Schema.Literals(["unverified", "pending", "verified", "expired"]),
  /** What is missing for a payout, as sentences. */
  missing: Schema.Array(Schema.String),
  proofs: Schema.Array(
    Schema.Struct({
      id: Schema.String,
      kind: Schema.Literals(proofKinds),
      status: Schema.Literals(["pending", "verified", "expired"]),
      subject: Schema.String,
      submitted_by: Schema.String,
      expires_at: Schema.String,
      approved_by: Schema.NullOr(Schema.String),
    }),
  ),
})

const State = Schema.Record(Schema.String, Schema.Unknown)
export const LogView = Schema.Struct({
  entry: Schema.String,
  at: Schema.String,
  operator: Schema.String,
  host: Schema.String,
  action: Schema.String,
  organisation_id: Schema.NullOr(Schema.String),
  subject: Schema.String,
  reason: Schema.String,
  outcome: Schema.Literals(["done", "refused", "unfinished"]),
  before: State,
  after: Schema.NullOr(State),
  message: Schema.NullOr(Schema.String),
})
