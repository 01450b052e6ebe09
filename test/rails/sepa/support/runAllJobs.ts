import { Effect } from "effect"
import { runTopupJobs } from "../../../../rails/credits/topups/jobs.ts"
import { runSepaJobs } from "../../../../rails/sepa/jobs.ts"
import { runStripeJobs } from "../../../../rails/stripe/jobs.ts"

/** Every job that a gateway with direct debits and top-ups runs, once. */
export const runAllJobs = Effect.gen(function* () {
  yield* runSepaJobs
  yield* runTopupJobs
  yield* runStripeJobs
})
