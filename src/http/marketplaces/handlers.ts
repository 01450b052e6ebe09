import { Effect, Fiber, Redacted } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { ConnectEvents } from "../../../domain/connect/ConnectEvents.ts"
import type { Marketplace } from "../../../domain/connect/Marketplace.ts"
import { MarketplaceNotFound, Marketplaces } from "../../../domain/connect/Marketplaces.ts"
import { Node } from "../../../domain/Node.ts"
import { isoTime, isoTimeOrNull } from "../../../domain/time.ts"
import { WebhookSender } from "../../../domain/WebhookSender.ts"
import { answer } from "../../../rails/http/respond.ts"
import { deliverEvent } from "../../webhooks/deliverEvent.ts"
import { Api } from "../Api.ts"
import { CurrentMarketplace } from "../server/marketplacePolicy.ts"
import { defaultEventPage, InvalidUrl } from "./api.ts"
import { deliveryView, eventView } from "./views.ts"

export const MarketplacesHandlers = HttpApiBuilder.group(Api, "marketplaces", (handlers) =>
  handlers
    .handle("me", () => answer(Effect.map(CurrentMarketplace, marketplaceView)))
    .handle("keys", () => answer(ownKeys))
    .handle(
      "webhook",
      Effect.fnUntraced(function* () {
        return yield* webhookView(null)
      }, answer),
    )
    .handle(
      "setWebhook",
      Effect.fnUntraced(function* ({ payload: { url } }) {
        const { id } = yield* CurrentMarketplace
        const problem = url === null ? undefined : (yield* WebhookSender).urlProblem(url)
        if (problem !== undefined) return yield* new InvalidUrl({ message: `url ${problem}. The webhook stays as it was.` })
        const { secret } = yield* ofOwn(({ setWebhook }) => setWebhook(id, url))
        return yield* webhookView(secret)
      }, answer),
    )
    .handle(
      "rotateSecret",
      Effect.fnUntraced(function* ({ payload: { overlap_hours = 24 } }) {
        const { id } = yield* CurrentMarketplace
        const { secret } = yield* ofOwn(({ rotateWebhookSecret }) => rotateWebhookSecret(id, overlap_hours))
        return yield* webhookView(secret)
      }, answer),
    )
    .handle(
      "testWebhook",
      Effect.fnUntraced(function* () {
        const { id } = yield* CurrentMarketplace
        const { id: node } = yield* Node
        const { claimTest } = yield* ConnectEvents
        const test = Effect.flatMap(claimTest(id, node), (event) => Effect.map(deliverEvent(event), (outcome) => ({ event, outcome })))
        // A client that hangs up stops no attempt that has begun.
        const { event, outcome } = yield* Effect.flatMap(Effect.forkDetach(test), Fiber.join)
        return { event_id: event.id, status: outcome.status, http_status: outcome.httpStatus, reason: outcome.reason }
      }, answer),
    )
    .handle(
      "events",
      Effect.fnUntraced(function* ({ query: { cursor, limit = defaultEventPage, status } }) {
        const { id: marketplace } = yield* CurrentMarketplace
        const events = yield* Effect.flatMap(ConnectEvents, ({ list }) => list({ marketplace, status, before: cursor }, limit + 1))
        const shown = events.slice(0, limit)
        return { events: shown.map(eventView), next_cursor: events.length > limit ? shown.at(-1)!.id : null }
      }, answer),
    )
    .handle(
      "event",
      Effect.fnUntraced(function* ({ params }) {
        const { id } = yield* CurrentMarketplace
        const { body, deliveries, ...event } = yield* Effect.flatMap(ConnectEvents, ({ find }) => find(id, params.id))
        return { ...eventView(event), body, deliveries: deliveries.map(deliveryView) }
      }, answer),
    )
    .handle(
      "redeliver",
      Effect.fnUntraced(function* ({ params }) {
        const { id } = yield* CurrentMarketplace
        return eventView(yield* Effect.flatMap(ConnectEvents, ({ redeliver }) => redeliver(id, params.id)))
      }, answer),
    ),
)

/** Marketplaces are never deleted, so the one of the key exists. */
const ofOwn = <A, E>(use: (marketplaces: Marketplaces["Service"]) => Effect.Effect<A, E | MarketplaceNotFound>) =>
  Effect.flatMap(Marketplaces, use).pipe(Effect.catchIf((error) => error instanceof MarketplaceNotFound, Effect.die))

const marketplaceView = ({ createdAt, feeBasisPoints, id, name, rate, status, wallet, webhookUrl }: Marketplace) => ({
  id,
  name,
  status,
  fee_basis_points: feeBasisPoints,
  has_wallet: wallet !== null,
  webhook_url: webhookUrl,
  rate_per_minute: rate,
  created_at: isoTime(createdAt),
})

const ownKeys = Effect.gen(function* () {
  const { id } = yield* CurrentMarketplace
  const keys = yield* ofOwn((marketplaces) => marketplaces.keys(id))
  return {
    keys: keys.map(({ createdAt, id: key, kind, lastUsedAt, name, prefix, revokedAt }) => ({
      key_id: key,
      kind,
      name,
      prefix,
      created_at: isoTime(createdAt),
      last_used_at: isoTimeOrNull(lastUsedAt),
      revoked_at: isoTimeOrNull(revokedAt),
    })),
  }
})

const webhookView = Effect.fnUntraced(function* (secret: Redacted.Redacted | null) {
  const { id } = yield* CurrentMarketplace
  const { hasSecret, newSecretSignsFrom, url } = yield* ofOwn(({ webhook }) => webhook(id))
  return {
    url,
    has_secret: hasSecret,
    new_secret_signs_from: isoTimeOrNull(newSecretSignsFrom),
    ...(secret === null ? {} : { secret: Redacted.value(secret) }),
  }
})
