import { describe, expect, it } from "@effect/vitest"
import { ConfigProvider, Effect, Redacted } from "effect"
import { readSettings, settingNames } from "../../../rails/stripe/settings.ts"

const read = (env: Readonly<Record<string, string>>) =>
  Effect.provideService(readSettings, ConfigProvider.ConfigProvider, ConfigProvider.fromUnknown(env))
const mistakes = (env: Readonly<Record<string, string>>) => Effect.map(Effect.flip(read(env)), (error) => error.mistakes.join(" "))

describe("the settings of the connection to Stripe", () => {
  it.effect("several webhook secrets are separated by commas", () =>
    Effect.gen(function* () {
      const { secretKey, url, webhookSecrets } = yield* read({})
      expect([secretKey, url, webhookSecrets]).toEqual([undefined, undefined, []])
      const own = yield* read({ FARTHING_STRIPE_WEBHOOK_SECRET: "whsec_new, whsec_old" })
      expect(own.webhookSecrets.map(Redacted.value)).toEqual(["whsec_new", "whsec_old"])
    }),
  )

  it.effect("each mistake is refused with a sentence that does not show the key", () =>
    Effect.gen(function* () {
      expect(yield* mistakes({ FARTHING_STRIPE_URL: "http://127.0.0.1:4242" })).toContain("needs FARTHING_STRIPE_SECRET_KEY")
      const live = { FARTHING_STRIPE_SECRET_KEY: "sk_live_secret", FARTHING_STRIPE_URL: "http://127.0.0.1:4242" }
      const message = yield* mistakes(live)
      expect(message).toContain("FARTHING_STRIPE_URL must not be set with a live key")
      expect(message).not.toContain("sk_live_secret")
      expect(settingNames).toContain("FARTHING_STRIPE_URL")
    }),
  )
})
