import { Schema } from "effect"
import { type ConnectEventRecord, type EventDelivery, eventStatuses } from "../../../domain/connect/ConnectEvents.ts"
import { isoTime, isoTimeOrNull } from "../../../domain/time.ts"

const Time = Schema.NullOr(Schema.String)

const event = {
  id: Schema.String,
  event: Schema.String,
  /** The payment or the merchant that it is about. */
  subject_id: Schema.String,
  status: Schema.Literals(eventStatuses),
  reason: Schema.NullOr(Schema.String),
  url: Schema.NullOr(Schema.String),
  attempts: Schema.Int,
  next_attempt_at: Time,
  /** When your server took it first. */
  delivered_at: Time,
  created_at: Schema.String,
}
export const EventView = Schema.Struct(event).annotate({ identifier: "WebhookEvent" })

export const EventDetailView = Schema.Struct({
  ...event,
  /** What is sent, as text: these bytes are signed. */
  body: Schema.String,
  deliveries: Schema.Array(
    Schema.Struct({
      attempt: Schema.Int,
      by_hand: Schema.Boolean,
      url: Schema.String,
      status: Schema.Literals(eventStatuses),
      http_status: Schema.NullOr(Schema.Int),
      reason: Schema.NullOr(Schema.String),
      started_at: Schema.String,
      ended_at: Time,
    }),
  ),
}).annotate({ identifier: "WebhookEventDetail" })

export const EventList = Schema.Struct({ events: Schema.Array(EventView), next_cursor: Schema.NullOr(Schema.String) }).annotate({
  identifier: "WebhookEventList",
})

/** An event of a marketplace as the API and the command line show it. */
export const eventView = ({
  attempts,
  createdAt,
  deliveredAt,
  event,
  id,
  nextAttemptAt,
  reason,
  status,
  subject,
  url,
}: ConnectEventRecord) => ({
  id,
  event,
  subject_id: subject,
  status,
  reason,
  url,
  attempts,
  next_attempt_at: isoTimeOrNull(nextAttemptAt),
  delivered_at: isoTimeOrNull(deliveredAt),
  created_at: isoTime(createdAt),
})

export const deliveryView = ({ attempt, byHand, endedAt, httpStatus, reason, startedAt, status, url }: EventDelivery) => ({
  attempt,
  by_hand: byHand,
  url,
  status,
  http_status: httpStatus,
  reason,
  started_at: isoTime(startedAt),
  ended_at: isoTimeOrNull(endedAt),
})
