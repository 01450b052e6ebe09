import { Context, Effect, type Redacted } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import type { PrivateKeyAccount } from "viem/accounts"
import type { ChainUnavailable } from "../evm/Chain.ts"
import type { Hex } from "../evm/hex.ts"
import type { TokenId } from "../store/settlements.ts"
import type { Fee } from "./transactions.ts"
import type { Settlement } from "./Settlements.ts"

/** What every part of one queue works with. */
export class SettlementQueue extends Context.Service<
  SettlementQueue,
  {
    readonly sql: SqlClient
    readonly place: TokenId
    readonly options: ResolvedOptions
    readonly accounts: ReadonlyMap<Hex, PrivateKeyAccount>
    /** What a transaction should offer now, for a moment kept. */
    readonly fee: Effect.Effect<Fee, ChainUnavailable>
  }
>()("farthing/rails/x402/settlement/Queue") {}

export interface SettlementOptions {
  /** Private keys of the accounts that pay for gas, `0x` and 64 hex digits. Each has a queue of its own; nobody else may use them. */
  readonly gasKeys: ReadonlyArray<Redacted.Redacted>
  /** Blocks, the one that holds the transfer included, until it counts as final. At least 1. */
  readonly confirmations: number
  /**
   * Called at least once for each authorization that is final or proven never to move, also after a restart, until it
   * succeeds without a defect.
   */
  readonly onOutcome: (reference: string, settlement: Settlement) => Effect.Effect<void>
  /** How often the chain is looked at. */
  readonly pollMs?: number
  /** A transaction that is in no block after so long is signed again with a higher fee. */
  readonly bumpAfterMs?: number
  /** A transaction that the node has lost is offered again after so long. */
  readonly offerAgainMs?: number
  /** Wei: no transaction is signed that could cost more. */
  readonly feeCap?: bigint
  /** Wei: what the transactions signed within a UTC day can cost in all. Beyond it nothing new is sent. */
  readonly dailyGas?: bigint
  /** Transactions of one gas key in flight at once. Nodes drop what goes beyond theirs, often 64. */
  readonly inFlight?: number
  /** Blocks that one question for logs spans. Nodes bound it. */
  readonly blocksAtOnce?: number
}

export type ResolvedOptions = Required<SettlementOptions>

export const withDefaults = (options: SettlementOptions): ResolvedOptions => ({
  pollMs: 500,
  bumpAfterMs: 15000,
  offerAgainMs: 3000,
  feeCap: 10n ** 16n,
  dailyGas: 10n ** 17n,
  inFlight: 32,
  blocksAtOnce: 2000,
  ...options,
})

/** What a caught-up worker does between two steps: nothing. A test interrupts it there, or kills the process. */
export type Step = "stored" | "signed" | "committed" | "offered" | "included" | "final" | "told"
export const AfterStep = Context.Reference<(step: Step) => Effect.Effect<void>>("farthing/rails/x402/BetweenSteps", {
  defaultValue: () => () => Effect.void,
})
