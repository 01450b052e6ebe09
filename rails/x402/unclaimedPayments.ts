import { Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { Ledger } from "../../domain/ledger/Ledger.ts"
import { buyerAccount, outside } from "../../domain/ledger/postings.ts"
import type { OrganisationId } from "../../domain/money/ids.ts"
import { microUsd } from "../../domain/money/Money.ts"
import { paymentsWithoutCall, tokenOf, transfersTo } from "./audit.ts"
import { ChainNodes } from "./evm/ChainNodes.ts"
import { lowerCase } from "./evm/hex.ts"
import type { PaymentTerms } from "./paymentTerms.ts"
import { facilitatorCallers } from "./store/bookedPayments.ts"
import {
  assignUnclaimed,
  markCredited,
  openUnclaimed,
  searchedUnclaimed,
  storeSearchedUnclaimed,
  storeUnclaimed,
  type UnclaimedPayment,
} from "./store/unclaimed.ts"

/**
 * A payment that is on chain already can buy a call for 2,000 blocks (`transferOnChain`). What is older by another 100 blocks, and is not
 * claimed by then, can never be presented again: only then it may be credited.
 */
const presentableBlocks = 2_100n
const blocksPerRound = 2_000n
const maxCreditsPerRound = 100

/** One round: stores payments of the next blocks that no call took, and credits the payments whose organisation is known. */
export const creditUnclaimed = Effect.fnUntraced(function* (terms: PaymentTerms) {
  const to = yield* newestSearchable
  const before = yield* searchedUnclaimed
  const from = before === undefined ? (to < blocksPerRound ? 0n : to - blocksPerRound + 1n) : before + 1n
  if (from <= to) {
    const end = to - from >= blocksPerRound ? from + blocksPerRound - 1n : to
    yield* searchRange(terms, from, end)
    yield* storeSearchedUnclaimed(end)
  }
  for (const payment of yield* openUnclaimed(maxCreditsPerRound)) {
    if (payment.organisation !== null) yield* Effect.catch(credit(payment, payment.organisation), logFailure(payment))
  }
})

/** Credits a payment to the organisation that the operator names. Undefined if no such payment is open. */
export const creditByOperator = Effect.fnUntraced(function* (hash: string, logIndex: number, organisation: OrganisationId) {
  const payment = yield* assignUnclaimed(lowerCase(hash), logIndex, organisation)
  if (payment !== undefined) yield* credit(payment, organisation)
  return payment
})

/** The others must not wait for a payment that cannot be credited. The audit names it. */
const logFailure =
  ({ hash }: UnclaimedPayment) =>
  ({ message }: { readonly message: string }) =>
    Effect.logError(`x402: the unclaimed payment in transaction ${hash} could not be credited and is tried again: ${message}`)

const newestSearchable = Effect.gen(function* () {
  const nodes = yield* Effect.flatMap(ChainNodes, ({ all }) => all)
  const heads = yield* Effect.forEach(nodes, ({ head }) => head, { concurrency: "unbounded" })
  return heads.reduce((lowest, { number }) => (number < lowest ? number : lowest), heads[0]?.number ?? 0n) - presentableBlocks
})

/** What any node has at this depth is on chain: a node that has lost logs hides no payment that the other one has. */
const searchRange = Effect.fnUntraced(function* (terms: PaymentTerms, from: bigint, to: bigint) {
  const sql = yield* SqlClient
  const token = yield* tokenOf
  for (const node of yield* Effect.flatMap(ChainNodes, ({ all }) => all)) {
    const transfers = yield* transfersTo(node, terms.payTo, from, to)
    const payments = yield* paymentsWithoutCall(terms, { from, to, node, transfers }, "calls")
    if (payments.length === 0) continue
    const callers = yield* facilitatorCallers(
      sql,
      token,
      payments.map(({ hash }) => hash),
    )
    yield* storeUnclaimed(
      payments.map(({ block, hash, logIndex, nonce, payer, value }) => ({
        hash: lowerCase(hash),
        logIndex,
        nonce: lowerCase(nonce),
        payer: lowerCase(payer),
        value,
        block,
        settledBy: callers.get(`${hash}:${logIndex}`) ?? null,
      })),
    )
  }
})

/** Posted under a reference of its own, so a repeated round credits nothing twice. */
const credit = Effect.fnUntraced(function* (payment: UnclaimedPayment, organisation: OrganisationId) {
  const { hash, logIndex, payer, value } = payment
  const ledger = yield* Ledger
  yield* ledger.execute({ _tag: "ConfigureAccount", organisation, account: "credits", rail: "credits" })
  const transfer = { debit: outside("x402"), credit: buyerAccount("credits"), amount: microUsd(value) }
  yield* ledger.execute({ _tag: "Post", organisation, ref: `unclaimed:${hash}:${logIndex}`, transfers: [transfer] })
  yield* markCredited(payment)
  yield* Effect.logInfo(`x402: ${value} micro-USD of ${payer} that no call took were credited`).pipe(
    Effect.annotateLogs({ organisation, hash }),
  )
})
