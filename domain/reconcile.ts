import { Effect } from "effect"
import { sanitize } from "./sanitize.ts"
import type { Call, RunError } from "./ledger/state.ts"
import { Ledger } from "./ledger/Ledger.ts"
import { zero } from "./money/Money.ts"
import { Node } from "./Node.ts"
import { type Rail, Rails } from "./rail/Rail.ts"

export interface ReconcileOptions {
  /** A node that has not beaten for this long is taken for dead. */
  readonly silentMs: number
  readonly batch: number
}

/**
 * Ends every call whose node died or that is past its deadline. It is also the start-up recovery, running always: what
 * was delivered is captured, what was not is released, what may have been paid is asked of its rail until it is known.
 * Answers how many calls it looked at.
 */
export const reconcile = Effect.fnUntraced(function* ({ batch, silentMs }: ReconcileOptions) {
  const ledger = yield* Ledger
  const { id: node } = yield* Node
  const calls = yield* ledger.overdue(node, silentMs, batch)
  yield* Effect.forEach(calls, (call) => mendOne(call, node), { concurrency: 8, discard: true })
  return calls.length
})

const mendOne = (call: Call, node: Call["node"]) =>
  takeOver(call, node).pipe(
    Effect.flatMap((mine) => (mine === undefined ? Effect.void : mend(mine))),
    Effect.catchCause((error) => Effect.logWarning(`call ${call.id} could not be reconciled yet`, error)),
  )

/** Undefined when somebody else has it, or when its dead node might still be asking the source: then its deadline comes first. */
const takeOver = Effect.fnUntraced(function* (call: Call, node: Call["node"]) {
  if (call.node === node) return call
  const ledger = yield* Ledger
  const taken = ledger.execute({ _tag: "TakeOver", organisation: call.organisation, call: call.id, from: call.node, node })
  const mine = yield* Effect.catchTag(taken, "CallNotOpen", () => Effect.undefined)
  return mine?.delivered === true || mine?.settlement !== "none" ? mine : undefined
})

const mend = Effect.fnUntraced(function* (call: Call) {
  const ledger = yield* Ledger
  const rails = yield* Rails
  const identity = { organisation: call.organisation, call: call.id }
  if (call.settlement === "none")
    return yield* call.delivered ? capture(call, { proof: null, final: true }, null) : release(call, interrupted, false)

  const rail = rails.get(call.rail)
  if (rail === undefined) return yield* Effect.logWarning(`call ${call.id} waits for the rail ${call.rail}, which is not enabled`)
  const found = call.settlement === "settled" ? ({ _tag: "Settled", proof: null, final: true } as const) : yield* lookup(rail, call)
  switch (found._tag) {
    case "Pending":
      if (call.settlement === "unknown") return undefined
      return yield* ledger.execute({ _tag: "Settle", ...identity, settlement: "unknown", proof: null, reason: sanitize(found.reason) })
    case "Declined":
      return yield* release(call, { code: "insufficient_balance", message: `The payment was declined: ${sanitize(found.message)}` }, true)
    case "Settled":
      return yield* capture(call, found, call.delivered ? null : interrupted)
  }
})

const lookup = (rail: Rail, call: Call) =>
  rail.lookup(call).pipe(
    Effect.catchTag("Declined", (declined) => Effect.succeed(declined)),
    Effect.timeoutOrElse({
      duration: "20 seconds",
      orElse: () => Effect.succeed({ _tag: "Pending", reason: "the rail did not answer" } as const),
    }),
  )

/** With an error nothing was delivered: the amount is zero and what the rail brought in is credited. */
const capture = Effect.fnUntraced(function* (
  call: Call,
  settled: { readonly proof: string | null; readonly final: boolean },
  error: RunError | null,
) {
  const ledger = yield* Ledger
  const { id, node, organisation } = call
  const amount = error === null ? call.amount : zero
  return yield* ledger.execute({
    _tag: "Capture",
    organisation,
    call: id,
    node,
    amount,
    body: null,
    proof: settled.proof,
    provisional: !settled.final,
    error,
  })
})

const release = Effect.fnUntraced(function* (call: Call, why: RunError, declined: boolean) {
  const ledger = yield* Ledger
  return yield* ledger.execute({ _tag: "Release", organisation: call.organisation, call: call.id, node: call.node, why, declined })
})

const interrupted: RunError = {
  code: "source_error",
  message: "The gateway stopped before the source's answer was stored. Nothing was charged for it; send the request again.",
}
