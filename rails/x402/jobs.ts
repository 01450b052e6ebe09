import { Effect, Schedule } from "effect"
import { pruneSettleRequests } from "./facilitator/pgSettleRequests.ts"
import { OfferedPrices } from "./offers.ts"
import type { PaymentTerms } from "./paymentTerms.ts"
import { compareWallets, type RepeatedDifferences } from "./wallets/compareWallets.ts"
import { payFromWallets } from "./wallets/payFromWallets.ts"
import { creditDeposits } from "./wallets/deposits.ts"
import { SqlClient } from "effect/sql/SqlClient"

export interface JobIntervals {
  /** Between two looks for calls that wallets are to pay. */
  readonly settleMs: number
  readonly depositsMs: number
  readonly compareMs: number
}

export const defaultIntervals: JobIntervals = { settleMs: 500, depositsMs: 1_000, compareMs: 60_000 }

/** What every node does all the time: it hands wallets' payments to the chain, credits deposits, and holds the books against the chain. */
export const runJobs = Effect.fnUntraced(function* (terms: PaymentTerms, pace: JobIntervals = defaultIntervals) {
  const asked = new Set<string>()
  const suspicions: RepeatedDifferences = new Map()
  yield* Effect.forkScoped(always("wallets' payments cannot be handed over", pace.settleMs, payFromWallets(terms, asked)))
  yield* Effect.forkScoped(always("deposits cannot be looked for", pace.depositsMs, creditDeposits(terms)))
  yield* Effect.forkScoped(
    always(
      "offers cannot be tidied",
      pace.compareMs,
      Effect.flatMap(OfferedPrices, ({ deleteExpired: tidy }) => tidy),
    ),
  )
  yield* Effect.forkScoped(always("wallets cannot be compared with the chain", pace.compareMs, compareWallets(suspicions)))
  yield* Effect.forkScoped(always("old requests to settle cannot be forgotten", forgetMs, pruneSettleRequests))
  // A node that is far behind catches up within the pass.
  const prune = Effect.repeat(pruneSettlements, { while: (forgotten) => forgotten > 0 })
  yield* Effect.forkScoped(always("old settlements cannot be forgotten", forgetMs, prune))
})

const forgetMs = 3_600_000

/** Whatever one pass meets, there is a next one. Trouble is told once for as long as it lasts. */
const always = <A, E, R>(trouble: string, everyMs: number, pass: Effect.Effect<A, E, R>) =>
  Effect.suspend(() => {
    let troubled = false
    const calm = Effect.sync(() => void (troubled = false))
    const tell = (cause: unknown) =>
      Effect.suspend(() => {
        if (troubled) return Effect.void
        troubled = true
        return Effect.logWarning(`x402: ${trouble}`, cause)
      })
    return pass.pipe(Effect.andThen(calm), Effect.catchCause(tell), Effect.repeat(Schedule.spaced(everyMs)))
  })
/**
 * How long the queue keeps what has come to its end: longer than any reorganisation, and than a server's request to settle is
 * remembered. What finance reads is not here: the proof of each payment is kept with its call, in the ledger, for ever.
 * An authorization that is asked for again after that is used up or has expired on chain, and is refused by what the chain says.
 */
const keptFor = "30 days"
/** One pass takes so many, so that it holds nobody up. */
const maxRowsPerPass = 5000

/** Forgets settlements that were told to the end, and used-up nonces of gas keys with the transactions signed for them. Answers how many. */
export const pruneSettlements = Effect.gen(function* () {
  const sql = yield* SqlClient
  const settlements = yield* sql.unsafe(
    `delete from rail_x402.settlement where (network, asset, payer, nonce) in (
       select network, asset, payer, nonce from rail_x402.settlement
       where announced and state in ('final', 'rejected') and created_at < clock_timestamp() - interval '${keptFor}' limit ${maxRowsPerPass})
     returning 1`,
  )
  const slots = yield* sql.unsafe(
    `with old as (
       select t.network, t.gas_key, t.gas_nonce from rail_x402.slot t
       where t.done and not exists (select from rail_x402.sending x where x.network = t.network and x.gas_key = t.gas_key
           and x.gas_nonce = t.gas_nonce and x.signed_at >= clock_timestamp() - interval '${keptFor}')
       order by t.network, t.gas_key, t.gas_nonce limit ${maxRowsPerPass}),
     sendings as (delete from rail_x402.sending x using old o
       where x.network = o.network and x.gas_key = o.gas_key and x.gas_nonce = o.gas_nonce)
     delete from rail_x402.slot t using old o where t.network = o.network and t.gas_key = o.gas_key and t.gas_nonce = o.gas_nonce
     returning 1`,
  )
  return settlements.length + slots.length
})
