import { Context, type Effect } from "effect"
import type { Authorization } from "../evm/authorization.ts"
import type { ChainUnavailable, Inclusion } from "../evm/Chain.ts"
import type { Hex } from "../evm/hex.ts"

export type SettlementState =
  /** In a block. `final` at the configured number of confirmations; before that a reorg may remove it. */
  | ({ readonly _tag: "Included"; readonly final: boolean; readonly confirmations: number } & Inclusion)
  /**
   * The outcome is not known yet. `hash` is set once a transaction was signed. `resubmit`: the queue may not hold this settlement, so no outcome
   * is published until `settle` is called again.
   */
  | { readonly _tag: "Pending"; readonly hash: Hex | null; readonly reason: string; readonly resubmit?: true }
  /** Proven: this authorization moved nothing for this reference and never will. `reason` is the protocol's code. */
  | { readonly _tag: "Rejected"; readonly reason: string; readonly message: string }

/**
 * The queue of authorizations that are settled on chain. An authorization is identified by network, asset, payer and nonce; a second call
 * for the same one joins its settlement. A transfer that another account submitted counts too, once.
 */
export class Settlements extends Context.Service<
  Settlements,
  {
    /**
     * Stores the authorization durably, then waits up to `waitMs` for its inclusion or its rejection. `reference` is what it pays for: it is
     * stored with the authorization and passed to `onOutcome`. An authorization pays for one reference; under another one the result is
     * `Rejected` with `duplicate_settlement`. A call takes over a settlement that a caller of the facilitator began: the transfer pays the
     * gateway, no matter which account submitted it. `usedInBlock`: the block in which `transferOnChain` found the use of the authorization.
     */
    readonly settle: (
      authorization: Authorization,
      reference: string,
      waitMs: number,
      usedInBlock?: bigint,
    ) => Effect.Effect<SettlementState>
    /**
     * Undefined if the authorization was never submitted here and is unused on chain. A use that another account submitted counts once its
     * block is final, because the queue does not watch it.
     */
    readonly lookup: (authorization: Authorization, reference: string) => Effect.Effect<SettlementState | undefined>
    /**
     * The block of the transfer that an authorization has made, at most 2,000 blocks back, no matter which account submitted it. Undefined if there is no
     * such transfer of this value to this payee.
     */
    readonly transferOnChain: (authorization: Authorization) => Effect.Effect<bigint | undefined, ChainUnavailable>
    /** Why a new settlement for this reference would not be sent now (no gas budget). Undefined if it would be. */
    readonly blockedReason: (reference: string) => Effect.Effect<string | undefined>
  }
>()("farthing/rails/x402/Settlements") {}
