import type { Call, Run } from "../../domain/ledger/state.ts"
import type { CommandAnswers, Command } from "../../domain/ledger/command.ts"

interface Opened {
  readonly call: Call
  readonly run: Run
}

/**
 * The calls that this process reserved and has not closed. What never changes of them need not be read again: the step
 * that closes one asks the database for its progress only, under the lock. Nothing is decided from what is kept here.
 */
export class OpenCalls {
  readonly #opened = new Map<string, Opened>()

  get(id: string): Opened | undefined {
    return this.#opened.get(id)
  }

  /** Follows a command that was committed. */
  note(command: Command, answer: CommandAnswers[Command["_tag"]]): void {
    if (command._tag === "Capture" || command._tag === "Release") {
      this.#opened.delete(command.call)
      return
    }
    if (command._tag !== "Reserve") return
    const reserved = answer as CommandAnswers["Reserve"]
    if (reserved._tag === "Earlier" || reserved.run === null || reserved.run.kind === "ask") return
    // Calls that never closed here (cancelled, unknown) must not pile up; forgetting costs a longer read.
    if (this.#opened.size >= atMost) this.#opened.clear()
    this.#opened.set(command.call, { call: reserved.call, run: reserved.run })
  }
}

const atMost = 20_000
