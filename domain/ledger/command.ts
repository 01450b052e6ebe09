import type { CallId, KeyId, NodeId, OrganisationId, RunId } from "../money/ids.ts"
import type { MicroUsd } from "../money/Money.ts"
import type { Account, Attempt, Call, PaymentOption, Run, RunError, Settlement } from "./state.ts"

/** The run a first reservation begins. Later steps of the same run reserve without one. */
export interface RunDraft {
  readonly kind: Run["kind"]
  readonly request: string
  readonly waitMs: number
  readonly idempotency: { readonly endpoint: string; readonly key: string; readonly hash: string } | null
}

/** Hold the maximum of one call, on the first rail that covers it. */
export interface Reserve {
  readonly _tag: "Reserve"
  readonly organisation: OrganisationId
  readonly key: KeyId | null
  /** The buyer is a wallet: its organisation is created on first use. */
  readonly wallet: boolean
  readonly call: CallId
  readonly run: RunId
  readonly step: number
  readonly begins: RunDraft | null
  readonly source: string
  readonly operation: string
  readonly name: string
  readonly payee: string
  readonly price: string | null
  readonly max: MicroUsd
  readonly maxSpend: MicroUsd | null
  /** What the organisation may spend on this source in a UTC day. */
  readonly sourceDailyCap?: MicroUsd | undefined
  readonly options: ReadonlyArray<PaymentOption>
  readonly attempts: ReadonlyArray<Attempt>
  /** The buyer's cost tag. */
  readonly tag?: string | null | undefined
  readonly node: NodeId
  readonly deadlineMs: number
  /**
   * What the source answered before the money was held (`beginDispatch`). The hold ends in the same step; where the rail settles before the answer,
   * the document is stored in it.
   */
  readonly outcome?: { readonly amount: MicroUsd; readonly body: string } | { readonly error: RunError } | undefined
}

/** Store the delivered document before money moves outside. `amount` is its cost. */
export interface Deliver {
  readonly _tag: "Deliver"
  readonly organisation: OrganisationId
  readonly call: CallId
  readonly node: NodeId
  readonly amount: MicroUsd
  readonly body: string
  /** The rail settles next: the settlement becomes `pending`. */
  readonly settling: boolean
}

/** Close the hold: charge `amount`, free the rest. */
export interface Capture {
  readonly _tag: "Capture"
  readonly organisation: OrganisationId
  readonly call: CallId
  readonly node: NodeId
  readonly amount: MicroUsd
  /** The delivered document, where it was not stored before. */
  readonly body: string | null
  /** The rail's proof, where it settles before the capture. */
  readonly proof: string | null
  /** The proof may still be taken back: the rail settles the call for good later. */
  readonly provisional?: boolean
  /** Set where nothing was delivered after money had moved: the run fails and the money is credited. */
  readonly error: RunError | null
}

/** Close the hold without charging. */
export interface Release {
  readonly _tag: "Release"
  readonly organisation: OrganisationId
  readonly call: CallId
  readonly node: NodeId
  readonly why: RunError
  /** The rail proved that no money moved. */
  readonly declined: boolean
}

/** Record the outcome that the rail reported. Settlements only go forward; `failed` may follow `settled` (a chargeback, a reorganised chain). */
export interface Settle {
  readonly _tag: "Settle"
  readonly organisation: OrganisationId
  readonly call: CallId
  readonly settlement: Settlement
  readonly proof: string | null
  readonly reason: string | null
  /** When the money moved, where the rail's outside names a time, in milliseconds since 1970. Absent: now. */
  readonly at?: number
}

/** Post transfers once per `ref`: grants, top-ups, collections, refunds. */
export interface Post {
  readonly _tag: "Post"
  readonly organisation: OrganisationId
  readonly ref: string
  readonly transfers: ReadonlyArray<{ readonly debit: string; readonly credit: string; readonly amount: MicroUsd }>
  /** Refuse what an account of the buyer cannot cover, instead of taking it below zero. */
  readonly mustCover?: true
}

/** Give back what a call charged, to another account of the organisation. Once for each call. */
export interface Refund {
  readonly _tag: "Refund"
  readonly organisation: OrganisationId
  readonly call: CallId
  /** The identity of this refund: the same one again books nothing. */
  readonly refund: string
  /** At most what the call charged. Null: all of it. */
  readonly amount: MicroUsd | null
  /** The account that gets the money, for instance `credits`. */
  readonly to: string
}

/**
 * Open an account, or change its credit limit or status. A member that is absent stays unchanged. A frozen account stays frozen unless the
 * operator changes it.
 */
export interface ConfigureAccount {
  readonly _tag: "ConfigureAccount"
  readonly organisation: OrganisationId
  readonly account: string
  readonly rail: string
  readonly creditLimit?: MicroUsd
  readonly status?: Account["status"]
  readonly byOperator?: true
}

/** Dispatch nothing further for this run and release what was not delivered, but for calls that may have had an effect. */
export interface Cancel {
  readonly _tag: "Cancel"
  readonly organisation: OrganisationId
  readonly run: RunId
  /** The operations that change something at their source, as `effectKey` names them: their dispatched calls run to their end. */
  readonly withEffects?: ReadonlySet<string>
}

export const effectKey = ({ operation, source }: Pick<Call, "source" | "operation">) => `${source} ${operation}`

/** Move an open call to another node, by compare and set. After that the old node cannot close the call. */
export interface TakeOver {
  readonly _tag: "TakeOver"
  readonly organisation: OrganisationId
  readonly call: CallId
  readonly from: NodeId
  readonly node: NodeId
}

export type Command = Reserve | Deliver | Capture | Release | Settle | Post | Refund | ConfigureAccount | Cancel | TakeOver

/** `Closed`: the hold ended in the step that took it. `Earlier`: the Idempotency-Key had already begun a run with the same request. */
export type Reserved =
  | { readonly _tag: "Reserved"; readonly call: Call; readonly run: Run | null; readonly balance: MicroUsd }
  | { readonly _tag: "Closed"; readonly closed: Closed }
  | { readonly _tag: "Earlier"; readonly run: RunId }

export interface Closed {
  readonly call: Call
  readonly run: Run | null
  /** The organisation's main balance after the command. */
  readonly balance: MicroUsd
}

export interface CommandAnswers {
  readonly Reserve: Reserved
  readonly Deliver: Call
  readonly Capture: Closed
  readonly Release: Closed
  readonly Settle: Call
  readonly Post: { readonly posted: boolean }
  readonly Refund: { readonly call: Call; readonly amount: MicroUsd }
  readonly ConfigureAccount: Account
  readonly Cancel: Run
  readonly TakeOver: Call
}
