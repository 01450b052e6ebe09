import type { BoundCall } from "../match/binding.ts"
import type { Candidate } from "../match/candidates.ts"
import type { Clause } from "../read/ParsedQuestion.ts"

/** One thing that the question requests, and the operation that answers it. */
export interface Goal {
  readonly ref: string
  readonly candidate: Candidate
  readonly bound: BoundCall
  readonly clause: Clause
}

export interface Interpretation {
  readonly goals: ReadonlyArray<Goal>
  /** Clauses that request something that no operation answers. */
  readonly unanswered: ReadonlyArray<string>
  /** The best candidate of any clause, however unlikely. */
  readonly bestCandidate: Candidate | undefined
}
