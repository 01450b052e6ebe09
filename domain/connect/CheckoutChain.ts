import { Context, type Data, type Effect } from "effect"
import type { Unavailable } from "../rail/Rail.ts"
import type { Checkout } from "./Checkout.ts"

/** A transaction that the buyer's wallet sends, or typed data (EIP-712) that it signs, in the JSON form of EIP-1193 requests. */
export interface WalletRequest {
  readonly method: "eth_sendTransaction" | "eth_signTypedData_v4"
  readonly params: ReadonlyArray<unknown>
}

/** What a buyer's wallet has to do, in this order, to pay a checkout. */
export interface PaymentInstructions {
  /** CAIP-2, for instance `eip155:84532`. */
  readonly network: string
  /** The wallet pays for gas: an approval or a signed permit first where the allowance is short, then one transaction that pays all parts. */
  readonly transaction: ReadonlyArray<WalletRequest>
  /** The wallet signs once (EIP-3009 to the splitter), and the gateway sends the transaction. */
  readonly gasless: WalletRequest
}

/** What the chain shows about the payment of one checkout. */
export type CheckoutProof = Data.TaggedEnum<{
  /** One receipt has the split event of this checkout and one transfer for each part. `final` at the configured number of confirmations. */
  Paid: {
    readonly buyer: string
    readonly transactionHash: string
    readonly blockNumber: bigint
    readonly blockHash: string
    readonly logIndex: number
    readonly final: boolean
  }
  /** Proven: this transaction does not pay this checkout and never will. */
  NotPaid: { readonly reason: string }
  /** The transaction is in no block yet, or is not known. */
  Pending: { readonly reason: string }
}>

/** The splitter contract on chain, as checkouts see it. Its implementation belongs to the rail that has a chain. */
export interface CheckoutChainShape {
  readonly network: string
  /** Where the service's share is paid. */
  readonly serviceWallet: string
  /** A wallet that cannot be paid: zero, the token, the splitter itself. A sentence, or undefined. */
  readonly walletProblem: (wallet: string) => string | undefined
  readonly instructions: (checkout: Checkout, buyer: string) => Effect.Effect<PaymentInstructions, Unavailable>
  /** Checks the buyer's signature, stores it durably, and sends it as often as needed until it is proven or has expired. */
  readonly relay: (checkout: Checkout, buyer: string, signature: string) => Effect.Effect<RelayAnswer, Unavailable>
  /** What became of a presented transaction. A hash is a claim; the receipt is the proof. */
  readonly prove: (checkout: Checkout, transactionHash: string) => Effect.Effect<CheckoutProof, Unavailable>
  /** Split events from a block on, of whichever transaction, and the block at which the next search begins. For late and unpresented transactions. */
  readonly findPayments: (
    fromBlock: bigint,
  ) => Effect.Effect<{ readonly payments: ReadonlyArray<SeenPayment>; readonly nextBlock: bigint }, Unavailable>
  readonly isFinal: (payment: {
    readonly blockNumber: bigint
    readonly blockHash: string
  }) => Effect.Effect<"final" | "included" | "gone", Unavailable>
}

export interface SeenPayment {
  readonly checkout: string
  readonly transactionHash: string
}

export type RelayAnswer = Data.TaggedEnum<{
  Accepted: { readonly transactionHash: string | null }
  /** The signature is not one of this buyer for this checkout, or the wallet lacks the amount. Nothing was sent. */
  Refused: { readonly reason: string }
}>

/** Undefined where the gateway has no chain: checkouts answer 501 `not_configured`. */
export const CheckoutChain = Context.Reference<CheckoutChainShape | undefined>("farthing/domain/connect/CheckoutChain", {
  defaultValue: () => undefined,
})
