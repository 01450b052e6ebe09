import { Context, Effect } from "effect"
import { uuidV7Unsafe } from "effect/crypto/SecureRandom"
import type { OrganisationId } from "../money/ids.ts"
import type { StorageUnavailable } from "../Refusal.ts"

/** Who operates: on the command line, the operating system's user and host. */
export class Operator extends Context.Service<Operator, { readonly user: string; readonly host: string }>()(
  "farthing/domain/operating/Operator",
) {}

/** What an operator does and why. `subject` names what is changed, for instance a call. */
export interface OperatorAction {
  /** The command, for instance `org suspend`. */
  readonly action: string
  readonly organisation: OrganisationId | null
  readonly subject: string
  readonly reason: string
}

/** JSON of what an action changes: amounts as decimal text, times as ISO 8601, never a name or a document. */
export type OperatedState = Readonly<Record<string, unknown>>

/** An action is written before it is done, and its outcome after it. */
export type LogLine = OperatorAction & {
  /** The same for the line before the action and the line after it. */
  readonly entry: string
  readonly operator: string
  readonly host: string
} & (
    | { readonly phase: "began" | "done"; readonly state: OperatedState; readonly message: null }
    | { readonly phase: "refused"; readonly state: null; readonly message: string }
  )

/** One action as it is read. `unfinished`: the process ended before it wrote the outcome, so the action may have taken effect. */
export interface LogEntry extends OperatorAction {
  readonly entry: string
  readonly at: number
  readonly operator: string
  readonly host: string
  readonly outcome: "done" | "refused" | "unfinished"
  readonly before: OperatedState
  readonly after: OperatedState | null
  /** Why the action was refused. */
  readonly message: string | null
}

export interface LogFilter {
  readonly organisation: OrganisationId | null
  /** Only actions before this entry. */
  readonly before: string | null
}

/** The audit log of the operators. Lines are added and never changed. */
export class OperatorLog extends Context.Service<
  OperatorLog,
  {
    readonly append: (line: LogLine) => Effect.Effect<void, StorageUnavailable>
    /** The newest actions first. */
    readonly read: (filter: LogFilter, limit: number) => Effect.Effect<ReadonlyArray<LogEntry>, StorageUnavailable>
  }
>()("farthing/domain/operating/OperatorLog") {}

/**
 * Does `change` with a line in the log before it and one after it, each with what `state` reads then. Where the result itself shows
 * what changed, `made` gives the state after it. If the first line cannot be written, nothing is done. If the process ends in between,
 * the log shows the action as unfinished.
 */
export const audited = Effect.fnUntraced(function* <A, E extends { readonly message: string }, R, E2, R2>(
  action: OperatorAction,
  state: Effect.Effect<OperatedState, E2, R2>,
  change: Effect.Effect<A, E, R>,
  made?: (result: A) => OperatedState,
) {
  const log = yield* OperatorLog
  const { host, user } = yield* Operator
  const line = { ...action, entry: uuidV7Unsafe(), operator: user, host }
  yield* log.append({ ...line, phase: "began", state: yield* state, message: null })
  const result = yield* Effect.tapError(change, ({ message }) =>
    Effect.ignore(log.append({ ...line, phase: "refused", state: null, message })),
  )
  yield* log.append({ ...line, phase: "done", state: made === undefined ? yield* state : made(result), message: null })
  return result
})
