import { Data, Schema } from "effect"
import { Money } from "../money/Money.ts"
import { Refusal, type Refused } from "../Refusal.ts"

export const SpendLimit = Schema.Literals(["per_request", "monthly", "max_spend", "daily"])

/** 402: the maximum cost is above a limit of the key, or above the caller's own `max_spend`. Nothing was charged. */
export class SpendLimitExceeded extends Refusal("spend_limit_exceeded", 402, { limit: SpendLimit, required: Money, available: Money }) {}

/**
 * 402: no rail covers the maximum cost. `available` is the most that one viable rail covers, and `payment_reason` the rail's code for why it
 * refused the payment that the caller presented.
 */
export class InsufficientBalance extends Refusal("insufficient_balance", 402, {
  required: Money,
  available: Money,
  payment_reason: Schema.optionalKey(Schema.String),
}) {}

/** 403: the organisation, or the only rail it could pay with, is suspended. */
export class OrganisationUnavailable extends Refusal("organisation_unavailable", 403) {}

/** 403: an owner switched the organisation's spending off. */
export class SpendingNotPermitted extends Refusal("spending_not_permitted", 403) {}

/** 409: the Idempotency-Key was used before with another request. */
export class IdempotencyConflict extends Refusal("idempotency_conflict", 409) {}

/** 409: the first request with this Idempotency-Key has not been answered yet. */
export class RequestInProgress extends Refusal("request_in_progress", 409, { retry_after_ms: Schema.Int }) {}

/** 409: the run was cancelled and is not restarted. */
export class RunCancelled extends Refusal("run_cancelled", 409) {}

/** 404: this key made no such run. */
export class RunNotFound extends Refusal("run_not_found", 404) {}

/** 404: none of the organisation's payments has this id. */
export class PaymentNotFound extends Refusal("payment_not_found", 404) {}

/** 409: the call charged nothing that can be given back, or was refunded before. */
export class NotRefundable extends Refusal("not_refundable", 409) {}

/** The call is not open to this node any more: it ended, or another node took it over. */
export class CallNotOpen extends Data.TaggedError("CallNotOpen")<{ readonly call: string; readonly state: string }> {}
/** The command contradicts the ledger: a defect of the program, never of the buyer. */
export class Impossible extends Data.TaggedError("Impossible")<{ readonly message: string }> {}

export type LedgerError = Refused | CallNotOpen | Impossible
