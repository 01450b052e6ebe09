import { expect, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { ask, freshOrigin } from "./originHarness.ts"

class Origin extends Context.Service<Origin, { readonly url: string; readonly subscriber: string; readonly template: string }>()(
  "farthing/test/sandbox/NotificationsOrigin",
) {}

/** The origin with a subscriber and a template to begin with. */
const origin = Layer.effect(
  Origin,
  Effect.gen(function* () {
    const { baseUrl: url } = (yield* freshOrigin("notifications-api")).origin
    const subscriber = yield* ask(url, "POST /subscribers", {
      body: { external_id: "u-0", email: "ann@example.com", phone: "+491701234567" },
    })
    const template = yield* ask(url, "POST /templates", { body: hello })
    return { url, subscriber: subscriber.body["id"]!, template: template.body["id"]! }
  }),
)

const hello = {
  name: "hello",
  channel: "email",
  subject: "Hello {{name}}",
  body: '{{name}} has {{ n }} new {{n}}s, "quoted" and ünï {{name',
}
const iso = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
const times = { created_at: iso, updated_at: iso }

/** Line, body, status, and what the answer holds. `SUB` and `TPL` stand for the things that are there. */
const exchanges: ReadonlyArray<readonly [line: string, body: object | undefined, status: number, holds: object]> = [
  [
    "POST /notifications/send",
    { channel: "sms", to: "+491701234567", body: "Hi" },
    201,
    { channel: "sms", to: "+491701234567", body: "Hi", status: "sent", ...times },
  ],
  [
    "POST /notifications/send",
    { subscriber_id: "SUB", subject: "Hi", body: "Hi" },
    201,
    { channel: "email", to: "ann@example.com", subscriber_id: "SUB" },
  ],
  ["POST /notifications/send", { subscriber_id: "SUB", channel: "sms", body: "Hi" }, 201, { channel: "sms", to: "+491701234567" }],
  ["POST /notifications/send", { to: "ann@example.com", body: "Hi" }, 400, { error: { code: "invalid_request", field: "channel" } }],
  ["POST /notifications/send", { channel: "fax", to: "1", body: "Hi" }, 400, { error: { code: "invalid_request", field: "channel" } }],
  ["POST /notifications/send", { channel: "sms", to: "+491701234567", subscriber_id: "SUB", body: "Hi" }, 400, { error: { field: "to" } }],
  ["POST /notifications/send", { channel: "sms", to: "+491701234567" }, 400, { error: { field: "body" } }],
  [
    "POST /notifications/send/email",
    { to: "bo@example.org", subject: "S", body: "B", metadata: { a: [1] } },
    201,
    { channel: "email", subject: "S", metadata: { a: [1] } },
  ],
  ["POST /notifications/send/email", { to: "bo@example.org", body: "B" }, 422, { error: { code: "subject_missing", field: "subject" } }],
  [
    "POST /notifications/send/email",
    { to: "not an address", subject: "S", body: "B" },
    422,
    { error: { code: "invalid_recipient", field: "to" } },
  ],
  [
    "POST /notifications/send/email",
    { to: "bo@example.org", subject: "S", body: "B", channel: "email" },
    400,
    { error: { code: "invalid_request", field: "channel" } },
  ],
  [
    "POST /notifications/send/email",
    { to: "bo@example.org", template_id: "TPL", variables: { name: "Bo {{n}}", n: 2 } },
    201,
    { subject: "Hello Bo {{n}}", body: 'Bo {{n}} has 2 new 2s, "quoted" and ünï {{name', template_id: "TPL" },
  ],
  [
    "POST /notifications/send/email",
    { to: "bo@example.org", template_id: "TPL", variables: { name: "Bo" } },
    422,
    { error: { code: "missing_variables", message: expect.stringContaining("needs n.") } },
  ],
  ["POST /notifications/send/email", { to: "bo@example.org", template_id: "tpl_none" }, 422, { error: { code: "unknown_template" } }],
  ["POST /notifications/send/sms", { to: "+491701234567", template_id: "TPL" }, 422, { error: { code: "wrong_channel" } }],
  ["POST /notifications/send/sms", { to: "0170", body: "Hi" }, 422, { error: { code: "invalid_recipient" } }],
  ["POST /notifications/send/sms", { to: "+491701234567", body: "x".repeat(1_601) }, 422, { error: { code: "too_long" } }],
  ["POST /notifications/send/sms", { subscriber_id: "sub_none", body: "Hi" }, 422, { error: { code: "unknown_subscriber" } }],
  ["POST /notifications/send/push", { to: "device-token:1", subject: "Title", body: "Hi" }, 201, { channel: "push", subject: "Title" }],
  ["POST /notifications/send/push", { subscriber_id: "SUB", body: "Hi" }, 422, { error: { code: "unreachable" } }],
  ["GET /notifications/ntf_none", undefined, 404, { error: { code: "not_found" } }],
  ["GET /notifications?limit=0", undefined, 400, { error: { field: "limit" } }],
  ["GET /notifications?limit=1&limit=2", undefined, 400, { error: { field: "limit" } }],
  ["GET /notifications?cursor=nonsense", undefined, 400, { error: { field: "cursor" } }],
  ["GET /notifications?colour=red", undefined, 400, { error: { field: "colour" } }],
  ["GET /notifications?channel=fax", undefined, 400, { error: { field: "channel" } }],
  ["GET /subscribers?external_id=u-0", undefined, 200, { data: [{ id: "SUB", external_id: "u-0" }], next_cursor: null }],
  ["GET /subscribers?email=missing@example.com", undefined, 200, { data: [], next_cursor: null }],
  ["POST /subscribers", { name: "Nobody" }, 422, { error: { code: "unreachable" } }],
  ["POST /subscribers", { phone: "12" }, 422, { error: { code: "invalid_address", field: "phone" } }],
  ["POST /subscribers", { external_id: "u-0", phone: "+491701234568" }, 409, { error: { code: "subscriber_exists" } }],
  ["POST /subscribers", { email: "ANN@example.com" }, 409, { error: { code: "subscriber_exists" } }],
  ["POST /subscribers", { email: "x@example.com", age: 3 }, 400, { error: { code: "invalid_request", field: "age" } }],
  ["GET /subscribers/SUB", undefined, 200, { id: "SUB", unsubscribed: [], attributes: {}, ...times }],
  ["GET /subscribers/sub_none", undefined, 404, { error: { code: "not_found" } }],
  ["PATCH /subscribers/SUB", { email: null, phone: null }, 422, { error: { code: "unreachable" } }],
  ["PATCH /subscribers/sub_none", { name: "x" }, 404, { error: { code: "not_found" } }],
  ["DELETE /subscribers/sub_none", undefined, 404, { error: { code: "not_found" } }],
  ["GET /templates?channel=email", undefined, 200, { data: [{ id: "TPL", version: 1 }], next_cursor: null }],
  ["GET /templates/TPL", undefined, 200, { id: "TPL", name: "hello", variables: ["name", "n"], version: 1, ...times }],
  ["GET /templates/tpl_none", undefined, 404, { error: { code: "not_found" } }],
  ["POST /templates", hello, 409, { error: { code: "template_exists", field: "name" } }],
  ["POST /templates", { name: "no body", channel: "sms" }, 400, { error: { code: "invalid_request" } }],
  ["PUT /templates/tpl_none", { ...hello, name: "other" }, 404, { error: { code: "not_found" } }],
  ["DELETE /templates/tpl_none", undefined, 404, { error: { code: "not_found" } }],
]

layer(origin, { excludeTestServices: true })("the Notifications API", (it) => {
  it.effect.each(exchanges)("the request %s with the body %j is answered %i", ([line, body, status, holds]) =>
    Effect.gen(function* () {
      const { subscriber, template, url } = yield* Origin
      const withIds = (text: string) => text.replaceAll("SUB", subscriber).replaceAll("TPL", template)
      const sent = body === undefined ? {} : { raw: withIds(JSON.stringify(body)) }
      const reply = yield* ask(url, withIds(line), sent)
      expect([reply.status, reply.body]).toEqual([status, expect.anything()])
      expect(reply.body).toMatchObject(replaced(holds, withIds))
    }),
  )

  it.effect("sent notifications are listed in pages, the newest first", () =>
    Effect.gen(function* () {
      const { url } = yield* Origin
      const ids: Array<string> = []
      for (let i = 0; i < 5; i++) {
        const { body } = yield* ask(url, "POST /notifications/send/push", { body: { to: "page-token-1", body: `No. ${i}` } })
        ids.unshift(body["id"]!)
        expect((yield* ask(url, `GET /notifications/${body["id"]}`)).body).toEqual(body)
      }
      const read: Array<string> = []
      let cursor = ""
      for (let pages = 0; pages < 3; pages++) {
        const page = (yield* ask(url, `GET /notifications?to=page-token-1&limit=2${cursor}`)).body
        read.push(...(page["data"]! as ReadonlyArray<{ id: string }>).map(({ id }) => id))
        cursor = `&cursor=${page["next_cursor"]}`
      }
      expect(read).toEqual(ids)
      expect(cursor).toBe("&cursor=null")
    }),
  )

  it.effect("a subscriber is created, changed, notified and deleted", () =>
    Effect.gen(function* () {
      const { url } = yield* Origin
      const created = yield* ask(url, "POST /subscribers", { body: { email: "c@example.com", attributes: { plan: "gold" } } })
      expect(created.status).toBe(201)
      const path = `/subscribers/${created.body["id"]}`
      const changed = yield* ask(url, `PATCH ${path}`, { body: { phone: "+491701234569", unsubscribed: ["email"] } })
      expect(changed.body).toMatchObject({ ...created.body, phone: "+491701234569", unsubscribed: ["email"], updated_at: iso })
      expect((yield* ask(url, `GET ${path}`)).body).toEqual(changed.body)
      const sent = yield* ask(url, "POST /notifications/send", { body: { subscriber_id: created.body["id"], body: "Hi" } })
      expect(sent.body).toMatchObject({ channel: "sms", to: "+491701234569" })
      const refused = yield* ask(url, "POST /notifications/send/email", {
        body: { subscriber_id: created.body["id"], subject: "S", body: "B" },
      })
      expect([refused.status, refused.body["error"]]).toMatchObject([422, { code: "unsubscribed" }])
      expect(yield* ask(url, `DELETE ${path}`)).toMatchObject({ status: 200, body: { id: created.body["id"], deleted: true } })
      expect((yield* ask(url, `GET ${path}`)).status).toBe(404)
    }),
  )

  it.effect("a template is replaced as a whole with the next version number, and deleted", () =>
    Effect.gen(function* () {
      const { url } = yield* Origin
      const { body } = yield* ask(url, "POST /templates", { body: { ...hello, name: "short-lived" } })
      const path = `/templates/${body["id"]}`
      const replaced = yield* ask(url, `PUT ${path}`, { body: { name: "short-lived", channel: "sms", body: "Plain" } })
      expect(replaced.body).toMatchObject({ id: body["id"], channel: "sms", subject: null, body: "Plain", variables: [], version: 2 })
      expect((yield* ask(url, `PUT ${path}`, { body: hello })).status).toBe(409)
      expect((yield* ask(url, `DELETE ${path}`)).body).toMatchObject({ deleted: true })
      expect((yield* ask(url, `GET ${path}`)).status).toBe(404)
    }),
  )
})

/** The same with its texts replaced; matchers stay. */
const replaced = (value: object, withIds: (text: string) => string): object =>
  Object.fromEntries(
    Object.entries(value).map(([name, member]: [string, unknown]) => {
      if (typeof member === "string") return [name, withIds(member)]
      if (Array.isArray(member))
        return [name, member.map((item: unknown) => (typeof item === "object" && item ? replaced(item, withIds) : item))]
      return [name, member]
    }),
  )
