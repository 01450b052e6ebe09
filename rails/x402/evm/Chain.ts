import { Context, Data, type Effect } from "effect"
import type { Hex } from "./hex.ts"

/** One EVM network with one stablecoin, over JSON-RPC. Every read is bounded in time. */
export class Chain extends Context.Service<
  Chain,
  {
    readonly network: Network
    readonly asset: Asset
    readonly codeAt: (address: Hex) => Effect.Effect<Hex, ChainUnavailable>
    /** Micro-units of the asset. In the node's newest block, or in block `at`, which the node must have. */
    readonly balanceOf: (owner: Hex, at?: bigint) => Effect.Effect<bigint, ChainUnavailable>
    /** In the node's newest block, or in block `at`, which the node must have. */
    readonly authorizationUsed: (from: Hex, nonce: Hex, at?: bigint) => Effect.Effect<boolean, ChainUnavailable>
    readonly simulate: (call: { readonly to: Hex; readonly data: Hex } & SimulationOptions) => Effect.Effect<Simulated, ChainUnavailable>
    readonly head: Effect.Effect<Block, ChainUnavailable>
    /** Undefined if the node has no such block. */
    readonly block: (number: bigint) => Effect.Effect<Block | undefined, ChainUnavailable>
    /** Undefined if the transaction is in no block of the canonical chain. */
    readonly receipt: (hash: Hex) => Effect.Effect<TransactionReceipt | undefined, ChainUnavailable>
    /** Whether the node has the transaction, in a block or in its pool. */
    readonly hasTransaction: (hash: Hex) => Effect.Effect<boolean, ChainUnavailable>
    /** Logs of the asset, or of the contracts at `address`, in a range of blocks, both ends included, each with the hash of its transaction. */
    readonly logs: (filter: {
      readonly address?: Hex | ReadonlyArray<Hex>
      readonly fromBlock: bigint
      readonly toBlock: bigint
      readonly topics: ReadonlyArray<Hex | ReadonlyArray<Hex> | null>
    }) => Effect.Effect<
      ReadonlyArray<Log & { readonly hash: Hex; readonly blockNumber: bigint; readonly blockHash: Hex }>,
      ChainUnavailable
    >
    /** Numbers of transactions of this account: in the canonical chain, and with those in the node's pool. */
    readonly transactionCounts: (account: Hex) => Effect.Effect<{ readonly mined: number; readonly pending: number }, ChainUnavailable>
    /** Wei that the account has for gas. */
    readonly gasBalance: (account: Hex) => Effect.Effect<bigint, ChainUnavailable>
    /** Wei per gas: the base fee of the next block and a usual tip. */
    readonly fees: Effect.Effect<{ readonly baseFee: bigint; readonly tip: bigint }, ChainUnavailable>
    readonly broadcast: (raw: Hex) => Effect.Effect<Broadcast, ChainUnavailable>
  }
>()("farthing/rails/x402/Chain") {}

export interface SimulationOptions {
  /** A call that takes more than this is reverted. */
  readonly gas?: bigint | undefined
  /** The block whose state the call sees, which the node must have; the newest one if it is not given. */
  readonly at?: bigint
}

/** No node answered, or the answer was not valid. This says nothing about what happened on chain. */
export class ChainUnavailable extends Data.TaggedError("ChainUnavailable")<{ readonly message: string }> {}

/** A network with its name in both versions of the protocol. */
export interface Network {
  readonly chainId: number
  /** CAIP-2, for instance `eip155:84532`. */
  readonly caip2: string
  /** A name of version 1's closed list, or null if the list does not have this chain. */
  readonly v1: string | null
}

/** The stablecoin: an EIP-3009 token with 6 decimals. `name` and `version` are those of its EIP-712 domain. */
export interface Asset {
  readonly address: Hex
  readonly name: string
  readonly version: string
}

export interface Block {
  readonly number: bigint
  readonly hash: Hex
  /** Seconds since 1970. */
  readonly timestamp: bigint
}

/** The result of a simulated call. `reason` is the revert string, if the contract gave one. */
export type Simulated =
  | { readonly _tag: "Succeeded"; readonly data: Hex }
  | { readonly _tag: "Reverted"; readonly reason: string | null; readonly data: Hex }

export interface Log {
  readonly address: Hex
  readonly topics: ReadonlyArray<Hex>
  readonly data: Hex
  readonly logIndex: number
}

export interface TransactionReceipt {
  readonly hash: Hex
  readonly blockNumber: bigint
  readonly blockHash: Hex
  readonly succeeded: boolean
  /** Wei that the sender paid for the gas, with the fee of the first layer where the network has one. Null if the node does not report it. */
  readonly gasCost: bigint | null
  readonly logs: ReadonlyArray<Log>
}

/** Where a transfer is on chain, by the log of its receipt. */
export interface Inclusion {
  readonly hash: Hex
  readonly blockNumber: bigint
  readonly blockHash: Hex
  /** Of the `Transfer` event. */
  readonly logIndex: number
}

/** A node's answer to a raw transaction. `AlreadyKnown`: the node has it. `Refused`: proven not to be in the node's pool. */
export type Broadcast =
  | { readonly _tag: "Accepted" | "AlreadyKnown" }
  | {
      readonly _tag: "Refused"
      readonly reason: "nonce_too_low" | "underpriced" | "insufficient_funds" | "other"
      readonly message: string
    }
