import { Effect, Schema } from "effect"
import { KeyId, OrganisationId } from "../../../domain/money/ids.ts"

const Text = Schema.NullOr(Schema.String)
const Time = Schema.NullOr(Schema.Finite)

export const topupStatuses = ["open", "paid", "expired", "refunded", "disputed"] as const

/** Credits bought by card on Stripe's page. The row is written before the page is opened. Times are milliseconds since 1970. */
export const Topup = Schema.Struct({
  id: Schema.String,
  organisation: OrganisationId,
  key: KeyId,
  idempotency: Schema.NullOr(Schema.Struct({ key: Schema.String, hash: Schema.String })),
  cents: Schema.BigIntFromString,
  successUrl: Schema.String,
  cancelUrl: Schema.String,
  status: Schema.Literals(topupStatuses),
  session: Text,
  url: Text,
  expiresAt: Time,
  paymentIntent: Text,
  charge: Text,
  /** Taken back from the credits so far, for refunds and disputes. */
  reversedCents: Schema.BigIntFromString,
  /**
   * What went back beyond the amount of the top-up, where it was refunded and then disputed in full: the changes of that sum in their order,
   * stored before each is booked.
   */
  excessCents: Schema.Array(Schema.BigIntFromString).pipe(Schema.withDecodingDefaultTypeKey(Effect.succeed([]))),
  /** Why the payment failed, where one was tried and the top-up ended by it. Its status is then `expired`. */
  failure: Text.pipe(Schema.withDecodingDefaultTypeKey(Effect.succeed(null))),
  /** Paid by the saved card, without a page: the customer and the card. */
  auto: Schema.NullOr(Schema.Struct({ customer: Schema.String, paymentMethod: Schema.String })).pipe(
    Schema.withDecodingDefaultTypeKey(Effect.succeed(null)),
  ),
  createdAt: Schema.Finite,
  paidAt: Time,
  creditedAt: Time,
  reversedAt: Time,
})
export type Topup = typeof Topup.Type

/** The members of a new top-up that later events set. */
export const unpaid = {
  status: "open",
  session: null,
  url: null,
  expiresAt: null,
  paymentIntent: null,
  charge: null,
  reversedCents: 0n,
  excessCents: [],
  paidAt: null,
  creditedAt: null,
  reversedAt: null,
  failure: null,
  auto: null,
} as const satisfies Partial<Topup>

/** Not at its end: waiting for the payment, or for the booking of the credit. An automatic one is known by its own row. */
export const isOpen = ({ auto, creditedAt, status }: Topup): boolean =>
  auto === null && (status === "open" || (status === "paid" && creditedAt === null))
