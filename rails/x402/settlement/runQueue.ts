import { Effect, Queue, type Scope } from "effect"
import { randomUUID } from "node:crypto"
import { recordLoopSuccess } from "../../../domain/backgroundLoop.ts"
import { Chain } from "../evm/Chain.ts"
import type { Hex } from "../evm/hex.ts"
import { acquireWatchLease, ensureWatchRow, recordHead, releaseWatchLease } from "../store/watch.ts"
import { countTransactions, followNonceSlots } from "./followNonceSlots.ts"
import { publishOutcomes } from "./outcomes.ts"
import { openSettlements, recordInclusions } from "./recordInclusions.ts"
import { rejectExpired, retryFailed } from "./retry.ts"
import { sendWaiting, storeGasKeys } from "./send.ts"
import { SettlementQueue } from "./SettlementQueue.ts"

const leaseMs = 5_000
/** Rounds follow each other within milliseconds, and each renewal is a commit. */
const renewLeaseMs = 1_000
/** A round that takes longer is interrupted and repeated. */
const maxRoundMs = 30_000

export interface WakeUps {
  readonly sender: Queue.Queue<void>
  readonly watcher: Queue.Queue<void>
}

/**
 * The three loops of a node: the sender sends waiting settlements; the watcher follows them to the end, if this node has the lease; the publisher passes
 * outcomes on, which takes steps of the ledger and must not delay the watcher. A wake-up or `pollMs` starts a round; the publisher has no wake-up, because
 * the calls that wait record their outcome themselves in the meantime. All state is in the database, so a node may end between any two steps.
 */
export const runQueue = Effect.fnUntraced(function* (wakeUps: WakeUps, notifyWaiters: Effect.Effect<void, unknown, SettlementQueue>) {
  const { options, sql, token } = yield* SettlementQueue
  const watcher = randomUUID()
  const wakeUpOrPoll = (wakeUp: Queue.Queue<void>) =>
    Effect.timeoutOrElse(Queue.take(wakeUp), { duration: options.pollMs, orElse: () => Effect.void })
  const loop = (name: string, wait: Effect.Effect<void>, round: Effect.Effect<void, unknown, SettlementQueue | Chain>) => {
    let failures = 0
    const guardedRound = round.pipe(
      Effect.timeout(maxRoundMs),
      Effect.andThen(
        Effect.suspend(() => {
          const recovered = failures > 0
          failures = 0
          return recovered ? Effect.logInfo("x402: the settlement queue works again") : Effect.void
        }),
      ),
      Effect.andThen(recordLoopSuccess(name)),
      Effect.catchCause((cause) => {
        const log =
          failures++ === 0 ? Effect.logWarning("x402: a round of the settlement queue failed and is repeated", cause) : Effect.void
        // No longer pause after many failures: what the node can prove again ends its call within 5 s.
        return Effect.andThen(log, Effect.sleep(options.pollMs))
      }),
    )
    return Effect.forever(Effect.andThen(wait, guardedRound))
  }

  let isOpen = false
  const send = Effect.gen(function* () {
    if (!isOpen) {
      yield* ensureWatchRow(sql, token)
      yield* storeGasKeys
      isOpen = true
    }
    while ((yield* sendWaiting) > 0) yield* Queue.offer(wakeUps.watcher, undefined)
  })
  let leasedAt = -Infinity
  const holdLease = Effect.gen(function* () {
    const now = performance.now()
    if (now - leasedAt < renewLeaseMs) return true
    const acquired = yield* acquireWatchLease(sql, token, watcher, leaseMs)
    leasedAt = acquired ? now : -Infinity
    return acquired
  })
  const watch = Effect.gen(function* () {
    if (yield* holdLease) yield* watchChain(notifyWaiters)
    yield* notifyWaiters
  })
  yield* Effect.addFinalizer(() => Effect.ignore(releaseWatchLease(sql, token, watcher)))
  yield* Effect.forkScoped(loop("x402_settlement_sender", wakeUpOrPoll(wakeUps.sender), send))
  yield* Effect.forkScoped(loop("x402_settlement_watcher", wakeUpOrPoll(wakeUps.watcher), watch))
  yield* Effect.forkScoped(loop("x402_settlement_publisher", Effect.sleep(options.pollMs), publishOutcomes))
}) satisfies (...all: never) => Effect.Effect<void, never, SettlementQueue | Chain | Scope.Scope>

/** The order matters: a transaction that is counted as mined must be in a block that is read later. */
const watchChain = <E, R>(notifyWaiters: Effect.Effect<void, E, R>) =>
  Effect.gen(function* () {
    const { sql, token } = yield* SettlementQueue
    const chain = yield* Chain
    const counts = yield* countTransactions
    const open = yield* openSettlements
    const head = yield* chain.head
    yield* Effect.all([recordHead(sql, token, head), recordInclusions(open, head.number)], { concurrency: 2, discard: true })
    yield* notifyWaiters
    yield* followNonceSlots(counts, head.number)
    yield* retryFailed(open, head.number)
    yield* rejectExpired(open, head)
  }).pipe(Effect.updateService(Chain, receiptsOnce))

/** A chain whose receipts are read once: the transfer and what its gas cost are in the same one. */
const receiptsOnce = (chain: Chain["Service"]): Chain["Service"] => {
  const receipts = new Map<Hex, Effect.Success<ReturnType<typeof chain.receipt>>>()
  return {
    ...chain,
    receipt: (hash) =>
      Effect.suspend(() => {
        const receipt = receipts.get(hash)
        if (receipt !== undefined) return Effect.succeed(receipt)
        return Effect.tap(chain.receipt(hash), (answer) => Effect.sync(() => void receipts.set(hash, answer)))
      }),
  }
}
