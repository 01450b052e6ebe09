import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { LoopSuccesses } from "../../../domain/backgroundLoop.ts"
import { sepaJobs } from "../../../rails/sepa/jobs.ts"
import { stripeJobs } from "../../../rails/stripe/jobs.ts"
import { repeatJobs } from "../../../rails/stripe/setUp.ts"

it.effect("each job of a rail records its success under the names of the rail and the job, and a job that fails records none", () =>
  Effect.gen(function* () {
    const successes = new Map<string, number>()
    const jobs = { events: Effect.fail("no answer"), refunds: Effect.void, old_events: Effect.never }
    yield* Effect.forkChild(Effect.provideService(repeatJobs("stripe", jobs, "sandbox"), LoopSuccesses, successes))
    yield* TestClock.adjust("3 seconds")
    expect([...successes]).toEqual([["stripe_refunds", 3_000]])
  }),
)

it("every job of direct debits and of Stripe has a name of words, because it is a label of the metrics", () => {
  const names = [...Object.keys(sepaJobs), ...Object.keys(stripeJobs)]
  expect(names).toEqual(expect.arrayContaining(["debts", "bookings", "mandates", "events", "old_events"]))
  for (const name of names) expect(name).toMatch(/^[a-z]+(_[a-z]+)*$/)
})
