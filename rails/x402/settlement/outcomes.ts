import { Deferred, Effect } from "effect"
import { type AuthorizationId, authorizationKey, isOneOf, markAnnounced, type SettlementRow, settlementRows } from "../store/settlements.ts"
import { lastSeenHead } from "../store/watch.ts"
import { AfterStep, SettlementQueue } from "./SettlementQueue.ts"
import type { Settlement } from "./Settlements.ts"

/** What a row says. `head` is the newest block that was seen. */
export const settlementOf = (row: SettlementRow, head: bigint): Settlement => {
  const { blockHash, blockNumber, hash, logIndex, message, reason, sentHash, state } = row
  if (blockHash !== null && blockNumber !== null && hash !== null && logIndex !== null) {
    const confirmations = head < blockNumber ? 1 : Number(head - blockNumber) + 1
    return { _tag: "Included", final: state === "final", confirmations, hash, blockNumber, blockHash, logIndex }
  }
  if (state === "rejected") return { _tag: "Rejected", reason: reason ?? "invalid_exact_evm_transaction_failed", message: message ?? "" }
  return {
    _tag: "Pending",
    hash: sentHash,
    reason: message ?? (state === "sent" ? "The transaction is in no block yet." : "It waits to be sent."),
  }
}

/** Tells the outcomes that nobody was told of, or not to the end. */
export const publishOutcomes = Effect.gen(function* () {
  const { options, place, sql } = yield* SettlementQueue
  const between = yield* AfterStep
  const rows = yield* settlementRows(sql, place, sql`not s.announced and s.state in ('final', 'rejected') limit 256`)
  if (rows.length === 0) return
  const { head } = yield* lastSeenHead(sql, place)
  const told = yield* Effect.forEach(
    rows,
    (row) =>
      options.onOutcome(row.reference, settlementOf(row, head)).pipe(
        Effect.as([row]),
        Effect.catchCause((cause) =>
          Effect.as(Effect.logError(`the outcome of ${row.reference} could not be told: it is tried again`, cause), []),
        ),
      ),
    { concurrency: 8 },
  )
  yield* between("told")
  yield* markAnnounced(sql, place, told.flat())
})

/** Those in this process who wait for an authorization. Which node gets it into a block does not matter: the database says. */
export const makeWaiters = () => {
  const waiting = new Map<string, { readonly id: AuthorizationId; readonly answers: Set<Deferred.Deferred<Settlement>> }>()

  /** For at most so long; undefined where nothing was known by then. */
  const wait = (id: AuthorizationId, waitMs: number) => {
    const key = authorizationKey(id)
    return Effect.acquireUseRelease(
      Effect.sync(() => {
        const answer = Deferred.makeUnsafe<Settlement>()
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

  /** Answers those whose authorization is in a block, rejected, or held up by something they should hear of. */
  const answer = Effect.gen(function* () {
    if (waiting.size === 0) return
    const { place, sql } = yield* SettlementQueue
    const ids = [...waiting.values()].map(({ id }) => id)
    const rows = yield* settlementRows(
      sql,
      place,
      sql`(s.state in ('included', 'final', 'rejected') or s.reason is not null) and ${isOneOf(sql, ids)}`,
    )
    if (rows.length === 0) return
    const { head } = yield* lastSeenHead(sql, place)
    for (const row of rows) {
      const settlement = settlementOf(row, head)
      for (const one of waiting.get(authorizationKey(row))?.answers ?? []) Deferred.doneUnsafe(one, Effect.succeed(settlement))
    }
  })

  return { wait, answer }
}
