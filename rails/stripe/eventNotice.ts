import { Option, Schema } from "effect"

const Reference = Schema.Union([Schema.NonEmptyString, Schema.Struct({ id: Schema.NonEmptyString })])

/**
 * What is read of an event: which one it is, and which object may have changed. Everything else is fetched from Stripe, because an event
 * may be old, repeated or out of order.
 */
const EventNotice = Schema.Struct({
  id: Schema.NonEmptyString.check(Schema.isMaxLength(255)),
  type: Schema.NonEmptyString.check(Schema.isMaxLength(255)),
  livemode: Schema.Boolean,
  data: Schema.Struct({
    object: Schema.Struct({
      id: Schema.optionalKey(Schema.NullOr(Schema.NonEmptyString.check(Schema.isMaxLength(255)))),
      payment_intent: Schema.optionalKey(Schema.NullOr(Reference)),
    }),
  }),
})
export type EventNotice = typeof EventNotice.Type

const decode = Schema.decodeUnknownOption(EventNotice)

/** Undefined if this is no event of Stripe. */
export const eventNotice = (posted: unknown): EventNotice | undefined => Option.getOrUndefined(decode(posted))
