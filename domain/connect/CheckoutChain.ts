import { Context, Data, type Effect } from "effect"
import type { Unavailable } from "../rail/Rail.ts"
import type { Checkout } from "./Checkout.ts"

/** A transaction that the buyer's wallet sends, or typed data (EIP-712) that it signs, in the JSON form of EIP-1193 requests. */
export interface WalletRequest {
  readonly method: "eth_sendTransaction" | "eth_signTypedData_v4"
  readonly params: ReadonlyArray<unknown>
}

/** Three ways to pay a checkout: the buyer's wallet does one of them. */
export interface PaymentInstructions {
  /** CAIP-2, for instance `eip155:84532`. */
  readonly network: string
  /** The same chain as a quantity, for `wallet_switchEthereumChain`. */
  readonly chainId: string
  /**
   * The wallet pays for gas: an approval where the allowance is short, then one transaction that pays all parts. Each is requested when the one before is in a
   * block. The hash of the last one pays.
   */
  readonly transaction: ReadonlyArray<WalletRequest>
  /** Instead of an approval the wallet signs a permit (EIP-2612), which `permitTransaction` puts into the one transaction. Undefined where the allowance suffices. */
  readonly permit: WalletRequest | undefined
  /** The wallet signs once (EIP-3009 to the splitter), and the gateway sends the transaction. */
  readonly gasless: WalletRequest
}

/** This wallet cannot pay this checkout. No money moved. */
export class PaymentRefused extends Data.TaggedError("PaymentRefused")<{ readonly message: string }> {}

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
  /** The transaction is in no block yet. */
  Pending: { readonly reason: string }
  /** No node has the transaction: it was never sent, was dropped, or is still on its way to the nodes. */
  Unknown: { readonly reason: string }
}>

export type RelayAnswer = Data.TaggedEnum<{
  /** The gateway sends it from now on. A transaction may be replaced by one with a higher fee, so `proveRelay` and not this hash says what became of it. */
  Accepted: { readonly transactionHash: string | null }
  /** The signature is not one of this buyer for this checkout, or the wallet lacks the amount. Nothing was sent. */
  Refused: { readonly reason: string }
}>

/** A split event of a contract that pays all parts or none. Only `prove` compares its parts with the checkout's. */
export interface SeenPayment {
  /** A UUID. Anybody can pay any id; it may be of no checkout. */
  readonly checkout: string
  readonly transactionHash: string
}

/** The splitter contract on chain, as checkouts see it. Its implementation belongs to the rail that has a chain. */
export interface CheckoutChainShape {
  readonly network: string
  /** The contract that pays new checkouts, in lower case. Each checkout is paid and proven by the one of its creation. */
  readonly splitter: string
  /** Where the service's share is paid. In lower case. */
  readonly serviceWallet: string
  /** Why this wallet cannot be paid, for instance zero, the token, the splitter itself: a sentence. Undefined if it can. */
  readonly walletProblem: (wallet: string) => string | undefined
  readonly instructions: (checkout: Checkout, buyer: string) => Effect.Effect<PaymentInstructions, PaymentRefused | Unavailable>
  /** The one transaction that pays with a signed permit. */
  readonly permitTransaction: (
    checkout: Checkout,
    buyer: string,
    signature: string,
  ) => Effect.Effect<WalletRequest, PaymentRefused | Unavailable>
  /** Checks the buyer's gasless signature, stores it durably, and sends it as often as needed until it is proven or has expired. */
  readonly relay: (checkout: Checkout, buyer: string, signature: string) => Effect.Effect<RelayAnswer, Unavailable>
  /** What became of the relayed signature of this buyer. Undefined if none was accepted. */
  readonly proveRelay: (checkout: Checkout, buyer: string) => Effect.Effect<CheckoutProof | undefined, Unavailable>
  /** What became of a presented transaction. A hash is a claim; the receipt is the proof. */
  readonly prove: (checkout: Checkout, transactionHash: string) => Effect.Effect<CheckoutProof, Unavailable>
  /** Whether the contract has paid this checkout, in the newest block. */
  readonly isPaid: (checkout: Checkout) => Effect.Effect<boolean, Unavailable>
  /**
   * Split events from a block on, of any transaction, and the block at which the next search begins. For late and unpresented transactions.
   * `splitters`: contracts that are searched beside the one of the settings.
   */
  readonly findPayments: (
    fromBlock: bigint,
    splitters: ReadonlyArray<string>,
  ) => Effect.Effect<{ readonly payments: ReadonlyArray<SeenPayment>; readonly nextBlock: bigint }, Unavailable>
  /** Where the first search of a gateway begins: some minutes back. */
  readonly searchStart: Effect.Effect<bigint, Unavailable>
}

/** Undefined where the gateway has no chain: checkouts answer 501 `not_configured`. */
export const CheckoutChain = Context.Reference<CheckoutChainShape | undefined>("farthing/domain/connect/CheckoutChain", {
  defaultValue: () => undefined,
})
