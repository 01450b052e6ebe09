import { Context, Effect } from "effect"
import { Deployment } from "../../domain/rail/Deployment.ts"
import { RailMisconfigured } from "../RailModule.ts"
import { settingsReader } from "../../domain/settings.ts"
import { dayMs } from "../../domain/time.ts"

export const names = {
  monthlyFee: "FARTHING_SEPA_MONTHLY_FEE",
  threshold: "FARTHING_SEPA_THRESHOLD",
  exposure: "FARTHING_SEPA_EXPOSURE_CAP",
  trustedExposure: "FARTHING_SEPA_TRUSTED_CAP",
  usdPerEur: "FARTHING_SEPA_USD_PER_EUR",
  rateDate: "FARTHING_SEPA_RATE_DATE",
  rateMaxAge: "FARTHING_SEPA_RATE_MAX_AGE_DAYS",
  creditorId: "FARTHING_SEPA_CREDITOR_ID",
  creditorName: "FARTHING_SEPA_CREDITOR_NAME",
} as const

/** The environment variables of this rail. Those of its connection to Stripe are in `rails/stripe/settings.ts`. */
export const settingNames: ReadonlyArray<string> = Object.values(names)

/** What the operator sets. Amounts are euro cents. */
export interface SepaTermsShape {
  /** Of the subscription, collected with the month's debit. */
  readonly monthlyFeeCents: bigint
  /** A debit is made at once if this much is outstanding. */
  readonly thresholdCents: bigint
  /** What an organisation may owe, unbilled and in flight: at first, and after its first settled debit. */
  readonly exposureCents: bigint
  readonly trustedExposureCents: bigint
  readonly maxAgeDays: number
  /** A debit that failed for lack of money is tried once more after this time. */
  readonly retryAfterDays: number
  /** No new debit is claimed at an older rate. Undefined: at any age. */
  readonly rateMaxAgeDays: number | undefined
  /** Shown in the notice of a debit. */
  readonly creditorId: string
  /** Shown in the notice that the gateway sends. */
  readonly creditorName: string | undefined
}

export class SepaTerms extends Context.Service<SepaTerms, SepaTermsShape>()("farthing/rails/sepa/SepaTerms") {}

/** Without a Creditor ID of the operator, the mandate is Stripe's, and Stripe mails the notices. */
export const stripeCreditorId = "Stripe's own, on the mandate"

export const minCents = 50n
/** The scheme's limit for one debit. The rest waits for the next debit. */
export const maxCents = 1_000_000n
/** A payer can return a debit without a reason for eight weeks from its day. */
export const reversibleMs = 56 * dayMs
/** A debit that the payer did not authorise can be returned for 13 months. */
export const unauthorisedMs = 396 * dayMs

/** For people: `9.00 EUR`. */
export const euros = (cents: bigint): string => `${cents / 100n}.${String(cents % 100n).padStart(2, "0")} EUR`

export interface SepaSettings {
  /** Dollars for a euro, in ten-thousandths. Undefined: the stored rate is used. */
  readonly usdPerEur: bigint | undefined
  /** The day of that rate, milliseconds since 1970. */
  readonly rateDate: number | undefined
  readonly terms: SepaTermsShape
}

export const readSettings = Effect.gen(function* () {
  const reader = yield* settingsReader(Object.values(names))
  const eurosOf = (name: (typeof names)[keyof typeof names], fallback: bigint) =>
    reader.parse(name, "must be an amount of euros, for instance 25 or 9.50", fallback, (text) => scaled(text, 2))
  const settings: SepaSettings = {
    usdPerEur: reader.parse(names.usdPerEur, "must be the dollars that a euro is worth, for instance 1.0870", undefined, rateOf),
    rateDate: reader.parse(names.rateDate, "must be the day of the rate, for instance 2026-11-20", undefined, dayOf),
    terms: {
      monthlyFeeCents: eurosOf(names.monthlyFee, 900n),
      thresholdCents: eurosOf(names.threshold, 2_500n),
      exposureCents: eurosOf(names.exposure, 5_000n),
      trustedExposureCents: eurosOf(names.trustedExposure, 50_000n),
      maxAgeDays: 7,
      retryAfterDays: 5,
      rateMaxAgeDays: reader.wholeNumber(names.rateMaxAge, undefined, { min: 1, max: 999, unit: "days" }),
      creditorId: reader.text(names.creditorId, "must be a Creditor ID", stripeCreditorId),
      creditorName: reader.text(names.creditorName, "must be a name on one line, at most 70 characters", undefined, /^[^\p{Cc}]{1,70}$/u),
    },
  }
  const { exposureCents, thresholdCents, trustedExposureCents } = settings.terms
  const areRight = (...settings: ReadonlyArray<keyof typeof names>) => !settings.some((name) => reader.isWrong(names[name]))
  if (thresholdCents > exposureCents && areRight("threshold", "exposure"))
    reader.mistakes.push(`${names.threshold} must not be above ${names.exposure}: calls would stop before they are collected.`)
  if (exposureCents > trustedExposureCents && areRight("exposure", "trustedExposure"))
    reader.mistakes.push(`${names.trustedExposure} must not be below ${names.exposure}.`)
  const { mode } = yield* Deployment
  if (mode === "live" && settings.usdPerEur !== undefined && settings.rateDate === undefined)
    reader.mistakes.push(`${names.rateDate} is missing: set it to the day that ${names.usdPerEur} is of, for instance 2026-11-20.`)
  return reader.mistakes.length === 0 ? settings : yield* new RailMisconfigured({ mistakes: reader.mistakes })
})

const rateOf = (text: string): bigint | undefined => {
  const rate = scaled(text, 4)
  return rate === 0n ? undefined : rate
}

/** Midnight of a day such as 2026-11-20, in UTC. Undefined if there is no such day. */
export const dayOf = (given: string): number | undefined => {
  const at = /^\d{4}-\d\d-\d\d$/.test(given) ? Date.parse(`${given}T00:00:00Z`) : Number.NaN
  return Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== given ? undefined : at
}

/** A plain decimal, times ten to the number of places. Undefined if it is not a decimal or has more places. */
export const scaled = (given: string, places: number): bigint | undefined => {
  const parts = /^(\d{1,9})(?:\.(\d+))?$/.exec(given.trim())
  const [, whole = "", fraction = ""] = parts ?? []
  return parts === null || fraction.length > places ? undefined : BigInt(whole + fraction.padEnd(places, "0"))
}
