import { Context, Data, type Effect } from "effect"
import type { Call, PaymentOption } from "../ledger/state.ts"
import type { KeyId, OrganisationId } from "../money/ids.ts"
import type { MicroUsd } from "../money/Money.ts"

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
  /** The request that is paid for. Absent where no single one is: a step of an ask, a question about the buyer alone. */
  readonly resource?: Resource
}

/** One request, as a payment that the caller presents is bound to it. */
export interface Resource {
  readonly method: string
  /** Absolute, with its query. */
  readonly url: string
  readonly description: string
  /** Media type of the answer. */
  readonly mimeType: string
  /** SHA-256 of the body, base64url. */
  readonly bodyHash: string
}

/** The buyer lacks something this rail needs; the message says what to do about it. */
export class Gap extends Data.TaggedError("Gap")<{ readonly code: string; readonly message: string }> {}

/** The rail itself cannot be used now. */
export class Unavailable extends Data.TaggedError("Unavailable")<{ readonly message: string }> {}

/** The rail said no: money did not and will not move for this call. */
export class Declined extends Data.TaggedError("Declined")<{ readonly message: string }> {}

/**
 * Three outcomes, never two: proven, proven not (`Declined`), and not known yet. Only proof moves money. A proof that is
 * not `final` may still be taken back (a block may be reorganised): the call is answered, and the rail tells the ledger
 * when it is settled for good.
 */
export type Settled = { readonly _tag: "Settled"; readonly proof: string; readonly final: boolean }
export type Pending = { readonly _tag: "Pending"; readonly reason: string }

export interface Rail {
  readonly id: string
  readonly description: string
  /** An account that every organisation has from its beginning. */
  readonly opensWithOrganisation?: { readonly account: string }
  /** Headers in which a caller presents a payment, lower case. One of them pins this rail. */
  readonly paymentHeaders?: ReadonlyArray<string>
  /** Whether the world outside that this rail needs is there. Absent where it needs none. */
  readonly check?: Effect.Effect<void, Unavailable>
  /** Read-only: the choice of a rail, preflight and `/v1/me` use it too. `proof` is what the caller presented, if anything. */
  readonly offer: (buyer: Buyer, quote: Quote, proof: string | undefined) => Effect.Effect<PaymentOption, Gap | Unavailable>
  /** Moves the money. May be asked twice for one call and moves it once. */
  readonly settle: (call: Call, amount: MicroUsd) => Effect.Effect<Settled | Pending, Declined>
  /** What became of the money of this call? Asked until it is known. */
  readonly lookup: (call: Call) => Effect.Effect<Settled | Pending, Declined>
  /**
   * What names the payment that the caller presents, if anything does: it stands in for an Idempotency-Key that the request
   * lacks. Another `payload` under the same `key` is another payment.
   */
  readonly identify?: (proof: string) => { readonly key: string; readonly payload: string } | undefined
  /** For a buyer whom nothing else covers: how its next request can pay by itself. Undefined where it cannot. */
  readonly challenge?: (buyer: Buyer, quote: Quote) => Effect.Effect<Challenge | undefined>
  /** Headers that tell the caller how the payment it presented fared. */
  readonly receipt?: (call: Call) => Readonly<Record<string, string>>
  /** What finance sees of a call's payment beside the books. */
  readonly details?: (call: Call) => Effect.Effect<PaymentDetails>
  /** Looks at a call's payment once more where the money moved, and holds the books against it. */
  readonly verify?: (call: Call) => Effect.Effect<ReadonlyArray<PaymentCheck>, Unavailable>
  /** What an organisation may choose of this rail. */
  readonly setting?: RailSetting
  /** What `/v1/me` says of the buyer's means on this rail. */
  readonly identity?: (buyer: Buyer) => Effect.Effect<RailIdentity>
}

/** A setting of an organisation that belongs to a rail. */
export interface RailSetting {
  readonly name: string
  readonly values: ReadonlyArray<string>
  readonly choose: (organisation: OrganisationId, value: string) => Effect.Effect<void, Unavailable>
}

/** Goes beside the 402: `headers` on the answer, `members` beside `error` in its body. */
export interface Challenge {
  readonly headers: Readonly<Record<string, string>>
  readonly members: Readonly<Record<string, unknown>>
}

/** Where a payment is to be found outside. `more` are members of the rail's own. */
export interface PaymentDetails {
  readonly network: string | null
  readonly buyerAddress: string | null
  readonly txHash: string | null
  readonly blockNumber: number | null
  readonly stripe?: Readonly<Record<string, string>>
  readonly more?: Readonly<Record<string, unknown>>
}

/** One thing that was looked at outside: whether it is as the books have it, and what was found. */
export interface PaymentCheck {
  readonly name: string
  readonly ok: boolean
  readonly found: string
}

export interface RailIdentity {
  readonly network?: string
  readonly walletAddress?: string
}

/** The rails of this gateway by id, in the order that breaks ties of cost. */
export class Rails extends Context.Service<Rails, ReadonlyMap<string, Rail>>()("farthing/domain/rail/Rails") {}
