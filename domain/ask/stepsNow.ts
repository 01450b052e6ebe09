import type { Call, RunError } from "../ledger/state.ts"
import type { Document } from "./answer/Answer.ts"
import type { AskRecord } from "./AskStore.ts"
import type { StepNow } from "./judge.ts"

/**
 * What is known of each step: what the books say of its call, and what the ask says of why it failed. What this node is
 * making (`making`) is open until that is written down.
 */
export const stepsNow = (
  { ask, calls }: Pick<AskRecord, "ask" | "calls">,
  making: ReadonlySet<number> = new Set(),
): ReadonlyArray<StepNow> => {
  const known = new Map(calls.map((each) => [each.call.step, each]))
  return (ask.plan?.steps ?? []).map((_, step): StepNow => {
    const error = ask.failures.find((failure) => failure.step === step)
    const found = known.get(step)
    const now: StepNow = found !== undefined ? fromBooks(found.call, found.body, error) : error === undefined ? untouched : failed(error)
    return making.has(step) && now._tag !== "Delivered" ? { _tag: "Open" } : now
  })
}

/** A document counts once it is paid for. */
const fromBooks = (call: Call, body: string | null, error: RunError | undefined): StepNow => {
  if (call.state === "reserved") return { _tag: "Open" }
  if (call.state === "captured" && body !== null) return { _tag: "Delivered", data: documentFrom(body).data }
  return failed(error ?? { code: "source_error", message: call.lastError ?? "The source delivered nothing." })
}

const untouched: StepNow = { _tag: "Untouched" }
const failed = ({ code, message }: RunError): StepNow => ({ _tag: "Failed", error: { code, message } })

/** The document of a delivery, as the call that bought it stored it. */
export const documentFrom = (body: string): Document => JSON.parse(body) as Document
