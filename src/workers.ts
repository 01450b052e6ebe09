import { Clock, Effect, Layer, Metric, Schedule } from "effect"
import { CheckoutChain } from "../domain/connect/CheckoutChain.ts"
import { lookAtDue, searchPayments } from "../domain/connect/watchCheckouts.ts"
import { backgroundLoop, recordLoopSuccess } from "../domain/backgroundLoop.ts"
import { Node } from "../domain/Node.ts"
import { Spending } from "../domain/ledger/Spending.ts"
import { LedgerQueries } from "../domain/ledger/LedgerQueries.ts"
import type { Order } from "../domain/PaidCall.ts"
import { reconcile } from "../domain/reconcile.ts"
import { RunningCalls } from "../domain/RunningCalls.ts"
import { dropIdleAccounts } from "../layers/postgres/idleAccounts.ts"
import { heartbeat, removeNode } from "../layers/postgres/PgHealth.ts"
import { postAdjustments, settlePayouts } from "../domain/publishing/settlePayouts.ts"
import { Settings } from "./Settings.ts"
import { RailJobs } from "../rails/RailModule.ts"
import { AskRuns } from "../domain/ask/AskRuns.ts"
import { AskStore, type RunRef } from "../domain/ask/AskStore.ts"
import { endOverdue, isOverdue } from "../domain/ask/conclude.ts"

/** Writes this node's heartbeat before it serves and while it runs, and removes the node when it stops. */
export const Heartbeat = Layer.effectDiscard(
  Effect.gen(function* () {
    const { id } = yield* Node
    const { beatMs, silentMs } = yield* Settings
    const beatOnce = heartbeat(id, silentMs)
    yield* beatOnce
    yield* Effect.addFinalizer(() => Effect.ignore(Effect.andThen(beatOnce, removeNode(id))))
    yield* recordLoopSuccess("heartbeat")
    yield* Effect.forkScoped(backgroundLoop("heartbeat", beatMs, "the heartbeat of this node could not be written", beatOnce))
  }),
)

/** Closes the calls that dead nodes left open, all the time; so it is also the recovery at the start. */
export const Reconciler = Layer.effectDiscard(
  Effect.gen(function* () {
    const { silentMs } = yield* Settings
    const pass = Effect.tap(reconcile({ silentMs, batch: 200 }), countReconcilerPass)
    yield* recordLoopSuccess("reconciler")
    yield* Effect.forkScoped(
      backgroundLoop("reconciler", Math.min(1000, silentMs / 2), "the reconciler could not read the open calls", pass),
    )
  }),
)

/** Answers those who wait on this node for calls that were released on another one, because their run was cancelled there. */
export const CancelledCalls = Layer.effectDiscard(
  Effect.gen(function* () {
    const [running, queries] = [yield* RunningCalls, yield* LedgerQueries]
    const look = Effect.fnUntraced(function* ({ buyer: { organisation }, call, run }: Pick<Order, "buyer" | "call" | "run">) {
      if ((yield* queries.runStatus(organisation, run)) !== "cancelled") return
      const payment = yield* queries.payment(organisation, call)
      if (payment?.call.state === "released") yield* running.abandon(call)
    })
    const lookAtAll = Effect.flatMap(Clock.currentTimeMillis, (now) =>
      Effect.forEach(running.begunBefore(now - 500), look, { concurrency: "unbounded", discard: true }),
    )
    yield* Effect.forkScoped(backgroundLoop("cancelled_runs", 500, "the cancelled runs could not be read", lookAtAll))
  }),
)

const lookedAt = Metric.counter("farthing_reconciler_calls_total", {
  description: "Open calls that the reconciler of this node looked at.",
  incremental: true,
})

const passedAt = Metric.gauge("farthing_reconciler_last_pass_timestamp_seconds", {
  description: "When the reconciler of this node last looked for open calls, in seconds since 1970.",
})

/** Counts a pass of the reconciler and its calls. */
const countReconcilerPass = Effect.fnUntraced(function* (calls: number) {
  yield* Metric.update(lookedAt, calls)
  yield* Metric.update(passedAt, (yield* Clock.currentTimeMillis) / 1000)
})

/** The background jobs of the rails, each in its own fiber. */
export const RailWorkers = Layer.effectDiscard(
  Effect.gen(function* () {
    for (const job of yield* RailJobs) yield* Effect.forkScoped(job)
  }),
)

/** Pays the payouts that operators approved, every two seconds, and posts what is due for calls after their capture, once in a quarter of an hour. */
export const PublisherPayouts = Layer.effectDiscard(
  Effect.gen(function* () {
    yield* Effect.forkScoped(backgroundLoop("payouts", 2_000, "the payouts could not be read", settlePayouts))
    yield* Effect.forkScoped(
      backgroundLoop("earning_adjustments", 900_000, "the earnings of publishers could not be adjusted", postAdjustments),
    )
  }),
)

/** Sums the spending of each day, every five seconds on one of all nodes. */
export const SpendingSums = Layer.effectDiscard(
  Effect.gen(function* () {
    const { summarise } = yield* Spending
    yield* Effect.forkScoped(backgroundLoop("spending", 5_000, "the spending of the day could not be summed", summarise(4_500)))
  }),
)

/** Drops the empty accounts of payers, every hour on one of all nodes. */
export const IdleAccounts = Layer.effectDiscard(
  Effect.forkScoped(backgroundLoop("idle_accounts", 3_600_000, "the empty accounts of payers could not be dropped", dropIdleAccounts)),
)

/** Continues the runs of dead nodes, and ends the runs whose buyer did not answer in time, even if no client reads them. */
export const AskRecovery = Layer.effectDiscard(
  Effect.gen(function* () {
    const { silentMs } = yield* Settings
    const { id: node } = yield* Node
    const [store, runs] = [yield* AskStore, yield* AskRuns]
    const everyMs = Math.min(1000, silentMs / 2)
    const claim = Effect.flatMap(
      store.claim(node, silentMs, 200),
      Effect.forEach((place) => runs.start(place), { discard: true }),
    )
    yield* Effect.forkScoped(backgroundLoop("ask_recovery", everyMs, "the runs of dead nodes could not be read", claim))
    const end = Effect.fnUntraced(function* (place: RunRef) {
      const record = yield* store.read(place.organisation, place.run)
      if (record !== undefined && isOverdue(record, record.now)) yield* endOverdue(record)
      else yield* store.rest(place)
    })
    const endAll = store
      .overdue(100)
      .pipe(
        Effect.flatMap(
          Effect.forEach(
            (place) => Effect.catchCause(end(place), (cause) => Effect.logWarning(`run ${place.run} could not be ended yet`, cause)),
            { discard: true },
          ),
        ),
      )
    yield* Effect.forkScoped(backgroundLoop("ask_expiry", everyMs, "the overdue runs could not be read", endAll))
  }),
)

/** Confirms and expires checkouts, and searches the chain for payments that were not presented. On every node: the database gives each checkout to one of them. */
export const CheckoutWorkers = Layer.effectDiscard(
  Effect.gen(function* () {
    yield* Effect.forkScoped(backgroundLoop("checkouts", 500, "the checkouts that are due could not be read", lookAtDue))
    const search = backgroundLoop("checkout_search", 1_000, "the chain could not be searched for payments of checkouts", searchPayments)
    yield* Effect.forkScoped(Effect.andThen(chainAnswers, search))
  }),
)

/** The chain of a sandbox starts beside the gateway, some seconds later than it: until then a search could only fail. */
const chainAnswers = Effect.flatMap(CheckoutChain, (chain) => (chain === undefined ? Effect.void : Effect.asVoid(chain.searchStart))).pipe(
  Effect.retry(Schedule.spaced("1 second")),
  Effect.timeoutOption("1 minute"),
  Effect.ignore,
)
