import { type OpenApiDocument, followReferences, isObject, type Json, type JsonObject, memberOf, objectOf, textOf } from "./Document.ts"
import { mediaType } from "./responses.ts"
import { hasDirection, objectMembers } from "./schemaMembers.ts"
import type { UnnamedBinding } from "./InputBinding.ts"

/** The bindings of an operation's body. `requires`: the names that a body needs; `optional`: whether the body may be absent. */
export interface BodyBindings {
  readonly bindings: ReadonlyArray<UnnamedBinding>
  readonly type: "none" | "json" | "form"
  readonly mediaType: string
  readonly requires: ReadonlyArray<string>
  readonly optional: boolean
}

const noBody: BodyBindings = { bindings: [], type: "none", mediaType: "", requires: [], optional: true }

/** What can be sent as the body of an operation, or why nothing can. */
export const bodyBindings = (document: OpenApiDocument, node: JsonObject): BodyBindings | { readonly refused: string } => {
  const written = memberOf(node, "requestBody")
  if (written === undefined) return noBody
  const body = followReferences(document, written)
  if (!isObject(body)) return { refused: "its request body leads nowhere in the document" }
  const content = Object.entries(objectOf(body, "content"))
  if (content.length === 0) return noBody
  const optional = memberOf(body, "required") !== true
  for (const type of ["json", "form"] as const) {
    const supported = content.find(([name]) => mediaType(name).kind === type)
    if (supported) return requestBodyOf(document, supported[0], supported[1], type, optional)
  }
  return { refused: `its request body is ${content.map(([name]) => name.slice(0, 60)).join(" or ")}, which is not supported` }
}

const requestBodyOf = (document: OpenApiDocument, name: string, media: Json, type: "json" | "form", optional: boolean): BodyBindings => {
  const schema = memberOf(media, "schema") ?? {}
  const sent = mediaType(name).essence
  const common = { type, mediaType: sent.includes("*") ? "application/json" : sent, optional }
  const members = objectMembers(document, schema, false)
  if (members === undefined) {
    const documented = isObject(media) ? media : {}
    const form = { in: "form", style: "form", jsonEncoded: false } as const
    const binding = { ...wholeBody, ...(type === "form" && form), required: !optional, schema: isObject(schema) ? schema : {}, documented }
    return { ...common, bindings: [binding], requires: [] }
  }
  const sendable = [...members.properties].filter(([, property]) => !hasDirection(document, property, "readOnly"))
  const requires = sendable.map(([name]) => name).filter((name) => members.required.has(name))
  const encoding = objectOf(media, "encoding")
  const bindings = sendable.map(([name, property]): UnnamedBinding => {
    const required = !optional && members.required.has(name)
    return type === "json"
      ? { ...wholeBody, in: "member", name, required, schema: property }
      : { ...formBinding(encoding, name), required, schema: property }
  })
  return { ...common, bindings, requires }
}

const wholeBody = {
  in: "body",
  name: "body",
  documented: {},
  style: "form",
  explode: true,
  allowReserved: false,
  jsonEncoded: true,
} as const

/** A form writes lists as repeated names and objects as JSON, unless its encoding names a style. */
const formBinding = (encoding: JsonObject, name: string) => {
  const declared = memberOf(encoding, name)
  const style = textOf(declared, "style")
  const explode = memberOf(declared, "explode")
  return {
    ...wholeBody,
    in: "form",
    name,
    jsonEncoded: false,
    style: style ?? "x-json-objects",
    explode: typeof explode === "boolean" ? explode : style === undefined || style === "form" || style === "deepObject",
  } as const
}
