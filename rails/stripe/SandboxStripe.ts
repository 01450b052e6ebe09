import { Context, Data, Effect, Redacted, Schema } from "effect"
import { createHash } from "node:crypto"
import type { ComponentUnavailable } from "../../domain/sandbox/Component.ts"
import type { RailUnavailable } from "../RailUnavailable.ts"
import { eventTypes } from "./events.ts"

/** The sandbox could not be prepared; the gateway works without. */
export class SandboxUnready extends Data.TaggedError("SandboxUnready")<{ readonly message: string }> {}

export interface SandboxStripeShape {
  /** Registers this gateway's webhook route at the emulator, unless an earlier start at this address did. */
  readonly registerWebhook: (gatewayUrl: string) => Effect.Effect<void, SandboxUnready>
}

/** What the demo of a sandbox needs. Undefined if the operator gave a key, so that the real Stripe is used. */
export const SandboxStripe = Context.Reference<SandboxStripeShape | undefined>("farthing/rails/stripe/SandboxStripe", {
  defaultValue: () => undefined,
})

interface RegisteredWebhooks {
  readonly isRegistered: (url: string) => Effect.Effect<boolean, RailUnavailable>
  readonly keep: (url: string, secret: Redacted.Redacted) => Effect.Effect<void, RailUnavailable>
}

export const makeSandboxStripe = (
  webhooks: RegisteredWebhooks,
  stripeUrl: Effect.Effect<string, ComponentUnavailable>,
): SandboxStripeShape => ({
  registerWebhook: (gatewayUrl) =>
    Effect.gen(function* () {
      const url = new URL("/v1/webhooks/stripe", gatewayUrl).href
      if (yield* webhooks.isRegistered(url)) return
      const form = new URLSearchParams([["url", url], ...eventTypes.map((type, i): [string, string] => [`enabled_events[${i}]`, type])])
      // Another node at this address, or the next start if this one ends before the secret is stored, gets the same endpoint.
      const key = `webhooks:${createHash("sha256").update(form.toString()).digest("base64url")}`
      const endpoint = yield* postToEmulator(
        `${yield* stripeUrl}/v1/webhook_endpoints`,
        form.toString(),
        "application/x-www-form-urlencoded",
        key,
      )
      const { secret } = yield* decodeEndpoint(endpoint)
      yield* webhooks.keep(url, Redacted.make(secret))
    }).pipe(orUnready),
})

const decodeEndpoint = Schema.decodeUnknownEffect(Schema.fromJsonString(Schema.Struct({ secret: Schema.String })))

export const postToEmulator = (url: string, body: string, type: string, key?: string) =>
  Effect.tryPromise({
    try: async (signal) => {
      const response = await fetch(url, {
        method: "POST",
        body,
        signal,
        headers: {
          "content-type": type,
          authorization: "Bearer sk_test_farthing_sandbox",
          ...(key !== undefined && { "idempotency-key": key }),
        },
      })
      const text = await response.text()
      if (!response.ok) throw new Error(text.slice(0, 300))
      return text
    },
    catch: (error) => new SandboxUnready({ message: error instanceof Error ? error.message : String(error) }),
  })

/** Waits for at most 30 seconds. */
export const orUnready = <A, E extends { readonly message: string }, R>(effect: Effect.Effect<A, E, R>) =>
  effect.pipe(
    Effect.timeout("30 seconds"),
    Effect.mapError(({ message }) => new SandboxUnready({ message: `The sandbox's Stripe is not ready: ${message}` })),
  )
