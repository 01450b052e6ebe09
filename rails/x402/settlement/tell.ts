import { Effect } from "effect"
import { markAnnounced, settlementRows, type SettlementRow } from "../store/settlementRows.ts"
import { seenHead } from "../store/watchRow.ts"
import { BetweenSteps } from "./options.ts"
import { Queue } from "./Queue.ts"
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
export const tell = Effect.gen(function* () {
  const { options, place, sql } = yield* Queue
  const between = yield* BetweenSteps
  const rows = yield* settlementRows(sql, place, sql`not s.announced and s.state in ('final', 'rejected') limit 256`)
  if (rows.length === 0) return
  const { head } = yield* seenHead(sql, place)
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
