import { Schema } from "effect"
import { HttpApi, HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { OrganisationNotFound } from "../../../domain/identity/Organisations.ts"
import { PaymentNotFound } from "../../../domain/ledger/errors.ts"
import { Dollars } from "../../../domain/money/Money.ts"
import { payoutStatuses } from "../../../domain/publishing/Payout.ts"
import { Refusal } from "../../../domain/Refusal.ts"
import { bodyErrors, envelope } from "../../../rails/http/errors.ts"
import { IntFromQuery } from "../../../rails/http/query.ts"
import { OperatorGuarded } from "./policy.ts"
import {
  AuditView,
  HoldView,
  LogView,
  OperatedAccount,
  OperatedCall,
  OperatedListing,
  OperatedOrganisation,
  OperatedOrganisationDetail,
  OperatedPayout,
  OperatedPublisher,
  OperatorMoney,
  QueueView,
  RailState,
  Reason,
  Reference,
} from "./schemas.ts"

/** 409: the action does not fit the state of its subject. The message says why; the log has the refusal. */
export class OperationRefused extends Refusal("operation_refused", 409) {}

const uuid = Schema.String.check(Schema.isUUID())
const AboveZero = Dollars.check(Schema.makeFilter((amount) => amount > 0n || "must be above 0"))
const limit = (byDefault: number) => Schema.optionalKey(IntFromQuery(1, 200, byDefault))
const refused = [...bodyErrors, envelope(OperationRefused, "The action does not fit the state of its subject.")] as const

export const operatorPageSize = 50

/** What operators read and do on their pages. Each action is the function of the command of the same name, with a reason for the log. */
export class OperatorGroup extends HttpApiGroup.make("operator")
  .add(
    HttpApiEndpoint.get("organisations", "/v1/operator/organisations", {
      query: {
        search: Schema.optionalKey(Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(100))),
        status: Schema.optionalKey(Schema.Literals(["active", "suspended"])),
        after: Schema.optionalKey(uuid),
        limit: limit(operatorPageSize),
      },
      success: Schema.Struct({ organisations: Schema.Array(OperatedOrganisation), next_cursor: Schema.NullOr(Schema.String) }),
    }),
    HttpApiEndpoint.get("organisation", "/v1/operator/organisations/:id", {
      params: { id: Schema.String },
      success: OperatedOrganisationDetail,
      error: [envelope(OrganisationNotFound, "There is no organisation with this id.")],
    }),
    HttpApiEndpoint.post("changeOrganisation", "/v1/operator/organisations/:id", {
      params: { id: Schema.String },
      payload: Schema.Struct({ action: Schema.Literals(["suspend", "resume", "stop-spending", "allow-spending"]), reason: Reason }),
      success: OperatedOrganisation,
      error: [...refused],
    }),
    HttpApiEndpoint.post("changeAccount", "/v1/operator/organisations/:id/accounts/:account", {
      params: { id: Schema.String, account: Schema.String },
      payload: Schema.Struct({ action: Schema.Literals(["freeze", "unfreeze"]), reason: Reason }),
      success: OperatedAccount,
      error: [...refused],
    }),
    HttpApiEndpoint.post("bookCredits", "/v1/operator/organisations/:id/credits", {
      params: { id: Schema.String },
      /** `amount` in USD. Books once per `ref`. */
      payload: Schema.Struct({ action: Schema.Literals(["take-back", "pay-out"]), amount: AboveZero, ref: Reference, reason: Reason }),
      success: OperatedAccount,
      error: [...refused],
    }),
    HttpApiEndpoint.post("revokeKeys", "/v1/operator/organisations/:id/revoke-keys", {
      params: { id: Schema.String },
      payload: Schema.Struct({ reason: Reason }),
      success: OperatedOrganisation,
      error: [...refused],
    }),
    HttpApiEndpoint.post("erase", "/v1/operator/organisations/:id/erase", {
      params: { id: Schema.String },
      payload: Schema.Struct({ reason: Reason }),
      success: OperatedOrganisation,
      error: [...refused],
    }),
    HttpApiEndpoint.get("queues", "/v1/operator/queues", { success: Schema.Struct({ queues: Schema.Array(QueueView) }) }),
    HttpApiEndpoint.get("holds", "/v1/operator/holds", {
      query: { unknown: Schema.optionalKey(Schema.Literals(["true"])), organisation: Schema.optionalKey(uuid), limit: limit(100) },
      success: Schema.Struct({ holds: Schema.Array(HoldView), total: OperatorMoney }),
    }),
    HttpApiEndpoint.get("call", "/v1/operator/calls/:id", {
      params: { id: Schema.String },
      success: OperatedCall,
      error: [envelope(PaymentNotFound, "There is no call with this id.")],
    }),
    HttpApiEndpoint.post("refundCall", "/v1/operator/calls/:id/refund", {
      params: { id: Schema.String },
      /** In USD. Absent: the whole charge. */
      payload: Schema.Struct({ amount: Schema.optionalKey(Dollars), reason: Reason }),
      success: OperatedCall,
      error: [...refused],
    }),
    HttpApiEndpoint.post("endCall", "/v1/operator/calls/:id/end", {
      params: { id: Schema.String },
      payload: Schema.Struct({ as: Schema.Literals(["settled", "released"]), evidence: Reason, reason: Reason }),
      success: OperatedCall,
      error: [...refused],
    }),
    HttpApiEndpoint.get("rails", "/v1/operator/rails", { success: Schema.Struct({ rails: Schema.Array(RailState) }) }),
    HttpApiEndpoint.post("changeRail", "/v1/operator/rails/:rail", {
      params: { rail: Schema.String },
      payload: Schema.Struct({ action: Schema.Literals(["pause", "resume"]), reason: Reason }),
      success: RailState,
      error: [...refused],
    }),
    HttpApiEndpoint.get("listings", "/v1/operator/listings", { success: Schema.Struct({ listings: Schema.Array(OperatedListing) }) }),
    HttpApiEndpoint.post("changeListing", "/v1/operator/listings/:slug", {
      params: { slug: Schema.String },
      payload: Schema.Struct({ action: Schema.Literals(["pause", "resume"]), reason: Reason }),
      success: Schema.Struct({ slug: Schema.String, status: Schema.Literals(["active", "paused"]) }),
      error: [...refused],
    }),
    HttpApiEndpoint.get("payouts", "/v1/operator/payouts", {
      query: { status: Schema.optionalKey(Schema.Literals(payoutStatuses)) },
      success: Schema.Struct({ payouts: Schema.Array(OperatedPayout) }),
    }),
    HttpApiEndpoint.post("decidePayout", "/v1/operator/payouts/:id", {
      params: { id: Schema.String },
      payload: Schema.Struct({ action: Schema.Literals(["approve", "reject"]), reason: Reason }),
      success: OperatedPayout,
      error: [...refused],
    }),
    HttpApiEndpoint.get("publishers", "/v1/operator/publishers", {
      success: Schema.Struct({ publishers: Schema.Array(OperatedPublisher) }),
    }),
    HttpApiEndpoint.post("changePublisher", "/v1/operator/publishers/:id", {
      params: { id: Schema.String },
      payload: Schema.Struct({ action: Schema.Literals(["approve", "suspend", "resume"]), reason: Reason }),
      success: OperatedPublisher,
      error: [...refused],
    }),
    HttpApiEndpoint.get("audit", "/v1/operator/audit", { success: AuditView }),
    HttpApiEndpoint.get("log", "/v1/operator/log", {
      query: { organisation: Schema.optionalKey(uuid), before: Schema.optionalKey(uuid), limit: limit(operatorPageSize) },
      success: Schema.Struct({ entries: Schema.Array(LogView), next_cursor: Schema.NullOr(Schema.String) }),
    }),
  )
  .middleware(OperatorGuarded) {}

/** Apart from the buyer API: it is for the pages of this gateway alone, and its document is not published. */
export class OperatorApi extends HttpApi.make("farthing-operator")
  .annotate(HttpApi.QueryParseOptions, { onExcessProperty: "error" })
  .annotate(HttpApi.PayloadParseOptions, { onExcessProperty: "error" })
  .add(OperatorGroup) {}
