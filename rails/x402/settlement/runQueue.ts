import { Effect, Queue as Nudges, type Scope } from "effect"
import { randomUUID } from "node:crypto"
import { Chain } from "../evm/Chain.ts"
import { releaseWatchLease, ensureWatchRow, recordHead, acquireWatchLease } from "../store/watch.ts"
import { recordInclusions, openSettlements } from "./recordInclusions.ts"
import { countTransactions, followNonceSlots } from "./followNonceSlots.ts"
import { SettlementQueue } from "./SettlementQueue.ts"
import { rejectExpired, retryFailed } from "./retry.ts"
import { openKeys, send } from "./send.ts"
import { publishOutcomes } from "./outcomes.ts"

const leaseMs = 5_000
/** One that hangs gives its turn back. */
const roundMs = 30_000
const longestHeldMs = 5_000

/**
 * What a node does for the queue all the time: sends what waits, and, where it is the one that watches, follows what was
 * sent to its end. `sending` and `watching` are woken by a nudge, or after a while by themselves. Nothing is known only
 * here: it may end between any two steps.
 */
export const runQueue = Effect.fnUntraced(function* (
  nudges: { readonly sending: Nudges.Queue<void>; readonly watching: Nudges.Queue<void> },
  answer: Effect.Effect<void, unknown, SettlementQueue>,
) {
  const { options, place, sql } = yield* SettlementQueue
  const watcher = randomUUID()
  const turn = (nudged: Nudges.Queue<void>, round: Effect.Effect<void, unknown, SettlementQueue | Chain>) => {
    let failures = 0
    const one = round.pipe(
      Effect.timeout(roundMs),
      Effect.andThen(
        Effect.suspend(() => {
          const before = failures
          failures = 0
          return before === 0 ? Effect.void : Effect.logInfo("the settlement queue goes on")
        }),
      ),
      Effect.catchCause((cause) => {
        const held = failures++ === 0 ? Effect.logWarning("the settlement queue is held up: it tries again", cause) : Effect.void
        return Effect.andThen(held, Effect.sleep(Math.min(options.pollMs * failures, longestHeldMs)))
      }),
    )
    const nudge = Effect.timeoutOrElse(Nudges.take(nudged), { duration: options.pollMs, orElse: () => Effect.void })
    return Effect.forever(Effect.andThen(nudge, one))
  }

  let opened = false
  const sendAll = Effect.gen(function* () {
    if (!opened) {
      yield* ensureWatchRow(sql, place)
      yield* openKeys
      opened = true
    }
    while ((yield* send) > 0) yield* Nudges.offer(nudges.watching, undefined)
  })
  const watchOnce = Effect.gen(function* () {
    if (yield* acquireWatchLease(sql, place, watcher, leaseMs)) yield* watch
    yield* answer
    yield* publishOutcomes
  })
  yield* Effect.addFinalizer(() => Effect.ignore(releaseWatchLease(sql, place, watcher)))
  yield* Effect.forkScoped(turn(nudges.sending, sendAll))
  yield* Effect.forkScoped(turn(nudges.watching, watchOnce))
}) satisfies (...all: never) => Effect.Effect<void, never, SettlementQueue | Chain | Scope.Scope>

/** One look at the chain. The order matters: whatever was counted as mined is found in a block that was asked for later. */
const watch = Effect.gen(function* () {
  const { place, sql } = yield* SettlementQueue
  const chain = yield* Chain
  const counted = yield* countTransactions
  const open = yield* openSettlements
  const head = yield* chain.head
  yield* recordHead(sql, place, head)
  yield* recordInclusions(open, head.number)
  yield* followNonceSlots(counted, head.number)
  yield* retryFailed(open, head.number)
  yield* rejectExpired(open, head)
})
