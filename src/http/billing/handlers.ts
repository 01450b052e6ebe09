import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { isoTime } from "../../../domain/time.ts"
import { PaymentNotFound } from "../../../domain/ledger/errors.ts"
import { LedgerQueries } from "../../../domain/ledger/LedgerQueries.ts"
import { availableBalance, type Call } from "../../../domain/ledger/state.ts"
import { otherPaymentStatuses } from "../../../domain/rail/OtherPayments.ts"
import { KeyId } from "../../../domain/money/ids.ts"
import { type MicroUsd, toMoney } from "../../../domain/money/Money.ts"
import { InvalidRequest } from "../../../domain/Refusal.ts"
import { CurrentCaller } from "../../../rails/http/RequestContext.ts"
import { answer } from "../../../rails/http/respond.ts"
import { Api } from "../Api.ts"
import { listCheckoutPayments, readCheckoutPayment } from "../checkouts/payments.ts"
import { PaymentsReader } from "../server/paymentsPolicy.ts"
import { defaultPageSize } from "./api.ts"
import { listBookings } from "./bookings.ts"
import { limitsView, monthStart } from "./limits.ts"
import { me } from "./me.ts"
import { findPayment, requireSpan, paymentsPage, withKeyNames } from "./payments.ts"

export const BillingHandlers = HttpApiBuilder.group(Api, "billing", (handlers) =>
  handlers
    .handle(
      "balance",
      Effect.fnUntraced(function* () {
        const caller = yield* CurrentCaller
        const queries = yield* LedgerQueries
        const { accounts, monthSpent, now } = yield* queries.spendingSummary(caller.organisation, caller.key)
        return {
          organisation_id: caller.organisation,
          balance: { available: toMoney(availableBalance(accounts)) },
          key: { id: caller.key, name: caller.keyName, scopes: caller.scopes, expires_at: isoTime(caller.expiresAt) },
          limits: limitsView(caller, monthSpent, now),
        }
      }, answer),
    )
    .handle(
      "usage",
      Effect.fnUntraced(function* ({ query: { limit = defaultPageSize } }) {
        const caller = yield* CurrentCaller
        const queries = yield* LedgerQueries
        const [summary, charges] = yield* Effect.all(
          [queries.spendingSummary(caller.organisation, caller.key), queries.charges(caller.organisation, caller.key, limit)],
          { concurrency: 2 },
        )
        return {
          key_id: caller.key,
          organisation_id: caller.organisation,
          month_start: monthStart(summary.now),
          month_spent: toMoney(summary.monthSpent),
          charges: charges.map(chargeView),
        }
      }, answer),
    )
    .handle(
      "bookings",
      Effect.fnUntraced(function* ({ query: { cursor, limit } }) {
        return yield* listBookings((yield* CurrentCaller).organisation, cursor, limit)
      }, answer),
    )
    .handle("me", Effect.fnUntraced(me, answer))
    .handle(
      "payments",
      Effect.fnUntraced(function* ({ query: { cursor, limit = defaultPageSize, ...filter } }) {
        const reader = yield* PaymentsReader
        yield* requireSpan(filter)
        if ("marketplace" in reader) return yield* listCheckoutPayments(reader.marketplace.id, { cursor, ...filter }, limit)
        if (filter.collection !== undefined && Object.keys(filter).length > 1)
          return yield* new InvalidRequest({
            message: "`collection` goes with `cursor` and `limit` only. Remove the other query parameters.",
          })
        const { key_id: key, status, ...others } = filter
        const wanted = otherPaymentStatuses.find((one) => one === status)
        // A status of checkouts only.
        if (wanted !== status) return { payments: [], next_cursor: null }
        const { organisation } = reader.organisation
        const narrow = { ...others, ...(key !== undefined && { key: KeyId.make(key) }), status: wanted, before: cursor }
        const page = yield* paymentsPage(organisation, narrow, limit)
        return { ...page, payments: yield* withKeyNames(organisation, page.payments) }
      }, answer),
    )
    .handle(
      "payment",
      Effect.fnUntraced(function* ({ params }) {
        const reader = yield* PaymentsReader
        if ("marketplace" in reader) return yield* readCheckoutPayment(reader.marketplace.id, params.id)
        const { organisation } = reader.organisation
        const payment = yield* findPayment(organisation, params.id)
        if (payment === undefined) return yield* new PaymentNotFound({ message: "Your organisation has no payment with this id." })
        return (yield* withKeyNames(organisation, [payment]))[0]!
      }, answer),
    ),
)

/** What the call counts against the key's month is `cost` less `refunded`. */
const chargeView = ({ call, refunded }: { readonly call: Call; readonly refunded: MicroUsd }) => ({
  id: call.id,
  status: call.state === "captured" ? ("charged" as const) : call.state === "reserved" ? ("reserved" as const) : ("refunded" as const),
  cost: toMoney(call.state === "reserved" ? call.max : call.amount),
  refunded: toMoney(refunded),
  created_at: isoTime(call.reservedAt),
  source_id: call.source,
  operation: call.operation,
  name: call.name,
  run_id: call.run,
})
