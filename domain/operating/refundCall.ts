import { Effect } from "effect"
import { uuidV7Unsafe } from "effect/crypto/SecureRandom"
import { NotRefundable, PaymentNotFound } from "../ledger/errors.ts"
import { Ledger } from "../ledger/Ledger.ts"
import { LedgerQueries, type PaymentRecord } from "../ledger/LedgerQueries.ts"
import { isRefund } from "../ledger/refund.ts"
import type { Call } from "../ledger/state.ts"
import { paymentStatus } from "../ledger/status.ts"
import type { CallId } from "../money/ids.ts"
import { type MicroUsd, microUsd, sum, toDecimal } from "../money/Money.ts"
import { audited } from "./OperatorLog.ts"

/** Gives back what a call charged, or a part of it, as credits of its organisation. Once for each call. */
export const refundCall = Effect.fnUntraced(function* (id: CallId, amount: MicroUsd | null, reason: string) {
  const ledger = yield* Ledger
  const queries = yield* LedgerQueries
  const payment = yield* queries.payment(null, id)
  if (payment === undefined) return yield* new PaymentNotFound({ message: `There is no call ${id}.` })
  const { call } = payment
  const before = refundedOf(payment)
  const state = Effect.map(queries.payment(null, id), (now) => (now === undefined ? {} : stateOf(now.call)))
  const action = { action: "call refund", organisation: call.organisation, subject: id, reason }
  const refund = { organisation: call.organisation, call: id, refund: uuidV7Unsafe(), amount, to: "credits" }
  const change = before === 0n ? ledger.execute({ _tag: "Refund", ...refund }) : refundedBefore(call, before)
  return yield* audited(action, state, change)
})

const refundedOf = ({ transfers }: PaymentRecord) => sum(transfers.filter(isRefund).map(({ amount }) => amount))

const refundedBefore = ({ amount, id }: Call, before: MicroUsd) => {
  const left = microUsd(amount - before)
  const rest = left === 0n ? "" : ` To give the other ${toDecimal(left)} USD back, use: farthing credits grant.`
  return new NotRefundable({
    message: `The call ${id} cannot be refunded. ${toDecimal(before)} USD of its ${toDecimal(amount)} USD were refunded before, and a call is refunded once.${rest}`,
  })
}

const stateOf = (call: Call) => ({ status: paymentStatus(call), charged: toDecimal(call.amount) })
