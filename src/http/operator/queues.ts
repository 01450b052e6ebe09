import { Effect } from "effect"
import { EventQueue } from "../../../domain/connect/ConnectEvents.ts"
import { OperatorQueries } from "../../../domain/operating/OperatorQueries.ts"
import { Payouts } from "../../../domain/publishing/Payouts.ts"
import { holdView } from "./views.ts"

/** Enough to see that a queue is long; the lists have the entries. */
const maxRead = 1_000

/** How long each kind of work waits. */
export const readQueues = Effect.gen(function* () {
  const { holds } = yield* OperatorQueries
  const payouts = yield* Payouts
  const unknown = (yield* holds({ organisation: null, unknown: true }, maxRead)).map(holdView)
  const overdue = (yield* holds({ organisation: null, unknown: false }, maxRead)).map(holdView).filter((hold) => hold.overdue_seconds > 0)
  const events = yield* Effect.flatMap(EventQueue, ({ backlog }) => backlog)
  const requested = yield* payouts.list(null, { status: "requested" }, maxRead)
  const now = Date.now()
  return {
    queues: [
      { queue: "unknown_outcomes", waiting: unknown.length, oldest_seconds: Math.max(0, ...unknown.map(({ age_seconds: age }) => age)) },
      {
        queue: "overdue_holds",
        waiting: overdue.length,
        oldest_seconds: Math.max(0, ...overdue.map(({ overdue_seconds: late }) => late)),
      },
      { queue: "marketplace_events", waiting: events.pending, oldest_seconds: Math.floor(events.oldestMs / 1000) },
      {
        queue: "payout_requests",
        waiting: requested.length,
        oldest_seconds: Math.max(0, ...requested.map(({ requestedAt }) => Math.floor((now - requestedAt) / 1000))),
      },
    ] as const,
  }
})
