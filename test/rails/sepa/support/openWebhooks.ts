import { Redacted } from "effect"
import type { Emulator } from "../../../../rails/stripe/sandbox/Emulator.ts"
import { eventTypes } from "../../../../rails/stripe/events.ts"

/** Registers an endpoint for the events that the rail follows, and answers the secret that signs them. */
export const openWebhooks = (emulator: Emulator): Redacted.Redacted => {
  const answer = emulator.handle({
    method: "POST",
    path: "/v1/webhook_endpoints",
    headers: { authorization: "Bearer sk_test_webhooks", "idempotency-key": "webhooks" },
    body: `url=https://farthing.example/hook&${eventTypes.map((type, i) => `enabled_events[${i}]=${type}`).join("&")}`,
  })
  if (answer.dropped || answer.status !== 200) throw new Error(`no webhooks: ${JSON.stringify(answer)}`)
  return Redacted.make(String((JSON.parse(answer.body) as { secret: string }).secret))
}
