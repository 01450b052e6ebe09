import { Effect } from "effect"
import type { PaymentRecord } from "../../../domain/ledger/LedgerQueries.ts"
import { Rails } from "../../../domain/rail/Rail.ts"
import { paymentDetail } from "../views/payment.ts"

/** The payment with what its rail knows of it outside the books. */
export const shownPayment = Effect.fnUntraced(function* (payment: PaymentRecord) {
  const rail = (yield* Rails).get(payment.call.rail)
  return paymentDetail(payment, rail?.details === undefined ? undefined : yield* rail.details(payment.call))
})
