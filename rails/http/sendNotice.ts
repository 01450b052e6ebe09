import { Clock, Effect, type Redacted } from "effect"
import { WebhookSender } from "../../domain/WebhookSender.ts"
import { webhookSignature } from "./webhookSignature.ts"

interface Notice {
  readonly event: string
}

/** Posts an event to an organisation, signed. Answers why it is not known to have arrived; undefined: the receiver accepted it. */
export const sendNotice = Effect.fnUntraced(function* (
  notice: Notice,
  { secret, url }: { readonly url: string; readonly secret: Redacted.Redacted },
) {
  const body = new TextEncoder().encode(JSON.stringify(notice))
  // The real time, because the receiver compares it with its own clock, which no sandbox moves.
  const unixSeconds = Math.floor((yield* Clock.currentTimeMillis) / 1000)
  const headers = [
    ["content-type", "application/json"],
    ["x-service-event", notice.event],
    ["x-service-signature", webhookSignature(secret, unixSeconds, body)],
  ] as const
  const result = yield* Effect.flatMap(WebhookSender, ({ send }) => send({ url, headers, body }))
  if (result._tag === "Delivered") return undefined
  return result._tag === "Refused" ? `The receiver answered with the status ${result.status}.` : result.reason
})
