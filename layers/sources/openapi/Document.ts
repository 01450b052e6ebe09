import { Predicate, type Schema } from "effect"

export type Json = Schema.Json
export type JsonObject = { readonly [name: string]: Json }

/**
 * An OpenAPI document as plain JSON: 3.0 or 3.1, for a 2.0 one is brought into that form. Its references stay where they
 * are and are followed when they are needed, so that no document is larger in memory than it was as text.
 */
export type OpenApiDocument = JsonObject

export const isObject = (node: unknown): node is JsonObject => Predicate.isObject(node)

/** A document's own members only: `constructor` and `toString` are names like any other. */
export const memberOf = (node: Json | undefined, name: string): Json | undefined =>
  isObject(node) && Object.hasOwn(node, name) ? node[name] : undefined

export const textOf = (node: Json | undefined, name: string): string | undefined => {
  const text = memberOf(node, name)
  return typeof text === "string" && text.trim() !== "" ? text : undefined
}

export const objectOf = (node: Json | undefined, name: string): JsonObject => {
  const member = memberOf(node, name)
  return isObject(member) ? member : {}
}

export const listOf = (node: Json | undefined, name: string): ReadonlyArray<Json> => {
  const member = memberOf(node, name)
  return Array.isArray(member) ? member : []
}

export const textsOf = (node: Json | undefined, name: string): ReadonlyArray<string> =>
  listOf(node, name).filter((item): item is string => typeof item === "string")

export const mapMembers = (node: JsonObject, of: (value: Json, name: string) => Json): JsonObject =>
  Object.fromEntries(Object.entries(node).map(([name, value]) => [name, of(value, name)]))

export const withoutMembers = (node: JsonObject, ...names: ReadonlyArray<string>): JsonObject =>
  Object.fromEntries(Object.entries(node).filter(([name]) => !names.includes(name)))

const maxHops = 50

/**
 * What a node is, or what its reference leads to inside the document; `undefined` where it leads nowhere, out of the
 * document or round in a circle.
 */
export const followReferences = (document: OpenApiDocument, node: Json | undefined): Json | undefined => {
  let current = node
  for (let hops = 0; hops < maxHops; hops++) {
    const reference = memberOf(current, "$ref")
    if (typeof reference !== "string") return current
    current = resolvePointer(document, reference)
  }
  return undefined
}

const resolvedReferences = new WeakMap<OpenApiDocument, Map<string, Json | undefined>>()

/** What a reference of this document (`#/components/schemas/Pet`) points to. */
export const resolvePointer = (document: OpenApiDocument, reference: string): Json | undefined => {
  const cache = resolvedReferences.get(document) ?? new Map<string, Json | undefined>()
  resolvedReferences.set(document, cache)
  if (!cache.has(reference)) cache.set(reference, pointed(document, reference))
  return cache.get(reference)
}

const pointed = (document: OpenApiDocument, reference: string): Json | undefined => {
  if (!reference.startsWith("#/")) return undefined
  let node: Json | undefined = document
  for (const token of reference.slice(2).split("/")) {
    const name = decoded(token).replaceAll("~1", "/").replaceAll("~0", "~")
    node = Array.isArray(node) && /^\d{1,6}$/.test(name) ? node[Number(name)] : isObject(node) ? memberOf(node, name) : undefined
    if (node === undefined) return undefined
  }
  return node
}

const decoded = (token: string): string => {
  try {
    return decodeURIComponent(token)
  } catch {
    return token
  }
}
