import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { EventNotFound, eventStatuses, WebhookMissing } from "../../../domain/connect/ConnectEvents.ts"
import { marketplaceKeyKinds, RotationInProgress } from "../../../domain/connect/Marketplaces.ts"
import { Refusal } from "../../../domain/Refusal.ts"
import { describe } from "../../../rails/http/describe.ts"
import { bodyErrors, envelope } from "../../../rails/http/errors.ts"
import { IntFromQuery } from "../../../rails/http/query.ts"
import { MarketplaceGuarded, MarketplacePolicy } from "../server/marketplacePolicy.ts"
import { EventDetailView, EventList, EventView } from "./views.ts"
import { eventDetailExample, eventExample, keyExample, marketplaceExample, testExample, webhookExample } from "./examples.ts"

/** 400: a URL that the gateway does not send to, or that a page must not lead to. */
export class InvalidUrl extends Refusal("invalid_url", 400) {}

const Time = Schema.NullOr(Schema.String)

export const MarketplaceView = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  status: Schema.Literals(["active", "suspended"]),
  fee_basis_points: Schema.Int,
  /** Whether its share can be paid. No answer holds the wallet itself. */
  has_wallet: Schema.Boolean,
  webhook_url: Schema.NullOr(Schema.String),
  rate_per_minute: Schema.Int,
  created_at: Schema.String,
}).annotate({ identifier: "Marketplace" })

/** `secret` is there once: in the answer that creates it. */
export const WebhookView = Schema.Struct({
  url: Schema.NullOr(Schema.String),
  has_secret: Schema.Boolean,
  /** When the newest secret begins to sign. Null: it signs now. */
  new_secret_signs_from: Time,
  secret: Schema.optionalKey(Schema.String),
}).annotate({ identifier: "Webhook" })

/** Keys as the page of the marketplace lists them. No answer holds a secret. */
const KeyList = Schema.Struct({
  keys: Schema.Array(
    Schema.Struct({
      key_id: Schema.String,
      kind: Schema.Literals(marketplaceKeyKinds),
      name: Schema.String,
      /** Its first characters. */
      prefix: Schema.String,
      created_at: Schema.String,
      /** To the minute. */
      last_used_at: Time,
      revoked_at: Time,
    }),
  ),
}).annotate({ identifier: "MarketplaceKeyList" })

const TestResult = Schema.Struct({
  event_id: Schema.String,
  status: Schema.Literals(eventStatuses),
  http_status: Schema.NullOr(Schema.Int),
  reason: Schema.NullOr(Schema.String),
}).annotate({ identifier: "WebhookTest" })

/** Events in a list, without a `limit`. */
export const defaultEventPage = 50

const eventId = { params: { id: Schema.String } }
const notFound = envelope(EventNotFound, "The marketplace has no event with this id.")
const missing = envelope(WebhookMissing, "The marketplace has no webhook URL.")

/** For the servers of marketplaces, with their secret key. */
export class MarketplacesGroup extends HttpApiGroup.make("marketplaces")
  .add(
    HttpApiEndpoint.get("me", "/v1/marketplaces/me", { success: MarketplaceView }).annotateMerge(
      describe({ summary: "The marketplace of the key", responses: { 200: marketplaceExample } }),
    ),
    HttpApiEndpoint.get("keys", "/v1/marketplaces/me/keys", { success: KeyList }).annotateMerge(
      describe({
        summary: "The keys of the marketplace, the oldest first. No secret is shown again",
        responses: { 200: { keys: [keyExample] } },
      }),
    ),
    HttpApiEndpoint.get("webhook", "/v1/marketplaces/me/webhook", { success: WebhookView }).annotateMerge(
      describe({ summary: "Where events are sent, and when a new secret begins to sign", responses: { 200: webhookExample } }),
    ),
    HttpApiEndpoint.put("setWebhook", "/v1/marketplaces/me/webhook", {
      payload: Schema.Struct({ url: Schema.NullOr(Schema.String) }),
      success: WebhookView,
      error: [envelope(InvalidUrl, "The gateway does not send events to such a URL."), ...bodyErrors],
    }).annotateMerge(
      describe({
        summary: "Sets the URL for events of later checkouts",
        description:
          "The first URL creates the secret, and this answer alone shows it. A checkout keeps the URL that it was created with. `null` stops the events of later checkouts.",
        request: { url: webhookExample.url },
        responses: { 200: { ...webhookExample, secret: "whsec_9vXk2Q…" } },
      }),
    ),
    HttpApiEndpoint.post("rotateSecret", "/v1/marketplaces/me/webhook/rotate-secret", {
      payload: Schema.Struct({ overlap_hours: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 168 }))) }),
      success: WebhookView,
      error: [...bodyErrors, envelope(RotationInProgress, "The secret of the rotation before has not begun to sign.")],
    })
      .annotate(MarketplacePolicy, { key: "secret", body: "optional", whileSuspended: true })
      .annotateMerge(
        describe({
          summary: "Makes a new webhook secret",
          description:
            "This answer alone shows it. For `overlap_hours` (24 without it, at most 168) the secret that signs now continues to; then the new one signs. 0 ends the old one at once, and also a secret that waits to sign; until that one signs, another overlap is refused.",
          request: { overlap_hours: 24 },
          responses: { 200: { ...webhookExample, new_secret_signs_from: "2026-11-23T09:00:00.000Z", secret: "whsec_9vXk2Q…" } },
        }),
      ),
    HttpApiEndpoint.post("testWebhook", "/v1/marketplaces/me/webhook/test", { success: TestResult, error: [missing] })
      .annotate(MarketplacePolicy, { key: "secret", whileSuspended: true })
      .annotateMerge(
        describe({
          summary: "Sends a signed test event now, and answers what became of it",
          responses: { 200: testExample },
        }),
      ),
    HttpApiEndpoint.get("events", "/v1/marketplaces/me/events", {
      query: {
        status: Schema.optionalKey(Schema.Literals(eventStatuses)),
        cursor: Schema.optionalKey(Schema.String.check(Schema.isUUID())),
        limit: Schema.optionalKey(IntFromQuery(1, 200, defaultEventPage)),
      },
      success: EventList,
    }).annotateMerge(
      describe({ summary: "The log of events, the newest first", responses: { 200: { events: [eventExample], next_cursor: null } } }),
    ),
    HttpApiEndpoint.get("event", "/v1/marketplaces/me/events/:id", {
      ...eventId,
      success: EventDetailView,
      error: [notFound],
    }).annotateMerge(describe({ summary: "One event with its body and its deliveries", responses: { 200: eventDetailExample } })),
    HttpApiEndpoint.post("redeliver", "/v1/marketplaces/me/events/:id/redeliver", {
      ...eventId,
      success: EventView.pipe(HttpApiSchema.status(202)),
      error: [notFound, missing],
    })
      .annotate(MarketplacePolicy, { key: "secret", whileSuspended: true })
      .annotateMerge(
        describe({
          summary: "Sends an event once more",
          description:
            "With the same id and body and a new signature, within a second. GET the event for the outcome. While an event waits or is being sent, further requests add no attempt. An event that was delivered stays `delivered`, whatever the attempt comes to.",
          responses: { 202: { ...eventExample, status: "pending", next_attempt_at: "2026-11-22T09:05:00.000Z" } },
        }),
      ),
  )
  .middleware(MarketplaceGuarded) {}
