import type { StoredDocument } from "../../catalogue/document.ts"
import type { Call } from "../../ledger/state.ts"

/** A delivery as it is stored. */
export type Document = StoredDocument

/** A place of a Result of the run: an RFC 6901 JSON Pointer that begins with `/data`, and resolves. */
export interface Evidence {
  readonly result_ref: string
  readonly pointer: string
}

export interface Observation {
  /** A plain sentence. Each number in it stands at one of the places, or counts or sums up what does. */
  readonly text: string
  readonly evidence: ReadonlyArray<Evidence>
}

/** The service's reading of the results, in the form of the API. */
export interface Answer {
  /** `answered`: every goal; `partial`: some; `unanswered`: none. */
  readonly status: "answered" | "partial" | "unanswered"
  readonly observations: ReadonlyArray<Observation>
  /** What is not in the observations, or has to be known about them, in sentences. */
  readonly limitations: ReadonlyArray<string>
}

/** What became of a step of a plan. */
export type Outcome =
  | { readonly _tag: "Delivered"; readonly resultRef: string; readonly document: Document }
  /** Nothing was delivered, or what was delivered is withheld until it is paid for. */
  | { readonly _tag: "Failed"; readonly reason: string }
  /** For the buyer to say which entity is meant. */
  | { readonly _tag: "Waits" }
  /** It was not needed, or its inputs never came, or the run was cancelled before. */
  | { readonly _tag: "NotMade" }

/** The outcome of a step, from the call that was made for it and what is stored of its delivery. */
export const outcomeOf = (call: Pick<Call, "id" | "lastError" | "state"> | undefined, document: Document | null): Outcome => {
  if (call === undefined) return { _tag: "NotMade" }
  if (call.state === "captured" && document !== null) return { _tag: "Delivered", resultRef: call.id, document }
  const pending = "The payment is not settled yet; the result is withheld until it is."
  return { _tag: "Failed", reason: call.state === "reserved" ? pending : (call.lastError ?? "The source delivered nothing.") }
}
