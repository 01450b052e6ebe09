import type { Stripe } from "stripe"
import { roll } from "./deliveries.ts"
import { metadataOf } from "./metadata.ts"
import { apiVersion } from "./schema.ts"
import { invalid } from "./StripeProblem.ts"
import type { World } from "./World.ts"

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
