import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { type Alert, type AlertDelivery, describeAlert } from "../../../domain/alerts/Alert.ts"
import { Alerts } from "../../../domain/alerts/Alerts.ts"
import { isoTime, isoTimeOrNull } from "../../../domain/time.ts"
import { CurrentCaller } from "../../../rails/http/RequestContext.ts"
import { answer } from "../../../rails/http/respond.ts"
import { Api } from "../Api.ts"
import { defaultPageSize } from "./api.ts"

export const AlertsHandlers = HttpApiBuilder.group(Api, "alerts", (handlers) =>
  handlers
    .handle(
      "list",
      Effect.fnUntraced(function* ({ query: { acknowledged, cursor, limit = defaultPageSize } }) {
        const { organisation } = yield* CurrentCaller
        const filter = { acknowledged: acknowledged === undefined ? undefined : acknowledged === "true", before: cursor }
        const all = yield* Effect.flatMap(Alerts, ({ list }) => list(organisation, filter, limit + 1))
        const page = all.slice(0, limit)
        return { alerts: page.map(alertView), next_cursor: all.length > limit ? page.at(-1)!.id : null }
      }, answer),
    )
    .handle(
      "acknowledge",
      Effect.fnUntraced(function* ({ params }) {
        const { key, organisation } = yield* CurrentCaller
        return alertView(yield* Effect.flatMap(Alerts, ({ acknowledge }) => acknowledge(organisation, params.id, `key ${key}`)))
      }, answer),
    ),
)

const alertView = (alert: Alert) => ({
  id: alert.id,
  code: alert.code,
  ...describeAlert(alert),
  data: alert.data,
  created_at: isoTime(alert.at),
  acknowledged_at: isoTimeOrNull(alert.acknowledgedAt),
  webhook: deliveryView(alert.webhook),
  mail: deliveryView(alert.mail),
})

const deliveryView = ({ attempts, error, sentAt }: AlertDelivery) => ({ attempts, sent_at: isoTimeOrNull(sentAt), error })
