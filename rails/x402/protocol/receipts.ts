import type { Hex } from "../chain/Chain.ts"
import { toHeader } from "./header.ts"
import { v1NameOf } from "./networks.ts"

/** How a payment fared. `transaction` is empty where there is none. */
export type Outcome =
  | { readonly success: true; readonly transaction: Hex; readonly amount: bigint }
  | { readonly success: false; readonly transaction: Hex | ""; readonly errorReason: string; readonly errorMessage: string }

/** `network` is CAIP-2. */
export type Receipt = Outcome & { readonly network: string; readonly payer?: Hex }

/** The receipt as both versions write it; version 1 calls the network by its own name. */
export const receiptWire = (receipt: Receipt, version: 1 | 2) => {
  const network = version === 1 ? (v1NameOf(receipt.network) ?? receipt.network) : receipt.network
  const payer = receipt.payer === undefined ? {} : { payer: receipt.payer }
  return receipt.success
    ? { success: true, transaction: receipt.transaction, network, ...payer, amount: receipt.amount.toString() }
    : {
        success: false,
        errorReason: receipt.errorReason,
        errorMessage: receipt.errorMessage,
        transaction: receipt.transaction,
        network,
        ...payer,
      }
}

/** The header in which a client of that version looks for its receipt. */
export const encodeReceipt = (receipt: Receipt, version: 1 | 2): Readonly<Record<string, string>> => ({
  [version === 1 ? "X-PAYMENT-RESPONSE" : "PAYMENT-RESPONSE"]: toHeader(receiptWire(receipt, version)),
})
