import { Effect, Schema } from "effect"
import { randomUUID } from "node:crypto"
import { documents } from "../../../../layers/sandbox/documents.ts"
import { bodyOf, created, notFound, ok, Refused, type Route } from "../Origin.ts"
import { paged, pageOf, view } from "../pages.ts"
import { Channel, channels, text } from "./Channel.ts"
import { variablesOf } from "./render.ts"

export const templates = documents("origin_notifications.template")

/** What a template says. `{{name}}` stands for a variable of the notification. */
export const Template = Schema.Struct({
  name: Schema.String.check(Schema.isPattern(/^[A-Za-z0-9][\w.-]{0,99}$/)),
  channel: Channel,
  subject: Schema.optionalKey(Schema.NullOr(text(200))),
  body: text(20_000),
})

type TemplateBody = typeof Template.Type

const decode = bodyOf(Template)

const docOf = ({ body, channel, name, subject = null }: TemplateBody, version: number) => ({
  name,
  channel,
  subject,
  body,
  variables: variablesOf(`${subject ?? ""} ${body}`),
  version,
})

const exists = () =>
  Effect.fail(new Refused({ status: 409, code: "template_exists", message: "Another template has this name.", field: "name" }))

export const templateRoutes: ReadonlyArray<Route> = [
  {
    method: "GET",
    path: "/templates",
    run: Effect.fnUntraced(function* ({ query }) {
      const page = yield* pageOf(query, { channel: channels, name: "any" })
      return ok(paged(yield* templates.list({ ...page, limit: page.limit + 1 }), page.limit))
    }),
  },
  {
    method: "POST",
    path: "/templates",
    run: Effect.fnUntraced(function* ({ body }) {
      const doc = docOf(yield* decode(body), 1)
      return created(view(yield* Effect.catchTag(templates.add(`tpl_${randomUUID()}`, doc), "Taken", exists)))
    }),
  },
  {
    method: "GET",
    path: "/templates/{templateId}",
    run: Effect.fnUntraced(function* ({ parameters: [id = ""] }) {
      const found = yield* templates.find(id)
      return found === undefined ? yield* notFound("template", id) : ok(view(found))
    }),
  },
  {
    method: "PUT",
    path: "/templates/{templateId}",
    run: Effect.fnUntraced(function* ({ body, parameters: [id = ""] }) {
      const template = yield* decode(body)
      const changed = yield* Effect.catchTag(
        templates.change(id, ({ doc }) => Effect.succeed(docOf(template, Number(doc["version"]) + 1))),
        "Taken",
        exists,
      )
      return changed === undefined ? yield* notFound("template", id) : ok(view(changed))
    }),
  },
  {
    method: "DELETE",
    path: "/templates/{templateId}",
    run: Effect.fnUntraced(function* ({ parameters: [id = ""] }) {
      return (yield* templates.remove(id)) ? ok({ id, deleted: true }) : yield* notFound("template", id)
    }),
  },
]
