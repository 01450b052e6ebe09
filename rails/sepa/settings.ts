import { Config, Effect, Option, Redacted } from "effect"
import { RailMisconfigured } from "../RailModule.ts"
import type { SepaTermsShape } from "./SepaTerms.ts"

const names = {
  secretKey: "FARTHING_STRIPE_SECRET_KEY",
  webhookSecret: "FARTHING_STRIPE_WEBHOOK_SECRET",
  url: "FARTHING_STRIPE_URL",
  monthlyFee: "FARTHING_SEPA_MONTHLY_FEE",
  threshold: "FARTHING_SEPA_THRESHOLD",
  exposure: "FARTHING_SEPA_EXPOSURE_CAP",
  trustedExposure: "FARTHING_SEPA_TRUSTED_CAP",
  usdPerEur: "FARTHING_SEPA_USD_PER_EUR",
  rateDate: "FARTHING_SEPA_RATE_DATE",
  rateMaxAge: "FARTHING_SEPA_RATE_MAX_AGE_DAYS",
  creditorId: "FARTHING_SEPA_CREDITOR_ID",
} as const

/** The environment variables of this rail. */
export const settingNames: ReadonlyArray<string> = Object.values(names)

export interface SepaSettings {
  readonly secretKey: Redacted.Redacted | undefined
  readonly webhookSecrets: ReadonlyArray<Redacted.Redacted>
  /** Instead of Stripe's own address. */
  readonly url: string | undefined
  /** Dollars for a euro, in ten-thousandths; undefined where the stored rate is used. */
  readonly usdPerEur: bigint | undefined
  /** The day that rate is of, milliseconds since 1970. */
  readonly rateDate: number | undefined
  readonly terms: SepaTermsShape
}

/** What the environment says, each mistake with a sentence. */
export const readSettings = Effect.gen(function* () {
  const mistakes: Array<string> = []
  const text = (name: string) =>
    Effect.map(Config.option(Config.String(name)), (given) => (Option.isSome(given) && given.value !== "" ? given.value : undefined))
  const euros = (name: string, fallback: bigint) =>
    Effect.map(text(name), (given) => {
      const cents = given === undefined ? fallback : scaled(given, 2)
      if (cents === undefined) mistakes.push(`${name} must be an amount of euros, for instance 25 or 9.50. Correct it or unset it.`)
      return cents ?? fallback
    })
  const secretKey = yield* Config.option(Config.Redacted(names.secretKey))
  const webhookSecret = yield* Config.option(Config.Redacted(names.webhookSecret))
  const rate = yield* text(names.usdPerEur)
  const usdPerEur = rate === undefined ? undefined : scaled(rate, 4)
  if (rate !== undefined && (usdPerEur === undefined || usdPerEur === 0n)) {
    mistakes.push(`${names.usdPerEur} must be the dollars that a euro is worth, for instance 1.0870. Correct it or unset it.`)
  }
  const day = yield* text(names.rateDate)
  const rateDate = day === undefined ? undefined : dayOf(day)
  if (day !== undefined && rateDate === undefined)
    mistakes.push(`${names.rateDate} must be the day of the rate, for instance 2026-11-20. Correct it or unset it.`)
  const age = yield* text(names.rateMaxAge)
  if (age !== undefined && !/^[1-9]\d{0,2}$/.test(age))
    mistakes.push(`${names.rateMaxAge} must be a whole number of days from 1 to 999. Correct it or unset it.`)
  const settings: SepaSettings = {
    secretKey: Option.getOrUndefined(secretKey),
    webhookSecrets: Option.match(webhookSecret, { onNone: () => [], onSome: severalOf }),
    url: yield* text(names.url),
    usdPerEur,
    rateDate,
    terms: {
      monthlyFeeCents: yield* euros(names.monthlyFee, 900n),
      thresholdCents: yield* euros(names.threshold, 2_500n),
      exposureCents: yield* euros(names.exposure, 5_000n),
      trustedExposureCents: yield* euros(names.trustedExposure, 50_000n),
      maxAgeDays: 7,
      retryAfterDays: 5,
      rateMaxAgeDays: age === undefined ? undefined : Number(age),
      creditorId: (yield* text(names.creditorId)) ?? "Stripe's own, on the mandate",
    },
  }
  const { exposureCents, thresholdCents, trustedExposureCents } = settings.terms
  if (thresholdCents > exposureCents)
    mistakes.push(`${names.threshold} must not be above ${names.exposure}: calls would stop before they are collected.`)
  if (exposureCents > trustedExposureCents) mistakes.push(`${names.trustedExposure} must not be below ${names.exposure}.`)
  if (settings.url !== undefined && settings.secretKey === undefined) {
    mistakes.push(`${names.url} needs ${names.secretKey}: without a key the sandbox runs its own Stripe.`)
  }
  if (settings.url !== undefined && isLive(settings.secretKey)) {
    mistakes.push(`${names.url} must not be set with a live key: that key is sent to Stripe and to nobody else.`)
  }
  return mistakes.length === 0 ? settings : yield* new RailMisconfigured({ mistakes })
}).pipe(Effect.catchTag("ConfigError", ({ message }) => Effect.fail(new RailMisconfigured({ mistakes: [message] }))))

export const isLive = (key: Redacted.Redacted | undefined): boolean => key !== undefined && /^[sr]k_live_/.test(Redacted.value(key))

/** While one secret is replaced by another both are good: they are given with a comma between them. */
const severalOf = (secrets: Redacted.Redacted): ReadonlyArray<Redacted.Redacted> =>
  Redacted.value(secrets)
    .split(",")
    .flatMap((secret) => (secret.trim() === "" ? [] : [Redacted.make(secret.trim())]))

/** Midnight of a day such as 2026-11-20; undefined where there is no such day. */
export const dayOf = (given: string): number | undefined => {
  const at = /^\d{4}-\d\d-\d\d$/.test(given) ? Date.parse(`${given}T00:00:00Z`) : Number.NaN
  return Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== given ? undefined : at
}

/** A plain decimal, times ten to the number of places; undefined where it is none or has more places. */
export const scaled = (given: string, places: number): bigint | undefined => {
  const parts = /^(\d{1,9})(?:\.(\d+))?$/.exec(given.trim())
  const [, whole = "", fraction = ""] = parts ?? []
  return parts === null || fraction.length > places ? undefined : BigInt(whole + fraction.padEnd(places, "0"))
}
