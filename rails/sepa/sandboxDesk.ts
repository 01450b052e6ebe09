import { Context, Data, Effect, Schema } from "effect"
import { createHash } from "node:crypto"
import type { OrganisationId } from "../../domain/money/ids.ts"
import type { ComponentUnavailable } from "../../domain/sandbox/Component.ts"
import { openSetUp, takeSetUp } from "./debtor/mandate.ts"
import type { SepaServices } from "./desk/desk.ts"
import type { SepaUnavailable } from "./SepaUnavailable.ts"
import { SepaStore } from "./store/SepaStore.ts"
import { StripeApi } from "../stripe/StripeApi.ts"
import { hintTypes } from "./work/hint.ts"

/** The sandbox could not be prepared; the gateway works without. */
export class SandboxUnready extends Data.TaggedError("SandboxUnready")<{ readonly message: string }> {}

export interface SandboxDeskShape {
  /** Tells the emulator to post its events to this gateway. */
  readonly takeWebhooks: (gatewayUrl: string) => Effect.Effect<void, SandboxUnready>
  /** The organisation has an active mandate from now on, as if a person had given it with a test IBAN. */
  readonly giveMandate: (organisation: OrganisationId, iban?: string) => Effect.Effect<void, SandboxUnready>
}

/** What the demo of a sandbox needs. Undefined where the real Stripe is asked. */
export const SandboxDesk = Context.Reference<SandboxDeskShape | undefined>("farthing/rails/sepa/SandboxDesk", {
  defaultValue: () => undefined,
})

interface Webhooks {
  readonly knows: (url: string) => Effect.Effect<boolean, SepaUnavailable>
  readonly keep: (url: string, secret: string) => Effect.Effect<void, SepaUnavailable>
}

const testIban = "DE89370400440532013000"
const within = "30 seconds"

export const sandboxDesk = (
  context: Context.Context<SepaServices>,
  webhooks: Webhooks,
  stripeUrl: Effect.Effect<string, ComponentUnavailable>,
): SandboxDeskShape => ({
  takeWebhooks: (gatewayUrl) =>
    Effect.gen(function* () {
      const url = new URL("/v1/webhooks/stripe", gatewayUrl).href
      if (yield* webhooks.knows(url)) return
      const form = new URLSearchParams([["url", url], ...hintTypes.map((type, i): [string, string] => [`enabled_events[${i}]`, type])])
      // Another node at this address, or the next start where this one dies before the secret is kept, hears of the same endpoint.
      const key = `webhooks:${createHash("sha256").update(form.toString()).digest("base64url")}`
      const answer = yield* post(`${yield* stripeUrl}/v1/webhook_endpoints`, form.toString(), "application/x-www-form-urlencoded", key)
      const { secret } = yield* decodeEndpoint(answer)
      yield* webhooks.keep(url, secret)
    }).pipe(unready),

  giveMandate: (organisation, iban = testIban) =>
    Effect.gen(function* () {
      const at = yield* stripeUrl
      const store = yield* SepaStore
      const stripe = yield* StripeApi
      yield* openSetUp(organisation, { successUrl: "http://127.0.0.1/", cancelUrl: "http://127.0.0.1/" })
      const session = (yield* store.debtor(organisation))?.setUp?.session
      if (session === undefined || session === null) return
      // Accepted by an earlier try that did not hear of it: once is all the page can be used.
      if ((yield* stripe.session(session)).status === "open") {
        yield* post(
          `${at}/_sandbox/checkout/sessions/${session}/accept`,
          JSON.stringify({ iban, name: "Demo organisation" }),
          "application/json",
        )
      }
      yield* takeSetUp(organisation, yield* stripe.session(session))
    }).pipe(Effect.provide(context), unready),
})

const decodeEndpoint = Schema.decodeUnknownEffect(Schema.fromJsonString(Schema.Struct({ secret: Schema.String })))

const post = (url: string, body: string, type: string, key?: string) =>
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

const unready = <A, E extends { readonly message: string }, R>(effect: Effect.Effect<A, E, R>) =>
  effect.pipe(
    Effect.timeout(within),
    Effect.mapError(({ message }) => new SandboxUnready({ message: `The sandbox's Stripe is not ready: ${message}` })),
  )
