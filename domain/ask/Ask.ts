import type { Schema } from "effect"
import type { CallId } from "../money/ids.ts"
import type { SpendLimitExceeded } from "../ledger/errors.ts"
import type { RunError } from "../ledger/state.ts"
import type { MicroUsd } from "../money/Money.ts"
import type { EntityCandidate, Need, Plan } from "./Plan.ts"
import type { PlanRequest } from "./Planner.ts"

/** The state of an ask that is stored beside its run. Times are milliseconds since 1970. */
export interface Ask {
  readonly wish: PlanRequest["wish"]
  readonly mode: "plan" | "auto"
  /** What an automatic ask may spend; null in plan mode. */
  readonly maxSpend: MicroUsd | null
  /** Documents of `per_result` operations. */
  readonly limit: number
  /** The buyer's answers to needs and choices so far. */
  readonly given: Readonly<Record<string, Schema.Json>>
  readonly message: string | null
  readonly plan: Plan | null
  readonly quote: PlanQuote | null
  /** Why an automatic ask waits for an approval, or why the money of an approved plan was refused before anything was bought. */
  readonly reason: (RunError & { readonly shortfall?: Shortfall }) | null
  readonly approval: Approval | null
  /** The selected item of each delivered list: `listKey` → its index. */
  readonly selections: Readonly<Record<string, number>>
  readonly open: OpenQuestion | null
  /** Raised by each used continuation and by the approval: a continuation of an older revision is refused. */
  readonly revision: number
  /** The id of the request that changed the ask last: a retry of it, after a lost response, is recognised. */
  readonly moved: string
  /** The failed steps with their reasons, stored at once: a node that takes the run over does not make them again. */
  readonly failures: ReadonlyArray<StepFailure>
  /** The Idempotency-Keys of the requests that changed this ask: freed if nothing was charged in the end. */
  readonly keys: ReadonlyArray<{ readonly endpoint: string; readonly key: string }>
}

export interface PlanQuote {
  readonly ref: string
  readonly expiresAt: number
}

/** The approval of a plan: its steps are bought at the quoted prices, on these terms. */
export interface Approval {
  readonly at: number
  readonly rail: string | null
  readonly preference: ReadonlyArray<string>
  readonly limit: number
  /** The cost tag of every call of the plan. */
  readonly tag: string | null
  /** The call id of each step, fixed at the approval: two nodes that make the same step make the same call, which is charged once. */
  readonly calls: ReadonlyArray<CallId>
}

export interface StepFailure extends RunError {
  readonly step: number
  /** Set where the step was refused because of money. */
  readonly shortfall?: Shortfall
}

/** A 402 in the form that is stored: the balance, or a limit of the key, does not cover `required`. */
export interface Shortfall {
  readonly message: string
  /** Null: the balance. */
  readonly limit: SpendLimitExceeded["limit"] | null
  readonly required: MicroUsd
  readonly available: MicroUsd
}

/** The question that the buyer has to answer. `ref` names it in a continuation. */
export type OpenQuestion = { readonly ref: string; readonly expiresAt: number } & (
  | { readonly _tag: "Needs"; readonly needs: ReadonlyArray<Need> }
  /** A name that means several things; the plan waits for the choice. */
  | { readonly _tag: "Choice"; readonly id: string; readonly label: string; readonly candidates: ReadonlyArray<EntityCandidate> }
  /** A delivered list of several entities; the run waits for the choice. */
  | ({ readonly _tag: "Found"; readonly goals: ReadonlyArray<string> } & EntityList)
)

/** A list in the document of a step. */
export interface EntityList {
  readonly step: number
  /** RFC 6901, within the document. */
  readonly list: string
}

export const listKey = ({ list, step }: EntityList): string => `s${step}#${list}`

/** The reference of an item of a delivered list: stable, since a delivery does not change. */
export const entityRefOf = (list: EntityList, index: number): string => `${listKey(list)}/${index}`
