import { Context, Data, type Effect } from "effect"
import type { Call } from "../ledger/Books.ts"
import type { KeyId, OrganisationId } from "../ids.ts"
import type { MicroUsd } from "../Money.ts"
import type { Settles } from "./Settles.ts"

/** Who pays. A keyless buyer is an organisation of kind `wallet` without a key. */
export interface Buyer {
  readonly organisation: OrganisationId
  readonly key: KeyId | null
}

/** What is to be paid for: the most it can cost, and to whom. */
export interface Quote {
  readonly max: MicroUsd
  readonly payee: string
  readonly price: string | null
}

/** The account that pays for a call, and how. A rail only names it: reserving and booking is the ledger's work. */
export interface Funding {
  readonly rail: string
  /** The account's id within the buyer's organisation. */
  readonly account: string
  readonly settles: Settles
  /** The platform's share in basis points; the publisher gets the rest. */
  readonly feeBasisPoints: number
  /** Price plus the rail's own fee: what the buyer pays in all. Rails are tried cheapest first. */
  readonly cost: MicroUsd
  /** The account is opened with this credit limit where it does not exist yet. */
  readonly opens?: { readonly creditLimit: MicroUsd }
  /** At most one call ever may carry this hash: taken in the reservation. */
  readonly claim?: string
  /** Settling brings the maximum in from outside; what is not earned goes to the account `remainderTo`. */
  readonly deposits?: { readonly remainderTo: string }
  readonly dailyCap?: MicroUsd
  /** JSON text, kept with the call for `settle` and `lookup`. */
  readonly evidence?: string
}

/** The buyer lacks something this rail needs; the message says what to do about it. */
export class Gap extends Data.TaggedError("Gap")<{ readonly code: string; readonly message: string }> {}

/** The rail itself cannot be used now. */
export class Unavailable extends Data.TaggedError("Unavailable")<{ readonly message: string }> {}

/** The rail said no: money did not and will not move for this call. */
export class Declined extends Data.TaggedError("Declined")<{ readonly message: string }> {}

/** Three outcomes, never two: proven, proven not (`Declined`), and not known yet. Only proof moves money. */
export type Settled = { readonly _tag: "Settled"; readonly proof: string }
export type Pending = { readonly _tag: "Pending"; readonly reason: string }

export interface Rail {
  readonly id: string
  readonly description: string
  /** An account that every organisation has from its beginning. */
  readonly opensWithOrganisation?: { readonly account: string }
  /** Whether the world outside that this rail needs is there. Absent where it needs none. */
  readonly check?: Effect.Effect<void, Unavailable>
  /** Read-only: the choice of a rail, preflight and `/v1/me` use it too. `proof` is what the caller presented, if anything. */
  readonly fund: (buyer: Buyer, quote: Quote, proof: string | undefined) => Effect.Effect<Funding, Gap | Unavailable>
  /** Moves the money. May be asked twice for one call and moves it once. */
  readonly settle: (call: Call, amount: MicroUsd) => Effect.Effect<Settled | Pending, Declined>
  /** What became of the money of this call? Asked until it is known. */
  readonly lookup: (call: Call) => Effect.Effect<Settled | Pending, Declined>
}

/** The rails of this gateway by id, in the order that breaks ties of cost. */
export class Rails extends Context.Service<Rails, ReadonlyMap<string, Rail>>()("farthing/domain/rail/Rails") {}
