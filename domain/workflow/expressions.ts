import type { Schema } from "effect"

/** What the value of a parameter, or a default, says. */
export type Said =
  | { readonly _tag: "Literal"; readonly value: Schema.Json }
  | { readonly _tag: "Input"; readonly name: string }
  | { readonly _tag: "Output"; readonly stepId: string; readonly name: string }
  | { readonly _tag: "Clock"; readonly reading: "today" | "now" | "year" }
  /** It begins like an expression and is none. */
  | { readonly _tag: "Unknown"; readonly text: string }

export const sayingOf = (value: Schema.Json): Said => {
  if (typeof value !== "string" || !value.startsWith("$")) return { _tag: "Literal", value }
  const input = /^\$inputs\.(?<name>.+)$/u.exec(value)?.groups?.name
  if (input !== undefined) return { _tag: "Input", name: input }
  const { name, stepId } = /^\$steps\.(?<stepId>[\w-]+)\.outputs\.(?<name>[\w-]+)$/u.exec(value)?.groups ?? {}
  if (stepId !== undefined && name !== undefined) return { _tag: "Output", stepId, name }
  const reading = value.slice(1)
  if (reading === "today" || reading === "now" || reading === "year") return { _tag: "Clock", reading }
  return { _tag: "Unknown", text: value }
}

/** A clock's reading in UTC. `now` is milliseconds since 1970. */
export const readClock = (reading: "today" | "now" | "year", now: number): string | number => {
  const text = new Date(now).toISOString()
  return reading === "year" ? Number(text.slice(0, 4)) : text.slice(0, reading === "today" ? 10 : 16)
}

/** The source and the operation of `$sourceDescriptions.<source>.<operation>`. */
export const operationOf = (expression: string): { readonly source: string; readonly operation: string } | undefined => {
  const { operation, source } = /^\$sourceDescriptions\.(?<source>[^.]+)\.(?<operation>.+)$/u.exec(expression)?.groups ?? {}
  return source === undefined || operation === undefined ? undefined : { source, operation }
}

/** Where an output stands: without `list` at a pointer of the document, with it at a pointer of one of the list's items. */
export interface Outlet {
  readonly pointer: string
  readonly list?: string
}

/** The place of `$response.body#<pointer>`; undefined where it is none, or has several `*`. */
export const outletOf = (expression: string): Outlet | undefined => {
  const pointer = /^\$response\.body#(?<pointer>(?:\/[^/]*)*)$/u.exec(expression)?.groups?.pointer
  const [list, rest, ...more] = (pointer ?? "").split("/*")
  if (pointer === undefined || list === undefined || more.length > 0) return undefined
  return rest === undefined ? { pointer } : { list, pointer: rest }
}
