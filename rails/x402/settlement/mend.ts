import { Effect } from "effect"
import { Chain, type Hex } from "../chain/Chain.ts"
import { authorizationOf, listed, sameId, settlementRows, type SettlementRow } from "../store/settlementRows.ts"
import {
  addSending,
  commitGas,
  committedToday,
  consumeSlots,
  finishSlots,
  lockKey,
  openKey,
  openSlots,
  reopenSlots,
  type SlotRow,
} from "../store/slotRows.ts"
import { offer } from "./offer.ts"
import { Queue } from "./Queue.ts"
import { retry } from "./retry.ts"
import { higherFee, sign } from "./transactions.ts"

/** Transactions of a gas key, by the node that was asked. */
export interface Counted {
  readonly gasKey: Hex
  readonly mined: number
  readonly pending: number
}

/**
 * Follows the slots: which are used up, by what, and which are stuck. `counted` was asked before the settlements were
 * looked for, so that what is used up here was found there.
 */
export const followSlots = Effect.fnUntraced(function* (counted: ReadonlyArray<Counted>, head: bigint) {
  const { options, place, sql } = yield* Queue
  for (const { gasKey, mined } of counted) {
    yield* openKey(sql, place.network, gasKey, mined)
    yield* reopenSlots(sql, place.network, gasKey, mined)
  }
  const slots = yield* openSlots(sql, place)
  const minedOf = new Map(counted.map(({ gasKey, mined }) => [gasKey, mined]))
  const isMined = ({ gasKey, gasNonce }: SlotRow) => gasNonce < BigInt(minedOf.get(gasKey) ?? 0)
  const mined = slots.filter(isMined)
  // Those used up before are needed again where a reorg took the block of their settlement, and this slot went to nothing in another.
  yield* afterwards(
    mined.filter(({ needed }) => needed),
    head,
  )
  const consumed = mined.filter(({ consumed }) => !consumed)
  if (consumed.length > 0) yield* consumeSlots(sql, place.network, consumed, head)
  yield* finishSlots(sql, place.network, head - BigInt(options.confirmations))
  for (const key of counted) {
    const stuck = slots.filter((slot) => slot.gasKey === key.gasKey && !slot.consumed && !isMined(slot))
    yield* mend(key, stuck)
  }
})

/** Slots that are used up while their settlement is in no block: reverted, or used by somebody else. */
const afterwards = Effect.fnUntraced(function* (slots: ReadonlyArray<SlotRow>, head: bigint) {
  if (slots.length === 0) return
  const { place, sql } = yield* Queue
  const rows = new Map<string, SettlementRow>()
  for (const row of yield* settlementRows(sql, place, sql`s.state = 'sent' and ${listed(sql, slots)}`)) rows.set(sameId(row), row)
  yield* Effect.forEach(
    slots,
    Effect.fnUntraced(function* (slot) {
      const row = rows.get(sameId(slot))
      if (row !== undefined) yield* retry(row, head)
    }),
    { concurrency: 8, discard: true },
  )
})

/** So many of a key's slots are signed anew at once: those behind them wait for these anyway. */
const bumpedAtOnce = 8

/** What the node has lost is offered again; what it does not get into a block is signed with a higher fee. */
const mend = Effect.fnUntraced(function* ({ gasKey, pending }: Counted, stuck: ReadonlyArray<SlotRow>) {
  const { options } = yield* Queue
  const lost = stuck.filter((slot) => slot.gasNonce >= BigInt(pending) && slot.offeredMsAgo > options.offerAgainMs)
  yield* offer(gasKey, lost)
  for (const slot of stuck.slice(0, bumpedAtOnce)) {
    if (slot.signedMsAgo > options.bumpAfterMs && !slot.included) yield* bump(slot)
  }
})

/** The same nonce with a higher fee. A slot that nobody needs any more is used up by a transaction that does nothing. */
const bump = Effect.fnUntraced(function* (slot: SlotRow) {
  const { accounts, fee, options, place, sql } = yield* Queue
  const account = accounts.get(slot.gasKey)
  if (account === undefined) return
  const higher = higherFee(slot, yield* fee)
  const signed = yield* sql.withTransaction(
    Effect.gen(function* () {
      if ((yield* lockKey(sql, place.network, slot.gasKey)) === undefined) return undefined
      const [row] = yield* settlementRows(
        sql,
        place,
        sql`s.state = 'sent' and s.gas_key = ${slot.gasKey} and s.gas_nonce = ${slot.gasNonce} and ${listed(sql, [slot])}`,
      )
      const sending = yield* sign(account, slot.gasNonce, row && authorizationOf(row), higher)
      const more = sending.gas * sending.maxFee - slot.gas * slot.maxFee
      const left = options.dailyGas - (yield* committedToday(sql, place.network))
      if (sending.gas * sending.maxFee > options.feeCap || more > left) {
        yield* Effect.logWarning(`transaction ${slot.hash} is stuck, and a higher fee is beyond the fee cap or today's gas budget`)
        return undefined
      }
      yield* addSending(sql, place.network, slot.gasKey, slot.gasNonce, sending)
      if (more > 0n) yield* commitGas(sql, place.network, more)
      return sending
    }),
  )
  if (signed !== undefined) yield* offer(slot.gasKey, [signed])
})

/** Asks for every gas key at once. */
export const countTransactions = Effect.gen(function* () {
  const chain = yield* Chain
  const { accounts } = yield* Queue
  return yield* Effect.forEach(
    accounts.keys(),
    (gasKey) => Effect.map(chain.nonces(gasKey), (counted): Counted => ({ gasKey, ...counted })),
    { concurrency: "unbounded" },
  )
})
