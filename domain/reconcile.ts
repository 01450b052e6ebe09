import { Clock, Effect } from "effect"
import { sanitize } from "./sanitize.ts"
import type { Call, RunError } from "./ledger/state.ts"
import { Ledger } from "./ledger/Ledger.ts"
import { zero } from "./money/Money.ts"
import { HeldCalls } from "./HeldCalls.ts"
import { Node } from "./Node.ts"
import { type Rail, Rails } from "./rail/Rail.ts"

export interface ReconcileOptions {
  /** A node without a heartbeat for this long counts as dead. */
  readonly silentMs: number
  readonly batch: number
}

/**
 * Ends every call whose node died or whose deadline passed; the start-up recovery is the same pass. A delivered call is
 * captured, an undelivered one released, and where the rail may have been paid, its outcome is looked up until it is
 * known. Returns the number of calls looked at. Calls of one rail do not wait for another's, and a rail that does not answer is not called again
 * in the same pass.
 */
export const reconcile = Effect.fnUntraced(function* ({ batch, silentMs }: ReconcileOptions) {
  const ledger = yield* Ledger
  const { id: node } = yield* Node
  const held = yield* HeldCalls
  const overdue = yield* ledger.overdue(node, silentMs, batch)
  const overdueIds = new Set(overdue.map(({ id }) => id))
  const waiting = held.due(node, yield* Clock.currentTimeMillis, batch).filter(({ id }) => !overdueIds.has(id))
  const calls = [...overdue, ...waiting]
  const silent = new Set<string>()
  const rails = [...Map.groupBy(calls, ({ rail }) => rail).values()]
  yield* Effect.forEach(
    rails,
    Effect.forEach((call) => reconcileOne(call, node, silent), { concurrency: 8, discard: true }),
    {
      concurrency: "unbounded",
      discard: true,
    },
  )
  return calls.length
})

/**
 * A pass, and where calls of dead nodes wait for their last requests a second one after that: for a process that ends behind it. A node that ends
 * leaves its calls to the next one, which waits anew. `open` calls have a rail that does not know yet whether it paid.
 */
export const reconcileToEnd = Effect.fnUntraced(function* (options: ReconcileOptions) {
  const { id: node } = yield* Node
  const held = yield* HeldCalls
  const looked = yield* reconcile(options)
  const { count, until } = held.waiting(node)
  if (count > 0) {
    yield* Effect.sleep(Math.max(0, until - (yield* Clock.currentTimeMillis)))
    yield* reconcile(options)
  }
  return { looked, open: held.waiting(node).count }
})

const reconcileOne = (call: Call, node: Call["node"], silent: Set<string>) =>
  takeOver(call, node).pipe(
    Effect.flatMap((mine) => (mine === undefined ? Effect.void : closeOrHold(mine, silent))),
    Effect.catchTag("CallNotOpen", () => Effect.map(HeldCalls, (held) => held.remove(call))),
    Effect.catchCause((error) =>
      Effect.andThen(
        Effect.logWarning(`call ${call.id} could not be reconciled yet`, error),
        Effect.map(HeldCalls, (held) => held.moveBack(call)),
      ),
    ),
  )

/** A call that is still open afterwards is looked up again in the next pass, whatever its deadline. */
const closeOrHold = Effect.fnUntraced(function* (call: Call, silent: Set<string>) {
  const held = yield* HeldCalls
  const end = yield* closeCall(call, silent)
  if (end === undefined || ("state" in end && end.state === "reserved")) held.add(end ?? call)
  else held.remove(call)
})

/** Undefined when another node has the call, or when the dead node's request may still reach the source: then the call waits a moment. */
const takeOver = Effect.fnUntraced(function* (call: Call, node: Call["node"]) {
  if (call.node === node) return call
  const ledger = yield* Ledger
  const taken = ledger.execute({ _tag: "TakeOver", organisation: call.organisation, call: call.id, from: call.node, node })
  const mine = yield* Effect.catchTag(taken, "CallNotOpen", () => Effect.undefined)
  if (mine === undefined) return undefined
  const mayStillBeDispatched = !mine.delivered && mine.settlement === "none"
  if (!mayStillBeDispatched) return mine
  ;(yield* HeldCalls).add(mine, (yield* Clock.currentTimeMillis) + undeliveredMs)
  return undefined
})

/** Time for the last request of a dead node to reach its source. */
const undeliveredMs = 10_000

const closeCall = Effect.fnUntraced(function* (call: Call, silent: Set<string>) {
  const ledger = yield* Ledger
  const rails = yield* Rails
  const identity = { organisation: call.organisation, call: call.id }
  if (call.settlement === "none")
    return yield* call.delivered ? capture(call, { proof: null, final: true }, null) : release(call, interrupted, false)

  const rail = rails.get(call.rail)
  if (rail === undefined) return yield* Effect.logWarning(`call ${call.id} waits for the rail ${call.rail}, which is not enabled`)
  const isSettled = call.settlement === "settled"
  if (!isSettled && silent.has(rail.id)) return undefined
  const outcome = isSettled ? ({ _tag: "Settled", proof: null, final: true } as const) : yield* lookup(rail, call, silent)
  switch (outcome._tag) {
    case "Pending":
      if (call.settlement === "unknown") return undefined
      return yield* ledger.execute({ _tag: "Settle", ...identity, settlement: "unknown", proof: null, reason: sanitize(outcome.reason) })
    case "Declined":
      return yield* release(call, { code: "insufficient_balance", message: `The payment was declined: ${sanitize(outcome.message)}` }, true)
    case "Settled":
      return yield* capture(call, outcome, call.delivered ? null : provenTooLate)
  }
})

/** `silent`: rails that did not answer within the time. */
const lookup = (rail: Rail, call: Call, silent: Set<string>) =>
  rail.lookup(call).pipe(
    Effect.catchTag("Declined", (declined) => Effect.succeed(declined)),
    Effect.timeoutOrElse({
      duration: "20 seconds",
      orElse: () =>
        Effect.sync(() => {
          silent.add(rail.id)
          return { _tag: "Pending", reason: "the rail did not answer" } as const
        }),
    }),
  )

/** With an error nothing was delivered: the amount is zero, and a deposit of the rail is credited to the organisation. */
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

const provenTooLate: RunError = {
  code: "source_error",
  message: "The payment was proven after the request had ended, so there is no answer of the source. The payment is credited.",
}

/** The books do not know whether an operation has effects at its source, so the sentence is true of both. */
const interrupted: RunError = {
  code: "source_error",
  message:
    "The gateway stopped before the source's answer was stored. Nothing was charged for it. The source may have acted on the request all the same: if it changes something there, look there before you send it again.",
}
