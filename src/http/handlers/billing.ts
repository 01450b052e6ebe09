import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { CallId } from "../../../domain/money/ids.ts"
import { availableBalance } from "../../../domain/ledger/state.ts"
import { LedgerQueries } from "../../../domain/ledger/LedgerQueries.ts"
import { PaymentNotFound } from "../../../domain/ledger/errors.ts"
import { toMoney } from "../../../domain/money/Money.ts"
import { Api } from "../api/Api.ts"
import { CurrentCaller } from "../Exchange.ts"
import { answer, json } from "../respond.ts"
import { limitsView, startOfMonth } from "../views/limits.ts"
import { me } from "./me.ts"
import { otherPayment, paymentsPage } from "../payment/paymentsPage.ts"
import { shownPayment } from "../payment/shownPayment.ts"
import { chargeView } from "../views/payment.ts"
import { isoTime } from "../../../domain/time.ts"

const defaultCharges = 50
const defaultPayments = 50

export const BillingHandlers = HttpApiBuilder.group(Api, "billing", (handlers) =>
  handlers
    .handleRaw(
      "balance",
      Effect.fnUntraced(function* () {
        const caller = yield* CurrentCaller
        const reading = yield* LedgerQueries
        const { accounts, monthSpent, now } = yield* reading.spendingSummary(caller.organisation, caller.key)
        return json({
          organisation_id: caller.organisation,
          balance: { available: toMoney(availableBalance(accounts)) },
          key: { id: caller.key, name: caller.keyName, scopes: caller.scopes, expires_at: isoTime(caller.expiresAt) },
          limits: limitsView(caller, monthSpent, now),
        })
      }, answer),
    )
    .handleRaw(
      "usage",
      Effect.fnUntraced(function* ({ query }) {
        const caller = yield* CurrentCaller
        const reading = yield* LedgerQueries
        const [standing, charges] = yield* Effect.all(
          [
            reading.spendingSummary(caller.organisation, caller.key),
            reading.charges(caller.organisation, caller.key, query.limit ?? defaultCharges),
          ],
          { concurrency: 2 },
        )
        return json({
          key_id: caller.key,
          organisation_id: caller.organisation,
          month_start: startOfMonth(standing.now),
          month_spent: toMoney(standing.monthSpent),
          charges: charges.map(chargeView),
        })
      }, answer),
    )
    .handleRaw("me", Effect.fnUntraced(me, answer))
    .handleRaw(
      "payments",
      Effect.fnUntraced(function* ({ query }) {
        const caller = yield* CurrentCaller
        const { cursor, limit = defaultPayments, ...filter } = query
        return json(yield* paymentsPage(caller.organisation, { ...filter, before: cursor }, limit))
      }, answer),
    )
    .handleRaw(
      "payment",
      Effect.fnUntraced(function* ({ params }) {
        const caller = yield* CurrentCaller
        const reading = yield* LedgerQueries
        const payment = yield* reading.payment(caller.organisation, CallId.make(params.id))
        const shown = payment === undefined ? yield* otherPayment(caller.organisation, params.id) : yield* shownPayment(payment)
        return json(shown ?? (yield* new PaymentNotFound({ message: "Your organisation has no payment with this id." })))
      }, answer),
    ),
)
