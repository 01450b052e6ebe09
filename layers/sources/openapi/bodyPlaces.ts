import { type Document, isObject, type Json, type JsonObject, memberOf, objectOf, textOf } from "./Document.ts"
import { mediaType } from "./mediaType.ts"
import { is, objectMembers } from "./objectMembers.ts"
import type { Unnamed } from "./Place.ts"
import { resolve } from "./references.ts"

/** The places of an operation's body. `requires`: the names that a body needs; `optional`: whether there may be none at all. */
export interface Body {
  readonly places: ReadonlyArray<Unnamed>
  readonly type: "none" | "json" | "form"
  readonly mediaType: string
  readonly requires: ReadonlyArray<string>
  readonly optional: boolean
}

const none: Body = { places: [], type: "none", mediaType: "", requires: [], optional: true }

/** What can be sent as the body of an operation, or why nothing can. */
export const bodyPlaces = (document: Document, node: JsonObject): Body | { readonly refused: string } => {
  const written = memberOf(node, "requestBody")
  if (written === undefined) return none
  const body = resolve(document, written)
  if (!isObject(body)) return { refused: "its request body leads nowhere in the document" }
  const content = Object.entries(objectOf(body, "content"))
  if (content.length === 0) return none
  const optional = memberOf(body, "required") !== true
  for (const type of ["json", "form"] as const) {
    const found = content.find(([name]) => mediaType(name).kind === type)
    if (found) return bodyOf(document, found[0], found[1], type, optional)
  }
  return { refused: `its request body is ${content.map(([name]) => name.slice(0, 60)).join(" or ")}, which is not supported` }
}

const bodyOf = (document: Document, name: string, media: Json, type: "json" | "form", optional: boolean): Body => {
  const schema = memberOf(media, "schema") ?? {}
  const sent = mediaType(name).essence
  const common = { type, mediaType: sent.includes("*") ? "application/json" : sent, optional }
  const members = objectMembers(document, schema, false)
  if (members === undefined) {
    const about = isObject(media) ? media : {}
    const form = { in: "form", style: "form", asJson: false } as const
    const place = { ...whole, ...(type === "form" && form), required: !optional, schema: isObject(schema) ? schema : {}, about }
    return { ...common, places: [place], requires: [] }
  }
  const sendable = [...members.properties].filter(([, property]) => !is(document, property, "readOnly"))
  const requires = sendable.map(([name]) => name).filter((name) => members.required.has(name))
  const encoding = objectOf(media, "encoding")
  const places = sendable.map(([name, property]): Unnamed => {
    const required = !optional && members.required.has(name)
    return type === "json"
      ? { ...whole, in: "member", name, required, schema: property }
      : { ...formPlace(encoding, name), required, schema: property }
  })
  return { ...common, places, requires }
}

const whole = {
  in: "body",
  name: "body",
  about: {},
  style: "form",
  explode: true,
  allowReserved: false,
  asJson: true,
} as const

/** A form writes lists as repeated names and objects as JSON, unless its encoding names a style. */
const formPlace = (encoding: JsonObject, name: string) => {
  const said = memberOf(encoding, name)
  const style = textOf(said, "style")
  const explode = memberOf(said, "explode")
  return {
    ...whole,
    in: "form",
    name,
    asJson: false,
    style: style ?? "x-json-objects",
    explode: typeof explode === "boolean" ? explode : style === undefined || style === "form" || style === "deepObject",
  } as const
}
