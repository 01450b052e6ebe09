import { Effect, Redacted } from "effect"
import type { Deployment } from "../../domain/rail/Deployment.ts"
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

/** The settings of a gateway of this mode. `environment` is read because `Config` does not distinguish an empty variable from a missing one. */
export const readSettings = Effect.fnUntraced(function* (
  { mode, testMoney }: Deployment["Service"],
  environment: Readonly<Record<string, string | undefined>> = process.env,
) {
  const reader = yield* settingsReader(Object.values(names))
  const settings: StripeSettings = {
    secretKey: reader.secret(names.secretKey, "must be a secret key of Stripe", undefined, /\S/),
    webhookSecrets: reader.parse(names.webhookSecret, "must be the secret of a webhook endpoint", [], secretsOf),
    url: reader.text(names.url, "must be a URL", undefined),
  }
  if (settings.url !== undefined && settings.secretKey === undefined) {
    reader.mistakes.push(`${names.url} needs ${names.secretKey}: without a key the sandbox runs its own Stripe.`)
  }
  // A live gateway refuses the URL whatever the key is, with a sentence of its own, unless test money is allowed.
  if (settings.url !== undefined && isLive(settings.secretKey) && (mode === "sandbox" || testMoney)) {
    reader.mistakes.push(`${names.url} must not be set with a live key: a live key is sent to Stripe only.`)
  }
  const refuse = mode === "live" ? liveMistakes : sandboxMistakes
  reader.mistakes.push(...refuse(settings, { testMoney, isEmpty: environment[names.secretKey]?.trim() === "" }))
  return reader.mistakes.length === 0 ? settings : yield* new RailMisconfigured({ mistakes: reader.mistakes })
})

interface Surroundings {
  readonly testMoney: boolean
  /** The variable of the secret key is there and holds nothing, for instance because a secret was not mounted. */
  readonly isEmpty: boolean
}

const liveMistakes = ({ secretKey, url, webhookSecrets }: StripeSettings, { isEmpty, testMoney }: Surroundings): ReadonlyArray<string> => {
  if (secretKey === undefined)
    return isEmpty
      ? [`${names.secretKey} is empty: set it to your secret key, or unset it for a gateway without direct debits and cards.`]
      : []
  const mistakes: Array<string> = []
  if (webhookSecrets.length === 0)
    mistakes.push(`${names.webhookSecret} is missing: set it to the secret of your endpoint at Stripe, which posts to /v1/webhooks/stripe.`)
  if (Redacted.value(secretKey).startsWith("pk_"))
    mistakes.push(`${names.secretKey} is a publishable key: use the secret one, which begins with sk_live_ or rk_live_.`)
  else if (!testMoney && !isLive(secretKey))
    mistakes.push(`${names.secretKey} is a test key and this gateway is live: use a live key, or FARTHING_TEST_MONEY=allowed for staging.`)
  if (!testMoney && url !== undefined)
    mistakes.push(
      `${names.url} must not be set in live mode: real money is at Stripe's own address. FARTHING_TEST_MONEY=allowed is for staging.`,
    )
  return mistakes
}

const sandboxMistakes = ({ secretKey }: StripeSettings): ReadonlyArray<string> =>
  isLive(secretKey) ? [`${names.secretKey} is a live key and this is a sandbox: use a test key, or FARTHING_MODE=live.`] : []

export const isLive = (key: Redacted.Redacted | undefined): boolean => key !== undefined && /^[sr]k_live_/.test(Redacted.value(key))

const secretsOf = (text: string): ReadonlyArray<Redacted.Redacted> =>
  text.split(",").flatMap((secret) => (secret.trim() === "" ? [] : [Redacted.make(secret.trim())]))

/** With a key of the operator's own, debits and pages are at a Stripe that no sandbox moves: it would refuse days that are far ahead. */
export const ownClock = Effect.gen(function* () {
  const reader = yield* settingsReader([names.secretKey])
  return reader.has(names.secretKey)
    ? `${names.secretKey} is set, so Stripe follows the real time: direct debits would be made for days that Stripe refuses. Unset it to use the sandbox's own Stripe.`
    : undefined
})
