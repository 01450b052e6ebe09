import { createHmac } from "node:crypto"
import type { Kinds } from "./kinds.ts"
import { World } from "./World.ts"
import type { Stripe } from "stripe"
import { metadataOf } from "./State.ts"
import { apiVersion } from "./schema.ts"
import { invalid } from "./StripeProblem.ts"

type Delivery = Kinds["delivery"]

/** A webhook that is to be posted now. */
export interface Outgoing {
  readonly id: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

const hourMs = 3_600_000
const keptMs = 30 * 24 * hourMs
const givesUpAfterMs = 72 * hourMs
const pausesMs = [60_000, 300_000, 1_800_000, 2 * hourMs, 5 * hourMs, 10 * hourMs, 12 * hourMs]

/** Webhooks that are due now, signed now. Report the result of each with `settled`; until then it is due again. */
export const due = (world: World): ReadonlyArray<Outgoing> => {
  const waiting = world.state.all("delivery").filter(({ dueAt, state }) => state === "waiting" && dueAt <= world.now)
  const ordered = world.weather.shuffle ? shuffled(world, waiting) : waiting
  return ordered.flatMap((delivery) => outgoing(world, delivery))
}

const shuffled = <A>(world: World, items: ReadonlyArray<A>): ReadonlyArray<A> =>
  items
    .map((item) => ({ item, at: world.dice() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item)

const outgoing = (world: World, { endpoint, event, id }: Delivery): ReadonlyArray<Outgoing> => {
  const there = world.state.get("webhook_endpoint", endpoint)
  const stored = world.state.get("event", event)
  if (there === undefined || stored === undefined) return []
  const body = JSON.stringify(stored, undefined, 2)
  const secrets = (world.state.get("signing", endpoint)?.secrets ?? []).filter(({ until }) => until === null || until > world.now)
  const headers = {
    "content-type": "application/json; charset=utf-8",
    "user-agent": "Stripe/1.0 (+https://stripe.com/docs/webhooks)",
    "stripe-signature": signature(
      secrets.map(({ secret }) => secret),
      world.seconds,
      body,
    ),
  }
  return [{ id, url: there.url, headers, body }]
}

/** `t=…,v1=…`, with one `v1` for each secret that is still good. */
export const signature = (secrets: ReadonlyArray<string>, seconds: number, body: string): string =>
  [`t=${seconds}`, ...secrets.map((secret) => `v1=${createHmac("sha256", secret).update(`${seconds}.${body}`).digest("hex")}`)].join(",")

/** How a posting went: 2xx is good, anything else (0: no answer) is tried again for three days. */
export const settled = (world: World, id: string, status: number): void => {
  const delivery = world.state.get("delivery", id)
  if (delivery === undefined || delivery.state !== "waiting") return
  if (status >= 200 && status < 300) return void world.state.put("delivery", { ...delivery, state: "delivered", status })
  const dueAt = world.now + (pausesMs[Math.min(delivery.attempt, pausesMs.length) - 1] ?? 0)
  const over = dueAt - delivery.firstAt > givesUpAfterMs
  world.state.put("delivery", { ...delivery, attempt: delivery.attempt + 1, dueAt, status, state: over ? "failed" : "waiting" })
}

/** A new secret for an endpoint. The one before signs too for `overlapMs`. Answers the new one. */
export const roll = (world: World, endpoint: string, overlapMs: number): string => {
  const secret = world.id("whsec")
  const before = (world.state.get("signing", endpoint)?.secrets ?? []).map((old) => ({ ...old, until: old.until ?? world.now + overlapMs }))
  world.state.put("signing", { id: endpoint, secrets: [{ secret, until: null }, ...before] })
  return secret
}

/** Events reach back 30 days. What was delivered of older ones, or given up, goes with them. */
export const forgetOld = (world: World): void => {
  const oldest = world.now - keptMs
  for (const { firstAt, id, state } of world.state.all("delivery"))
    if (state !== "waiting" && firstAt < oldest) world.state.remove("delivery", id)
  for (const { created, id } of world.state.all("event")) if (created * 1000 < oldest) world.state.remove("event", id)
}

const maxEndpoints = 16

/** Where webhooks go. The secret that signs them is in this one answer and in no other. */
export const openEndpoint = (world: World, params: Stripe.WebhookEndpointCreateParams): Stripe.WebhookEndpoint => {
  if (!/^https?:\/\/./.test(params.url))
    throw invalid("Invalid URL: An explicit scheme (such as https) must be provided.", "url_invalid", "url")
  if (world.state.all("webhook_endpoint").length >= maxEndpoints) {
    throw invalid(`You have reached the maximum of ${maxEndpoints} webhook endpoints.`, "resource_limit_exceeded")
  }
  const endpoint: Stripe.WebhookEndpoint = {
    id: world.id("we"),
    object: "webhook_endpoint",
    api_version: params.api_version ?? apiVersion,
    application: null,
    created: world.seconds,
    description: params.description ?? null,
    enabled_events: [...params.enabled_events],
    livemode: false,
    metadata: metadataOf(params.metadata),
    status: "enabled",
    url: params.url,
  }
  world.state.put("webhook_endpoint", endpoint)
  return { ...endpoint, secret: roll(world, endpoint.id, 0) }
}
