import { Clock, Effect, Metric, Redacted, Schedule } from "effect"
import { type ClaimedEvent, type DeliveryOutcome, EventQueue } from "../../domain/connect/ConnectEvents.ts"
import { merchantActivatedRetries } from "../../domain/connect/MerchantEvent.ts"
import { type WebhookResult, WebhookSender } from "../../domain/WebhookSender.ts"
import { bareSignature, webhookSignature } from "../../rails/http/webhookSignature.ts"
import { Settings } from "../Settings.ts"

/** Makes one attempt to deliver an event that this node has claimed, and records what became of it. Nothing is sent without a signature. */
export const deliverEvent = Effect.fnUntraced(function* (event: ClaimedEvent) {
  const queue = yield* EventQueue
  const outcome = yield* attempt(event)
  // A short outage of the database makes no outcome unknown. After two minutes another node would end the attempt.
  yield* Effect.retry(queue.finish(event, outcome), { times: 20, schedule: Schedule.spaced("1 second") })
  yield* Metric.update(counterOf(outcome.status), 1)
  if (outcome.status === "skipped") {
    yield* Effect.logWarning(`the event ${event.id} of the marketplace ${event.marketplace} was not sent. ${outcome.reason}`)
  }
  return outcome
})

const attempt = Effect.fnUntraced(function* (event: ClaimedEvent) {
  const secret = yield* secretOf(event)
  if (!Redacted.isRedacted(secret)) return skipped(secret.reason)
  const body = new TextEncoder().encode(event.body)
  // The real time: receivers compare it with their own clock, which the sandbox does not move.
  const seconds = Math.floor((yield* Clock.currentTimeMillis) / 1000)
  const signature = event.event === "merchant.activated" ? bareSignature(secret, body) : webhookSignature(secret, seconds, body)
  const headers = [
    ["content-type", "application/json"],
    ["x-service-event", event.event],
    ["x-service-signature", signature],
  ] as const
  const result = yield* Effect.flatMap(WebhookSender, ({ send }) => send({ url: event.url, headers, body }))
  return outcomeOf(result, event.retriesLeft)
})

/** The marketplace's secret, else that of the settings. A stored secret that cannot be decrypted is never replaced by another. */
const secretOf = Effect.fnUntraced(function* ({ marketplace }: ClaimedEvent) {
  const queue = yield* EventQueue
  const { connectWebhookSecret } = yield* Settings
  const own = yield* Effect.catchTag(queue.signingSecret(marketplace), "SecretUnreadable", ({ message }) =>
    Effect.as(Effect.logError(message), { reason: "The marketplace's webhook secret cannot be decrypted. The operator must correct it." }),
  )
  return own ?? connectWebhookSecret ?? { reason: noSecret }
})

const noSecret =
  "There is no webhook secret, and nothing is sent without a signature. Create one: POST /v1/marketplaces/me/webhook/rotate-secret."

const skipped = (reason: string): DeliveryOutcome => ({ status: "skipped", httpStatus: null, reason, retryAfterMs: null })

const outcomeOf = (result: WebhookResult, retriesLeft: number): DeliveryOutcome => {
  const retryAfterMs = retriesLeft === 0 ? null : (merchantActivatedRetries.at(-retriesLeft) ?? null)
  switch (result._tag) {
    case "Delivered":
      return { status: "delivered", httpStatus: result.status, reason: null, retryAfterMs: null }
    case "Refused":
      return { status: "failed", httpStatus: result.status, reason: `The receiver answered ${result.status}.`, retryAfterMs }
    case "NotSent":
      return { status: "failed", httpStatus: null, reason: result.reason, retryAfterMs }
    case "Unknown":
      return { status: "unknown", httpStatus: null, reason: result.reason, retryAfterMs }
  }
}

const counterOf = (status: DeliveryOutcome["status"]) =>
  Metric.counter("farthing_connect_event_attempts_total", {
    description: "Attempts of this node to deliver events to marketplaces, by what became of them.",
    attributes: { status },
    incremental: true,
  })
