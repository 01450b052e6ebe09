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
  /** The buyer is a wallet: its organisation is opened where it does not exist yet. */
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
  readonly node: NodeId
  readonly deadlineMs: number
}

/** Store what the source delivered before money moves outside. `amount` is what it will cost. */
export interface Deliver {
  readonly _tag: "Deliver"
  readonly organisation: OrganisationId
  readonly call: CallId
  readonly node: NodeId
  readonly amount: MicroUsd
  readonly body: string
  /** From here on the rail may be asked for the money. */
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
  /** What the rail showed, where it settles before the capture. */
  readonly proof: string | null
  /** The proof may still be taken back: the rail settles the call for good later. */
  readonly provisional?: boolean
  /** Why nothing was delivered, where money had moved before: the run fails, the money is credited. */
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

/** Record what the rail said. Proofs only go forward; `failed` may follow `settled` (a chargeback, a reorganised chain). */
export interface Settle {
  readonly _tag: "Settle"
  readonly organisation: OrganisationId
  readonly call: CallId
  readonly settlement: Settlement
  readonly proof: string | null
  readonly reason: string | null
}

/** Book transfers once per `ref`: grants, top-ups, collections, refunds. */
export interface Post {
  readonly _tag: "Post"
  readonly organisation: OrganisationId
  readonly ref: string
  readonly transfers: ReadonlyArray<{ readonly debit: string; readonly credit: string; readonly amount: MicroUsd }>
}

/** What an account allows from now on. Opens it where it does not exist; what is not given stays as it is. */
export interface ConfigureAccount {
  readonly _tag: "ConfigureAccount"
  readonly organisation: OrganisationId
  readonly account: string
  readonly rail: string
  readonly creditLimit?: MicroUsd
  readonly status?: "active" | "suspended"
}

/** Dispatch nothing further for this run and release what was not delivered. */
export interface Cancel {
  readonly _tag: "Cancel"
  readonly organisation: OrganisationId
  readonly run: RunId
}

/** Another node continues an open call: compare and set. From then on the old node can close nothing. */
export interface TakeOver {
  readonly _tag: "TakeOver"
  readonly organisation: OrganisationId
  readonly call: CallId
  readonly from: NodeId
  readonly node: NodeId
}

export type Command = Reserve | Deliver | Capture | Release | Settle | Post | ConfigureAccount | Cancel | TakeOver

/** `Earlier`: the Idempotency-Key had already begun a run with the same request. */
export type Reserved =
  | { readonly _tag: "Reserved"; readonly call: Call; readonly run: Run | null; readonly balance: MicroUsd }
  | { readonly _tag: "Earlier"; readonly run: RunId }

export interface Closed {
  readonly call: Call
  readonly run: Run | null
  /** What the organisation's rails can still cover. */
  readonly balance: MicroUsd
}

export interface CommandAnswers {
  readonly Reserve: Reserved
  readonly Deliver: Call
  readonly Capture: Closed
  readonly Release: Closed
  readonly Settle: Call
  readonly Post: { readonly posted: boolean }
  readonly ConfigureAccount: Account
  readonly Cancel: Run
  readonly TakeOver: Call
}
