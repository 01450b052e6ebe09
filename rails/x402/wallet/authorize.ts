import { Effect } from "effect"
import { createHash } from "node:crypto"
import { LedgerQueries } from "../../../domain/ledger/LedgerQueries.ts"
import type { Call } from "../../../domain/ledger/state.ts"
import { Chain, type Hex } from "../chain/Chain.ts"
import type { Authorization } from "../settlement/Settlements.ts"
import type { Terms } from "../Terms.ts"
import { Signer, type TypedData } from "./Signer.ts"

/**
 * Far enough that no delay outlives it: the nonce and not the time makes a second charge impossible. In the clock of the
 * books, which a sandbox moves only forward.
 */
const validForSeconds = 366 * 86_400

/**
 * The transfer that pays for a captured call, signed by the organisation's wallet. The same call always yields the same
 * authorization, to the last bit, so that whoever is asked to settle it again joins what is under way.
 */
export const authorize = Effect.fnUntraced(function* ({ payTo }: Terms, call: Call) {
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
