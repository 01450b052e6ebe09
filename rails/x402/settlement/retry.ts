import { Effect } from "effect"
import { splitterRefusal } from "../checkout/splitter.ts"
import { Chain } from "../evm/Chain.ts"
import { settlingCall } from "../evm/contracts.ts"
import { authorizationOf, markDeployed, markRejected, markWaiting, type SettlementRow } from "../store/settlements.ts"
import { recordOlderInclusion } from "./recordInclusions.ts"
import { SettlementQueue } from "./SettlementQueue.ts"

const expired = "invalid_exact_evm_payload_authorization_valid_before"
const transactionFailed = "invalid_exact_evm_transaction_failed"

/** The protocol's codes by the revert strings of Circle's token. Other tokens have similar ones. */
const reasons: ReadonlyArray<readonly [RegExp, string]> = [
  [/expired/i, expired],
  [/not yet valid/i, "invalid_exact_evm_payload_authorization_valid_after"],
  [/used or canceled/i, "invalid_exact_evm_nonce_already_used"],
  [/exceeds balance/i, "invalid_exact_evm_insufficient_balance"],
  [/signature/i, "invalid_exact_evm_signature"],
]

const maxDelayMs = 30_000
/** A smart wallet may succeed in every simulation and revert in every transaction. That costs the gateway the gas of this many transactions. */
const maxSlots = 5

/**
 * A transaction of this settlement reverted, or its nonce slot was consumed by another transaction. If a simulation succeeds, the settlement
 * waits for another slot. Otherwise the reason is stored and the settlement is retried later: anybody who holds the authorization can submit
 * it until it expires, so a rejection before that would not be proven.
 */
export const retry = Effect.fnUntraced(function* (row: SettlementRow, head: bigint) {
  const { sql, token } = yield* SettlementQueue
  const chain = yield* Chain
  if (yield* chain.authorizationUsed(row.payer, row.nonce)) return yield* recordOlderInclusion(row, head)
  const isDeployed = row.factory !== null && (yield* chain.codeAt(row.payer)) !== "0x"
  if (isDeployed) yield* markDeployed(sql, token, [row.payer])
  const authorization = authorizationOf(isDeployed ? { ...row, factory: null } : row)
  const simulated = yield* chain.simulate(settlingCall(chain.asset.address, authorization))
  const delayMs = Math.min(500 * 2 ** Math.min(row.tries, 10), maxDelayMs)
  if (simulated._tag === "Succeeded") {
    if (row.slots < maxSlots) return yield* markWaiting(sql, token, row, null, row.tries === 0 ? 0 : delayMs)
    const message = `${row.slots} transactions of this payment failed, although each simulation succeeded.`
    return yield* markWaiting(sql, token, row, { reason: transactionFailed, message }, maxDelayMs)
  }
  const revertReason = (row.receiver === null ? undefined : splitterRefusal(simulated.data)) ?? simulated.reason ?? "no reason is given"
  const reason = reasons.find(([pattern]) => pattern.test(revertReason))?.[1] ?? transactionFailed
  const failure = { reason, message: `The ${row.receiver === null ? "token" : "splitter"} refuses the transfer: ${revertReason}.` }
  // The earlier reason explains why the payment was not settled in time; "expired" would hide it.
  const shown = reason === expired && row.reason !== null && row.message !== null ? { reason: row.reason, message: row.message } : failure
  return yield* markWaiting(sql, token, row, shown, delayMs)
})

/** Retries up to 64 settlements that the token refused and whose delay is over. */
export const retryFailed = Effect.fnUntraced(function* (open: ReadonlyArray<SettlementRow>, head: bigint) {
  const due = open.filter((row) => row.state === "waiting" && row.reason !== null && row.due)
  yield* Effect.forEach(due.slice(0, 64), (row) => retry(row, head), { concurrency: 8, discard: true })
})

/**
 * Rejects authorizations that can never move money any more: they are unused in the newest block and in a final block whose time is past
 * `validBefore`. Every later block is later still.
 */
export const rejectExpired = Effect.fnUntraced(function* (
  open: ReadonlyArray<SettlementRow>,
  head: { readonly number: bigint; readonly timestamp: bigint },
) {
  const { options, sql, token } = yield* SettlementQueue
  const chain = yield* Chain
  const late = open.filter((row) => row.state !== "included" && row.validBefore <= head.timestamp)
  const depth = BigInt(options.confirmations - 1)
  if (late.length === 0 || head.number < depth) return
  const final = yield* chain.block(head.number - depth)
  if (final === undefined) return
  yield* Effect.forEach(
    late.filter((row) => row.validBefore <= final.timestamp),
    Effect.fnUntraced(function* (row) {
      const used = yield* Effect.all([
        chain.authorizationUsed(row.payer, row.nonce, final.number),
        chain.authorizationUsed(row.payer, row.nonce),
      ])
      if (used.includes(true)) return yield* recordOlderInclusion(row, head.number)
      const reason = row.reason ?? expired
      const cause = row.message ?? "The payment was in no block in time."
      return yield* markRejected(sql, token, row, reason, `${cause} The authorization has expired unused; sign a new one.`)
    }),
    { concurrency: 8, discard: true },
  )
})
