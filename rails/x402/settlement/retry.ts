import { Effect } from "effect"
import { Chain } from "../evm/Chain.ts"
import { authorizationOf, markDeployed, markRejected, markWaiting, type SettlementRow } from "../store/settlements.ts"
import { recordOlderInclusion } from "./recordInclusions.ts"
import { SettlementQueue } from "./SettlementQueue.ts"
import { settlingCall } from "./transactions.ts"

const expired = "invalid_exact_evm_payload_authorization_valid_before"

/** Reasons by what Circle's token says; other tokens say it alike. */
const reasons: ReadonlyArray<readonly [RegExp, string]> = [
  [/expired/i, expired],
  [/not yet valid/i, "invalid_exact_evm_payload_authorization_valid_after"],
  [/used or canceled/i, "invalid_exact_evm_nonce_already_used"],
  [/exceeds balance/i, "invalid_exact_evm_insufficient_balance"],
  [/signature/i, "invalid_exact_evm_signature"],
]

const failed = "invalid_exact_evm_transaction_failed"
const longestMs = 30_000
/** A payer's own code may say yes to a simulation and no to a transaction: it costs us the gas of so many. */
const mostSlots = 5

/**
 * A transaction for it was reverted, or its slot was used up by something else. Where it would succeed now it waits for
 * another slot. Otherwise it says why, and is tried again now and then: whoever holds the authorization can submit it until
 * it expires, so that only then it is proven not to move.
 */
export const retry = Effect.fnUntraced(function* (row: SettlementRow, head: bigint) {
  const { place, sql } = yield* SettlementQueue
  const chain = yield* Chain
  if (yield* chain.authorizationUsed(row.payer, row.nonce)) return yield* recordOlderInclusion(row, head)
  const isDeployed = row.factory !== null && (yield* chain.codeAt(row.payer)) !== "0x"
  if (isDeployed) yield* markDeployed(sql, place, [row.payer])
  const authorization = authorizationOf(isDeployed ? { ...row, factory: null } : row)
  const simulated = yield* chain.simulate(settlingCall(chain.asset.address, authorization))
  const afterMs = Math.min(500 * 2 ** Math.min(row.tries, 10), longestMs)
  if (simulated._tag === "Succeeded") {
    if (row.slots < mostSlots) return yield* markWaiting(sql, place, row, null, row.tries === 0 ? 0 : afterMs)
    const message = `${row.slots} transactions for it came to nothing, though each should have succeeded.`
    return yield* markWaiting(sql, place, row, { reason: failed, message }, longestMs)
  }
  const said = simulated.reason ?? "the token does not say why"
  const reason = reasons.find(([pattern]) => pattern.test(said))?.[1] ?? failed
  const failure = { reason, message: `The token refuses the transfer: ${said}.` }
  // That it has expired by now says less than what kept it from being paid in time.
  const kept = reason === expired && row.reason !== null && row.message !== null ? { reason: row.reason, message: row.message } : failure
  return yield* markWaiting(sql, place, row, kept, afterMs)
})

/** Those that failed and are due are tried again. */
export const retryFailed = Effect.fnUntraced(function* (open: ReadonlyArray<SettlementRow>, head: bigint) {
  const due = open.filter((row) => row.state === "waiting" && row.reason !== null && row.due)
  yield* Effect.forEach(due.slice(0, 64), (row) => retry(row, head), { concurrency: 8, discard: true })
})

/**
 * Rejects what can never move any more: a block beyond its validity is as deep as the network asks for, and in that block
 * and now it is unused. Every later block is later still.
 */
export const rejectExpired = Effect.fnUntraced(function* (
  open: ReadonlyArray<SettlementRow>,
  head: { readonly number: bigint; readonly timestamp: bigint },
) {
  const { options, place, sql } = yield* SettlementQueue
  const chain = yield* Chain
  const late = open.filter((row) => row.state !== "included" && row.validBefore <= head.timestamp)
  const depth = BigInt(options.confirmations - 1)
  if (late.length === 0 || head.number < depth) return
  const deep = yield* chain.block(head.number - depth)
  if (deep === undefined) return
  yield* Effect.forEach(
    late.filter((row) => row.validBefore <= deep.timestamp),
    Effect.fnUntraced(function* (row) {
      const used = yield* Effect.all([
        chain.authorizationUsed(row.payer, row.nonce, deep.number),
        chain.authorizationUsed(row.payer, row.nonce),
      ])
      if (used.includes(true)) return yield* recordOlderInclusion(row, head.number)
      const reason = row.reason ?? expired
      const why = row.message ?? "It was in no block in time."
      return yield* markRejected(sql, place, row, reason, `${why} The authorization has expired unused; sign a new one.`)
    }),
    { concurrency: 8, discard: true },
  )
})
