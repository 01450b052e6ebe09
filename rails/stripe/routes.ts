import { Effect, Schema } from "effect"
import { HttpApiBuilder, HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { InvalidRequest, ServiceUnavailable } from "../../domain/Refusal.ts"
import { readBody } from "../http/body.ts"
import { describe } from "../http/describe.ts"
import { BodyTooLarge, envelope, routeErrors } from "../http/errors.ts"
import { answer } from "../http/respond.ts"
import { emptyApi } from "../http/RoutePolicy.ts"
import { notOfferedError, offered } from "./paymentPages.ts"
import { StripeWebhook } from "./StripeConnection.ts"

const WebhookReceived = Schema.Struct({ received: Schema.Boolean, new: Schema.Boolean }).annotate({ identifier: "WebhookReceived" })

/** Events that Stripe posts, signed: no key. */
class StripeWebhookGroup extends HttpApiGroup.make("stripe").add(
  HttpApiEndpoint.post("webhook", "/v1/webhooks/stripe", {
    success: WebhookReceived,
    error: [
      ...routeErrors,
      notOfferedError,
      envelope(BodyTooLarge, "The body is larger than 64 KB."),
      envelope(ServiceUnavailable, "The event could not be worked on now. Deliver it again."),
    ],
  }).annotateMerge(describe({ summary: "Take an event from Stripe", responses: { 200: { received: true, new: true } } })),
) {}

/** The signature is verified over the bytes as they came; the content of an event is fetched from Stripe, never believed. */
const handlers = HttpApiBuilder.group(emptyApi.add(StripeWebhookGroup), "stripe", (handlers) =>
  handlers.handle(
    "webhook",
    Effect.fnUntraced(function* ({ request }) {
      const webhook = yield* offered(StripeWebhook)
      const body = yield* readBody(request)
      const posted = { body, signature: request.headers["stripe-signature"] }
      const isNew = yield* Effect.catchTag(webhook.receive(posted), "NotFromStripe", ({ message }) => new InvalidRequest({ message }))
      return { received: true, new: isNew }
    }, answer),
  ),
)

export const stripeWebhookRoutes = { group: StripeWebhookGroup, handlers }
