import { Predicate, type Schema } from "effect"

export type Json = Schema.Json
export type JsonObject = { readonly [name: string]: Json }

/**
 * An OpenAPI document as plain JSON: 3.0 or 3.1, for a 2.0 one is brought into that form. Its references stay where they
 * are and are followed when they are needed, so that no document is larger in memory than it was as text.
 */
export type Document = JsonObject

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
