import { Effect } from "effect"
import type { Call } from "../../../domain/ledger/state.ts"
import { Ledger } from "../../../domain/ledger/Ledger.ts"
import { referenceOf } from "../reference.ts"
import { settleBooks } from "../settleBooks.ts"
import { Settlements } from "../settlement/Settlements.ts"
import type { Terms } from "../Terms.ts"
import { authorize } from "./authorize.ts"

const pageSize = 200
const signedAtOnce = 16
const mostRemembered = 20_000

/**
 * One pass over the captured calls that wallets pay: each is signed and handed to the settlement queue, which tells the
 * books. `asked` are those this node has handed over before, and that are known to be under way. Whoever is asked twice joins
 * what is under way, so that a node may die anywhere and its neighbour begin anew. Answers how many were handed over.
 */
export const settleWallets = Effect.fnUntraced(function* (terms: Terms, asked: Set<string>) {
  const ledger = yield* Ledger
  let handed = 0
  let after: Call | undefined
  for (;;) {
    const calls: ReadonlyArray<Call> = yield* ledger.unsettled({ rail: "x402", ...(after === undefined ? {} : { after }) }, pageSize)
    const due = calls.filter((call) => call.settles === "later" && !asked.has(call.id))
    const done = yield* Effect.forEach(due, (call) => settleOne(terms, call), { concurrency: signedAtOnce })
    if (asked.size > mostRemembered) asked.clear()
    for (const [index, call] of due.entries()) if (done[index] === true) asked.add(call.id)
    handed += done.filter(Boolean).length
    if (calls.length < pageSize) return handed
    after = calls.at(-1)
  }
})

const settleOne = (terms: Terms, call: Call) =>
  Effect.gen(function* () {
    if (call.amount === 0n) return yield* nothingDue(call)
    const settlements = yield* Settlements
    const authorization = yield* authorize(terms, call)
    const reference = referenceOf(call, authorization)
    const settlement = yield* settlements.settle(authorization, reference, 0)
    // Another purchase was paid with this nonce: the queue has nothing to tell of this one.
    if (settlement._tag === "Rejected") yield* settleBooks(reference, settlement)
    return !(settlement._tag === "Pending" && settlement.askAgain === true)
  }).pipe(Effect.catch((error) => Effect.as(Effect.logWarning(`call ${call.id} could not be handed to the chain yet`, error), false)))

const nothingDue = Effect.fnUntraced(function* ({ id, organisation }: Call) {
  const ledger = yield* Ledger
  yield* ledger.execute({ _tag: "Settle", organisation, call: id, settlement: "settled", proof: null, reason: null })
  return true
})
