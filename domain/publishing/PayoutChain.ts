import { Context, type Effect } from "effect"
import type { Unavailable } from "../rail/Rail.ts"

/** One payment to a publisher's wallet. All members are frozen before the first call of `pay`, and every call passes the same ones. */
export interface ChainPayout {
  /** Unique for ever: the chain pays an id once. */
  readonly id: string
  readonly wallet: string
  /** In millionths of USDC, above 0. */
  readonly amount: bigint
  /** Milliseconds since 1970. The payment is tried for 30 days from then. */
  readonly approvedAt: number
}

export type PayoutState =
  /** The transfer is in a block. `final` at the configured number of confirmations: before that a reorg may remove it, and it is sent again. */
  | {
      readonly _tag: "Settled"
      readonly final: boolean
      readonly transactionHash: string
      readonly blockNumber: bigint
      readonly logIndex: number
    }
  /** It is stored and is sent until it is settled or has expired. */
  | { readonly _tag: "Pending"; readonly transactionHash: string | null; readonly reason: string }
  /** Proven: this payout moved nothing and never will. */
  | { readonly _tag: "Refused"; readonly reason: string }
  /** It was never handed over, and nothing of it is on chain. Only `pay` changes this. */
  | { readonly _tag: "Unknown" }

/** Payments on chain from the wallet for payouts. */
export interface PayoutChainShape {
  /** CAIP-2. */
  readonly network: string
  /** The wallet that pays, in lower case. */
  readonly wallet: string
  /** Of the wallet that pays, in millionths of USDC. Payouts that are pending are not subtracted. */
  readonly balance: Effect.Effect<bigint, Unavailable>
  /** Why this wallet cannot be paid: a sentence. Undefined if it can. */
  readonly walletProblem: (wallet: string) => string | undefined
  /** Stores the payment durably and answers at once. Any number of calls pay once. `Unavailable`: nothing is known to have been stored, call again. */
  readonly pay: (payout: ChainPayout) => Effect.Effect<PayoutState, Unavailable>
  readonly lookup: (payout: ChainPayout) => Effect.Effect<PayoutState, Unavailable>
}

/** Undefined where the gateway has no chain, or no key for payouts. */
export const PayoutChain = Context.Reference<PayoutChainShape | undefined>("farthing/domain/publishing/PayoutChain", {
  defaultValue: () => undefined,
})
