import { isObject, type Json } from "./Document.ts"
import type { Place } from "./Place.ts"

type Pair = readonly [name: string, value: string]

/** Percent-encoding after RFC 3986: nothing but unreserved characters stays, so that a value cannot leave its place. */
export const encoded = (text: string): string =>
  encodeURIComponent(text.toWellFormed()).replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)

/**
 * With `allowReserved`, what may stand in a query stays as it is, but for `#`, `[` and `]`, which may not, and `&` and `+`,
 * which would mean something else.
 */
const encodedReserved = (text: string): string => encoded(text).replace(/%(3A|2F|3F|40|21|24|27|28|29|2A|2C|3B|3D)/g, decodeURIComponent)

/** The pairs of a query or a form that one input makes, encoded: none for an empty list. */
export const pairsOf = (place: Place, value: unknown): ReadonlyArray<string> => {
  const encode = place.allowReserved ? encodedReserved : encoded
  const one = ([name, value]: Pair) => `${encoded(name)}=${encode(value)}`
  if (place.asJson) return [one([place.name, JSON.stringify(value)])]
  if (Array.isArray(value)) {
    if (value.length === 0) return []
    if (place.explode && !delimiters.has(place.style)) return value.map((item) => one([listName(place), plain(item)]))
    const delimiter = delimiters.get(place.style) ?? ","
    return [`${encoded(place.name)}=${value.map((item) => encode(plain(item))).join(delimiter)}`]
  }
  if (!isObject(value)) return [one([place.name, plain(value)])]
  if (place.style === "x-json-objects") return [one([place.name, JSON.stringify(value)])]
  if (place.style === "deepObject") return deep(place.name, value, 0).map(one)
  const members = Object.entries(value)
  if (place.explode) return members.map(([name, member]) => one([name, plain(member)]))
  const delimiter = delimiters.get(place.style) ?? ","
  return [`${encoded(place.name)}=${members.flatMap(([name, member]) => [encoded(name), encode(plain(member))]).join(delimiter)}`]
}

const delimiters = new Map([
  ["spaceDelimited", "%20"],
  ["pipeDelimited", "%7C"],
  ["x-tabDelimited", "%09"],
])

/** A list in `deepObject` style has no rule of its own; its users write `ids[]=1&ids[]=2`. */
const listName = ({ name, style }: Place): string => (style === "deepObject" ? `${name}[]` : name)

const maxDepth = 8
const deep = (name: string, value: Json, depth: number): ReadonlyArray<Pair> => {
  if (depth < maxDepth && Array.isArray(value)) return value.flatMap((item, index) => deep(`${name}[${index}]`, item, depth + 1))
  if (depth < maxDepth && isObject(value))
    return Object.entries(value).flatMap(([key, member]) => deep(`${name}[${key}]`, member, depth + 1))
  return [[name, plain(value)]]
}

/** What one input becomes inside its path segment: `simple`, `label` (`.a`) or `matrix` (`;name=a`). */
export const inPath = (place: Place, value: unknown): string => {
  if (place.asJson) return encoded(JSON.stringify(value))
  const { explode, name, style } = place
  if (style === "matrix") {
    const given = `;${encoded(name)}=`
    if (explode && Array.isArray(value)) return value.map((item) => `${given}${encoded(plain(item))}`).join("")
    if (explode && isObject(value))
      return members(value, explode, encoded)
        .map((pair) => `;${pair}`)
        .join("")
    return `${given}${listed(value, explode, encoded).join(",")}`
  }
  const list = listed(value, explode, encoded)
  return style === "label" ? `.${list.join(explode ? "." : ",")}` : list.join(",")
}

/** What one input becomes as a header's value: always `simple`, and never percent-encoded. */
export const inHeader = (place: Place, value: unknown): string =>
  place.asJson ? JSON.stringify(value) : listed(value, place.explode, (text) => text).join(",")

const listed = (value: unknown, explode: boolean, encode: (text: string) => string): ReadonlyArray<string> => {
  if (Array.isArray(value)) return value.map((item) => encode(plain(item)))
  return isObject(value) ? members(value, explode, encode) : [encode(plain(value))]
}

const members = (value: { readonly [name: string]: Json }, explode: boolean, encode: (text: string) => string): ReadonlyArray<string> =>
  Object.entries(value).flatMap(([name, member]) =>
    explode ? [`${encode(name)}=${encode(plain(member))}`] : [encode(name), encode(plain(member))],
  )

/** One value as text; what is no plain value inside a list is JSON. */
const plain = (value: unknown): string => {
  if (typeof value === "string") return value
  if (value === null || value === undefined) return ""
  return typeof value === "object" ? JSON.stringify(value) : String(value)
}
