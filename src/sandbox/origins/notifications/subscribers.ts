import { Effect, Schema } from "effect"
import { randomUUID } from "node:crypto"
import { documents } from "../../../../layers/sandbox/documents.ts"
import { decodeBody, created, notFound, ok, OriginRefusal, type Route, unprocessable } from "../Route.ts"
import { pageView, parsePage, documentView } from "../paging.ts"
import { addresses, addressMember, Channel, channels, text } from "./channels.ts"

export const subscribers = documents("origin_notifications.subscriber")

const fields = {
  external_id: text(200),
  name: text(200),
  email: text(320),
  phone: text(20),
  push_token: text(255),
  locale: Schema.String.check(Schema.isPattern(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/)),
  unsubscribed: Schema.Array(Channel).check(Schema.isMaxLength(channels.length)),
  attributes: Schema.Record(Schema.String, Schema.Json),
} as const

const NewSubscriber = Schema.Struct({
  external_id: Schema.optionalKey(fields.external_id),
  name: Schema.optionalKey(fields.name),
  email: Schema.optionalKey(fields.email),
  phone: Schema.optionalKey(fields.phone),
  push_token: Schema.optionalKey(fields.push_token),
  locale: Schema.optionalKey(fields.locale),
  unsubscribed: Schema.optionalKey(fields.unsubscribed),
  attributes: Schema.optionalKey(fields.attributes),
})

/** Null takes a value away; what is not named stays as it is. */
const Changes = Schema.Struct({
  external_id: Schema.optionalKey(Schema.NullOr(fields.external_id)),
  name: Schema.optionalKey(Schema.NullOr(fields.name)),
  email: Schema.optionalKey(Schema.NullOr(fields.email)),
  phone: Schema.optionalKey(Schema.NullOr(fields.phone)),
  push_token: Schema.optionalKey(Schema.NullOr(fields.push_token)),
  locale: Schema.optionalKey(Schema.NullOr(fields.locale)),
  unsubscribed: Schema.optionalKey(fields.unsubscribed),
  attributes: Schema.optionalKey(fields.attributes),
})

const emptySubscriber = {
  external_id: null,
  name: null,
  email: null,
  phone: null,
  push_token: null,
  locale: null,
  unsubscribed: [],
  attributes: {},
}

type Doc = Readonly<Record<string, unknown>>

/** Addresses that are addresses, and at least one of them. */
const checkAddresses = Effect.fnUntraced(function* (doc: Doc) {
  let addressCount = 0
  for (const channel of channels) {
    const address = doc[addressMember[channel]]
    if (typeof address !== "string") continue
    addressCount++
    if (!addresses[channel].fits.test(address)) {
      return yield* unprocessable(
        "invalid_address",
        `${addressMember[channel]} must be ${addresses[channel].rule}.`,
        addressMember[channel],
      )
    }
  }
  if (addressCount === 0) return yield* unprocessable("unreachable", "A subscriber needs an email, a phone or a push_token.", "email")
  return doc
})

const duplicateSubscriber = () =>
  Effect.fail(new OriginRefusal({ status: 409, code: "subscriber_exists", message: "Another subscriber has this external_id or email." }))

const create = decodeBody(NewSubscriber)
const change = decodeBody(Changes)

export const subscriberRoutes: ReadonlyArray<Route> = [
  {
    method: "GET",
    path: "/subscribers",
    run: Effect.fnUntraced(function* ({ query }) {
      const page = yield* parsePage(query, { external_id: "any", email: "any" })
      return ok(pageView(yield* subscribers.list({ ...page, limit: page.limit + 1 }), page.limit))
    }),
  },
  {
    method: "POST",
    path: "/subscribers",
    run: Effect.fnUntraced(function* ({ body }) {
      const doc = yield* checkAddresses({ ...emptySubscriber, ...(yield* create(body)) })
      return created(
        documentView(yield* Effect.catchTag(subscribers.add(`sub_${randomUUID()}`, doc), "DuplicateDocument", duplicateSubscriber)),
      )
    }),
  },
  {
    method: "GET",
    path: "/subscribers/{subscriberId}",
    run: Effect.fnUntraced(function* ({ parameters: [id = ""] }) {
      const subscriber = yield* subscribers.find(id)
      return subscriber === undefined ? yield* notFound("subscriber", id) : ok(documentView(subscriber))
    }),
  },
  {
    method: "PATCH",
    path: "/subscribers/{subscriberId}",
    run: Effect.fnUntraced(function* ({ body, parameters: [id = ""] }) {
      const changes = yield* change(body)
      const changed = yield* Effect.catchTag(
        subscribers.change(id, ({ doc }) => checkAddresses({ ...doc, ...changes })),
        "DuplicateDocument",
        duplicateSubscriber,
      )
      return changed === undefined ? yield* notFound("subscriber", id) : ok(documentView(changed))
    }),
  },
  {
    method: "DELETE",
    path: "/subscribers/{subscriberId}",
    run: Effect.fnUntraced(function* ({ parameters: [id = ""] }) {
      return (yield* subscribers.remove(id)) ? ok({ id, deleted: true }) : yield* notFound("subscriber", id)
    }),
  },
]
