import { stripeCreditorId, type SepaTermsShape } from "../../../../rails/sepa/settings.ts"

/** The terms of an operator that sets none: the defaults. */
export const sepaTerms: SepaTermsShape = {
  monthlyFeeCents: 900n,
  thresholdCents: 2_500n,
  exposureCents: 5_000n,
  trustedExposureCents: 50_000n,
  maxAgeDays: 7,
  retryAfterDays: 5,
  rateMaxAgeDays: 7,
  creditorId: stripeCreditorId,
  creditorName: undefined,
}
