import { Context, Data, type Effect } from "effect"
import type { Call, PaymentOption } from "../ledger/state.ts"
import type { KeyId, OrganisationId } from "../money/ids.ts"
import type { MicroUsd } from "../money/Money.ts"

/** Who pays. A keyless buyer is an organisation of kind `wallet` without a key. */
export interface Buyer {
  readonly organisation: OrganisationId
  readonly key: KeyId | null
}

/** The maximum cost of a call, and its payee. */
export interface Quote {
  readonly max: MicroUsd
  readonly payee: string
  /** The id of the price that was quoted. It stays payable until the quote expires. */
  readonly priceId: string | null
  /** The call may change something at the source: what was done for a payment that then fails cannot be undone. */
  readonly effects?: boolean
  /** The HTTP request that is paid for. Absent for a step of an ask and for questions about the buyer alone. */
  readonly resource?: Resource
}

/** One HTTP request, as a presented payment is bound to it. */
export interface Resource {
  readonly method: string
  /** Absolute, with its query. */
  readonly url: string
  readonly description: string
  /** Media type of the answer. */
  readonly mimeType: string
  /** SHA-256 of the body, base64url. */
  readonly bodyHash: string
  /** The name of the header in which the caller presented its payment, if it did. */
  readonly paymentHeader?: string | undefined
}

/** The buyer lacks something that this rail needs, for instance a mandate. The message says what to do. */
export class Gap extends Data.TaggedError("Gap")<{ readonly code: string; readonly message: string }> {}

/** The rail itself cannot be used now. */
export class Unavailable extends Data.TaggedError("Unavailable")<{ readonly message: string }> {}

/** Proven: no money moved for this call, and none will. */
export class Declined extends Data.TaggedError("Declined")<{ readonly message: string }> {}

/**
 * Three outcomes, never two: proven, proven not (`Declined`), and not known yet. Only proof moves money. A proof that is
 * not `final` may still be taken back (a block may be reorganised): the call is answered, and the rail records the final
 * settlement in the ledger later.
 */
export type Settled = { readonly _tag: "Settled"; readonly proof: string; readonly final: boolean }
export type Pending = { readonly _tag: "Pending"; readonly reason: string }

export interface Rail {
  readonly id: string
  readonly description: string
  /** An account that every organisation is created with. */
  readonly opensWithOrganisation?: { readonly account: string }
  /** Headers in which a caller presents a payment, lower case. One of them pins this rail. */
  readonly paymentHeaders?: ReadonlyArray<string>
  /** Checks that the outside service of this rail answers. Absent where the rail needs none. */
  readonly check?: Effect.Effect<void, Unavailable>
  /** How this rail would pay. Read-only: preflight and `/v1/me` use it too. `presented` is the payment in the caller's header. */
  readonly offer: (buyer: Buyer, quote: Quote, presented: string | undefined) => Effect.Effect<PaymentOption, Gap | Unavailable>
  /** Moves the money. Called twice for one call, it moves the money once. */
  readonly settle: (call: Call, amount: MicroUsd) => Effect.Effect<Settled | Pending, Declined>
  /** The outcome of this call's settlement. The reconciler repeats it until the outcome is known. */
  readonly lookup: (call: Call) => Effect.Effect<Settled | Pending, Declined>
  /** What is wrong with the form of a presented payment, as a sentence that names `header`, in which it came. Undefined: it can be read. */
  readonly malformation?: (presented: string, header: string) => string | undefined
  /**
   * The identifier inside a presented payment, if it has one. It serves as the Idempotency-Key of a request without one.
   * Another `payload` under the same `key` is a conflict.
   */
  readonly identify?: (presented: string) => { readonly key: string; readonly payload: string } | undefined
  /** For a buyer that no rail covers: how its next request can carry a payment. `refused` is why this one's payment was refused. Undefined where it cannot. */
  readonly challenge?: (buyer: Buyer, quote: Quote, refused?: string) => Effect.Effect<Challenge | undefined>
  /** Response headers with the outcome of the payment that the caller presented. */
  readonly receipt?: (call: Call) => Readonly<Record<string, string>>
  /** Where a call's payment is found outside the ledger, for finance. */
  readonly details?: (call: Call) => Effect.Effect<PaymentDetails>
  /** Reads a call's payment again where the money moved, and compares it with the ledger. */
  readonly verify?: (call: Call) => Effect.Effect<ReadonlyArray<PaymentCheck>, Unavailable>
  /** Sets the status of the organisation's account to what this rail knows, after an operator's freeze ended. Absent where any account may pay. */
  readonly refreshAccount?: (organisation: OrganisationId) => Effect.Effect<void, Unavailable>
  /** The operator has ended the rail's pause: what the rail keeps about the time in which it could be used continues now. */
  readonly resumed?: Effect.Effect<void, Unavailable>
  /** What still lets this rail take money from the organisation without a call of it, for instance a mandate, as a sentence with what ends it. Undefined where nothing does. */
  readonly commitment?: (organisation: OrganisationId) => Effect.Effect<string | undefined, Unavailable>
  /** Ends what this rail would do by itself for an organisation that is about to be erased, and forgets what names it outside. Repeatable. */
  readonly forget?: (organisation: OrganisationId) => Effect.Effect<void, Unavailable>
  /** Until this time money may still move for the call, whatever the rail knows now. Milliseconds since 1970; absent: no such time. */
  readonly mayMoveUntil?: (call: Call) => number | undefined
  /** For how long after its settlement the payer's bank may take a payment back: without a reason, and as not authorised. Absent where settled payments are final. */
  readonly reversible?: { readonly withoutReasonMs: number; readonly unauthorisedMs: number }
  /** A choice that each organisation makes on this rail. */
  readonly setting?: RailSetting
  /** The buyer's own address on this rail, for `/v1/me`. */
  readonly identity?: (buyer: Buyer) => Effect.Effect<RailIdentity>
}

/** A setting of an organisation that belongs to a rail. */
export interface RailSetting {
  readonly name: string
  readonly values: ReadonlyArray<string>
  readonly chosen: (organisation: OrganisationId) => Effect.Effect<string, Unavailable>
  readonly choose: (organisation: OrganisationId, value: string) => Effect.Effect<void, Unavailable>
}

/** Part of a 402: `headers` of the response, and `members` beside `error` in its body. */
export interface Challenge {
  readonly headers: Readonly<Record<string, string>>
  readonly members: Readonly<Record<string, unknown>>
}

/** Where a payment is found outside the ledger. `more` holds the rail's own members. */
export interface PaymentDetails {
  readonly network: string | null
  readonly buyerAddress: string | null
  readonly txHash: string | null
  readonly blockNumber: number | null
  readonly stripe?: Readonly<Record<string, string>>
  readonly more?: Readonly<Record<string, unknown>>
}

/** One comparison of the ledger with the outside: whether they agree, and what was read there. */
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
