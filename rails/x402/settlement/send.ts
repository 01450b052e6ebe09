import { Clock, Effect } from "effect"
import { Chain } from "../evm/Chain.ts"
import type { Hex } from "../evm/hex.ts"
import { authorizationId, type AuthorizationId, authorizationOf, markDeployed, undeployedWallets } from "../store/settlements.ts"
import {
  commitGas,
  countWaiting,
  fillNonceSlots,
  lockGasKey,
  lockWaiting,
  markBroadcast,
  markOutOfGas,
  markUnderpriced,
  openGasKey,
  type SignedTransaction,
} from "../store/nonceSlots.ts"
import { lastSeenHead } from "../store/watch.ts"
import { budget, type Fee, sign } from "./transactions.ts"
import { AfterStep, SettlementQueue } from "./SettlementQueue.ts"

const batch = 64

/** Gas keys that the database does not know begin at the nonce that the chain says. */
export const openKeys = Effect.gen(function* () {
  const chain = yield* Chain
  const { accounts, place, sql } = yield* SettlementQueue
  yield* Effect.forEach(
    accounts.keys(),
    (address) => Effect.flatMap(chain.nonces(address), ({ pending }) => openGasKey(sql, place.network, address, pending)),
    { concurrency: 4, discard: true },
  )
})

/** Signs what waits, shared out over the gas keys, stores it and gives it to the node. Answers how many were sent. */
export const send = Effect.gen(function* () {
  const { accounts, fee, place, sql } = yield* SettlementQueue
  const waiting = yield* countWaiting(sql, place)
  if (waiting === 0) return 0
  const now = yield* fee
  yield* noteDeployments
  const share = Math.min(batch, Math.ceil(waiting / accounts.size))
  const sent = yield* Effect.forEach(accounts.keys(), (address) => sendWith(address, now, share), { concurrency: 4 })
  return sent.reduce((sum, one) => sum + one, 0)
})

/** Deploying what is there takes all the gas of a transaction, and nothing is paid. */
const noteDeployments = Effect.gen(function* () {
  const chain = yield* Chain
  const { place, sql } = yield* SettlementQueue
  const waiting = yield* undeployedWallets(sql, place)
  const there = yield* Effect.filter(waiting, ({ payer }) => Effect.map(chain.codeAt(payer), (code) => code !== "0x"), { concurrency: 8 })
  if (there.length > 0) {
    yield* markDeployed(
      sql,
      place,
      there.map(({ payer }) => payer),
    )
  }
})

const sendWith = Effect.fnUntraced(function* (address: Hex, fee: Fee, share: number) {
  const { sql } = yield* SettlementQueue
  const signed = yield* sql.withTransaction(fill(address, fee, share))
  const between = yield* AfterStep
  if (signed.length > 0) yield* between("committed")
  yield* broadcast(address, signed)
  return signed.length
})

/** In one transaction: nonces given out, transactions signed, both stored. */
const fill = Effect.fnUntraced(function* (address: Hex, fee: Fee, share: number) {
  const { accounts, options, place, sql } = yield* SettlementQueue
  const account = accounts.get(address)
  const key = yield* lockGasKey(sql, place.network, address)
  if (key === undefined || account === undefined) return []
  const room = Math.min(share, options.inFlight - key.open)
  let left = yield* affordable(fee)
  if (room <= 0 || left === 0n) return []
  const filled: Array<SignedTransaction & AuthorizationId> = []
  for (const row of yield* lockWaiting(sql, place, yield* chainTime, options.feeCap / fee.maxFee, room)) {
    const sending = yield* sign(account, key.nextNonce + BigInt(filled.length), authorizationOf(row), fee)
    const cost = sending.gas * sending.maxFee
    if (cost > left) break
    left -= cost
    filled.push({ ...sending, ...authorizationId(row.payer, row.nonce) })
  }
  if (filled.length === 0) return []
  yield* (yield* AfterStep)("signed")
  yield* fillNonceSlots(sql, place, { address, nextNonce: key.nextNonce }, filled)
  yield* commitGas(
    sql,
    place.network,
    filled.reduce((sum, { gas, maxFee }) => sum + gas * maxFee, 0n),
  )
  return filled
})

/** Wei; none where nothing may be sent. */
const affordable = Effect.fnUntraced(function* (fee: Fee) {
  const left = yield* budget(fee, yield* SettlementQueue)
  if (typeof left === "bigint") return left
  yield* Effect.logError(`${left}: settlements wait`)
  return 0n
})

/** Seconds since 1970: of the chain's newest block, or of this machine where that is later. Never the sandbox's clock. */
export const chainTime = Effect.gen(function* () {
  const { place, sql } = yield* SettlementQueue
  const { headTime } = yield* lastSeenHead(sql, place)
  const here = BigInt(Math.floor((yield* Clock.currentTimeMillis) / 1000))
  return here > headTime ? here : headTime
})
const dryForMs = 10000

/**
 * Gives signed transactions to the node, which may have them already. Whatever it says, they are stored: what it refuses,
 * loses or does not answer is offered again by whoever watches.
 */
export const broadcast = Effect.fnUntraced(function* (gasKey: Hex, sendings: ReadonlyArray<Pick<SignedTransaction, "hash" | "raw">>) {
  if (sendings.length === 0) return
  const chain = yield* Chain
  const { place, sql } = yield* SettlementQueue
  yield* markBroadcast(
    sql,
    place.network,
    sendings.map(({ hash }) => hash),
  )
  yield* Effect.forEach(
    sendings,
    Effect.fnUntraced(function* ({ hash, raw }) {
      const said = yield* chain.broadcast(raw)
      if (said._tag !== "Refused") return
      if (said.reason === "underpriced") yield* markUnderpriced(sql, place.network, hash)
      if (said.reason === "insufficient_funds") yield* markOutOfGas(sql, place.network, gasKey, dryForMs)
      // Too low a nonce: it, or another transaction of this slot, is in a block.
      if (said.reason !== "nonce_too_low") yield* Effect.logWarning(`transaction ${hash} of gas key ${gasKey} was refused: ${said.message}`)
    }),
    { concurrency: 32, discard: true },
  )
  yield* (yield* AfterStep)("offered")
})
