import { Refusal } from "../Refusal.ts"

/** 422: no source answers the question. It is kept as a run. */
export class Unsupported extends Refusal("unsupported", 422) {}

/** 409: the ask has no priced plan yet. */
export class PlanNotReady extends Refusal("plan_not_ready", 409) {}

/** 409: the plan's prices are past their time. */
export class PlanExpired extends Refusal("plan_expired", 409) {}

/** 409: another quote than the current one was approved, or an operation of the plan was withdrawn. */
export class PlanChanged extends Refusal("plan_changed", 409) {}

/** 400: the signed state was not copied unchanged from the run. */
export class InvalidContinuationState extends Refusal("invalid_continuation_state", 400) {}

/** 409: the continuation was used, has expired, or the run has moved on. */
export class ContinuationChanged extends Refusal("continuation_changed", 409) {}

/** 422: no offered candidate, and no value that the action's schema takes. */
export class InvalidContinuationInput extends Refusal("invalid_continuation_input", 422) {}

/** 503: the database was lost while the approval was written. The run says whether it was. */
export class ApprovalUnconfirmed extends Refusal("approval_unconfirmed", 503) {}
