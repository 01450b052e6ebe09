import { Effect } from "effect"
import { Chain } from "../evm/Chain.ts"
import type { Hex } from "../evm/hex.ts"
import {
  addTransaction,
  finishNonceSlots,
  lockGasKeys,
  markBroadcast,
  type NonceSlot,
  openGasKeys,
  openNonceSlots,
  reopenNonceSlots,
} from "../store/nonceSlots.ts"
import { commitGas, type ConsumedSlot, consumeNonceSlots } from "../store/gas.ts"
import { authorizationKey, authorizationOf, isOneOf, selectSettlements } from "../store/settlements.ts"
import { readGasBudget } from "./gasShares.ts"
import { retry } from "./retry.ts"
import { broadcast } from "./send.ts"
import { SettlementQueue } from "./SettlementQueue.ts"
import { higherFee, signTransaction } from "./transactions.ts"

/** Numbers of transactions of a gas key, in blocks and with those in the node's pool. */
interface TransactionCounts {
  readonly gasKey: Hex
  readonly mined: number
  readonly pending: number
}

export const countTransactions = Effect.gen(function* () {
  const chain = yield* Chain
  const { accounts } = yield* SettlementQueue
  return yield* Effect.forEach(
    accounts.keys(),
    (gasKey) => Effect.map(chain.transactionCounts(gasKey), (counts): TransactionCounts => ({ gasKey, ...counts })),
    { concurrency: "unbounded" },
  )
})

/**
 * Records which nonce slots are consumed, retries settlements whose slot was consumed without paying them, and bumps stuck slots. `counts`
 * must be read before the inclusions are recorded: then a slot that counts as mined has its settlement recorded already.
 */
export const followNonceSlots = Effect.fnUntraced(function* (counts: ReadonlyArray<TransactionCounts>, head: bigint) {
  const { options, sql, token } = yield* SettlementQueue
  const minedNonces = counts.map(({ gasKey, mined }) => ({ gasKey, nonce: mined }))
  yield* openGasKeys(sql, token.network, minedNonces)
  yield* reopenNonceSlots(sql, token.network, minedNonces)
  const slots = yield* openNonceSlots(sql, token)
  const minedOf = new Map(counts.map(({ gasKey, mined }) => [gasKey, mined]))
  const isMined = ({ gasKey, gasNonce }: NonceSlot) => gasNonce < BigInt(minedOf.get(gasKey) ?? 0)
  const mined = slots.filter(isMined)
  // A slot consumed earlier is here again if a reorg removed its settlement's block and another transaction then used the slot's nonce.
  yield* retryUnpaid(
    mined.filter(({ needed }) => needed),
    head,
  )
  const consumed = mined.filter(({ consumed }) => !consumed)
  if (consumed.length > 0) {
    yield* consumeNonceSlots(sql, token.network, yield* Effect.forEach(consumed, withGasCost, { concurrency: "unbounded" }), head)
  }
  yield* finishNonceSlots(sql, token.network, head - BigInt(options.confirmations))
  for (const key of counts) {
    const stuck = slots.filter((slot) => slot.gasKey === key.gasKey && !slot.consumed && !isMined(slot))
    yield* bumpStuck(key, stuck)
  }
})

/** What the transaction that used the slot has cost. A slot with several transactions needs several requests. */
const withGasCost = Effect.fnUntraced(function* ({ gasKey, gasNonce, hashes }: NonceSlot) {
  const chain = yield* Chain
  for (const hash of hashes) {
    const receipt = yield* chain.receipt(hash)
    if (receipt !== undefined) return { gasKey, gasNonce, spent: receipt.gasCost } satisfies ConsumedSlot
  }
  return { gasKey, gasNonce, spent: null } satisfies ConsumedSlot
})

/** The nonce of these slots is consumed and their settlement is in no block: the transaction reverted, or another program used the nonce. */
const retryUnpaid = Effect.fnUntraced(function* (slots: ReadonlyArray<NonceSlot>, head: bigint) {
  if (slots.length === 0) return
  const { sql, token } = yield* SettlementQueue
  const rows = yield* selectSettlements(sql, token, sql`s.state = 'sent' and ${isOneOf(sql, slots)}`)
  const rowOf = new Map(rows.map((row) => [authorizationKey(row), row]))
  yield* Effect.forEach(
    slots,
    Effect.fnUntraced(function* (slot) {
      const row = rowOf.get(authorizationKey(slot))
      if (row !== undefined) yield* retry(row, head)
    }),
    { concurrency: 8, discard: true },
  )
})

/** Slots of one gas key that get a higher fee in one round. Those behind them wait for these anyway. */
const maxBumps = 8

/** Broadcasts transactions that the node has lost, and raises the fee of transactions that stay out of a block. */
const bumpStuck = Effect.fnUntraced(function* ({ pending }: TransactionCounts, stuck: ReadonlyArray<NonceSlot>) {
  const { options, sql, token } = yield* SettlementQueue
  const lost = stuck.filter((slot) => slot.gasNonce >= BigInt(pending) && slot.broadcastMsAgo > options.rebroadcastAfterMs)
  if (lost.length > 0) {
    const hashes = lost.map(({ hash }) => hash)
    yield* markBroadcast(sql, token.network, hashes)
    yield* broadcast(lost)
  }
  for (const slot of stuck.slice(0, maxBumps)) {
    if (slot.signedMsAgo > options.bumpAfterMs && !slot.included) yield* bumpFee(slot)
  }
})

/** Signs the same nonce with a higher fee. A slot without a settlement gets a transaction that only uses up the nonce. */
const bumpFee = Effect.fnUntraced(function* (slot: NonceSlot) {
  const { accounts, fee, options, sql, token } = yield* SettlementQueue
  const account = accounts.get(slot.gasKey)
  if (account === undefined) return
  const higher = higherFee(slot, yield* fee)
  const signed = yield* sql.withTransaction(
    Effect.gen(function* () {
      if ((yield* lockGasKeys(sql, token.network, [slot.gasKey])).length === 0) return undefined
      const [row] = yield* selectSettlements(
        sql,
        token,
        sql`s.state = 'sent' and s.gas_key = ${slot.gasKey} and s.gas_nonce = ${slot.gasNonce} and ${isOneOf(sql, [slot])}`,
      )
      const transaction = yield* signTransaction(account, slot.gasNonce, row && authorizationOf(row), higher)
      const cost = transaction.gas * transaction.maxFee
      const additional = cost - slot.gas * slot.maxFee
      const budget = yield* readGasBudget(higher, yield* SettlementQueue)
      if (cost > options.maxWeiPerTransaction || (additional > 0n && !budget.take(slot.caller ?? "", additional))) {
        yield* Effect.logWarning(
          `x402: transaction ${slot.hash} is stuck, and a higher fee is above the limit of a transaction or of today's gas budget`,
        )
        return undefined
      }
      yield* addTransaction(sql, token.network, slot.gasKey, slot.gasNonce, transaction)
      if (additional > 0n) yield* commitGas(sql, token.network, [{ caller: slot.caller, wei: additional }])
      return transaction
    }),
  )
  if (signed !== undefined) yield* broadcast([{ ...signed, gasKey: slot.gasKey }])
})
