import { Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"

/**
 * How long the queue keeps what has come to its end: longer than any reorganisation, and than a server's request to settle is
 * remembered. What finance reads is not here: the proof of each payment is kept with its call, in the ledger, for ever.
 * An authorization that is asked for again after that is used up or has expired on chain, and is refused by what the chain says.
 */
const keptFor = "30 days"
/** One pass takes so many, so that it holds nobody up. */
const atOnce = 5_000

/** Forgets settlements that were told to the end, and used-up nonces of gas keys with the transactions signed for them. Answers how many. */
export const pruneSettlements = Effect.gen(function* () {
  const sql = yield* SqlClient
  const settlements = yield* sql.unsafe(
    `delete from rail_x402.settlement where (network, asset, payer, nonce) in (
       select network, asset, payer, nonce from rail_x402.settlement
       where announced and state in ('final', 'rejected') and created_at < clock_timestamp() - interval '${keptFor}' limit ${atOnce})
     returning 1`,
  )
  const slots = yield* sql.unsafe(
    `with old as (
       select t.network, t.gas_key, t.gas_nonce from rail_x402.slot t
       where t.done and not exists (select from rail_x402.sending x where x.network = t.network and x.gas_key = t.gas_key
           and x.gas_nonce = t.gas_nonce and x.signed_at >= clock_timestamp() - interval '${keptFor}')
       order by t.network, t.gas_key, t.gas_nonce limit ${atOnce}),
     sendings as (delete from rail_x402.sending x using old o
       where x.network = o.network and x.gas_key = o.gas_key and x.gas_nonce = o.gas_nonce)
     delete from rail_x402.slot t using old o where t.network = o.network and t.gas_key = o.gas_key and t.gas_nonce = o.gas_nonce
     returning 1`,
  )
  return settlements.length + slots.length
})
