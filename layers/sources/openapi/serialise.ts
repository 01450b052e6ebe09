import { isObject, type Json } from "./Document.ts"
import type { InputBinding } from "./InputBinding.ts"

type Pair = readonly [name: string, value: string]

/** Percent-encoding after RFC 3986: only unreserved characters are kept, so that a value cannot leave its part of the URL. */
export const percentEncoded = (text: string): string =>
  encodeURIComponent(text.toWellFormed()).replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)

/**
 * With `allowReserved`, characters that a query allows are kept, except `&` and `+`, which would change the meaning.
 * `#`, `[` and `]` are not allowed in a query and are encoded.
 */
const percentEncodedExceptReserved = (text: string): string =>
  percentEncoded(text).replace(/%(3A|2F|3F|40|21|24|27|28|29|2A|2C|3B|3D)/g, decodeURIComponent)

/** The pairs of a query or a form that one input makes, encoded: none for an empty list. */
export const pairsOf = (binding: InputBinding, value: unknown): ReadonlyArray<string> => {
  const encode = binding.allowReserved ? percentEncodedExceptReserved : percentEncoded
  const one = ([name, value]: Pair) => `${percentEncoded(name)}=${encode(value)}`
  if (binding.jsonEncoded) return [one([binding.name, JSON.stringify(value)])]
  if (Array.isArray(value)) {
    if (value.length === 0) return []
    if (binding.explode && !delimiters.has(binding.style)) return value.map((item) => one([listName(binding), textValue(item)]))
    const delimiter = delimiters.get(binding.style) ?? ","
    return [`${percentEncoded(binding.name)}=${value.map((item) => encode(textValue(item))).join(delimiter)}`]
  }
  if (!isObject(value)) return [one([binding.name, textValue(value)])]
  if (binding.style === "x-json-objects") return [one([binding.name, JSON.stringify(value)])]
  if (binding.style === "deepObject") return deepObjectPairs(binding.name, value, 0).map(one)
  const members = Object.entries(value)
  if (binding.explode) return members.map(([name, member]) => one([name, textValue(member)]))
  const delimiter = delimiters.get(binding.style) ?? ","
  return [
    `${percentEncoded(binding.name)}=${members.flatMap(([name, member]) => [percentEncoded(name), encode(textValue(member))]).join(delimiter)}`,
  ]
}

const delimiters = new Map([
  ["spaceDelimited", "%20"],
  ["pipeDelimited", "%7C"],
  ["x-tabDelimited", "%09"],
])

/** A list in `deepObject` style has no rule of its own; its users write `ids[]=1&ids[]=2`. */
const listName = ({ name, style }: InputBinding): string => (style === "deepObject" ? `${name}[]` : name)

const maxDepth = 8
const deepObjectPairs = (name: string, value: Json, depth: number): ReadonlyArray<Pair> => {
  if (depth < maxDepth && Array.isArray(value)) return value.flatMap((item, index) => deepObjectPairs(`${name}[${index}]`, item, depth + 1))
  if (depth < maxDepth && isObject(value))
    return Object.entries(value).flatMap(([key, member]) => deepObjectPairs(`${name}[${key}]`, member, depth + 1))
  return [[name, textValue(value)]]
}

/** What one input becomes inside its path segment: `simple`, `label` (`.a`) or `matrix` (`;name=a`). */
export const pathText = (binding: InputBinding, value: unknown): string => {
  if (binding.jsonEncoded) return percentEncoded(JSON.stringify(value))
  const { explode, name, style } = binding
  if (style === "matrix") {
    const given = `;${percentEncoded(name)}=`
    if (explode && Array.isArray(value)) return value.map((item) => `${given}${percentEncoded(textValue(item))}`).join("")
    if (explode && isObject(value))
      return memberTexts(value, explode, percentEncoded)
        .map((pair) => `;${pair}`)
        .join("")
    return `${given}${listOfTexts(value, explode, percentEncoded).join(",")}`
  }
  const list = listOfTexts(value, explode, percentEncoded)
  return style === "label" ? `.${list.join(explode ? "." : ",")}` : list.join(",")
}

/** What one input becomes as a header's value: always `simple`, and never percent-encoded. */
export const headerText = (binding: InputBinding, value: unknown): string =>
  binding.jsonEncoded ? JSON.stringify(value) : listOfTexts(value, binding.explode, (text) => text).join(",")

const listOfTexts = (value: unknown, explode: boolean, encode: (text: string) => string): ReadonlyArray<string> => {
  if (Array.isArray(value)) return value.map((item) => encode(textValue(item)))
  return isObject(value) ? memberTexts(value, explode, encode) : [encode(textValue(value))]
}

const memberTexts = (value: { readonly [name: string]: Json }, explode: boolean, encode: (text: string) => string): ReadonlyArray<string> =>
  Object.entries(value).flatMap(([name, member]) =>
    explode ? [`${encode(name)}=${encode(textValue(member))}`] : [encode(name), encode(textValue(member))],
  )

/** One value as text; an object or array inside a list is written as JSON. */
const textValue = (value: unknown): string => {
  if (typeof value === "string") return value
  if (value === null || value === undefined) return ""
  return typeof value === "object" ? JSON.stringify(value) : String(value)
}
