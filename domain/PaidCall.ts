import { Effect } from "effect"
import { selectPaymentOptions, whileUnavailable, withPaymentReason } from "./rail/select.ts"
import { withinTime } from "./withinTime.ts"
import { beginDispatch, failedSource } from "./dispatch.ts"
import { sanitize } from "./sanitize.ts"
import type { SourceFailure } from "./catalogue/Source.ts"
import type { CallId, RunId } from "./money/ids.ts"
import type { Call, PaymentOption, Run, RunError } from "./ledger/state.ts"
import type { Closed, Reserve, RunDraft } from "./ledger/command.ts"
import { Ledger } from "./ledger/Ledger.ts"
import { type MicroUsd, zero } from "./money/Money.ts"
import { HeldCalls } from "./HeldCalls.ts"
import { Node } from "./Node.ts"
import { type Buyer, type Quote, type Rail, Rails } from "./rail/Rail.ts"

/** One call to buy: a direct call, a step of an ask, or a relayed request. */
export interface Order {
  readonly buyer: Buyer
  /** The buyer is a wallet without a key: its organisation is created with the reservation. */
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
  /** The payment that the caller presented, as it came in the header. */
  readonly presented: string | undefined
  /** The buyer's cost tag. */
  readonly tag?: string | null | undefined
  readonly dispatchTimeoutMs: number
  /** Time for settling and capturing after the dispatch time-out. Past both, the reconciler takes the call. */
  readonly closingMs: number
  /** Sends the request to the source. Runs at most once, and only while the money is held, unless the operation is `computed` or `repeatable`. */
  readonly dispatch: Effect.Effect<Delivery, SourceFailure>
  /** `dispatch` only computes (`Operation.computed`): it runs first, and its document is withheld until it is paid for. */
  readonly computed?: boolean
  /** `dispatch` changes nothing at the source (`Operation.repeatable`): it may begin while the reservation is on its way. */
  readonly repeatable?: boolean
  /** Called when the document is stored and the rail settles before the answer, which may take until a block: the call executes no more. */
  readonly onRailWait?: () => void
}

/** `body` is the document as JSON text; `amount` is its cost, at most the quote's maximum. */
export interface Delivery {
  readonly body: string
  readonly amount: MicroUsd
}

/** A call whose money is held. */
export interface ReservedCall {
  readonly call: Call
  readonly run: Run | null
  readonly balance: MicroUsd
}

export type PaidCallOutcome =
  | { readonly _tag: "Delivered"; readonly closed: Closed; readonly body: string }
  /** Nothing was delivered and the hold is closed: released, or refunded where the rail was paid before dispatch. */
  | { readonly _tag: "Failed"; readonly closed: Closed; readonly error: RunError }
  /** The rail proved that it did not pay for what was delivered: the document is withheld. */
  | { readonly _tag: "Declined"; readonly closed: Closed; readonly reason: string }
  /** Whether the rail paid is unknown. The money stays held, and the reconciler looks the call up until the outcome is known. */
  | ({ readonly _tag: "Held"; readonly reason: string } & ReservedCall)
  /** The Idempotency-Key had already begun this run. */
  | { readonly _tag: "Earlier"; readonly run: RunId }
  /** The run was cancelled, or another node took the call over. */
  | { readonly _tag: "Superseded"; readonly run: RunId }

/** Results above 16 KB are stored in a step of their own: one megabyte in the shared capture batch slows every caller eightfold. */
const largeBody = 16 * 1024

/**
 * The one money path: offer, reserve, settle, dispatch, deliver, settle, capture. `onReserved` is called with the hold
 * before the source gets the request. Run it in a fiber that outlives the HTTP request, so that a client that hangs up
 * changes nothing.
 */
export const paidCall = Effect.fnUntraced(
  function* (order: Order, onReserved: (reserved: ReservedCall) => void) {
    const ledger = yield* Ledger
    const { id: node } = yield* Node
    const rails = yield* Rails

    const { attempts, options, paymentReason, unavailable } = yield* selectPaymentOptions(order)
    // A presented payment pins its rail and is of one amount: that of the earlier quote it was signed for.
    const max = options[0]?.max ?? order.quote.max
    const command = reserveCommand(order, { attempts, max, node, options })
    const { cancel, outcome, rest } = yield* beginDispatch(order, () => mayBeginEarly(order, options) && ledger.expects(command))
    const early = outcome === undefined ? undefined : billed(outcome, order.quote.max, max)
    const reserved = yield* ledger.execute(early === undefined ? command : { ...command, outcome: outcomeOf(early) }).pipe(
      Effect.tapError(() => cancel),
      Effect.mapError((error) => whileUnavailable(withPaymentReason(error, paymentReason), unavailable)),
    )
    if (reserved._tag === "Earlier") return yield* Effect.as(cancel, reserved)
    if (reserved._tag === "Closed") return closedAtOnce(reserved.closed, early!)
    const { balance, call, run } = reserved
    const rail = rails.get(call.rail)!
    onReserved({ balance, call, run })

    const before =
      call.settles === "before_dispatch" ? yield* settle(rail, { balance, call, run }, call.max, order.closingMs) : nothingToSettleYet
    if (before._tag !== "Settled") return before
    const delivery = early ?? billed(yield* rest, order.quote.max, max)
    if ("code" in delivery) return yield* undelivered(call, delivery, before)

    const { amount, body } = delivery
    const settling = call.settles === "before_answer"
    const stored = settling || body.length > largeBody
    const identity = { organisation: call.organisation, call: call.id, node, amount }
    if (stored && !call.delivered) yield* ledger.execute({ _tag: "Deliver", ...identity, body, settling })
    if (settling) order.onRailWait?.()
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

const reserveCommand = (
  order: Order,
  { attempts, max, node, options }: Pick<Reserve, "attempts" | "max" | "node" | "options">,
): Reserve => ({
  _tag: "Reserve",
  organisation: order.buyer.organisation,
  key: order.buyer.key,
  wallet: order.wallet,
  call: order.call,
  run: order.run,
  step: order.step,
  begins: order.begins,
  source: order.source,
  operation: order.operation,
  name: order.name,
  payee: order.quote.payee,
  price: order.quote.priceId,
  max,
  maxSpend: order.maxSpend,
  sourceDailyCap: order.sourceDailyCap,
  options,
  attempts,
  tag: order.tag,
  node,
  deadlineMs: order.dispatchTimeoutMs + order.closingMs,
})

/** What is charged for a delivery: a payment signed at an older price (`max`) pays that price and no more. */
const billed = (delivery: Delivery | RunError, quoted: MicroUsd, max: MicroUsd): Delivery | RunError => {
  if ("code" in delivery) return delivery
  const amount = max < quoted && delivery.amount > max ? max : delivery.amount
  return amount < 0n || amount > max ? failedSource : { ...delivery, amount }
}

/** What the reservation closes with where the source has answered already. A large document is stored in a step of its own. */
const outcomeOf = (early: Delivery | RunError): Reserve["outcome"] => {
  if ("code" in early) return { error: early }
  return early.body.length > largeBody ? undefined : early
}

const closedAtOnce = (closed: Closed, early: Delivery | RunError): PaidCallOutcome =>
  "code" in early ? { _tag: "Failed", closed, error: early } : { _tag: "Delivered", closed, body: early.body }

/**
 * The reservation claims nothing that another request may present too (an Idempotency-Key, a payment), so each call is one request to the
 * source; and no rail has to settle between the reservation and the answer.
 */
const mayBeginEarly = ({ begins }: Order, options: ReadonlyArray<PaymentOption>) =>
  begins !== null &&
  begins.idempotency === null &&
  options.length > 0 &&
  options.every(({ claim, settles }) => claim === undefined && (settles === "at_capture" || settles === "later"))

/** Before dispatch this rail has nothing to settle: it settles before the answer, with the capture, or later. */
const nothingToSettleYet = { _tag: "Settled", proof: null, final: true } as const

/** Moves the money now. Answers the proof, or how the call ended (declined) or is held (unknown) without one. */
const settle = Effect.fnUntraced(function* (rail: Rail, { balance, call, run }: ReservedCall, amount: MicroUsd, withinMs: number) {
  const ledger = yield* Ledger
  const identity = { organisation: call.organisation, call: call.id }
  const silent = { _tag: "Pending", reason: "the rail did not answer" } as const
  const outcome = yield* withinTime(rail.settle(call, amount), withinMs, () => Effect.succeed(silent)).pipe(
    Effect.catchTag("Declined", (declined) => Effect.succeed(declined)),
    // The rail may have moved the money before it broke: the outcome is unknown.
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
    ;(yield* HeldCalls).add(held)
    return { _tag: "Held", call: held, run, balance, reason: outcome.reason } as const
  }
  const why = { code: "insufficient_balance", message: `The payment was declined: ${sanitize(outcome.message)}` }
  const closed = yield* ledger.execute({ _tag: "Release", ...identity, node: call.node, why, declined: true })
  return { _tag: "Declined", closed, reason: outcome.message } as const
})

/** Nothing was delivered: the hold is released, or, where the rail was paid before dispatch, the money is credited to the organisation. */
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
