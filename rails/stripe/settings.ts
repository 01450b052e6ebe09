import { Effect, Redacted } from "effect"
import { RailMisconfigured } from "../RailModule.ts"
import { settingsReader } from "../../domain/settings.ts"

const names = {
  secretKey: "FARTHING_STRIPE_SECRET_KEY",
  webhookSecret: "FARTHING_STRIPE_WEBHOOK_SECRET",
  url: "FARTHING_STRIPE_URL",
} as const

/** The environment variables of the connection to Stripe. */
export const settingNames: ReadonlyArray<string> = Object.values(names)

export interface StripeSettings {
  readonly secretKey: Redacted.Redacted | undefined
  /** Several are valid while the operator replaces one by another: they are given with a comma between them. */
  readonly webhookSecrets: ReadonlyArray<Redacted.Redacted>
  /** Instead of Stripe's own address. */
  readonly url: string | undefined
}

export const readSettings = Effect.gen(function* () {
  const reader = yield* settingsReader(Object.values(names))
  const settings: StripeSettings = {
    secretKey: reader.secret(names.secretKey, "must be a secret key of Stripe", undefined, /./),
    webhookSecrets: reader.parse(names.webhookSecret, "must be the secret of a webhook endpoint", [], secretsOf),
    url: reader.text(names.url, "must be a URL", undefined),
  }
  if (settings.url !== undefined && settings.secretKey === undefined) {
    reader.mistakes.push(`${names.url} needs ${names.secretKey}: without a key the sandbox runs its own Stripe.`)
  }
  if (settings.url !== undefined && isLive(settings.secretKey)) {
    reader.mistakes.push(`${names.url} must not be set with a live key: a live key is sent to Stripe only.`)
  }
  return reader.mistakes.length === 0 ? settings : yield* new RailMisconfigured({ mistakes: reader.mistakes })
})

export const isLive = (key: Redacted.Redacted | undefined): boolean => key !== undefined && /^[sr]k_live_/.test(Redacted.value(key))

const secretsOf = (text: string): ReadonlyArray<Redacted.Redacted> =>
  text.split(",").flatMap((secret) => (secret.trim() === "" ? [] : [Redacted.make(secret.trim())]))
