import { Effect, Layer } from "effect"
import type { FacilitatorResponse } from "../../../../rails/x402/facilitator/Facilitator.ts"
import { type Begun, type SettleRequest, SettleRequests } from "../../../../rails/x402/facilitator/SettleRequests.ts"

interface Entry extends SettleRequest {
  readonly state: "running" | "parked" | "finished"
  readonly response?: FacilitatorResponse
}

const decideBegin = (entry: Entry | undefined, request: SettleRequest): Begun => {
  if (entry === undefined) return { _tag: "First" }
  const same = entry.caller === request.caller && entry.content === request.content
  if (!same || entry.state === "running") return { _tag: "Duplicate" }
  if (entry.state === "parked") return { _tag: "Resumed" }
  return entry.response !== undefined && request.key !== null && entry.key === request.key
    ? { _tag: "Answered", response: entry.response }
    : { _tag: "Duplicate" }
}

/** Settle requests in memory. Beyond `maxEntries` the oldest are deleted. */
export const memorySettleRequests = (maxEntries: number) =>
  Layer.sync(SettleRequests, () => {
    const entries = new Map<string, Entry>()
    const put = (claim: string, entry: Entry) => {
      if (!entries.has(claim) && entries.size >= maxEntries) entries.delete([...entries.keys()][0] ?? claim)
      entries.set(claim, entry)
    }
    const update = (claim: string, change: Pick<Entry, "state" | "response">) =>
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
      park: (claim) => update(claim, { state: "parked" }),
      finish: (claim, response) => update(claim, { state: "finished", response }),
      release: (claim) => Effect.sync(() => entries.delete(claim)),
    })
  })
