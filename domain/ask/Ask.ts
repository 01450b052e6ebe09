import type { Schema } from "effect"
import type { CallId } from "../money/ids.ts"
import type { RunError } from "../ledger/state.ts"
import type { MicroUsd } from "../money/Money.ts"
import type { EntityCandidate, Need, Plan } from "./Plan.ts"
import type { PlanRequest } from "./Planner.ts"

/** What is kept of an ask beside its run. Times are milliseconds since 1970. */
export interface Ask {
  readonly wish: PlanRequest["wish"]
  readonly mode: "plan" | "auto"
  /** What an automatic ask may spend; null in plan mode. */
  readonly maxSpend: MicroUsd | null
  /** Documents of `per_result` operations. */
  readonly limit: number
  /** What was answered to needs and choices so far. */
  readonly given: Readonly<Record<string, Schema.Json>>
  readonly message: string | null
  readonly plan: Plan | null
  readonly quote: Quote | null
  /** Why an automatic ask was not begun. */
  readonly reason: RunError | null
  readonly approval: Approval | null
  /** Which item of a delivered list is meant: `listKey` → its place. */
  readonly selections: Readonly<Record<string, number>>
  readonly open: OpenQuestion | null
  /** Goes up whenever a continuation is used or the plan is approved: an older continuation is none any more. */
  readonly revision: number
  /** The request that moved the ask last: one that asks again, because it never heard, finds itself. */
  readonly moved: string
  /** Why steps delivered nothing, as soon as that is known: whoever goes on with the run makes none of them again. */
  readonly failures: ReadonlyArray<StepFailure>
  /** The Idempotency-Keys of the requests that moved this ask: freed where nothing was charged in the end. */
  readonly keys: ReadonlyArray<{ readonly endpoint: string; readonly key: string }>
}

export interface Quote {
  readonly ref: string
  readonly expiresAt: number
}

/** The buyer's word for a plan: its steps are made at the quoted prices, on these terms. */
export interface Approval {
  readonly at: number
  readonly rail: string | null
  readonly preference: ReadonlyArray<string>
  readonly limit: number
  /** The call of each step: whoever makes a step makes this one call, so that it is made once. */
  readonly calls: ReadonlyArray<CallId>
}

export interface StepFailure extends RunError {
  readonly step: number
}

/** What the buyer is asked for. `ref` names it in a continuation. */
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

/** An item of a delivered list, the same each time it is looked at. */
export const entityRefOf = (found: EntityList, place: number): string => `${listKey(found)}/${place}`
