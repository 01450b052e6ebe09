import { Effect } from "effect"
import { runTopupJobs } from "../../../../rails/credits/topups/jobs.ts"
import { sepaJobs } from "../../../../rails/sepa/jobs.ts"
import { stripeJobs } from "../../../../rails/stripe/jobs.ts"

/** Every job that a gateway with direct debits and top-ups runs, once. */
export const runAllJobs = Effect.gen(function* () {
  for (const job of Object.values(sepaJobs)) yield* job
  yield* runTopupJobs
  for (const job of Object.values(stripeJobs)) yield* job
})
