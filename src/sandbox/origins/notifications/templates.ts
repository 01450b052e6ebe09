import { Effect, Schema } from "effect"
import { randomUUID } from "node:crypto"
import { documents } from "../../../../layers/sandbox/documents.ts"
import { decodeBody, created, notFound, ok, OriginRefusal, type Route } from "../Route.ts"
import { pageView, parsePage, documentView } from "../paging.ts"
import { Channel, channels, text } from "./channels.ts"

export const templates = documents("origin_notifications.template")

/** What a template says. `{{name}}` stands for a variable of the notification. */
export const Template = Schema.Struct({
  name: Schema.String.check(Schema.isPattern(/^[A-Za-z0-9][\w.-]{0,99}$/)),
  channel: Channel,
  subject: Schema.optionalKey(Schema.NullOr(text(200))),
  body: text(20_000),
})

type TemplateBody = typeof Template.Type

const decode = decodeBody(Template)

const docOf = ({ body, channel, name, subject = null }: TemplateBody, version: number) => ({
  name,
  channel,
  subject,
  body,
  variables: variablesOf(`${subject ?? ""} ${body}`),
  version,
})

const duplicateTemplate = () =>
  Effect.fail(new OriginRefusal({ status: 409, code: "template_exists", message: "Another template has this name.", field: "name" }))

export const templateRoutes: ReadonlyArray<Route> = [
  {
    method: "GET",
    path: "/templates",
    run: Effect.fnUntraced(function* ({ query }) {
      const page = yield* parsePage(query, { channel: channels, name: "any" })
      return ok(pageView(yield* templates.list({ ...page, limit: page.limit + 1 }), page.limit))
    }),
  },
  {
    method: "POST",
    path: "/templates",
    run: Effect.fnUntraced(function* ({ body }) {
      const doc = docOf(yield* decode(body), 1)
      return created(
        documentView(yield* Effect.catchTag(templates.add(`tpl_${randomUUID()}`, doc), "DuplicateDocument", duplicateTemplate)),
      )
    }),
  },
  {
    method: "GET",
    path: "/templates/{templateId}",
    run: Effect.fnUntraced(function* ({ parameters: [id = ""] }) {
      const template = yield* templates.find(id)
      return template === undefined ? yield* notFound("template", id) : ok(documentView(template))
    }),
  },
  {
    method: "PUT",
    path: "/templates/{templateId}",
    run: Effect.fnUntraced(function* ({ body, parameters: [id = ""] }) {
      const template = yield* decode(body)
      const changed = yield* Effect.catchTag(
        templates.change(id, ({ doc }) => Effect.succeed(docOf(template, Number(doc["version"]) + 1))),
        "DuplicateDocument",
        duplicateTemplate,
      )
      return changed === undefined ? yield* notFound("template", id) : ok(documentView(changed))
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

const placeholder = /\{\{\s*([A-Za-z_]\w{0,63})\s*\}\}/g

/** The variables of a text, each once, in order. */
export const variablesOf = (text: string): ReadonlyArray<string> => [...new Set([...text.matchAll(placeholder)].map(([, name]) => name!))]
type Variables = Readonly<Record<string, string | number | boolean>>

/** The text with its variables filled in. What a variable holds is text and never a placeholder itself. */
export const render = (text: string, variables: Variables): string =>
  text.replaceAll(placeholder, (whole, name: string) => (Object.hasOwn(variables, name) ? String(variables[name]) : whole))

export const missingVariables = (text: string, variables: Variables): ReadonlyArray<string> =>
  variablesOf(text).filter((name) => !Object.hasOwn(variables, name))
