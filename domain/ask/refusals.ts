import { Refusal } from "../Refusal.ts"

/** 422: no source answers the question. It is stored as a run. */
export class Unsupported extends Refusal("unsupported", 422) {}

/** 409: the ask has no priced plan yet. */
export class PlanNotReady extends Refusal("plan_not_ready", 409) {}

/** 409: the quoted prices of the plan have expired. */
export class PlanExpired extends Refusal("plan_expired", 409) {}

/** 409: another quote than the current one was approved, or an operation of the plan was withdrawn. */
export class PlanChanged extends Refusal("plan_changed", 409) {}

/** 400: the state's signature does not match: it was changed, or belongs to another run. */
export class InvalidContinuationState extends Refusal("invalid_continuation_state", 400) {}

/** 409: the continuation was used, has expired, or the run has moved on. */
export class ContinuationChanged extends Refusal("continuation_changed", 409) {}

/** 422: the input is not one of the candidates, or does not fit the action's schema. */
export class InvalidContinuationInput extends Refusal("invalid_continuation_input", 422) {}

/** 503: the database connection was lost, or did not answer, while the approval was written. The run shows whether it was stored. */
export class ApprovalUnconfirmed extends Refusal("approval_unconfirmed", 503) {}

export const approvalUnconfirmed = () =>
  new ApprovalUnconfirmed({
    message:
      "The database did not confirm that the approval was written. Read the run: its status says whether it has begun. Do not start a new request.",
    retryAfterSeconds: 2,
  })
