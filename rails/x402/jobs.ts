import { Effect } from "effect"
import { backgroundLoop } from "../../domain/backgroundLoop.ts"
import { SqlClient } from "effect/sql/SqlClient"
import { randomUUID } from "node:crypto"
import { pruneSettleRequests } from "./facilitator/SettleRequests.ts"
import { OfferedPrices } from "./offers.ts"
import type { PaymentTerms } from "./paymentTerms.ts"
import { DeclinedPayments } from "./store/declinedPayments.ts"
import { creditUnclaimed } from "./unclaimedPayments.ts"
import { compareWallets } from "./wallets/compareWallets.ts"
import { creditDeposits } from "./wallets/deposits.ts"
import { payFromWallets } from "./wallets/payFromWallets.ts"
import { forgetPhrases, reportEveryMs, reportPhrases } from "./wallets/rotation.ts"
import { type SweepOptions, sweepRounds } from "./wallets/sweeps.ts"

/** Time between two rounds of each job. */
export interface JobIntervals {
  /** Of paying calls from managed wallets. */
  readonly settleMs: number
  readonly depositsMs: number
  /** Of comparing wallets with the chain, and of deleting expired offers. */
  readonly compareMs: number
  /** Of moving money from addresses of an earlier phrase. */
  readonly sweepMs: number
  /** Between a rotation and the first such move. */
  readonly sweepAfterMs: number
}

/** A call is reserved within a minute after its wallet was read. */
export const defaultIntervals: JobIntervals = { settleMs: 500, depositsMs: 1_000, compareMs: 60_000, sweepMs: 10_000, sweepAfterMs: 60_000 }
const pruneMs = 3_600_000

/** What every node repeats beside the settlement queue's own loops (`settlement/runQueue.ts`). */
export const runJobs = Effect.fnUntraced(function* (terms: PaymentTerms, sweeps: SweepOptions, intervals: JobIntervals) {
  const id = randomUUID()
  yield* Effect.acquireRelease(Effect.void, () => Effect.ignore(forgetPhrases(id)))
  yield* Effect.forkScoped(
    backgroundLoop("x402_phrases", reportEveryMs, "x402: the phrases of this node could not be stored", reportPhrases(id)),
  )
  yield* Effect.forkScoped(
    backgroundLoop("x402_sweeps", intervals.sweepMs, "x402: addresses of an earlier phrase could not be swept", sweepRounds(terms, sweeps)),
  )
  const submitted = new Set<string>()
  const deleteExpiredOffers = Effect.flatMap(OfferedPrices, ({ deleteExpired }) => deleteExpired)
  const pruneDeclined = Effect.flatMap(DeclinedPayments, ({ prune }) => prune)
  // A node that is far behind deletes everything in one round.
  const pruneAllSettlements = Effect.repeat(pruneSettlements, { while: (deleted) => deleted > 0 })
  yield* Effect.forkScoped(
    backgroundLoop(
      "x402_wallet_payments",
      intervals.settleMs,
      "x402: calls could not be paid from wallets",
      payFromWallets(terms, submitted),
    ),
  )
  yield* Effect.forkScoped(backgroundLoop("x402_deposits", intervals.depositsMs, "x402: deposits could not be read", creditDeposits(terms)))
  yield* Effect.forkScoped(
    backgroundLoop("x402_expired_offers", intervals.compareMs, "x402: expired offers could not be deleted", deleteExpiredOffers),
  )
  yield* Effect.forkScoped(
    backgroundLoop(
      "x402_compare_wallets",
      intervals.compareMs,
      "x402: wallets could not be compared with the chain",
      compareWallets(intervals.compareMs),
    ),
  )
  yield* Effect.forkScoped(
    backgroundLoop(
      "x402_unclaimed_payments",
      intervals.compareMs,
      "x402: payments without a call could not be searched",
      creditUnclaimed(terms),
    ),
  )
  yield* Effect.forkScoped(
    backgroundLoop("x402_old_settle_requests", pruneMs, "x402: old settle requests could not be deleted", pruneSettleRequests),
  )
  yield* Effect.forkScoped(
    backgroundLoop("x402_old_settlements", pruneMs, "x402: old settlements could not be deleted", pruneAllSettlements),
  )
  yield* Effect.forkScoped(
    backgroundLoop("x402_old_declined_payments", pruneMs, "x402: old declined payments could not be deleted", pruneDeclined),
  )
})

/**
 * Longer than any reorg, and than a settle request is kept. The proof of each payment stays with its call in the ledger for ever. If a
 * deleted authorization is presented again, the chain refuses it as used or expired.
 */
const keptFor = "30 days"
/** A bounded statement does not block others for long. */
const maxRowsPerStatement = 5_000

/** Deletes old settlements whose outcome was published, and old consumed nonce slots with their transactions. Returns the number of rows. */
export const pruneSettlements = Effect.gen(function* () {
  const sql = yield* SqlClient
  const settlements = yield* sql.unsafe(
    `delete from rail_x402.settlement where (network, asset, payer, nonce) in (
       select network, asset, payer, nonce from rail_x402.settlement
       where announced and state in ('final', 'rejected') and created_at < clock_timestamp() - interval '${keptFor}' limit ${maxRowsPerStatement})
     returning 1`,
  )
  const slots = yield* sql.unsafe(
    `with old as (
       select t.network, t.gas_key, t.gas_nonce from rail_x402.slot t
       where t.done and not exists (select from rail_x402.sending x where x.network = t.network and x.gas_key = t.gas_key
           and x.gas_nonce = t.gas_nonce and x.signed_at >= clock_timestamp() - interval '${keptFor}')
       order by t.network, t.gas_key, t.gas_nonce limit ${maxRowsPerStatement}),
     sendings as (delete from rail_x402.sending x using old o
       where x.network = o.network and x.gas_key = o.gas_key and x.gas_nonce = o.gas_nonce)
     delete from rail_x402.slot t using old o where t.network = o.network and t.gas_key = o.gas_key and t.gas_nonce = o.gas_nonce
     returning 1`,
  )
  return settlements.length + slots.length
})
