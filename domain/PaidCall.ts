import { Effect } from "effect"
import { selectPaymentOptions } from "./rail/select.ts"
import { sanitize } from "./sanitize.ts"
import type { SourceFailure } from "./catalogue/Source.ts"
import type { CallId, RunId } from "./money/ids.ts"
import type { Call, Run, RunError } from "./ledger/state.ts"
import type { Closed, RunDraft } from "./ledger/command.ts"
import { Ledger } from "./ledger/Ledger.ts"
import { type MicroUsd, zero } from "./money/Money.ts"
import { Node } from "./Node.ts"
import { type Buyer, type Quote, type Rail, Rails } from "./rail/Rail.ts"

/** One call to be paid for: a direct call, a step of an ask, a relayed request. */
export interface Order {
  readonly buyer: Buyer
  readonly wallet: boolean
  readonly call: CallId
  readonly run: RunId
  readonly step: number
  /** The run this call begins; null for a later step. */
  readonly begins: RunDraft | null
  readonly source: string
  readonly operation: string
  readonly name: string
  readonly quote: Quote
  readonly maxSpend: MicroUsd | null
  readonly sourceDailyCap?: MicroUsd | undefined
  readonly pinned: string | null
  readonly preference: ReadonlyArray<string>
  /** A payment the caller presented. */
  readonly proof: string | undefined
  readonly dispatchTimeoutMs: number
  /** What is left after that for settling and capturing, before the reconciler looks at the call. */
  readonly closingMs: number
  /** Asks the source. Runs at most once, and only while the money is held. */
  readonly dispatch: Effect.Effect<Delivery, SourceFailure>
}

/** `body` is the document as JSON text, `amount` what it costs: at most the quote's maximum. */
export interface Delivery {
  readonly body: string
  readonly amount: MicroUsd
}

/** A call that holds its money. */
export interface ReservedCall {
  readonly call: Call
  readonly run: Run | null
  readonly balance: MicroUsd
}

export type PaidCallOutcome =
  | { readonly _tag: "Delivered"; readonly closed: Closed; readonly body: string }
  /** Nothing was delivered and nothing is held any more; `refunded` where money had moved before. */
  | { readonly _tag: "Failed"; readonly closed: Closed; readonly error: RunError }
  /** The rail proved that it did not pay for what was delivered: the document is withheld. */
  | { readonly _tag: "Declined"; readonly closed: Closed; readonly reason: string }
  /** The rail does not know yet: held, and asked again until it does. */
  | ({ readonly _tag: "Held"; readonly reason: string } & ReservedCall)
  /** The Idempotency-Key began this run before. */
  | { readonly _tag: "Earlier"; readonly run: RunId }
  /** The run was cancelled, or another node took the call over. */
  | { readonly _tag: "Superseded"; readonly run: RunId }

/** Results above this ride in a step of their own, so that they do not slow the capture everybody shares. */
const largeBody = 16 * 1024

/**
 * The one money path: fund, reserve, settle, dispatch, deliver, settle, capture. `onReserved` hears of the hold before
 * the source is asked. Run it in a fiber that outlives the request: a client that hangs up changes nothing.
 */
export const paidCall = Effect.fn("paidCall")(
  function* (order: Order, onReserved: (reserved: ReservedCall) => void) {
    const ledger = yield* Ledger
    const { id: node } = yield* Node
    const rails = yield* Rails

    const { options, attempts } = yield* selectPaymentOptions(order)
    const deadlineMs = order.dispatchTimeoutMs + order.closingMs
    // A payment that was presented pins its rail, and is of one amount.
    const max = options[0]?.max ?? order.quote.max
    const reserved = yield* ledger.execute({
      ...order,
      ...order.buyer,
      ...order.quote,
      max,
      _tag: "Reserve",
      options,
      attempts: attempts,
      node,
      deadlineMs,
    })
    if (reserved._tag === "Earlier") return reserved
    const { balance, call, run } = reserved
    const rail = rails.get(call.rail)!
    onReserved({ balance, call, run })

    const before = call.settles === "before_dispatch" ? yield* settle(rail, { balance, call, run }, call.max, order.closingMs) : unsettled
    if (before._tag !== "Settled") return before
    const delivery = yield* dispatch(order)
    if ("code" in delivery) return yield* undelivered(call, delivery, before)

    const { body } = delivery
    // At an older price it costs no more than that.
    const amount = max < order.quote.max && delivery.amount > max ? max : delivery.amount
    if (amount < 0n || amount > call.max) return yield* undelivered(call, failedSource, before)
    const settling = call.settles === "before_answer"
    const stored = settling || body.length > largeBody
    const identity = { organisation: call.organisation, call: call.id, node, amount }
    if (stored) yield* ledger.execute({ _tag: "Deliver", ...identity, body, settling })
    const after = settling ? yield* settle(rail, { balance, call, run }, call.deposits ? call.max : amount, order.closingMs) : before
    if (after._tag !== "Settled") return after
    const closed = yield* ledger.execute({
      _tag: "Capture",
      ...identity,
      body: stored ? null : body,
      proof: after.proof,
      provisional: !after.final,
      error: null,
    })
    return { _tag: "Delivered", closed, body } as const
  },
  (call, order) => Effect.catchTag(call, "CallNotOpen", () => Effect.succeed({ _tag: "Superseded", run: order.run } as const)),
)

const dispatch = (order: Order): Effect.Effect<Delivery | RunError> =>
  order.dispatch.pipe(
    Effect.catchTag("SourceFailure", ({ code, message }) => Effect.succeed({ code, message: sanitize(message) })),
    Effect.timeoutOrElse({
      duration: order.dispatchTimeoutMs,
      orElse: () =>
        Effect.succeed({ code: "source_timeout", message: `The source did not answer within ${order.dispatchTimeoutMs / 1000} s.` }),
    }),
    Effect.catchDefect((defect) => Effect.as(Effect.logError("source failed unexpectedly", defect), failedSource)),
  )

const failedSource = { code: "source_error", message: "The source failed. Retry, or tell support." }

/** Nothing to prove: the rail settles with the capture, or later. */
const unsettled = { _tag: "Settled", proof: null, final: true } as const

/** Moves the money now: the proof, or how the call ends, or is held, without one. */
const settle = Effect.fnUntraced(function* (rail: Rail, { balance, call, run }: ReservedCall, amount: MicroUsd, withinMs: number) {
  const ledger = yield* Ledger
  const identity = { organisation: call.organisation, call: call.id }
  const outcome = yield* rail.settle(call, amount).pipe(
    Effect.catchTag("Declined", (declined) => Effect.succeed(declined)),
    Effect.timeoutOrElse({
      duration: withinMs,
      orElse: () => Effect.succeed({ _tag: "Pending", reason: "the rail did not answer" } as const),
    }),
    // Whether it moved the money before it broke is not known.
    Effect.catchDefect((defect) =>
      Effect.as(Effect.logError("a rail failed unexpectedly", defect), { _tag: "Pending", reason: "the rail failed" } as const),
    ),
  )
  if (outcome._tag === "Settled") return outcome
  if (outcome._tag === "Pending") {
    const held = yield* ledger.execute({
      _tag: "Settle",
      ...identity,
      settlement: "unknown",
      proof: null,
      reason: sanitize(outcome.reason),
    })
    return { _tag: "Held", call: held, run, balance, reason: outcome.reason } as const
  }
  const why = { code: "insufficient_balance", message: `The payment was declined: ${sanitize(outcome.message)}` }
  const closed = yield* ledger.execute({ _tag: "Release", ...identity, node: call.node, why, declined: true })
  return { _tag: "Declined", closed, reason: outcome.message } as const
})

/** Nothing came back: the hold is released, or, where the rail was paid before, the money is credited to the organisation. */
const undelivered = Effect.fnUntraced(function* (
  call: Call,
  error: RunError,
  { final, proof }: { readonly final: boolean; readonly proof: string | null },
) {
  const ledger = yield* Ledger
  const identity = { organisation: call.organisation, call: call.id, node: call.node }
  const closed =
    proof === null
      ? yield* ledger.execute({ _tag: "Release", ...identity, why: error, declined: false })
      : yield* ledger.execute({ _tag: "Capture", ...identity, amount: zero, body: null, proof, provisional: !final, error })
  return { _tag: "Failed", closed, error } as const
})
