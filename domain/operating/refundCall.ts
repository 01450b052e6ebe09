import { Effect } from "effect"
import { uuidV7Unsafe } from "effect/crypto/SecureRandom"
import { PaymentNotFound } from "../ledger/errors.ts"
import { Ledger } from "../ledger/Ledger.ts"
import { LedgerQueries } from "../ledger/LedgerQueries.ts"
import type { Call } from "../ledger/state.ts"
import { paymentStatus } from "../ledger/status.ts"
import type { CallId } from "../money/ids.ts"
import { type MicroUsd, toDecimal } from "../money/Money.ts"
import { audited } from "./OperatorLog.ts"

/** Gives back what a call charged, or a part of it, as credits of its organisation. Once for each call. */
export const refundCall = Effect.fnUntraced(function* (id: CallId, amount: MicroUsd | null, reason: string) {
  const ledger = yield* Ledger
  const queries = yield* LedgerQueries
  const call = (yield* queries.payment(null, id))?.call
  if (call === undefined) return yield* new PaymentNotFound({ message: `There is no call ${id}.` })
  const state = Effect.map(queries.payment(null, id), (now) => (now === undefined ? {} : stateOf(now.call)))
  const action = { action: "call refund", organisation: call.organisation, subject: id, reason }
  const refund = { organisation: call.organisation, call: id, refund: uuidV7Unsafe(), amount, to: "credits" }
  return yield* audited(action, state, ledger.execute({ _tag: "Refund", ...refund }))
})

const stateOf = (call: Call) => ({ status: paymentStatus(call), charged: toDecimal(call.amount) })
