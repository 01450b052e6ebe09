import { Effect } from "effect"
import type { Call } from "../../../domain/ledger/state.ts"
import { Rails } from "../../../domain/rail/Rail.ts"
import { Exchange } from "../Exchange.ts"

/** Tells the caller how the payment it presented fared, in its rail's own headers. */
export const sayReceipt = Effect.fnUntraced(function* (call: Call) {
  const receipt = (yield* Rails).get(call.rail)?.receipt?.(call)
  if (receipt === undefined) return
  const exchange = yield* Exchange
  exchange.headers = { ...exchange.headers, ...receipt }
})
