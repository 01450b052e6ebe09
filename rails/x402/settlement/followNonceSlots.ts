import { Effect } from "effect"
import { Chain } from "../evm/Chain.ts"
import { type Hex } from "../evm/hex.ts"
import { authorizationOf, isOneOf, authorizationKey, settlementRows, type SettlementRow } from "../store/settlements.ts"
import {
  addTransaction,
  commitGas,
  committedToday,
  consumeNonceSlots,
  finishNonceSlots,
  lockGasKey,
  openGasKey,
  openNonceSlots,
  reopenNonceSlots,
  type NonceSlot,
} from "../store/nonceSlots.ts"
import { broadcast } from "./send.ts"
import { SettlementQueue } from "./SettlementQueue.ts"
import { retry } from "./retry.ts"
import { higherFee, sign } from "./transactions.ts"

/** Transactions of a gas key, by the node that was asked. */
export interface TransactionCounts {
  readonly gasKey: Hex
  readonly mined: number
  readonly pending: number
}

/**
 * Follows the slots: which are used up, by what, and which are stuck. `counted` was asked before the settlements were
 * looked for, so that what is used up here was found there.
 */
export const followNonceSlots = Effect.fnUntraced(function* (counted: ReadonlyArray<TransactionCounts>, head: bigint) {
  const { options, place, sql } = yield* SettlementQueue
  for (const { gasKey, mined } of counted) {
    yield* openGasKey(sql, place.network, gasKey, mined)
    yield* reopenNonceSlots(sql, place.network, gasKey, mined)
  }
  const slots = yield* openNonceSlots(sql, place)
  const minedOf = new Map(counted.map(({ gasKey, mined }) => [gasKey, mined]))
  const isMined = ({ gasKey, gasNonce }: NonceSlot) => gasNonce < BigInt(minedOf.get(gasKey) ?? 0)
  const mined = slots.filter(isMined)
  // Those used up before are needed again where a reorg took the block of their settlement, and this slot went to nothing in another.
  yield* afterwards(
    mined.filter(({ needed }) => needed),
    head,
  )
  const consumed = mined.filter(({ consumed }) => !consumed)
  if (consumed.length > 0) yield* consumeNonceSlots(sql, place.network, consumed, head)
  yield* finishNonceSlots(sql, place.network, head - BigInt(options.confirmations))
  for (const key of counted) {
    const stuck = slots.filter((slot) => slot.gasKey === key.gasKey && !slot.consumed && !isMined(slot))
    yield* bumpStuck(key, stuck)
  }
})

/** Slots that are used up while their settlement is in no block: reverted, or used by somebody else. */
const afterwards = Effect.fnUntraced(function* (slots: ReadonlyArray<NonceSlot>, head: bigint) {
  if (slots.length === 0) return
  const { place, sql } = yield* SettlementQueue
  const rows = new Map<string, SettlementRow>()
  for (const row of yield* settlementRows(sql, place, sql`s.state = 'sent' and ${isOneOf(sql, slots)}`))
    rows.set(authorizationKey(row), row)
  yield* Effect.forEach(
    slots,
    Effect.fnUntraced(function* (slot) {
      const row = rows.get(authorizationKey(slot))
      if (row !== undefined) yield* retry(row, head)
    }),
    { concurrency: 8, discard: true },
  )
})

/** So many of a key's slots are signed anew at once: those behind them wait for these anyway. */
const bumpedAtOnce = 8

/** What the node has lost is offered again; what it does not get into a block is signed with a higher fee. */
const bumpStuck = Effect.fnUntraced(function* ({ gasKey, pending }: TransactionCounts, stuck: ReadonlyArray<NonceSlot>) {
  const { options } = yield* SettlementQueue
  const lost = stuck.filter((slot) => slot.gasNonce >= BigInt(pending) && slot.offeredMsAgo > options.offerAgainMs)
  yield* broadcast(gasKey, lost)
  for (const slot of stuck.slice(0, bumpedAtOnce)) {
    if (slot.signedMsAgo > options.bumpAfterMs && !slot.included) yield* bump(slot)
  }
})

/** The same nonce with a higher fee. A slot that nobody needs any more is used up by a transaction that does nothing. */
const bump = Effect.fnUntraced(function* (slot: NonceSlot) {
  const { accounts, fee, options, place, sql } = yield* SettlementQueue
  const account = accounts.get(slot.gasKey)
  if (account === undefined) return
  const higher = higherFee(slot, yield* fee)
  const signed = yield* sql.withTransaction(
    Effect.gen(function* () {
      if ((yield* lockGasKey(sql, place.network, slot.gasKey)) === undefined) return undefined
      const [row] = yield* settlementRows(
        sql,
        place,
        sql`s.state = 'sent' and s.gas_key = ${slot.gasKey} and s.gas_nonce = ${slot.gasNonce} and ${isOneOf(sql, [slot])}`,
      )
      const sending = yield* sign(account, slot.gasNonce, row && authorizationOf(row), higher)
      const more = sending.gas * sending.maxFee - slot.gas * slot.maxFee
      const left = options.dailyGas - (yield* committedToday(sql, place.network))
      if (sending.gas * sending.maxFee > options.feeCap || more > left) {
        yield* Effect.logWarning(`transaction ${slot.hash} is stuck, and a higher fee is beyond the fee cap or today's gas budget`)
        return undefined
      }
      yield* addTransaction(sql, place.network, slot.gasKey, slot.gasNonce, sending)
      if (more > 0n) yield* commitGas(sql, place.network, more)
      return sending
    }),
  )
  if (signed !== undefined) yield* broadcast(slot.gasKey, [signed])
})

/** Asks for every gas key at once. */
export const countTransactions = Effect.gen(function* () {
  const chain = yield* Chain
  const { accounts } = yield* SettlementQueue
  return yield* Effect.forEach(
    accounts.keys(),
    (gasKey) => Effect.map(chain.nonces(gasKey), (counted): TransactionCounts => ({ gasKey, ...counted })),
    { concurrency: "unbounded" },
  )
})
