import { Effect, Option } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { createHash } from "node:crypto"
import { Ledger, visitUnsettled } from "../../../domain/ledger/Ledger.ts"
import { LedgerQueries } from "../../../domain/ledger/LedgerQueries.ts"
import type { Call } from "../../../domain/ledger/state.ts"
import { referenceOf, walletGenerationOf } from "../callRecords.ts"
import type { Authorization } from "../evm/authorization.ts"
import { Chain } from "../evm/Chain.ts"
import { type Hex, lowerCase } from "../evm/hex.ts"
import type { PaymentTerms } from "../paymentTerms.ts"
import { recordOutcome } from "../recordOutcome.ts"
import { Settlements } from "../settlement/Settlements.ts"
import { settlementsOfCall } from "../store/settlements.ts"
import { Phrases } from "./Phrases.ts"
import { NotSigned, Signer, type TypedData } from "./Signer.ts"

const pageSize = 200
const maxSigning = 16
const maxSubmitted = 20_000

/**
 * One round over the captured calls that managed wallets pay: each is signed and submitted to the settlement queue. `submitted` has the calls
 * that this node has submitted before. A call that is submitted twice joins its settlement, so a node may stop anywhere and another one may
 * start from the beginning. Returns the number of submitted calls.
 */
export const payFromWallets = Effect.fnUntraced(function* (terms: PaymentTerms, submitted: Set<string>) {
  let count = 0
  yield* visitUnsettled({ rail: "x402" }, pageSize, (calls) =>
    Effect.gen(function* () {
      const due = calls.filter((call) => call.settles === "later" && !submitted.has(call.id))
      const results = yield* Effect.forEach(due, (call) => payCall(terms, call), { concurrency: maxSigning })
      if (submitted.size > maxSubmitted) submitted.clear()
      for (const [index, call] of due.entries()) if (results[index] === true) submitted.add(call.id)
      count += results.filter(Boolean).length
      return true
    }),
  )
  return count
})

/** True if the queue holds the settlement or the call needs none. */
const payCall = (terms: PaymentTerms, call: Call) =>
  Effect.gen(function* () {
    if (call.amount === 0n) return yield* settleFreeCall(call)
    // The queue publishes the outcome, whichever address signed and whichever payee the settings named then.
    if (yield* isSubmitted(call)) return true
    const settlements = yield* Settlements
    const authorization = yield* authorizationFor(terms, call)
    if (yield* waitsForSweep(call, authorization)) return false
    const reference = referenceOf(call, authorization)
    const settlement = yield* settlements.settle(authorization, reference, 0)
    // The nonce paid for another call. The queue publishes no outcome for this one, so it is recorded here.
    if (settlement._tag === "Rejected") yield* recordOutcome(reference, settlement)
    return !(settlement._tag === "Pending" && settlement.resubmit === true)
  }).pipe(
    // Another node has the phrase. `/status` of this one says that it is missing.
    Effect.catchTag("PhraseMissing", () => Effect.succeed(false)),
    Effect.catch((error) => Effect.as(Effect.logWarning(`x402: call ${call.id} could not be submitted for settlement`, error), false)),
  )

const isSubmitted = Effect.fnUntraced(function* ({ id }: Call) {
  const sql = yield* SqlClient
  return (yield* settlementsOfCall(sql, id)) > 0
})

/** After a rotation the new address has no money until the sweep of the former one. A transfer before that would revert and cost gas. */
const waitsForSweep = Effect.fnUntraced(function* (call: Call, { from, value }: Authorization) {
  const [current, ...earlier] = yield* Effect.flatMap(Phrases, ({ all }) => all)
  const isCurrent = Option.contains(walletGenerationOf(call), current.generation)
  if (!isCurrent || earlier.every(({ retired }) => retired)) return false
  const chain = yield* Chain
  return (yield* chain.balanceOf(from)) < value
})

const settleFreeCall = Effect.fnUntraced(function* ({ id, organisation }: Call) {
  const ledger = yield* Ledger
  yield* ledger.execute({ _tag: "Settle", organisation, call: id, settlement: "settled", proof: null, reason: null })
  return true
})

/** Longer than any delay: the nonce, not the time, makes a second charge impossible. Counted from the call's own time. */
const validForSeconds = 366 * 86_400

/**
 * The transfer that pays for a captured call. The same call always gets the same authorization, so that it joins its settlement in the queue:
 * the phrase that was current when the call was reserved signs, also after a rotation.
 */
export const authorizationFor = Effect.fnUntraced(function* ({ payTo }: PaymentTerms, call: Call) {
  const { asset, network } = yield* Chain
  const signer = yield* Signer
  const nonce = nonceOf(call, yield* purchaseOf(call))
  const phrase = yield* phraseOf(call, nonce)
  const data: TypedData = {
    primaryType: "TransferWithAuthorization",
    domain: { name: asset.name, version: asset.version, chainId: network.chainId, verifyingContract: asset.address },
    message: {
      from: yield* signer.addressOf(call.organisation, phrase),
      to: lowerCase(payTo),
      value: call.amount,
      validAfter: 0n,
      validBefore: BigInt(Math.floor((call.closedAt ?? call.reservedAt) / 1000) + validForSeconds),
      nonce,
    },
  }
  const authorization: Authorization = { ...data.message, signature: yield* signer.sign(call.organisation, phrase, data) }
  return authorization
})

/**
 * The fingerprint of the phrase that signs for a call: the one that was current when the call was reserved. But the chain refuses a second
 * charge only for the same address. If another phrase of this process has paid for the purchase, that phrase signs: a ledger that was
 * restored from a backup may have lost the first payment, and a rotation may have come between the two.
 */
const phraseOf = Effect.fnUntraced(function* (call: Call, nonce: Hex) {
  const chain = yield* Chain
  const signer = yield* Signer
  const phrases = yield* Phrases
  const generation = walletGenerationOf(call)
  if (Option.isNone(generation)) return yield* new NotSigned({ message: "the call does not name the generation of its wallet" })
  const { fingerprint } = yield* phrases.ofGeneration(generation.value)
  if (!signer.phrases.includes(fingerprint)) return fingerprint
  for (const other of signer.phrases.filter((phrase) => phrase !== fingerprint)) {
    const address = yield* signer.addressOf(call.organisation, other)
    if (yield* chain.authorizationUsed(address, nonce)) return other
  }
  return fingerprint
})

/** The identity of a purchase, the same for its repetitions: the Idempotency-Key of the call's run, or the run itself. */
const purchaseOf = Effect.fnUntraced(function* ({ key, organisation, run }: Call) {
  if (key === null) return run
  const queries = yield* LedgerQueries
  const idempotency = (yield* queries.run(organisation, key, run))?.run.idempotency
  return idempotency === null || idempotency === undefined ? run : `${idempotency.endpoint} ${idempotency.key}`
})

/** Derived, so that the chain refuses a second charge, even if a ledger restored from a backup has lost the first one. */
export const nonceOf = ({ key, organisation, step }: Pick<Call, "organisation" | "key" | "step">, purchase: string): Hex =>
  `0x${createHash("sha256")
    .update(JSON.stringify(["x402-nonce", organisation, key, purchase, step]))
    .digest("hex")}`
