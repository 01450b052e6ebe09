import { Schema } from "effect"
import { KeyId, OrganisationId } from "../../../domain/money/ids.ts"

const Text = Schema.NullOr(Schema.String)
const Time = Schema.NullOr(Schema.Finite)

/** After this many failed payments one after the other no further one is tried until the organisation switches it on again. */
export const maxFailures = 3

/**
 * What an organisation wants bought by itself: `cents` of credits by the saved card whenever its credits fall below `thresholdMicro`, at most
 * `monthlyCents` in a UTC month. Times are milliseconds since 1970.
 */
export const AutoTopup = Schema.Struct({
  organisation: OrganisationId,
  /** The key that switched it on. Its top-ups are listed under this key. */
  key: KeyId,
  /** `setup`: the card is not saved yet. `disabled`: payments failed. */
  status: Schema.Literals(["setup", "active", "disabled", "off"]),
  thresholdMicro: Schema.BigIntFromString,
  cents: Schema.BigIntFromString,
  monthlyCents: Schema.BigIntFromString,
  customer: Text,
  /** The page on which a card is saved. `number` is part of its idempotency key. */
  page: Schema.NullOr(
    Schema.Struct({
      number: Schema.Int,
      session: Text,
      url: Text,
      expiresAt: Time,
      successUrl: Schema.String,
      cancelUrl: Schema.String,
    }),
  ),
  pages: Schema.Int,
  card: Schema.NullOr(Schema.Struct({ paymentMethod: Schema.String, brand: Schema.String, last4: Schema.String })),
  /** The top-up that is not at its end. While there is one, no other one begins. */
  topup: Text,
  /** Failed payments since the last one that succeeded. */
  failures: Schema.Int,
  retryAt: Time,
  /** Stripe's code of the last failure. */
  lastError: Text,
  /** The top-up whose failure disabled it, until the alert is raised. */
  alertFor: Text,
})
export type AutoTopup = typeof AutoTopup.Type

/** Whether a job has something to do for it. */
export const isWatched = ({ alertFor, page, status, topup }: AutoTopup): boolean =>
  status === "active" || topup !== null || alertFor !== null || (page !== null && page.session !== null)
