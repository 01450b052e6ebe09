import { Option } from "effect"
import type { Call } from "../../../domain/ledger/state.ts"
import type { Chain } from "../chain/Chain.ts"
import { proofOf } from "../proof.ts"
import { encodeReceipt } from "../protocol/receipts.ts"
import { evidenceOf } from "./evidence.ts"

/** How the payment that the caller presented fared, in the header its client looks at. Nothing is said while nobody knows. */
export const receiptFor = ({ network }: Pick<Chain["Service"], "network">, call: Call): Readonly<Record<string, string>> => {
  const evidence = evidenceOf(call)
  if (Option.isNone(evidence)) return {}
  const { payer, version } = evidence.value
  const proof = proofOf(call)
  const of = { network: network.caip2, payer }
  if (call.settlement === "failed") {
    const [, errorReason = "transaction_failed", errorMessage = call.lastError ?? ""] = declined.exec(call.lastError ?? "") ?? []
    return encodeReceipt({ ...of, success: false, transaction: "", errorReason, errorMessage }, version)
  }
  if (Option.isNone(proof)) return {}
  return encodeReceipt({ ...of, success: true, transaction: proof.value.hash, amount: proof.value.amount }, version)
}

/** The protocol's code stands before the sentence. */
const declined = /([a-z0-9]+(?:_[a-z0-9]+)+): (.*)$/s
