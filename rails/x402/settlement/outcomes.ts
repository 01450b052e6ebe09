import { Deferred, Effect } from "effect"
import {
  type AuthorizationId,
  authorizationKey,
  isOneOf,
  markAnnounced,
  selectSettlements,
  type SettlementRow,
} from "../store/settlements.ts"
import { lastSeenHead } from "../store/watch.ts"
import { AfterStep, SettlementQueue } from "./SettlementQueue.ts"
import type { SettlementState } from "./Settlements.ts"

/** The state of a stored settlement. `head` is the newest block that any node has seen. */
export const settlementOf = (row: SettlementRow, head: bigint): SettlementState => {
  const { blockHash, blockNumber, hash, logIndex, message, reason, sentHash, state } = row
  if (blockHash !== null && blockNumber !== null && hash !== null && logIndex !== null) {
    const confirmations = head < blockNumber ? 1 : Number(head - blockNumber) + 1
    return { _tag: "Included", final: state === "final", confirmations, hash, blockNumber, blockHash, logIndex }
  }
  if (state === "rejected") return { _tag: "Rejected", reason: reason ?? "invalid_exact_evm_transaction_failed", message: message ?? "" }
  return {
    _tag: "Pending",
    hash: sentHash,
    reason: message ?? (state === "sent" ? "The transaction is in no block yet." : "The settlement waits to be sent."),
  }
}

/** Passes final and rejected settlements to `onOutcome`, except outcomes that are `recorded` already. A call that fails is repeated in the next round. */
export const publishOutcomes = Effect.gen(function* () {
  const { options, sql, token } = yield* SettlementQueue
  const afterStep = yield* AfterStep
  const rows = yield* selectSettlements(sql, token, sql`not s.announced and s.state in ('final', 'rejected') limit 256`)
  if (rows.length === 0) return
  const { head } = yield* lastSeenHead(sql, token)
  const finals = rows.filter(({ state }) => state === "final").map(({ reference }) => reference)
  const recorded = finals.length === 0 ? new Set() : yield* options.recorded(finals)
  const published = yield* Effect.forEach(
    rows.filter(({ reference }) => !recorded.has(reference)),
    (row) =>
      options.onOutcome(row.reference, settlementOf(row, head)).pipe(
        Effect.as([row]),
        Effect.catchCause((cause) =>
          Effect.as(Effect.logError(`x402: the outcome of ${row.reference} could not be published and will be retried`, cause), []),
        ),
      ),
    { concurrency: 8 },
  )
  yield* afterStep("published")
  yield* markAnnounced(sql, token, [...rows.filter(({ reference }) => recorded.has(reference)), ...published.flat()])
})

/** Fibers of this process that wait for a settlement. The database decides, since any node may have sent the transaction. */
export const makeWaiters = () => {
  const waiting = new Map<string, { readonly id: AuthorizationId; readonly answers: Set<Deferred.Deferred<SettlementState>> }>()

  /** Undefined if there is no result after `waitMs`. */
  const wait = (id: AuthorizationId, waitMs: number) => {
    const key = authorizationKey(id)
    return Effect.acquireUseRelease(
      Effect.sync(() => {
        const answer = Deferred.makeUnsafe<SettlementState>()
        const entry = waiting.get(key) ?? { id, answers: new Set() }
        entry.answers.add(answer)
        waiting.set(key, entry)
        return answer
      }),
      (answer) => Effect.timeoutOrElse(Deferred.await(answer), { duration: waitMs, orElse: () => Effect.succeed(undefined) }),
      (answer) =>
        Effect.sync(() => {
          const entry = waiting.get(key)
          entry?.answers.delete(answer)
          if (entry?.answers.size === 0) waiting.delete(key)
        }),
    )
  }

  /** Answers the fibers whose settlement is in a block, rejected, or refused by the token for now. */
  const notify = Effect.gen(function* () {
    if (waiting.size === 0) return
    const { sql, token } = yield* SettlementQueue
    const ids = [...waiting.values()].map(({ id }) => id)
    const rows = yield* selectSettlements(
      sql,
      token,
      sql`(s.state in ('included', 'final', 'rejected') or s.reason is not null) and ${isOneOf(sql, ids)}`,
    )
    if (rows.length === 0) return
    const { head } = yield* lastSeenHead(sql, token)
    for (const row of rows) {
      const settlement = settlementOf(row, head)
      for (const answer of waiting.get(authorizationKey(row))?.answers ?? []) Deferred.doneUnsafe(answer, Effect.succeed(settlement))
    }
  })

  return { wait, notify }
}
