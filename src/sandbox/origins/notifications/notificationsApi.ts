import { Effect, Schema } from "effect"
import { created, decodeBody, malformed, notFound, ok, type Route, type RouteResponse, unprocessable } from "../Route.ts"
import { documentView, pageView, parsePage } from "../paging.ts"
import { addresses, addressMember, Channel, channels, text } from "./channels.ts"
import { subscriberRoutes, subscribers } from "./subscribers.ts"
import { missingVariables, render, templateRoutes, templates } from "./templates.ts"
import { randomUUID } from "crypto"
import { documents } from "../../../../layers/sandbox/documents.ts"

const sending = (path: string, only: Channel | undefined): Route => ({ method: "POST", path, run: ({ body }) => send(body, only) })

/** The Notifications API: it sends nothing anywhere, and what was sent can be read. */
export const notificationsRoutes: ReadonlyArray<Route> = [
  {
    method: "GET",
    path: "/notifications",
    run: Effect.fnUntraced(function* ({ query }) {
      const page = yield* parsePage(query, { channel: channels, status: ["sent"], subscriber_id: "any", template_id: "any", to: "any" })
      return ok(pageView(yield* notifications.list({ ...page, limit: page.limit + 1 }), page.limit))
    }),
  },
  {
    method: "GET",
    path: "/notifications/{notificationId}",
    run: Effect.fnUntraced(function* ({ parameters: [id = ""] }) {
      const notification = yield* notifications.find(id)
      return notification === undefined ? yield* notFound("notification", id) : ok(documentView(notification))
    }),
  },
  sending("/notifications/send", undefined),
  sending("/notifications/send/email", "email"),
  sending("/notifications/send/push", "push"),
  sending("/notifications/send/sms", "sms"),
  ...subscriberRoutes,
  ...templateRoutes,
]

export const notifications = documents("origin_notifications.notification")
const members = {
  to: Schema.optionalKey(text(320)),
  subscriber_id: Schema.optionalKey(text(100)),
  subject: Schema.optionalKey(text(200)),
  body: Schema.optionalKey(text(20000)),
  template_id: Schema.optionalKey(text(100)),
  variables: Schema.optionalKey(Schema.Record(Schema.String, Schema.Union([Schema.String, Schema.Finite, Schema.Boolean]))),
  metadata: Schema.optionalKey(Schema.Record(Schema.String, Schema.Json)),
} as const

const OnOneChannel = Schema.Struct(members)
const OnAnyChannel = Schema.Struct({ ...members, channel: Schema.optionalKey(Channel) })
type Message = typeof OnAnyChannel.Type
const decodeOne = decodeBody(OnOneChannel)
const decodeAny = decodeBody(OnAnyChannel)

/** Sends on the channel of the path, or, where the path names none, on the body's or the subscriber's own. */
export const send = Effect.fnUntraced(function* (body: unknown, only: Channel | undefined) {
  const message: Message = only === undefined ? yield* decodeAny(body) : { ...(yield* decodeOne(body)), channel: only }
  const recipient = yield* recipientOf(message)
  const content = yield* contentOf(message, recipient.channel)
  const doc = { ...recipient, ...content, status: "sent", metadata: message.metadata ?? {} }
  const answer: RouteResponse = created(documentView(yield* notifications.add(`ntf_${randomUUID()}`, doc)))
  return answer
})

const recipientOf = Effect.fnUntraced(function* ({ channel, subscriber_id, to }: Message) {
  if ((to === undefined) === (subscriber_id === undefined)) return yield* malformed("Send either to or subscriber_id.", "to")
  if (to !== undefined) {
    if (channel === undefined) return yield* malformed("channel is missing: it says what kind of address to is.", "channel")
    if (!addresses[channel].fits.test(to)) return yield* unprocessable("invalid_recipient", `to must be ${addresses[channel].rule}.`, "to")
    return { channel, to, subscriber_id: null }
  }
  const id = subscriber_id ?? ""
  const subscriber = yield* subscribers.find(id)
  if (subscriber === undefined) return yield* unprocessable("unknown_subscriber", `There is no subscriber ${id}.`, "subscriber_id")
  const unsubscribed = new Set(Array.isArray(subscriber.doc["unsubscribed"]) ? subscriber.doc["unsubscribed"] : [])
  const addressOn = (one: Channel) => subscriber.doc[addressMember[one]]
  const own = channel ?? channels.find((one) => typeof addressOn(one) === "string" && !unsubscribed.has(one))
  const address = own === undefined ? undefined : addressOn(own)
  if (own === undefined || typeof address !== "string") {
    return yield* unprocessable("unreachable", `The subscriber has no address for ${channel ?? "any channel it takes"}.`, "subscriber_id")
  }
  if (unsubscribed.has(own)) return yield* unprocessable("unsubscribed", `The subscriber takes nothing by ${own}.`, "subscriber_id")
  return { channel: own, to: address, subscriber_id: id }
})

const maxSmsLength = 1600
const contentOf = Effect.fnUntraced(function* ({ body, subject, template_id, variables }: Message, channel: Channel) {
  if ((body === undefined) === (template_id === undefined)) return yield* malformed("Send either body or template_id.", "body")
  const filled =
    template_id === undefined
      ? { template_id: null, subject: subject ?? null, body: body ?? "" }
      : yield* fromTemplate(template_id, subject, variables ?? {}, channel)
  if (channel === "sms" && filled.body.length > maxSmsLength) {
    return yield* unprocessable("too_long", `A text message has at most ${maxSmsLength} characters.`, "body")
  }
  if (channel === "email" && filled.subject === null)
    return yield* unprocessable("subject_missing", "An e-mail needs a subject.", "subject")
  return filled
})

const fromTemplate = Effect.fnUntraced(function* (
  id: string,
  subject: string | undefined,
  variables: NonNullable<Message["variables"]>,
  channel: Channel,
) {
  const template = yield* templates.find(id)
  if (template === undefined) return yield* unprocessable("unknown_template", `There is no template ${id}.`, "template_id")
  if (template.doc["channel"] !== channel) {
    return yield* unprocessable(
      "wrong_channel",
      `Template ${id} is for ${String(template.doc["channel"])}, not for ${channel}.`,
      "template_id",
    )
  }
  const titled = subject ?? (typeof template.doc["subject"] === "string" ? template.doc["subject"] : null)
  const body = String(template.doc["body"])
  const lacking = missingVariables(`${titled ?? ""} ${body}`, variables)
  if (lacking.length > 0) return yield* unprocessable("missing_variables", `The template also needs ${lacking.join(", ")}.`, "variables")
  return { template_id: id, subject: titled === null ? null : render(titled, variables), body: render(body, variables) }
})
