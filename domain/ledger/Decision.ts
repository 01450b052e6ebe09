import { Data, Result } from "effect"
import type { Refused } from "../Refusal.ts"
import type { Call } from "./Books.ts"
import type { Change } from "./Change.ts"

/** The call is not open to this node any more: it ended, or another node took it over. */
export class CallNotOpen extends Data.TaggedError("CallNotOpen")<{ readonly call: string; readonly state: string }> {}

/** The command contradicts the books: a fault of the program, never of the buyer. */
export class Impossible extends Data.TaggedError("Impossible")<{ readonly message: string }> {}

export type LedgerError = Refused | CallNotOpen | Impossible

/** What a command answers and the rows it writes. A refused or failed command writes nothing. */
export interface Decision<A> {
  readonly answer: Result.Result<A, LedgerError>
  readonly changes: ReadonlyArray<Change>
}

export const refuse = (error: LedgerError): Decision<never> => ({ answer: Result.fail(error), changes: [] })
export const accept = <A>(answer: A, changes: ReadonlyArray<Change> = []): Decision<A> => ({ answer: Result.succeed(answer), changes })

export const notOpen = (id: string, call: Call | undefined) => refuse(new CallNotOpen({ call: id, state: call?.state ?? "missing" }))
