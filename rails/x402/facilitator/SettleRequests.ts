import { Context, Data, Effect, Layer } from "effect"
import type { FacilitatorAnswer } from "./answer.ts"

/** Who asks to settle which payment. */
export interface SettleRequest {
  /** Whose request it is: callers do not see each other's. */
  readonly caller: string
  /** Hash of payment and requirement: another one under the same claim is another payment. */
  readonly content: string
  /** The caller's `Idempotency-Key`. */
  readonly key: string | null
}

export type Begun =
  /** Nobody asked before, or nothing came of it. */
  | { readonly _tag: "First" }
  /** The same caller asks on after `settlement_pending`. */
  | { readonly _tag: "Resumed" }
  /** The same request once more, by its key: the same answer. */
  | { readonly _tag: "Answered"; readonly answer: FacilitatorAnswer }
  /** Under way, or settled: this request gets nothing for the payment. */
  | { readonly _tag: "Duplicate" }

/** Nobody can say whether the payment was presented before: nothing is begun. */
export class RequestsUnavailable extends Data.TaggedError("RequestsUnavailable")<{ readonly message: string }> {}

/**
 * Requests to settle, by the claim of their payment. One of many at once is let through: a server that sells twice for one
 * payment has been told `duplicate_settlement` the second time.
 */
export class SettleRequests extends Context.Service<
  SettleRequests,
  {
    readonly begin: (claim: string, request: SettleRequest) => Effect.Effect<Begun, RequestsUnavailable>
    // These three never fail: what they could not write is a request that is under way, and may be resumed when it is old.
    /** Not known yet: the same caller may resume. */
    readonly park: (claim: string) => Effect.Effect<void>
    /** Settled: only the request's own key gets this answer again. */
    readonly finish: (claim: string, answer: FacilitatorAnswer) => Effect.Effect<void>
    /** Nothing was submitted: the next request is a first one. */
    readonly release: (claim: string) => Effect.Effect<void>
  }
>()("farthing/rails/x402/SettleRequests") {}

interface Entry extends SettleRequest {
  readonly state: "running" | "parked" | "finished"
  readonly answer?: FacilitatorAnswer
}

const decideBegin = (entry: Entry | undefined, request: SettleRequest): Begun => {
  if (entry === undefined) return { _tag: "First" }
  const same = entry.caller === request.caller && entry.content === request.content
  if (!same || entry.state === "running") return { _tag: "Duplicate" }
  if (entry.state === "parked") return { _tag: "Resumed" }
  return entry.answer !== undefined && request.key !== null && entry.key === request.key
    ? { _tag: "Answered", answer: entry.answer }
    : { _tag: "Duplicate" }
}

/** For one process and its life. The oldest are forgotten past `most`: the chain still refuses a nonce the second time. */
export const memorySettleRequests = (most: number) =>
  Layer.sync(SettleRequests, () => {
    const entries = new Map<string, Entry>()
    const put = (claim: string, entry: Entry) => {
      if (!entries.has(claim) && entries.size >= most) entries.delete([...entries.keys()][0] ?? claim)
      entries.set(claim, entry)
    }
    const become = (claim: string, change: Pick<Entry, "state" | "answer">) =>
      Effect.sync(() => {
        const entry = entries.get(claim)
        if (entry !== undefined) entries.set(claim, { ...entry, ...change })
      })
    return SettleRequests.of({
      begin: (claim, request) =>
        Effect.sync(() => {
          const begun = decideBegin(entries.get(claim), request)
          if (begun._tag === "First" || begun._tag === "Resumed") put(claim, { ...request, state: "running" })
          return begun
        }),
      park: (claim) => become(claim, { state: "parked" }),
      finish: (claim, answer) => become(claim, { state: "finished", answer }),
      release: (claim) => Effect.sync(() => entries.delete(claim)),
    })
  })
