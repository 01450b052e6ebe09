import { Context, type Effect } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import type { PrivateKeyAccount } from "viem/accounts"
import type { ChainUnavailable, Hex } from "../chain/Chain.ts"
import type { Place } from "../store/settlementRows.ts"
import type { Settled } from "./options.ts"
import type { Fee } from "./transactions.ts"

/** What every part of one queue works with. */
export class Queue extends Context.Service<
  Queue,
  {
    readonly sql: SqlClient
    readonly place: Place
    readonly options: Settled
    readonly accounts: ReadonlyMap<Hex, PrivateKeyAccount>
    /** What a transaction should offer now, for a moment kept. */
    readonly fee: Effect.Effect<Fee, ChainUnavailable>
  }
>()("farthing/rails/x402/settlement/Queue") {}
