import { Exit, Result } from "effect"
import { applyChange, type Change } from "../../domain/ledger/change.ts"
import type { Command, CommandAnswers } from "../../domain/ledger/command.ts"
import { decide } from "../../domain/ledger/decide.ts"
import { Impossible, type LedgerError } from "../../domain/ledger/errors.ts"
import type { LedgerState } from "../../domain/ledger/state.ts"
import { callOutcome } from "../../domain/ledger/status.ts"
import type { StorageUnavailable } from "../../domain/Refusal.ts"
import type { CallTransition } from "./callCounts.ts"

export type CommandExit = Exit.Exit<CommandAnswers[Command["_tag"]], LedgerError | StorageUnavailable>

/** Decides the commands of a batch in order, each over the state as the ones before it leave it: `state` is changed. */
export const decideAll = (state: LedgerState, commands: ReadonlyArray<Command>) => {
  const changes: Array<Change> = []
  const moves: Array<CallTransition> = []
  let takenOver = 0
  const answers = commands.map((command): CommandExit => {
    const decision = safely(() => decide(state, command))
    if (Result.isFailure(decision)) return Exit.fail(new Impossible({ message: String(decision.failure) }))
    for (const change of decision.success.changes) {
      if (change._tag === "Call" || change._tag === "CallOpened") {
        const before = state.calls.get(change.call.id)
        const outcome = callOutcome(before, change.call)
        if (outcome !== undefined) moves.push({ outcome, call: change.call })
        if (before !== undefined && before.node !== change.call.node) takenOver++
      }
      applyChange(state, change)
      changes.push(change)
    }
    const { answer } = decision.success
    return Result.isSuccess(answer) ? Exit.succeed(answer.success) : Exit.fail(answer.failure)
  })
  return { answers, changes, moves, takenOver }
}

/** A fault in one decision must not fail its neighbours. */
const safely = <A>(decision: () => A): Result.Result<A, unknown> => Result.try(decision)
