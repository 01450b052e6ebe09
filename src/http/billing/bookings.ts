import { Effect, Schema } from "effect"
import { HttpApiEndpoint } from "effect/http-api"
import { type Booking, LedgerQueries } from "../../../domain/ledger/LedgerQueries.ts"
import { accountIdOf } from "../../../domain/ledger/postings.ts"
import type { OrganisationId } from "../../../domain/money/ids.ts"
import { Money, toMoney } from "../../../domain/money/Money.ts"
import { describe, usd } from "../../../rails/http/describe.ts"
import { IntFromQuery } from "../../../rails/http/query.ts"
import { RoutePolicy } from "../../../rails/http/RoutePolicy.ts"
import { isoTime } from "../../../domain/time.ts"

/**
 * What changed an account of the organisation beside its calls. `kind` is the first part of `reference`: `grant`, `take_back`, `pay_out`, `topup`,
 * `collection`, `deposit`, and `sepa` for the monthly fee and the remainder of a mandate that ended.
 */
const BookingView = Schema.Struct({
  id: Schema.String,
  /** The account: `credits`, or another one as `GET /v1/me` names rails. */
  account: Schema.String,
  kind: Schema.String,
  /** `in` raises what the account has to spend, or lowers what is owed on it. */
  direction: Schema.Literals(["in", "out"]),
  amount: Schema.toEncoded(Money),
  /** Unique within the organisation. It has the id of what was booked: of Stripe's PaymentIntent (`topup:pi_…`), of a collection as `GET /v1/payments` has it, of a transaction. */
  reference: Schema.String,
  at: Schema.String,
})

const bookingExample = {
  id: "4711",
  account: "credits",
  kind: "grant",
  direction: "in",
  amount: usd(100_000_000),
  reference: "grant:invoice-17",
  at: "2026-11-20T09:00:00.000Z",
}

const BookingList = Schema.Struct({ bookings: Schema.Array(BookingView), next_cursor: Schema.NullOr(Schema.String) }).annotate({
  identifier: "BookingList",
})

/** The bookings of a page, unless the query names another number. */
const defaultLimit = 50

export const bookingsEndpoint = HttpApiEndpoint.get("bookings", "/v1/bookings", {
  query: {
    cursor: Schema.optionalKey(
      Schema.String.check(Schema.isPattern(/^\d{1,18}$/, { message: "must be the next_cursor of the page before" })),
    ),
    limit: Schema.optionalKey(IntFromQuery(1, 200, defaultLimit)),
  },
  success: BookingList,
})
  .annotate(RoutePolicy, { scope: "billing:read", paid: false })
  .annotateMerge(
    describe({
      summary: "What was booked on the organisation's accounts beside its calls, the newest first",
      description:
        "Grants and what was taken back or paid out, top-ups, direct debits, monthly fees, deposits. Calls and their refunds are in `GET /v1/payments`: with these, the bookings make up the balance.",
      responses: {
        200: { bookings: [bookingExample], next_cursor: null },
      },
    }),
  )

/** A page of bookings, the newest first. */
export const listBookings = Effect.fnUntraced(function* (organisation: OrganisationId, before: string | undefined, limit = defaultLimit) {
  const rows = yield* Effect.flatMap(LedgerQueries, ({ bookings }) => bookings(organisation, before, limit + 1))
  const page = rows.slice(0, limit)
  return { bookings: page.map(bookingView), next_cursor: rows.length > limit ? page.at(-1)!.id : null }
})

const bookingView = ({ amount, at, credit, debit, id, reference }: Booking): typeof BookingView.Encoded => {
  const credited = accountIdOf(credit)
  return {
    id,
    account: credited ?? accountIdOf(debit) ?? debit,
    kind: (reference.split(":", 1)[0] ?? reference).replaceAll("-", "_"),
    direction: credited === undefined ? "out" : "in",
    amount: toMoney(amount),
    reference,
    at: isoTime(at),
  }
}
