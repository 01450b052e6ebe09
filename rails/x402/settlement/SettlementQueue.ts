import { Context, Effect, type Redacted } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import type { ChainUnavailable } from "../evm/Chain.ts"
import type { Hex } from "../evm/hex.ts"
import type { TokenId } from "../store/settlements.ts"
import type { SettlementState } from "./Settlements.ts"
import type { GasAccount } from "./transactions.ts"

/** What all parts of one settlement queue share. */
export class SettlementQueue extends Context.Service<
  SettlementQueue,
  {
    readonly sql: SqlClient
    readonly token: TokenId
    readonly options: ResolvedOptions
    readonly accounts: ReadonlyMap<Hex, GasAccount>
    /** The fee of a new transaction, cached for a second. */
    readonly fee: Effect.Effect<GasFee, ChainUnavailable>
  }
>()("farthing/rails/x402/settlement/SettlementQueue") {}

export interface SettlementOptions {
  /** Private keys of the accounts that pay for gas, `0x` and 64 hexadecimal digits. Each has its own sequence of nonces, so no other program may use them. */
  readonly gasKeys: ReadonlyArray<Redacted.Redacted>
  /** Number of blocks, the transfer's own included, until the transfer is final. At least 1. */
  readonly confirmations: number
  /** Called at least once for each authorization that is final or rejected, also after a restart, until the call succeeds without a defect. */
  readonly onOutcome: (reference: string, settlement: SettlementState) => Effect.Effect<void>
  /** Of these references of final settlements, those for which `onOutcome` has nothing to do any more: most calls record the proof themselves. */
  readonly recorded?: (references: ReadonlyArray<string>) => Effect.Effect<ReadonlySet<string>, SqlError>
  /** Interval of reading the chain. */
  readonly pollMs?: number
  /** A transaction that is in no block after this time is signed again with a higher fee. */
  readonly bumpAfterMs?: number
  /** A transaction that the node has lost is broadcast again after this time. */
  readonly rebroadcastAfterMs?: number
  /** No transaction is signed that could cost more. */
  readonly maxWeiPerTransaction?: bigint
  /** What the transactions signed within a UTC day can cost in total. Beyond it no new settlement is sent. */
  readonly maxWeiPerDay?: bigint
  /** Of `maxWeiPerDay`: what all settlements of the facilitator together, and those of one caller, may cost. The rest is for own calls. */
  readonly foreignGasPercent?: number
  readonly callerGasPercent?: number
  /** Of `maxWeiPerDay`: what the relayed payments of all marketplaces together, and of one of them, may cost. */
  readonly relayGasPercent?: number
  readonly marketplaceGasPercent?: number
  /** Unmined transactions of one gas key. Nodes keep a limited number of them, often 64. */
  readonly maxInFlight?: number
  /** Number of blocks in one request for logs. Nodes limit it. */
  readonly blocksPerQuery?: number
}

export type ResolvedOptions = Required<SettlementOptions>

export const withDefaults = (options: SettlementOptions): ResolvedOptions => ({
  pollMs: 500,
  bumpAfterMs: 15_000,
  rebroadcastAfterMs: 3_000,
  maxWeiPerTransaction: 10n ** 16n,
  maxWeiPerDay: 10n ** 17n,
  foreignGasPercent: 50,
  callerGasPercent: 10,
  relayGasPercent: 30,
  marketplaceGasPercent: 20,
  maxInFlight: 32,
  blocksPerQuery: 2_000,
  recorded: () => Effect.succeed(new Set()),
  ...options,
})

export type Step = "journaled" | "stored" | "signed" | "committed" | "broadcast" | "included" | "final" | "published"

/** Runs after each step of the queue. Tests interrupt the queue there, or kill the process. */
export const AfterStep = Context.Reference<(step: Step) => Effect.Effect<void>>("farthing/rails/x402/AfterStep", {
  defaultValue: () => () => Effect.void,
})

/** Wei per gas. */
export interface GasFee {
  readonly maxFee: bigint
  readonly tip: bigint
}
