import { Context, type Effect } from "effect"
import type { Hex } from "../evm/hex.ts"
import type { Inclusion } from "../evm/Chain.ts"
import type { Authorization } from "../evm/authorization.ts"

export type Settlement =
  /** In a block. `final` once it is as many blocks deep as the network asks for; before that a reorg may take it back. */
  | ({ readonly _tag: "Included"; readonly final: boolean; readonly confirmations: number } & Inclusion)
  /**
   * Not known yet: asked for, and worked on. `hash` once a transaction was signed. `askAgain` where nothing is known to be under
   * way for this reference: nobody tells of its outcome unless it is asked for once more.
   */
  | { readonly _tag: "Pending"; readonly hash: Hex | null; readonly reason: string; readonly askAgain?: true }
  /** Proven: this authorization moved nothing for this reference and never will. `reason` is the protocol's code. */
  | { readonly _tag: "Rejected"; readonly reason: string; readonly message: string }

/**
 * Authorizations on their way to the chain. One is known by network, asset, payer and nonce; asking again for the same one
 * joins the settlement that is under way. A transfer that somebody else submitted counts, once.
 */
export class Settlements extends Context.Service<
  Settlements,
  {
    /**
     * Stores the authorization durably, then sees to its inclusion; answers at inclusion, at a proven no, or `Pending`
     * when `waitMs` are over. `reference` says what it pays for: it is kept with it, and handed to `onOutcome` of the layer.
     * It pays for one thing: under another reference it is `Rejected` as `duplicate_settlement`.
     */
    readonly settle: (authorization: Authorization, reference: string, waitMs: number) => Effect.Effect<Settlement>
    /**
     * What became of it; undefined where it was never asked for here and is not used on chain either. What only the chain
     * knows of counts once it is deep enough: nobody here follows it.
     */
    readonly lookup: (authorization: Authorization, reference: string) => Effect.Effect<Settlement | undefined>
    /** Why nothing new would be sent now: there is no gas for it. Undefined where it would. */
    readonly blockedReason: Effect.Effect<string | undefined>
  }
>()("farthing/rails/x402/Settlements") {}
