import type { CallId, KeyId, NodeId, OrganisationId, RunId } from "../money/ids.ts"
import type { MicroUsd } from "../money/Money.ts"
import type { RunStatus } from "../RunStatus.ts"

/** Money of one organisation on one rail. Available to spend: `posted - held + creditLimit`. */
export interface Account {
  readonly organisation: OrganisationId
  /** Unique within the organisation, for instance `credits`. */
  readonly id: string
  readonly rail: string
  /** Posted transfers. Below zero where the rail grants credit, or after a chargeback. */
  readonly posted: MicroUsd
  /** Reserved by open calls. */
  readonly held: MicroUsd
  readonly creditLimit: MicroUsd
  /** Number of calls that hold money on this account now. */
  readonly open: number
  /** `suspended` is decided by the rail, `frozen` by an operator. Both pay for nothing. */
  readonly status: "active" | "suspended" | "frozen"
  /** Callers' own payments pass through this account, call by call. It is no part of the organisation's balance. */
  readonly transit: boolean
}

/** The account that would pay for a call, and how. A rail only names it: the ledger reserves and posts. */
export interface PaymentOption {
  readonly rail: string
  /** The account's id within the buyer's organisation. */
  readonly account: string
  readonly settles: SettlementTiming
  /** The platform's share in basis points; the publisher gets the rest. */
  readonly feeBasisPoints: number
  /** Price plus the rail's own fee: the buyer's total. Rails are tried cheapest first. */
  readonly cost: MicroUsd
  /** Replaces the quote's maximum: the amount of an earlier offer that the presented payment was signed for. */
  readonly max?: MicroUsd
  /**
   * Opens the account with this credit limit on first use. Callers' own payments only pass through a `transit` account,
   * which is no part of the organisation's balance.
   */
  readonly opens?: { readonly creditLimit: MicroUsd; readonly transit?: boolean }
  /** At most one call may ever carry this hash. It is taken in the reservation. */
  readonly claim?: string
  /** Settling deposits the call's maximum from outside; what the call does not cost goes to the account `remainderTo`. */
  readonly deposits?: { readonly remainderTo: string }
  readonly dailyCap?: MicroUsd
  /** What the payer was seen to have outside: all open calls of the account together may hold no more. */
  readonly maxHeld?: MicroUsd
  /** JSON text, kept with the call for `settle` and `lookup`. */
  readonly evidence?: string
  /** What the buyer does where the rail has suspended the account, for the refusal of its call. */
  readonly whenSuspended?: string
}

export interface Organisation {
  readonly id: OrganisationId
  readonly status: "active" | "suspended"
  /** An owner may switch all spending off. */
  readonly spending: boolean
  /** Calls that may execute at once, over all nodes. */
  readonly concurrency: number
}

/** The limits, expiry and revocation of a key, read under the ledger's lock. Times are milliseconds since 1970. */
export interface KeyLimits {
  readonly id: KeyId
  readonly organisation: OrganisationId
  readonly perRequest: MicroUsd | null
  readonly monthly: MicroUsd | null
  readonly daily: MicroUsd | null
  readonly expiresAt: number
  readonly revokedAt: number | null
}

/** State of the hold in the ledger. */
export type CallState = "reserved" | "captured" | "released" | "refunded"

/**
 * State of the money on the rail. `none`: not requested; `pending`: requested, no proof yet; `unknown`: the rail cannot
 * determine whether it paid; `settled`: proven; `failed`: proven that no money moved, or taken back later.
 */
export type Settlement = "none" | "pending" | "unknown" | "settled" | "failed"

/**
 * When a rail moves the money of a call: with the capture (prepaid), before the source is called, after the source
 * delivered but before the response is sent, or some time later (collected or batched).
 */
export type SettlementTiming = "at_capture" | "before_dispatch" | "before_answer" | "later"

/** A rail that was considered for a call, and the outcome. */
export interface Attempt {
  readonly rail: string
  readonly outcome: "selected" | "unavailable" | "insufficient" | "declined"
  readonly reason: string
}

export interface Call {
  readonly organisation: OrganisationId
  readonly id: CallId
  readonly run: RunId
  readonly step: number
  readonly key: KeyId | null
  readonly source: string
  readonly operation: string
  readonly name: string
  readonly payee: string
  readonly price: string | null
  readonly rail: string
  readonly account: string
  /** The platform's share of a captured amount in basis points, as it was when the call was reserved. */
  readonly feeBasisPoints: number
  readonly settles: SettlementTiming
  /** Settling deposits the call's maximum from outside; what the call does not cost goes to the account `remainderTo`. */
  readonly deposits: boolean
  readonly remainderTo: string
  readonly max: MicroUsd
  readonly amount: MicroUsd
  readonly state: CallState
  readonly settlement: Settlement
  /** A result is stored. */
  readonly delivered: boolean
  /** What the rail needs to settle or look up this call again, as JSON text. */
  readonly evidence: string | null
  /** The rail's proof of settlement, as JSON text. */
  readonly proof: string | null
  readonly lastError: string | null
  readonly node: NodeId
  readonly reservedAt: number
  readonly deadline: number
  readonly closedAt: number | null
  readonly attempts: ReadonlyArray<Attempt>
  /** The cost tag that the buyer gave. */
  readonly tag: string | null
}

export interface RunError {
  readonly code: string
  readonly message: string
  /** When a retry may succeed, where the source knew it. */
  readonly retryAfterSeconds?: number
}

export interface Run {
  readonly organisation: OrganisationId
  readonly id: RunId
  readonly key: KeyId | null
  readonly kind: "direct" | "relay" | "ask"
  readonly status: RunStatus
  /** The request, as JSON text. */
  readonly request: string
  readonly error: RunError | null
  /** The Idempotency-Key that began the run, with its endpoint. */
  readonly idempotency: { readonly endpoint: string; readonly key: string } | null
  readonly createdAt: number
  /** Until this time the request that began the run waits for its answer. */
  readonly waitUntil: number
  readonly finishedAt: number | null
}

/**
 * The call holds money, and its source is called now or will be. One that has delivered, or whose settlement is unknown, waits for its rail
 * alone. A call that is settled before dispatch is `pending` until its capture, also while its source is called.
 */
export const isExecuting = ({ delivered, settlement, state }: Pick<Call, "state" | "settlement" | "delivered">): boolean =>
  state === "reserved" && settlement !== "unknown" && !(settlement === "pending" && delivered)

/** A delivered document, stored before or with the capture that charges for it. */
export interface StoredResult {
  readonly organisation: OrganisationId
  readonly call: CallId
  readonly run: RunId
  /** JSON text. */
  readonly body: string
}

/** One movement of money between two accounts, named as in `postings.ts`. Never changed, never deleted. */
export interface Transfer {
  readonly organisation: OrganisationId
  readonly call: CallId | null
  readonly ref: string | null
  readonly debit: string
  readonly credit: string
  readonly amount: MicroUsd
  readonly at: number
}

export interface IdempotencyEntry {
  readonly organisation: OrganisationId
  readonly key: KeyId
  readonly endpoint: string
  readonly idempotencyKey: string
  readonly hash: string
  readonly run: RunId
}

/** An entry of a payment's timeline beside reservation and capture. */
export interface PaymentEvent {
  readonly organisation: OrganisationId
  readonly call: CallId
  readonly type: string
  readonly at: number
  /** JSON text. */
  readonly data: string
}

/**
 * The rows that a batch of commands works on, locked by the store that loaded them. Commands are decided one after
 * another over this state, each seeing the changes of the commands before it. Of `transit` accounts it has those alone that
 * the batch names: an organisation may have as many of them as there are wallets that ever paid for it.
 */
export interface LedgerState {
  /** The database's clock (the sandbox may have moved it), milliseconds since 1970. */
  readonly now: number
  readonly organisations: Map<OrganisationId, Organisation>
  readonly keys: Map<KeyId, KeyLimits>
  readonly accounts: Map<string, Account>
  readonly spends: Map<string, MicroUsd>
  readonly calls: Map<CallId, Call>
  readonly runs: Map<RunId, Run>
  readonly idempotency: Map<string, IdempotencyEntry>
  /** claim hash → the one call it may pay */
  readonly claims: Map<string, CallId>
  readonly refs: Set<string>
  /** Calls of each organisation that execute now, over all its accounts (`isExecuting`). */
  readonly executing: Map<OrganisationId, number>
}

export const accountKey = (organisation: OrganisationId, account: string) => `${organisation}/${account}`
export const spendKey = (organisation: OrganisationId, scope: string, period: string) => `${organisation}/${scope}/${period}`
export const idempotencyEntryKey = (key: KeyId, endpoint: string, idempotencyKey: string) => `${key}/${endpoint}/${idempotencyKey}`
export const refKey = (organisation: OrganisationId, ref: string) => `${organisation}/${ref}`

export const available = (account: Account): MicroUsd => (account.posted - account.held + account.creditLimit) as MicroUsd

/** The part of what is available that the organisation owns; the rest is what its rails let it owe. */
export const prepaidBalance = (accounts: Iterable<Account>): MicroUsd =>
  [...accounts].reduce((total, account) => {
    const own = account.posted - account.held
    return account.status === "active" && !account.transit && own > 0n ? total + own : total
  }, 0n) as MicroUsd

/** The organisation's main balance: what its rails can still cover. */
export const availableBalance = (accounts: Iterable<Account>): MicroUsd =>
  [...accounts].reduce(
    (total, account) => (account.status === "active" && !account.transit ? total + available(account) : total),
    0n,
  ) as MicroUsd
