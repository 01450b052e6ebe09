import { Effect, Exit, Layer, Queue as Nudges, Request, RequestResolver, type Scope } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { Chain } from "../evm/Chain.ts"
import {
  authorizationId,
  type AuthorizationId,
  authorizationKey,
  insertSettlements,
  isOneOf,
  type NewSettlement,
  type SettlementRow,
  settlementRows,
  type TokenId,
} from "../store/settlements.ts"
import { lowerCase } from "../evm/hex.ts"
import { ensureWatchRow, lastSeenHead } from "../store/watch.ts"
import { budget, gasAccounts, usualFee } from "./transactions.ts"
import { AfterStep, type SettlementOptions, SettlementQueue, withDefaults } from "./SettlementQueue.ts"
import { findAuthorizationUse, inclusionIn } from "./authorizationUses.ts"
import { type Settlement, Settlements } from "./Settlements.ts"
import type { Authorization } from "../evm/authorization.ts"
import { makeWaiters, settlementOf } from "./outcomes.ts"
import { runQueue } from "./runQueue.ts"
import type { SqlError } from "effect/sql/SqlError"

const pending = (reason: string): Settlement => ({ _tag: "Pending", hash: null, reason, askAgain: true })
const unknown = pending("It is not known now whether this authorization was stored: ask again.")

/**
 * The settlement queue of one chain and token. `work` is what keeps it going: every node of a gateway runs it, any number
 * at once; a command that only asks does not.
 */
export const makeSettlements = Effect.fnUntraced(function* (options: SettlementOptions) {
  const chain = yield* Chain
  const sql = yield* SqlClient
  const settled = withDefaults(options)
  const place: TokenId = { network: chain.network.caip2, asset: lowerCase(chain.asset.address) }
  const fee = yield* Effect.cachedWithTTL(Effect.map(chain.fees, usualFee), "1 second")
  const queue = SettlementQueue.of({ sql, place, options: settled, accounts: gasAccounts(settled.gasKeys), fee })
  const nudges = { sending: yield* Nudges.sliding<void>(1), watching: yield* Nudges.sliding<void>(1) }
  const waiters = makeWaiters()
  const store = insertBatch(sql, place)

  const rowOf = (id: AuthorizationId) => Effect.map(settlementRows(sql, place, isOneOf(sql, [id])), (rows) => rows[0])
  const now = Effect.fnUntraced(function* (row: SettlementRow) {
    return settlementOf(row, (yield* lastSeenHead(sql, place)).head)
  })

  const settle = Effect.fnUntraced(function* (authorization: Authorization, reference: string, waitMs: number) {
    const id = authorizationId(authorization.from, authorization.nonce)
    const fresh = yield* store(authorization, reference)
    yield* (yield* AfterStep)("stored")
    yield* Nudges.offer(nudges.sending, undefined)
    if (!fresh) {
      const row = yield* rowOf(id)
      if (row === undefined) return unknown
      const instead = taken(row, authorization, reference)
      if (instead !== undefined) return instead
      if (row.state !== "waiting" && row.state !== "sent") return yield* now(row)
    }
    const settled = yield* waiters.wait(id, waitMs)
    if (settled !== undefined) return settled
    const row = yield* rowOf(id)
    return row === undefined ? unknown : yield* now(row)
  })

  /** Nobody here was asked for it: the chain may know it all the same, and must say that it paid this payee this amount. */
  const elsewhere = Effect.fnUntraced(function* (authorization: Authorization) {
    const { nonce, payer } = authorizationId(authorization.from, authorization.nonce)
    if (!(yield* chain.authorizationUsed(payer, nonce))) return undefined
    const head = yield* chain.head
    const use = yield* findAuthorizationUse({ payer, nonce }, head.number, settled.blocksAtOnce)
    if (use === undefined) return pending("It was used on chain, in a block that is too old to be looked for here.")
    const confirmations = Number(head.number - use.blockNumber) + 1
    if (confirmations < settled.confirmations) return pending("It was used on chain, in a block that is not deep enough yet.")
    if (use.cancelled) return usedUp("The payer has cancelled this authorization.")
    const receipt = yield* chain.receipt(use.hash)
    if (receipt === undefined) return pending("It was used on chain; its transfer could not be read now.")
    const proof = inclusionIn(receipt, chain.asset.address, {
      payer,
      nonce,
      payee: lowerCase(authorization.to),
      value: authorization.value,
    })
    if (proof === undefined) return usedUp(`The payer used this nonce for another transfer, in ${use.hash}.`)
    return { _tag: "Included", final: true, confirmations, ...proof } satisfies Settlement
  })

  const lookup = Effect.fnUntraced(function* (authorization: Authorization, reference: string) {
    const row = yield* rowOf(authorizationId(authorization.from, authorization.nonce))
    if (row === undefined) return yield* Effect.provideService(elsewhere(authorization), Chain, chain)
    return taken(row, authorization, reference) ?? (yield* now(row))
  })

  const obstacle = Effect.flatMap(fee, (now) => budget(now, queue)).pipe(
    Effect.map((left) => (typeof left === "string" ? left : undefined)),
    Effect.catch(({ message }) => Effect.succeed(message)),
  )

  return {
    settlements: Settlements.of({
      blockedReason: obstacle,
      settle: (authorization, reference, waitMs) => Effect.catch(settle(authorization, reference, waitMs), heldUp),
      lookup: (authorization, reference) => Effect.catch(lookup(authorization, reference), heldUp),
    }),
    work: Effect.andThen(Effect.ignore(ensureWatchRow(sql, place)), runQueue(nudges, waiters.answer)).pipe(
      Effect.provideService(SettlementQueue, queue),
      Effect.provideService(Chain, chain),
    ) satisfies Effect.Effect<void, never, Scope.Scope>,
  }
})

/** The queue, at work for as long as the layer lives. */
export const settlementsLayer = (options: SettlementOptions): Layer.Layer<Settlements, never, Chain | SqlClient> =>
  Layer.effect(
    Settlements,
    Effect.gen(function* () {
      const { settlements, work } = yield* makeSettlements(options)
      yield* work
      return settlements
    }),
  )

/** The database or the chain did not answer: unknown, never no. */
const heldUp = (error: { readonly message: string }) =>
  Effect.as(Effect.logWarning(`a settlement could not be looked up: ${error.message}`), unknown)

const rejected = (reason: string, message: string): Settlement => ({ _tag: "Rejected", reason, message })
const usedUp = (message: string) => rejected("invalid_exact_evm_nonce_already_used", message)

/** Why this row is not for who asks; undefined where it is. */
const taken = (row: SettlementRow, authorization: Authorization, reference: string): Settlement | undefined => {
  if (!isSame(row, authorization)) return other(row)
  if (row.reference === reference) return undefined
  return rejected("duplicate_settlement", "This payment pays for something else already: sign one with a new nonce.")
}

const isSame = (row: SettlementRow, { nonce: _nonce, ...asked }: Authorization) =>
  row.payee === lowerCase(asked.to) &&
  row.value === asked.value &&
  row.validAfter === asked.validAfter &&
  row.validBefore === asked.validBefore

/** Another authorization under the same nonce: the token takes one of them, and it is the first that is sent. */
const other = (row: SettlementRow): Settlement =>
  row.state === "final"
    ? usedUp("The payer signed this nonce twice, for different transfers. The other one was taken.")
    : pending("Another authorization with the same nonce was presented first.")
class InsertRequest extends Request.Class<NewSettlement, boolean, SqlError> {}
const maxBatch = 128

/** Stores authorizations, those that are asked for together with one commit. True for one that was not there before. */
export const insertBatch = (sql: SqlClient, place: TokenId) => {
  const insert = Effect.fnUntraced(function* (entries: ReadonlyArray<Request.Entry<InsertRequest>>) {
    const inserted = yield* insertSettlements(
      sql,
      place,
      entries.map(({ request }) => request),
    )
    const fresh = new Set(inserted.map(authorizationKey))
    // Of several for one id the first one has made the row, or may have: the others look.
    for (const { completeUnsafe, request } of entries) completeUnsafe(Exit.succeed(fresh.delete(idText(request.authorization))))
  })
  const resolver = RequestResolver.make<InsertRequest>((entries) =>
    // One that the database does not take must not fail its neighbours.
    Effect.catch(insert(entries), (error) =>
      entries.length === 1
        ? Effect.fail(error)
        : Effect.forEach(
            entries,
            (entry) => Effect.catch(insert([entry]), (own) => Effect.sync(() => entry.completeUnsafe(Exit.fail(own)))),
            {
              discard: true,
            },
          ),
    ),
  ).pipe(RequestResolver.batchN(maxBatch))
  return (authorization: Authorization, reference: string) => Effect.request(new InsertRequest({ authorization, reference }), resolver)
}
const idText = ({ from, nonce }: Authorization) => authorizationKey(authorizationId(from, nonce))
