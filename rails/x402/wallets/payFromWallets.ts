import { Effect } from "effect"
import type { Call } from "../../../domain/ledger/state.ts"
import { Ledger, visitUnsettled } from "../../../domain/ledger/Ledger.ts"
import { referenceOf } from "../callRecords.ts"
import { recordOutcome } from "../recordOutcome.ts"
import { Settlements } from "../settlement/Settlements.ts"
import type { PaymentTerms } from "../paymentTerms.ts"
import { createHash } from "crypto"
import { LedgerQueries } from "../../../domain/ledger/LedgerQueries.ts"
import type { Authorization } from "../evm/authorization.ts"
import { Chain } from "../evm/Chain.ts"
import type { Hex } from "../evm/hex.ts"
import { Signer, type TypedData } from "./Signer.ts"

const pageSize = 200
const signedAtOnce = 16
const mostRemembered = 20_000

/**
 * One pass over the captured calls that wallets pay: each is signed and handed to the settlement queue, which tells the
 * books. `asked` are those this node has handed over before, and that are known to be under way. Whoever is asked twice joins
 * what is under way, so that a node may die anywhere and its neighbour begin anew. Answers how many were handed over.
 */
export const payFromWallets = Effect.fnUntraced(function* (terms: PaymentTerms, asked: Set<string>) {
  let handed = 0
  yield* visitUnsettled({ rail: "x402" }, pageSize, (calls) =>
    Effect.gen(function* () {
      const due = calls.filter((call) => call.settles === "later" && !asked.has(call.id))
      const done = yield* Effect.forEach(due, (call) => settleOne(terms, call), { concurrency: signedAtOnce })
      if (asked.size > mostRemembered) asked.clear()
      for (const [index, call] of due.entries()) if (done[index] === true) asked.add(call.id)
      handed += done.filter(Boolean).length
      return true
    }),
  )
  return handed
})

const settleOne = (terms: PaymentTerms, call: Call) =>
  Effect.gen(function* () {
    if (call.amount === 0n) return yield* nothingDue(call)
    const settlements = yield* Settlements
    const authorization = yield* authorize(terms, call)
    const reference = referenceOf(call, authorization)
    const settlement = yield* settlements.settle(authorization, reference, 0)
    // Another purchase was paid with this nonce: the queue has nothing to tell of this one.
    if (settlement._tag === "Rejected") yield* recordOutcome(reference, settlement)
    return !(settlement._tag === "Pending" && settlement.askAgain === true)
  }).pipe(Effect.catch((error) => Effect.as(Effect.logWarning(`call ${call.id} could not be handed to the chain yet`, error), false)))

const nothingDue = Effect.fnUntraced(function* ({ id, organisation }: Call) {
  const ledger = yield* Ledger
  yield* ledger.execute({ _tag: "Settle", organisation, call: id, settlement: "settled", proof: null, reason: null })
  return true
})
/**
 * Far enough that no delay outlives it: the nonce and not the time makes a second charge impossible. In the clock of the
 * books, which a sandbox moves only forward.
 */
const validForSeconds = 366 * 86400

/**
 * The transfer that pays for a captured call, signed by the organisation's wallet. The same call always yields the same
 * authorization, to the last bit, so that whoever is asked to settle it again joins what is under way.
 */
export const authorize = Effect.fnUntraced(function* ({ payTo }: PaymentTerms, call: Call) {
  const { asset, network } = yield* Chain
  const signer = yield* Signer
  const data: TypedData = {
    primaryType: "TransferWithAuthorization",
    domain: { name: asset.name, version: asset.version, chainId: network.chainId, verifyingContract: asset.address },
    message: {
      from: yield* signer.addressOf(call.organisation),
      to: lower(payTo),
      value: call.amount,
      validAfter: 0n,
      validBefore: BigInt(Math.floor((call.closedAt ?? call.reservedAt) / 1000) + validForSeconds),
      nonce: nonceOf(call, yield* begunBy(call)),
    },
  }
  const authorization: Authorization = { ...data.message, signature: yield* signer.sign(call.organisation, data) }
  return authorization
})
/** What makes a repetition of this purchase the same purchase: the Idempotency-Key of its run, or else the run itself. */
const begunBy = Effect.fnUntraced(function* ({ key, organisation, run }: Call) {
  if (key === null) return run
  const reading = yield* LedgerQueries
  const idempotency = (yield* reading.run(organisation, key, run))?.run.idempotency
  return idempotency === null || idempotency === undefined ? run : `${idempotency.endpoint} ${idempotency.key}`
})

/** Derived, so that the chain itself refuses a second charge, even one that books restored from a backup know nothing of. */
export const nonceOf = ({ key, organisation, step }: Pick<Call, "organisation" | "key" | "step">, begunBy: string): Hex =>
  `0x${createHash("sha256")
    .update(JSON.stringify(["x402-nonce", organisation, key, begunBy, step]))
    .digest("hex")}`
const lower = (address: Hex): Hex => `0x${address.slice(2).toLowerCase()}`
