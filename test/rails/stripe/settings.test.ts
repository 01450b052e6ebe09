import { describe, expect, it } from "@effect/vitest"
import { ConfigProvider, Effect, Redacted } from "effect"
import { railClocks } from "../../../rails/registry.ts"
import { readSettings, settingNames } from "../../../rails/stripe/settings.ts"

type Deployed = Parameters<typeof readSettings>[0]
const sandbox: Deployed = { mode: "sandbox", testMoney: true }
const live: Deployed = { mode: "live", testMoney: false }
const staging: Deployed = { mode: "live", testMoney: true }

const read = (env: Readonly<Record<string, string>>, deployed = sandbox) =>
  Effect.provideService(readSettings(deployed, env), ConfigProvider.ConfigProvider, ConfigProvider.fromUnknown(env))
const mistakes = (env: Readonly<Record<string, string>>, deployed = sandbox) =>
  Effect.map(Effect.flip(read(env, deployed)), (error) => error.mistakes.join(" "))

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
      const elsewhere = { FARTHING_STRIPE_SECRET_KEY: "sk_live_secret", FARTHING_STRIPE_URL: "http://127.0.0.1:4242" }
      const message = yield* mistakes(elsewhere)
      expect(message).toContain("FARTHING_STRIPE_URL must not be set with a live key")
      expect(message).not.toContain("sk_live_secret")
      expect(settingNames).toContain("FARTHING_STRIPE_URL")
    }),
  )

  it.effect("a live gateway refuses a test key, another address of Stripe, and an empty key, each with a sentence", () =>
    Effect.gen(function* () {
      const webhook = { FARTHING_STRIPE_WEBHOOK_SECRET: "whsec_1" }
      const test = { ...webhook, FARTHING_STRIPE_SECRET_KEY: "sk_test_secret" }
      expect(yield* mistakes(test, live)).toContain("FARTHING_STRIPE_SECRET_KEY is a test key and this gateway is live")
      const elsewhere = { ...test, FARTHING_STRIPE_URL: "http://127.0.0.1:4242" }
      expect(yield* mistakes(elsewhere, live)).toContain("FARTHING_STRIPE_URL must not be set in live mode")
      const liveKey = { ...webhook, FARTHING_STRIPE_SECRET_KEY: "sk_live_secret", FARTHING_STRIPE_URL: "http://127.0.0.1:4242" }
      for (const [deployed, sentence] of [
        [live, "FARTHING_STRIPE_URL must not be set in live mode"],
        [staging, "FARTHING_STRIPE_URL must not be set with a live key"],
      ] as const) {
        expect((yield* Effect.flip(read(liveKey, deployed))).mistakes).toEqual([expect.stringContaining(sentence)])
      }
      for (const empty of ["", "  "])
        expect(yield* mistakes({ FARTHING_STRIPE_SECRET_KEY: empty }, live)).toContain("FARTHING_STRIPE_SECRET_KEY is empty")
      expect(yield* mistakes({ FARTHING_STRIPE_SECRET_KEY: "sk_live_a" }, live)).toContain("FARTHING_STRIPE_WEBHOOK_SECRET is missing")
      expect(yield* mistakes({ FARTHING_STRIPE_SECRET_KEY: "rk_live_a" })).toContain("this is a sandbox")

      expect((yield* read({}, live)).secretKey).toBeUndefined()
      expect((yield* read({ FARTHING_STRIPE_SECRET_KEY: "" })).secretKey, "a sandbox reads an empty key as unset").toBeUndefined()
      yield* read({ ...webhook, FARTHING_STRIPE_SECRET_KEY: "rk_live_a" }, live)
      expect((yield* read(elsewhere, staging)).url).toBe("http://127.0.0.1:4242")
    }),
  )

  it.effect("the sandbox's clock is not moved while a key of the operator's own is set, because Stripe follows the real time", () =>
    Effect.gen(function* () {
      const reasons = (env: Readonly<Record<string, string>>) =>
        Effect.provideService(Effect.all(railClocks()), ConfigProvider.ConfigProvider, ConfigProvider.fromUnknown(env))
      expect((yield* reasons({})).filter((reason) => reason !== undefined)).toEqual([])
      expect(yield* reasons({ FARTHING_STRIPE_SECRET_KEY: "sk_test_a" })).toContainEqual(
        expect.stringContaining("FARTHING_STRIPE_SECRET_KEY is set, so Stripe follows the real time"),
      )
    }),
  )
})
