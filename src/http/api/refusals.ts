import { Schema } from "effect"
import { PlannerUnavailable } from "../../../domain/ask/Planner.ts"
import {
  ApprovalUnconfirmed,
  ContinuationChanged,
  InvalidContinuationInput,
  InvalidContinuationState,
  PlanChanged,
  PlanExpired,
  PlanNotReady,
  Unsupported,
} from "../../../domain/ask/refusals.ts"
import { Busy, CatalogUnavailable } from "../../../domain/catalogue/Catalogue.ts"
import { AmbiguousOperation, InvalidQuery, OperationNotFound, SourceNotFound } from "../../../domain/catalogue/find.ts"
import { SourceUnavailable } from "../../../domain/catalogue/sourceErrors.ts"
import { MethodNotListed } from "../../../domain/listing/match.ts"
import { InvalidSourceInput } from "../../../domain/catalogue/resolveInput.ts"
import {
  ApiKeyExpired,
  ApiKeyRevoked,
  InsufficientScope,
  InvalidApiKey,
  InvalidWorkspace,
  RateLimitExceeded,
} from "../../../domain/identity/errors.ts"
import {
  IdempotencyConflict,
  InsufficientBalance,
  OrganisationUnavailable,
  PaymentNotFound,
  RequestInProgress,
  RunCancelled,
  RunNotFound,
  SpendingNotPermitted,
  SpendLimitExceeded,
} from "../../../domain/ledger/errors.ts"
import { InvalidRequest, ServiceUnavailable } from "../../../domain/Refusal.ts"
import { BodyTooLarge, NotJson } from "../readBody.ts"
import { envelope } from "./envelope.ts"

/** What no route acts on: a request that two servers could read differently. */
export const onEveryRoute = [envelope(InvalidRequest, "Malformed body, query or header. Nothing was charged.")] as const

/** What any route behind the gate may answer. */
export const atGate = [
  ...onEveryRoute,
  envelope(InvalidWorkspace, "Organisation keys do not take a workspace header."),
  envelope(InvalidApiKey, "Missing or unknown key."),
  envelope(ApiKeyExpired, "The key is past its expiry date."),
  envelope(ApiKeyRevoked, "The key was revoked."),
  envelope(InsufficientScope, "The key lacks the permission that `required_scope` names."),
  envelope(
    RateLimitExceeded,
    "Too many requests in this minute or executing at once. Retry after `Retry-After` with the same Idempotency-Key.",
  ),
  envelope(ServiceUnavailable, "The request could not be completed. Retry with the same Idempotency-Key."),
] as const

export const onBodies = [envelope(BodyTooLarge, "The body is larger than 64 KB."), envelope(NotJson, "The body is not JSON.")] as const

export const onDirectory = [
  envelope(Busy, "The directory has too many readers at once."),
  envelope(CatalogUnavailable, "The source directory is unavailable."),
] as const

const noSource = envelope(SourceNotFound, "No purchasable source with this id or name.")

export const onSources = [noSource, ...onDirectory] as const

export const onEndpoints = [...onSources, envelope(InvalidQuery, "Invalid filter of the endpoint index.")] as const

export const onRuns = [envelope(RunNotFound, "No run with this id belongs to this key.")] as const

/** What a client of x402 version 1 looks for: how its next request pays by itself. Version 2 has it in `PAYMENT-REQUIRED`. */
const offered = {
  x402Version: Schema.optionalKey(Schema.Int),
  accepts: Schema.optionalKey(Schema.Array(Schema.Record(Schema.String, Schema.Unknown))),
}
const insufficientBalance = envelope(InsufficientBalance, "No rail covers the maximum cost. Nothing was charged.", offered)

const onSpending = [
  insufficientBalance,
  envelope(SpendLimitExceeded, "The maximum cost is above the limit that `limit` names. Nothing was charged."),
  envelope(OrganisationUnavailable, "The organisation cannot spend from its main balance now."),
  envelope(SpendingNotPermitted, "An owner switched the organisation's spending off."),
  envelope(IdempotencyConflict, "The Idempotency-Key was used before with a different request."),
  envelope(RequestInProgress, "The first request with this Idempotency-Key is still running."),
  envelope(RunCancelled, "The run was cancelled and is not restarted."),
] as const

export const onPaidCalls = [
  ...onBodies,
  noSource,
  onDirectory[1],
  envelope(AmbiguousOperation, "Several members of the group offer the operation; call one of `sources` by its id."),
  envelope(OperationNotFound, "The source has no such operation; `operations` lists those it has."),
  envelope(InvalidSourceInput, "An input is unknown, missing or malformed."),
  ...onSpending,
] as const

const notReady = envelope(PlanNotReady, "The ask has no priced plan yet.")
const noPlanner = envelope(PlannerUnavailable, "The question cannot be interpreted now.")
const noAnswer = envelope(Unsupported, "No source answers the question. It is kept as a run; `Location` names it.")

export const onAsks = [
  ...onBodies,
  onDirectory[1],
  ...onSpending,
  notReady,
  noPlanner,
  noAnswer,
  envelope(InvalidSourceInput, "An input of the workflow is unknown, missing or malformed."),
] as const

export const onPlanRuns = [
  ...onBodies,
  ...onRuns,
  onDirectory[1],
  ...onSpending,
  notReady,
  envelope(PlanExpired, "The plan's prices are past their time; ask again."),
  envelope(PlanChanged, "Another quote than the current one, or an operation was withdrawn since."),
  envelope(ApprovalUnconfirmed, "It is not known whether the approval was written. Read the run before anything else."),
] as const

export const onContinuations = [
  ...onBodies,
  ...onRuns,
  onDirectory[1],
  ...onSpending,
  notReady,
  noPlanner,
  noAnswer,
  envelope(InvalidContinuationState, "The signed state was not copied unchanged from the run."),
  envelope(ContinuationChanged, "The continuation was used, has expired, or the run moved on. Read the run."),
  envelope(InvalidContinuationInput, "No offered candidate, and no value that the action's schema takes."),
] as const

export const onPreflight = [
  ...onBodies,
  noSource,
  onDirectory[1],
  envelope(AmbiguousOperation, "Several members of the group offer the operation; ask about one of `sources` by its id."),
  envelope(OperationNotFound, "The source or listing has no such operation; `operations` lists those it has."),
  envelope(MethodNotListed, "The path is listed with other methods."),
  envelope(SourceUnavailable, "The listing is paused."),
  envelope(InvalidSourceInput, "An input is unknown, missing or malformed."),
] as const

const gatewayErrors = Schema.Struct({
  protocol_version: Schema.String,
  errors: Schema.Array(Schema.Struct({ code: Schema.String, message: Schema.String, field: Schema.optionalKey(Schema.String) })),
})

export const onSourceList = [
  ...onDirectory,
  envelope(InvalidQuery, "Invalid directory filter."),
  gatewayErrors.annotate({
    identifier: "GatewayInvalidQuery",
    description: "An invalid query, in this shared route's own shape.",
    httpApiStatus: 400,
  }),
  gatewayErrors.annotate({
    identifier: "GatewayMissingKey",
    description: "A missing key, in this shared route's own shape.",
    httpApiStatus: 401,
  }),
] as const

export const onPayments = [envelope(PaymentNotFound, "None of the organisation's payments has this id.")] as const
