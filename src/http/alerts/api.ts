import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { alertCodes } from "../../../domain/alerts/Alert.ts"
import { AlertNotFound } from "../../../domain/alerts/Alerts.ts"
import { describe } from "../../../rails/http/describe.ts"
import { envelope } from "../../../rails/http/errors.ts"
import { IntFromQuery } from "../../../rails/http/query.ts"
import { Guarded, RoutePolicy } from "../../../rails/http/RoutePolicy.ts"
import { exampleId } from "../runs/example.ts"
import { alertCauses } from "./cause.ts"

/** Alerts in a list, without a `limit`. */
export const defaultPageSize = 50

const Time = Schema.NullOr(Schema.String)
const Delivery = Schema.Struct({ attempts: Schema.Int, sent_at: Time, error: Schema.NullOr(Schema.String) })

/**
 * `data` has what the alert is about: its members depend on the code. `cause` is whether it lasts: the limit of a period that is over is `gone`, and a failed debit
 * that is being made again is `retrying`.
 */
const AlertView = Schema.Struct({
  id: Schema.String,
  code: Schema.Literals(alertCodes),
  message: Schema.String,
  action: Schema.String,
  cause: Schema.Literals(alertCauses),
  data: Schema.Record(Schema.String, Schema.Unknown),
  created_at: Schema.String,
  acknowledged_at: Time,
  webhook: Delivery,
  mail: Delivery,
}).annotate({ identifier: "Alert" })

const AlertList = Schema.Struct({ alerts: Schema.Array(AlertView), next_cursor: Schema.NullOr(Schema.String) }).annotate({
  identifier: "AlertList",
})

const example = {
  id: exampleId,
  code: "limit_reached",
  message: 'The key "production" has spent 8.1 USD of its monthly limit of 10 USD in 2026-11 (80 %).',
  action: "Raise the limit if the key needs more.",
  cause: "lasts",
  data: {
    key_id: exampleId,
    key_name: "production",
    limit: "monthly",
    percent: 80,
    period: "2026-11",
    limit_micro_usd: "10000000",
    spent_micro_usd: "8100000",
  },
  created_at: "2026-11-21T12:00:00.000Z",
  acknowledged_at: null,
  webhook: { attempts: 1, sent_at: "2026-11-21T12:00:02.000Z", error: null },
  mail: { attempts: 0, sent_at: null, error: null },
}

export class AlertsGroup extends HttpApiGroup.make("alerts")
  .add(
    HttpApiEndpoint.get("list", "/v1/alerts", {
      query: {
        acknowledged: Schema.optionalKey(Schema.Literals(["true", "false"])),
        cursor: Schema.optionalKey(Schema.String.check(Schema.isUUID())),
        limit: Schema.optionalKey(IntFromQuery(1, 200, defaultPageSize)),
      },
      success: AlertList,
    })
      .annotate(RoutePolicy, { scope: "billing:read", paid: false, noStore: true })
      .annotateMerge(
        describe({
          summary: "List the organisation's alerts, the newest first",
          description:
            "An alert is raised once when a key has spent 50, 80 or 100 % of its monthly or daily limit (of several that are reached at once the highest), when the balance falls below `low_balance_alert` of the organisation, when a direct debit fails, and when automatic top-ups are switched off. It is posted, signed, to the URL of the organisation's notices as `alert.<code>`, and mailed to its contact where the gateway has a mail server; both are tried for about two days under one id. `cause` says whether the cause `lasts`, is `gone` (also where a later alert took its place), or is `retrying` (a failed debit that is being made again), and `action` what there is to do now.",
          responses: { 200: { alerts: [example], next_cursor: null } },
        }),
      ),
    HttpApiEndpoint.post("acknowledge", "/v1/alerts/:id/acknowledge", {
      params: { id: Schema.String },
      success: AlertView,
      error: [envelope(AlertNotFound, "The organisation has no alert with this id.")],
    })
      .annotate(RoutePolicy, { scope: "organisation:manage", paid: false, noStore: true })
      .annotateMerge(
        describe({
          summary: "Mark an alert as seen",
          description: "A second acknowledgement changes nothing. An alert that is acknowledged is not raised again.",
          responses: { 200: { ...example, acknowledged_at: "2026-11-21T13:00:00.000Z" } },
        }),
      ),
  )
  .middleware(Guarded) {}
