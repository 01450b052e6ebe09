import { Clock, Effect } from "effect"
import { Chain } from "../evm/Chain.ts"
import { transferGas } from "../evm/contracts.ts"
import type { Hex } from "../evm/hex.ts"
import {
  countWaiting,
  type FilledSlot,
  fillNonceSlots,
  lockGasKeys,
  lockWaiting,
  markOutOfGas,
  markUnderpriced,
  openGasKeys,
  type SignedTransaction,
} from "../store/nonceSlots.ts"
import { commitGas } from "../store/gas.ts"
import { authorizationOf, markDeployed, undeployedWallets } from "../store/settlements.ts"
import { lastSeenHead } from "../store/watch.ts"
import { AfterStep, type GasFee, SettlementQueue } from "./SettlementQueue.ts"
import { gasPartyOf, readGasBudget } from "./gasShares.ts"
import { signTransaction } from "./transactions.ts"

const maxBatch = 64
/** The share of a gas key's slots that settlements of the facilitator and of marketplaces may use, so that an own call finds a free one. */
const maxForeignInFlight = 0.75
const outOfGasMs = 10_000

/** Signs the waiting settlements with all gas keys, stores the transactions and broadcasts them. Returns how many there were. */
export const sendWaiting = Effect.gen(function* () {
  const { fee, sql, token } = yield* SettlementQueue
  const waiting = yield* countWaiting(sql, token)
  if (waiting === 0) return 0
  const currentFee = yield* fee
  yield* markDeployedWallets
  const slots = yield* sql.withTransaction(fillSlots(currentFee, waiting))
  if (slots.length > 0) yield* (yield* AfterStep)("committed")
  yield* broadcast(slots)
  return slots.length
})

/** Stores the gas keys that the database does not have, each with its next nonce. */
export const storeGasKeys = Effect.gen(function* () {
  const chain = yield* Chain
  const { accounts, sql, token } = yield* SettlementQueue
  const keys = yield* Effect.forEach(
    accounts.keys(),
    (gasKey) => Effect.map(chain.transactionCounts(gasKey), ({ pending }) => ({ gasKey, nonce: pending })),
    { concurrency: "unbounded" },
  )
  yield* openGasKeys(sql, token.network, keys)
})

/** A second deployment of a wallet uses all gas of its transaction, and the transfer behind it fails. */
const markDeployedWallets = Effect.gen(function* () {
  const chain = yield* Chain
  const { sql, token } = yield* SettlementQueue
  const wallets = yield* undeployedWallets(sql, token)
  const deployed = yield* Effect.filter(wallets, ({ payer }) => Effect.map(chain.codeAt(payer), (code) => code !== "0x"), {
    concurrency: 8,
  })
  if (deployed.length === 0) return
  yield* markDeployed(
    sql,
    token,
    deployed.map(({ payer }) => payer),
  )
})

/** In one database transaction: nonces are assigned, transactions are signed, and both are stored. */
const fillSlots = Effect.fnUntraced(function* (fee: GasFee, waiting: number) {
  const { accounts, options, sql, token } = yield* SettlementQueue
  const share = Math.min(maxBatch, Math.ceil(waiting / accounts.size))
  const keys = (yield* lockGasKeys(sql, token.network, [...accounts.keys()])).map((key) => ({
    ...key,
    free: Math.min(share, options.maxInFlight - key.open),
  }))
  if (keys.length === 0) return []
  const budget = yield* readGasBudget(fee, yield* SettlementQueue)
  if (budget.ownGas < transferGas) {
    yield* Effect.logError("x402: today's gas budget or the fee cap allows no transfer, so settlements wait")
    return []
  }
  const free = keys.reduce((sum, key) => sum + Math.max(0, key.free), 0)
  if (free === 0) return []
  const slots: Array<FilledSlot> = []
  const foreignSlots = Math.floor(options.maxInFlight * maxForeignInFlight)
  for (const row of yield* lockWaiting(sql, token, yield* chainTime, budget, free)) {
    const caller = gasPartyOf(row.reference)
    const key = keys.find((key) => key.free > 0 && (caller === null || key.open < foreignSlots))
    if (key === undefined) break
    const transaction = yield* signTransaction(accounts.get(key.address)!, key.nextNonce, authorizationOf(row), fee)
    // A deployment that is too dear now does not hold up the transfers behind it.
    if (!budget.take(row.reference, transaction.gas * transaction.maxFee)) continue
    slots.push({ ...transaction, payer: row.payer, nonce: row.nonce, caller, gasKey: key.address, gasNonce: key.nextNonce })
    key.nextNonce++
    key.open++
    key.free--
  }
  if (slots.length === 0) return []
  yield* (yield* AfterStep)("signed")
  yield* fillNonceSlots(sql, token, slots)
  yield* commitGas(
    sql,
    token.network,
    slots.map(({ caller, gas, maxFee }) => ({ caller, wei: gas * maxFee })),
  )
  return slots
})

/** Seconds since 1970: the newest block's time, or this machine's if that is later. A sandbox's shifted clock does not count. */
const chainTime = Effect.gen(function* () {
  const { sql, token } = yield* SettlementQueue
  const { headTime } = yield* lastSeenHead(sql, token)
  const now = BigInt(Math.floor((yield* Clock.currentTimeMillis) / 1000))
  return now > headTime ? now : headTime
})

/**
 * Passes signed transactions to the node, which may have them already. A transaction that the node refuses, loses or does not acknowledge
 * is still stored, and the node that watches the chain broadcasts it again.
 */
export const broadcast = Effect.fnUntraced(function* (
  transactions: ReadonlyArray<Pick<SignedTransaction, "hash" | "raw"> & { readonly gasKey: Hex }>,
) {
  if (transactions.length === 0) return
  const chain = yield* Chain
  const { sql, token } = yield* SettlementQueue
  yield* Effect.forEach(
    transactions,
    Effect.fnUntraced(function* ({ gasKey, hash, raw }) {
      const result = yield* chain.broadcast(raw)
      if (result._tag !== "Refused") return
      const { message, reason } = result
      if (reason === "underpriced") yield* markUnderpriced(sql, token.network, hash)
      if (reason === "insufficient_funds") yield* markOutOfGas(sql, token.network, gasKey, outOfGasMs)
      // If the nonce is too low, this transaction or another one of its slot is in a block.
      if (reason !== "nonce_too_low")
        yield* Effect.logWarning(`x402: the node refused transaction ${hash} of gas key ${gasKey}: ${message}`)
    }),
    { concurrency: 128, discard: true },
  )
  yield* (yield* AfterStep)("broadcast")
})
