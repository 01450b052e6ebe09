import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { InvalidRequest } from "../../../domain/Refusal.ts"
import { Api } from "../api/Api.ts"
import { readBody } from "../readBody.ts"
import { answer, json } from "../respond.ts"
import { sepaDesk } from "./sepaDesk.ts"

/** What Stripe posts. Its signature is proven over the bytes as they came; what it says is fetched, never believed. */
export const StripeWebhookHandlers = HttpApiBuilder.group(Api, "stripe", (handlers) =>
  handlers.handleRaw(
    "webhook",
    Effect.fnUntraced(function* ({ request }) {
      const desk = yield* sepaDesk
      const body = yield* readBody(request)
      const posted = { body, signature: request.headers["stripe-signature"] }
      const isNew = yield* Effect.catchTag(desk.webhook(posted), "NotFromStripe", ({ message }) => new InvalidRequest({ message }))
      return json({ received: true, new: isNew })
    }, answer),
  ),
)
