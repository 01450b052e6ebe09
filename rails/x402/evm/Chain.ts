import { Context, Data, type Effect } from "effect"
import type { Hex } from "./hex.ts"

/** A network by the names that the two versions of the protocol give it. */
export interface Network {
  readonly chainId: number
  /** CAIP-2, for instance `eip155:84532`. */
  readonly caip2: string
  /** Version 1's closed list; null where it has no name for the chain. */
  readonly v1: string | null
}

/** The stablecoin: an EIP-3009 token with 6 decimals. `name` and `version` are those of its EIP-712 domain. */
export interface Asset {
  readonly address: Hex
  readonly name: string
  readonly version: string
}

/** The node did not answer, or answered something that is no answer. Says nothing about what happened on chain. */
export class ChainUnavailable extends Data.TaggedError("ChainUnavailable")<{ readonly message: string }> {}

/** A simulated call. `reason` is the revert string where the contract gave one. */
export type Simulated =
  | { readonly _tag: "Succeeded"; readonly data: Hex }
  | { readonly _tag: "Reverted"; readonly reason: string | null; readonly data: Hex }

export interface Log {
  readonly address: Hex
  readonly topics: ReadonlyArray<Hex>
  readonly data: Hex
  readonly logIndex: number
}

export interface Receipt {
  readonly hash: Hex
  readonly blockNumber: bigint
  readonly blockHash: Hex
  readonly succeeded: boolean
  readonly logs: ReadonlyArray<Log>
}

/** What a node said to a raw transaction. `Known`: it has it already. `Refused`: proven not to be in its pool for this reason. */
export type Broadcast =
  | { readonly _tag: "Accepted" | "Known" }
  | {
      readonly _tag: "Refused"
      readonly reason: "nonce_too_low" | "underpriced" | "insufficient_funds" | "other"
      readonly message: string
    }

/** One EVM network with one stablecoin, over JSON-RPC. Every read is bounded in time. */
export class Chain extends Context.Service<
  Chain,
  {
    readonly network: Network
    readonly asset: Asset
    readonly codeAt: (address: Hex) => Effect.Effect<Hex, ChainUnavailable>
    /** Micro-units of the asset. */
    readonly balanceOf: (owner: Hex) => Effect.Effect<bigint, ChainUnavailable>
    /** As of the node's newest block, or of one that it must have. */
    readonly authorizationUsed: (from: Hex, nonce: Hex, at?: bigint) => Effect.Effect<boolean, ChainUnavailable>
    /** With at most `gas`, where that is said: a call that takes more is reverted. */
    readonly simulate: (call: { readonly to: Hex; readonly data: Hex; readonly gas?: bigint }) => Effect.Effect<Simulated, ChainUnavailable>
    readonly head: Effect.Effect<{ readonly number: bigint; readonly hash: Hex; readonly timestamp: bigint }, ChainUnavailable>
    /** Undefined where the node has no such block. Timestamps in seconds. */
    readonly block: (
      number: bigint,
    ) => Effect.Effect<{ readonly number: bigint; readonly hash: Hex; readonly timestamp: bigint } | undefined, ChainUnavailable>
    /** Undefined where the transaction is in no block of the canonical chain. */
    readonly receipt: (hash: Hex) => Effect.Effect<Receipt | undefined, ChainUnavailable>
    /** Logs of the asset between two blocks, both included, with the transactions they are of. */
    readonly logs: (filter: {
      readonly fromBlock: bigint
      readonly toBlock: bigint
      readonly topics: ReadonlyArray<Hex | ReadonlyArray<Hex> | null>
    }) => Effect.Effect<
      ReadonlyArray<Log & { readonly hash: Hex; readonly blockNumber: bigint; readonly blockHash: Hex }>,
      ChainUnavailable
    >
    /** Transactions of this account in the canonical chain, and with those of the node's pool. */
    readonly nonces: (account: Hex) => Effect.Effect<{ readonly mined: number; readonly pending: number }, ChainUnavailable>
    /** Wei: what the account has for gas. */
    readonly gasBalance: (account: Hex) => Effect.Effect<bigint, ChainUnavailable>
    /** Wei per gas: the base fee of the next block and a usual tip. */
    readonly fees: Effect.Effect<{ readonly baseFee: bigint; readonly tip: bigint }, ChainUnavailable>
    readonly broadcast: (raw: Hex) => Effect.Effect<Broadcast, ChainUnavailable>
  }
>()("farthing/rails/x402/Chain") {}

/** The transfer on chain, by the receipt's own log. */

export interface Inclusion {
  readonly hash: Hex
  readonly blockNumber: bigint
  readonly blockHash: Hex
  /** Of the `Transfer` event. */
  readonly logIndex: number
}
