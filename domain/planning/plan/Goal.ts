import type { BoundCall } from "../match/binding.ts"
import type { Candidate } from "../match/candidates.ts"
import type { Clause } from "../read/ParsedQuestion.ts"

/** One thing that is asked for, and the operation that answers it. */
export interface Goal {
  readonly ref: string
  readonly candidate: Candidate
  readonly bound: BoundCall
  readonly clause: Clause
}

export interface Interpretation {
  readonly goals: ReadonlyArray<Goal>
  /** What asks for something that nothing answers. */
  readonly unanswered: ReadonlyArray<string>
  /** The best that was found for the question as a whole, however unlikely. */
  readonly bestCandidate: Candidate | undefined
}
