import { Data, Effect, Option } from "effect"
import { Ledger } from "../ledger/Ledger.ts"
import { LedgerQueries } from "../ledger/LedgerQueries.ts"
import type { Call } from "../ledger/state.ts"
import type { CallId, NodeId } from "../money/ids.ts"
import { toDecimal, zero } from "../money/Money.ts"
import { type Rail, Rails } from "../rail/Rail.ts"
import { isoTime } from "../time.ts"
import { audited, Operator } from "./OperatorLog.ts"
import { OperatorQueries } from "./OperatorQueries.ts"

/** The call is not open, or its rail can still state itself what became of the money. */
export class NotEndable extends Data.TaggedError("NotEndable")<{ readonly message: string }> {}

export interface Ending {
  /** `settled`: the rail was paid, the buyer is charged for what was delivered. `released`: no money moved, nothing is charged. */
  readonly as: "settled" | "released"
  /** What the operator looked at, for instance a transaction or a letter of the bank. */
  readonly evidence: string
  readonly reason: string
  /** The rail is not set up any more, so that there is nothing to query. */
  readonly withoutRail: boolean
}

const lookupTimeout = "20 seconds"

/**
 * Ends a call of unknown outcome by an operator's evidence. Only where nothing else can: the deadline has passed, no payment of the caller
 * is valid any more, and the rail answers that it does not know. `node` takes the call over, so that no gateway closes it at the same time.
 */
export const endCall = Effect.fnUntraced(function* (id: CallId, node: NodeId, ending: Ending) {
  const queries = yield* OperatorQueries
  const payments = yield* LedgerQueries
  const hold = yield* queries.hold(id)
  if (hold === undefined) {
    const ended = yield* payments.payment(null, id)
    if (ended === undefined) return yield* new NotEndable({ message: `There is no call ${id}. Nothing was changed.` })
    const { settlement, state } = ended.call
    return yield* new NotEndable({
      message: `The call ${id} holds no money any more: it is ${state}, its payment ${settlement ?? "none"}. Nothing was changed. See: farthing call show ${id}`,
    })
  }
  const { call, now } = hold
  const refusal = tooEarly(call, now) ?? (yield* railRefusal(call, now, ending))
  if (refusal !== undefined) return yield* new NotEndable({ message: `The call ${id} cannot be ended by hand. ${refusal}` })
  const state = Effect.map(payments.payment(null, id), (now) => (now === undefined ? {} : stateOf(now.call)))
  const action = {
    action: `call end --${ending.as}`,
    organisation: call.organisation,
    subject: id,
    reason: `${ending.reason} (${ending.evidence})`,
  }
  return yield* audited(action, state, close(call, node, ending))
})

const stateOf = ({ amount, max, rail, settlement, state }: Call) => ({
  state,
  settlement,
  rail,
  amount: toDecimal(state === "reserved" ? max : amount),
})

const tooEarly = ({ deadline, settlement }: Call, now: number): string | undefined => {
  if (settlement !== "pending" && settlement !== "unknown")
    return "Nothing about its money is unknown: a gateway ends it by itself, at the latest a few seconds after its deadline."
  return now <= deadline ? `Its deadline is ${isoTime(deadline)}: until then its node ends it.` : undefined
}

/** Undefined where the rail does not know and cannot learn. */
const railRefusal = Effect.fnUntraced(function* (call: Call, now: number, { withoutRail }: Ending) {
  const rail = (yield* Rails).get(call.rail)
  if (rail === undefined) {
    return withoutRail
      ? undefined
      : `The rail ${call.rail} is not set up here: run the command with the settings of the gateways. If the rail is gone for good, add --without-rail.`
  }
  const until = rail.mayMoveUntil?.(call)
  if (until !== undefined && until >= now) return `The payment is valid until ${isoTime(until)} and may still be made. Wait until then.`
  const outcome = yield* lookup(rail, call)
  if (outcome === "unknown") return undefined
  return `Its rail knows: ${outcome}. A gateway ends it within seconds.`
})

const lookup = (rail: Rail, call: Call) =>
  rail.lookup(call).pipe(
    Effect.map((outcome) => (outcome._tag === "Settled" ? "it was paid" : "unknown")),
    Effect.catchTag("Declined", ({ message }) => Effect.succeed(`no money moved (${message})`)),
    Effect.timeoutOption(lookupTimeout),
    Effect.map(Option.getOrElse(() => "unknown")),
  )

const close = Effect.fnUntraced(function* (call: Call, node: NodeId, { as, evidence }: Ending) {
  const ledger = yield* Ledger
  const { user } = yield* Operator
  const identity = { organisation: call.organisation, call: call.id }
  const mine = yield* ledger.execute({ _tag: "TakeOver", ...identity, from: call.node, node })
  if (as === "released") {
    const why = {
      code: "insufficient_balance",
      message: "The payment was checked by hand: no money moved. Nothing was charged; send the request again.",
    }
    return (yield* ledger.execute({ _tag: "Release", ...identity, node, why, declined: true })).call
  }
  const proof = JSON.stringify({ operator: user, evidence })
  const error = mine.delivered
    ? null
    : {
        code: "source_error",
        message: "Nothing was delivered. The payment was checked by hand, and its amount is credited to the organisation.",
      }
  const amount = mine.delivered ? mine.amount : zero
  return (yield* ledger.execute({ _tag: "Capture", ...identity, node, amount, body: null, proof, error })).call
})
