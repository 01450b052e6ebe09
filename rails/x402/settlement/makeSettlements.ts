import { Effect, Exit, Layer, Queue, Request, RequestResolver, type Scope } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import type { Authorization } from "../evm/authorization.ts"
import { forRequest } from "../../RailUnavailable.ts"
import { Chain, ChainUnavailable } from "../evm/Chain.ts"
import { lowerCase } from "../evm/hex.ts"
import {
  type AuthorizationId,
  authorizationId,
  authorizationKey,
  changeReference,
  insertSettlements,
  isOneOf,
  type NewSettlement,
  selectSettlements,
  type SettlementRow,
  type TokenId,
} from "../store/settlements.ts"
import { isUnclaimed } from "../store/unclaimed.ts"
import { ensureWatchRow, lastSeenHead } from "../store/watch.ts"
import { authorizationUses, findAuthorizationUse, inclusionIn } from "./authorizationUses.ts"
import { gasBlockedReason, isForeign } from "./gasShares.ts"
import { makeWaiters, settlementOf } from "./outcomes.ts"
import { runQueue } from "./runQueue.ts"
import { AfterStep, type SettlementOptions, SettlementQueue, withDefaults } from "./SettlementQueue.ts"
import { type SettlementState, Settlements } from "./Settlements.ts"
import { gasAccounts, usualFee } from "./transactions.ts"

/**
 * The settlement queue of one chain and token. Every node of a gateway runs `jobs`, which send, watch and publish; a command that only
 * reads does not.
 */
export const makeSettlements = Effect.fnUntraced(function* (given: SettlementOptions) {
  const chain = yield* Chain
  const sql = yield* SqlClient
  const options = withDefaults(given)
  const token: TokenId = { network: chain.network.caip2, asset: lowerCase(chain.asset.address) }
  const fee = yield* Effect.cachedWithTTL(Effect.map(chain.fees, usualFee), "1 second")
  const queue = SettlementQueue.of({ sql, token, options, accounts: gasAccounts(options.gasKeys), fee })
  const wakeUp = Queue.sliding<void>(1)
  const wakeUps = { sender: yield* wakeUp, watcher: yield* wakeUp }
  const waiters = makeWaiters()
  const insert = insertBatch(sql, token)

  const rowOf = (id: AuthorizationId) => Effect.map(selectSettlements(sql, token, isOneOf(sql, [id])), (rows) => rows[0])
  /** Of several calls that want the settlement one gets it. */
  const takeOver = Effect.fnUntraced(function* (row: SettlementRow, reference: string) {
    return (yield* changeReference(sql, token, row, reference)) ? { ...row, reference } : ((yield* rowOf(row)) ?? row)
  })
  const currentState = Effect.fnUntraced(function* (row: SettlementRow) {
    return settlementOf(row, (yield* lastSeenHead(sql, token)).head)
  })

  const settle = Effect.fnUntraced(function* (authorization: Authorization, reference: string, waitMs: number, usedInBlock?: bigint) {
    const id = authorizationId(authorization)
    const inserted = yield* forRequest(insert({ authorization, reference, ...(usedInBlock === undefined ? {} : { usedInBlock }) }))
    yield* (yield* AfterStep)("stored")
    yield* Queue.offer(wakeUps.sender, undefined)
    if (!inserted) {
      const stored = yield* rowOf(id)
      if (stored === undefined) return unknown
      const row = mayTakeOver(stored, authorization, reference) ? yield* takeOver(stored, reference) : stored
      const conflict = conflictWith(row, authorization, reference)
      if (conflict !== undefined) return conflict
      if (row.state !== "waiting" && row.state !== "sent") return yield* currentState(row)
    }
    const settled = yield* waiters.wait(id, waitMs)
    if (settled !== undefined) return settled
    const row = yield* rowOf(id)
    return row === undefined ? unknown : yield* currentState(row)
  })

  /** The outcome of an authorization that was never submitted here: the chain must show that it paid this amount to this payee. */
  const lookupOnChain = Effect.fnUntraced(function* (authorization: Authorization) {
    const id = authorizationId(authorization)
    if (!(yield* chain.authorizationUsed(id.payer, id.nonce))) return undefined
    const head = yield* chain.head
    const use = yield* findAuthorizationUse(id, head.number, options.blocksPerQuery)
    if (use === undefined) return pending("The authorization was used on chain, in a block that is too old for this lookup.")
    const confirmations = Number(head.number - use.blockNumber) + 1
    if (confirmations < options.confirmations) return pending("The authorization was used on chain, in a block that is not final yet.")
    if (use.cancelled) return nonceUsed("The payer has cancelled this authorization.")
    const receipt = yield* chain.receipt(use.hash)
    if (receipt === undefined) return pending("The authorization was used on chain; the receipt cannot be read now.")
    const transfer = { ...id, payee: lowerCase(authorization.to), value: authorization.value }
    const inclusion = inclusionIn(receipt, chain.asset.address, transfer)
    if (inclusion === undefined) return nonceUsed(`The payer used this nonce for another transfer, in ${use.hash}.`)
    return { _tag: "Included", final: true, confirmations, ...inclusion } satisfies SettlementState
  })

  const transferOnChain = Effect.fnUntraced(
    function* (authorization: Authorization) {
      const id = authorizationId(authorization)
      const { number: head } = yield* chain.head
      const oldest = head < BigInt(options.blocksPerQuery) ? 0n : head - BigInt(options.blocksPerQuery) + 1n
      const use = (yield* authorizationUses([id], oldest, head)).find(({ payer }) => payer === id.payer)
      const receipt = use === undefined ? undefined : yield* chain.receipt(use.hash)
      const transfer = { ...id, payee: lowerCase(authorization.to), value: authorization.value }
      const block = receipt && inclusionIn(receipt, chain.asset.address, transfer)?.blockNumber
      return block === undefined || (yield* forRequest(isUnclaimed(sql, token, id))) ? undefined : block
    },
    Effect.provideService(Chain, chain),
    Effect.catchTag(
      "RailUnavailable",
      ({ message }) => new ChainUnavailable({ message: `the credited payments cannot be read: ${message}` }),
    ),
  )

  const lookup = Effect.fnUntraced(function* (authorization: Authorization, reference: string) {
    const row = yield* rowOf(authorizationId(authorization))
    if (row === undefined) return yield* Effect.provideService(lookupOnChain(authorization), Chain, chain)
    const mine = mayTakeOver(row, authorization, reference) ? yield* takeOver(row, reference) : row
    return conflictWith(mine, authorization, reference) ?? (yield* currentState(mine))
  })

  const blockedReason = (reference: string) =>
    Effect.flatMap(fee, (now) => forRequest(gasBlockedReason(reference, now, queue))).pipe(
      Effect.catch(({ message }) => Effect.succeed(message)),
    )

  return {
    settlements: Settlements.of({
      blockedReason,
      settle: (authorization, reference, waitMs, usedInBlock) =>
        Effect.catch(settle(authorization, reference, waitMs, usedInBlock), logAsUnknown),
      transferOnChain,
      lookup: (authorization, reference) => Effect.catch(lookup(authorization, reference), logAsUnknown),
    }),
    jobs: Effect.andThen(Effect.ignore(ensureWatchRow(sql, token)), runQueue(wakeUps, waiters.notify)).pipe(
      Effect.provideService(SettlementQueue, queue),
      Effect.provideService(Chain, chain),
    ) satisfies Effect.Effect<void, never, Scope.Scope>,
  }
})

/** The queue with its jobs, for as long as the layer lives. */
export const settlementsLayer = (options: SettlementOptions): Layer.Layer<Settlements, never, Chain | SqlClient> =>
  Layer.effect(
    Settlements,
    Effect.gen(function* () {
      const { jobs, settlements } = yield* makeSettlements(options)
      yield* jobs
      return settlements
    }),
  )

/** A call takes the settlement of a payment to the gateway that somebody presented to the facilitator. */
const mayTakeOver = (row: SettlementRow, authorization: Authorization, reference: string) =>
  isForeign(row.reference) && !isForeign(reference) && isSameTransfer(row, authorization)

/** The stored row is for another transfer or another purchase; undefined if it is for this one. */
const conflictWith = (row: SettlementRow, authorization: Authorization, reference: string): SettlementState | undefined => {
  if (!isSameTransfer(row, authorization)) return sameNonce(row)
  if (row.reference === reference) return undefined
  return rejected("duplicate_settlement", "This payment pays for another call already: sign one with a new nonce.")
}

const isSameTransfer = (row: SettlementRow, { receiver, to, validAfter, validBefore, value }: Authorization) =>
  row.receiver === (receiver === undefined ? null : lowerCase(receiver.contract)) &&
  row.payee === lowerCase(to) &&
  row.value === value &&
  row.validAfter === validAfter &&
  row.validBefore === validBefore

/** The token accepts only one of two authorizations with the same nonce: the one that is sent first. */
const sameNonce = (row: SettlementRow): SettlementState =>
  row.state === "final"
    ? nonceUsed("The payer signed this nonce for two different transfers, and the other one was settled.")
    : pending("Another authorization with the same nonce was presented first.")

const pending = (reason: string): SettlementState => ({ _tag: "Pending", hash: null, reason, resubmit: true })
const unknown = pending("It is unknown whether this authorization was stored: submit it again.")

/** If the database or the chain does not answer, the outcome is unknown, and never a rejection. */
const logAsUnknown = (error: { readonly message: string }) =>
  Effect.as(Effect.logWarning(`x402: a settlement could not be looked up: ${error.message}`), unknown)

const rejected = (reason: string, message: string): SettlementState => ({ _tag: "Rejected", reason, message })
const nonceUsed = (message: string) => rejected("invalid_exact_evm_nonce_already_used", message)

class InsertRequest extends Request.Class<NewSettlement, boolean, SqlError> {}

const maxBatch = 128

/** Stores authorizations; concurrent calls share one statement and one commit. The result is true if the authorization was not stored before. */
const insertBatch = (sql: SqlClient, token: TokenId) => {
  const insert = Effect.fnUntraced(function* (entries: ReadonlyArray<Request.Entry<InsertRequest>>) {
    const rows = yield* insertSettlements(
      sql,
      token,
      entries.map(({ request }) => request),
    )
    const inserted = new Set(rows.map(authorizationKey))
    // Of several entries with one identity only the first counts as new.
    for (const { completeUnsafe, request } of entries) {
      completeUnsafe(Exit.succeed(inserted.delete(authorizationKey(authorizationId(request.authorization)))))
    }
  })
  const resolver = RequestResolver.make<InsertRequest>((entries) =>
    // An authorization that the database refuses must not fail the others of the batch.
    Effect.catch(insert(entries), (error) =>
      entries.length === 1
        ? Effect.fail(error)
        : Effect.forEach(
            entries,
            (entry) => Effect.catch(insert([entry]), (own) => Effect.sync(() => entry.completeUnsafe(Exit.fail(own)))),
            { discard: true },
          ),
    ),
  ).pipe(RequestResolver.batchN(maxBatch))
  return (settlement: NewSettlement) => Effect.request(new InsertRequest(settlement), resolver)
}
