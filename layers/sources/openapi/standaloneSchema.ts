import {
  type OpenApiDocument,
  isObject,
  type Json,
  type JsonObject,
  listOf,
  memberOf,
  resolvePointer,
  textsOf,
  withoutMembers,
} from "./Document.ts"

/** The size limits of one field's schema. The parts of a larger schema beyond them are shown as the schema that allows anything. */
const maxNodes = 1_000
const maxDepth = 24
const maxText = 2_000

/**
 * A self-contained copy of a schema of the document: JSON Schema 2020-12 without references, a recursive schema cut where it
 * repeats. Malformed keywords and keywords unknown to JSON Schema are left out.
 */
export const standaloneSchema = (document: OpenApiDocument, schema: Json): JsonObject => {
  let nodes = 0
  const show = (schema: Json, depth: number, open: ReadonlyArray<string>): JsonObject | boolean => {
    if (typeof schema === "boolean") return schema
    if (!isObject(schema) || depth > maxDepth || ++nodes > maxNodes) return {}
    const reference = schema.$ref
    if (typeof reference === "string") {
      const target = open.includes(reference) ? undefined : resolvePointer(document, reference)
      const shown = target === undefined ? {} : show(target, depth + 1, [...open, reference])
      const beside = show(withoutMembers(schema, "$ref"), depth + 1, open)
      return isObject(shown) && isObject(beside) ? nullable(combined(shown, beside), saysNullable(schema)) : shown
    }
    const child = (value: Json) => show(value, depth + 1, open)
    const keywords = Object.entries(schema).flatMap(([name, value]) => {
      const read = Object.hasOwn(keyword, name) ? keyword[name]?.(value, child) : undefined
      nodes += name === "enum" && Array.isArray(read) ? read.length : 0
      return read === undefined || nodes > maxNodes ? [] : [[name, read] as const]
    })
    return fromOpenApi30(schema, Object.fromEntries(keywords))
  }
  const shown = show(schema, 0, [])
  return isObject(shown) ? shown : shown ? {} : { not: {} }
}

type Child = (schema: Json) => Json
type Keyword = (value: Json, child: Child) => Json | undefined

const text: Keyword = (value) => (typeof value === "string" ? value.toWellFormed().slice(0, maxText) : undefined)
const truth: Keyword = (value) => (typeof value === "boolean" ? value : undefined)
const number: Keyword = (value) => (typeof value === "number" ? value : undefined)
const count: Keyword = (value) => (typeof value === "number" && Number.isInteger(value) && value >= 0 ? value : undefined)
const any: Keyword = (value) => (isSmall(value) ? value : undefined)
const names: Keyword = (value) => {
  const texts = Array.isArray(value) ? [...new Set(value.filter((name) => typeof name === "string"))] : []
  return texts.length > 0 ? texts : undefined
}
const schema: Keyword = (value, child) => (isObject(value) || typeof value === "boolean" ? child(value) : undefined)
const schemas: Keyword = (value, child) => (Array.isArray(value) && value.length > 0 ? value.map(child) : undefined)
const named: Keyword = (value, child) =>
  isObject(value) ? Object.fromEntries(Object.entries(value).map(([name, member]) => [name, child(member)])) : undefined

const keyword: Readonly<Record<string, Keyword>> = {
  title: text,
  description: text,
  format: text,
  contentEncoding: text,
  contentMediaType: text,
  default: any,
  const: any,
  deprecated: truth,
  readOnly: truth,
  writeOnly: truth,
  uniqueItems: truth,
  type: (value) => typeOf(typeof value === "string" ? [value] : Array.isArray(value) ? value : []),
  enum: (value) => (Array.isArray(value) && value.length > 0 && isSmall(value) ? [...new Set(value)] : undefined),
  examples: (value) => (Array.isArray(value) && isSmall(value) ? value : undefined),
  minimum: number,
  maximum: number,
  exclusiveMinimum: number,
  exclusiveMaximum: number,
  multipleOf: (value) => (typeof value === "number" && value > 0 ? value : undefined),
  minLength: count,
  maxLength: count,
  minItems: count,
  maxItems: count,
  minProperties: count,
  maxProperties: count,
  pattern: (value) => (typeof value === "string" && compiles(value) ? value : undefined),
  required: names,
  properties: named,
  additionalProperties: schema,
  propertyNames: schema,
  items: schema,
  prefixItems: schemas,
  contains: schema,
  not: schema,
  allOf: schemas,
  anyOf: schemas,
  oneOf: schemas,
}

const jsonSchemaTypes = new Set(["null", "string", "boolean", "number", "integer", "array", "object"])
const typeOf = (types: ReadonlyArray<Json>): Json | undefined => {
  const valid = [...new Set(types)].filter((type) => typeof type === "string" && jsonSchemaTypes.has(type))
  return valid.length === 0 || valid.length < new Set(types).size ? undefined : valid.length === 1 ? valid[0] : valid
}

const compiles = (pattern: string): boolean => {
  try {
    return pattern.length <= maxText && new RegExp(pattern, "u") instanceof RegExp
  } catch {
    return false
  }
}

/** Whether a value is small enough to be shown as it is. */
const isSmall = (value: Json): boolean => JSON.stringify(value).length <= 20_000

/** What 3.0 writes in words of its own: null, open bounds and the one example. */
const fromOpenApi30 = (schema: JsonObject, shown: JsonObject): JsonObject => {
  const { exclusiveMaximum, exclusiveMinimum, maximum, minimum } = schema
  const example = memberOf(schema, "example")
  const open = {
    ...(exclusiveMinimum === true && typeof minimum === "number" && { exclusiveMinimum: minimum }),
    ...(exclusiveMaximum === true && typeof maximum === "number" && { exclusiveMaximum: maximum }),
    ...(example !== undefined && shown.examples === undefined && isSmall(example) && { examples: [example] }),
  }
  return nullable({ ...shown, ...open }, saysNullable(schema))
}

const saysNullable = (schema: JsonObject): boolean => schema.nullable === true || schema["x-nullable"] === true

/** Keywords beside a reference override its descriptions, or apply in addition to it. */
const combined = (shown: JsonObject, beside: JsonObject): JsonObject => {
  const clash = Object.keys(beside).some((name) => Object.hasOwn(shown, name) && !describing.has(name))
  return clash ? { allOf: [shown, beside] } : { ...shown, ...beside }
}
const describing = new Set(["title", "description", "default", "examples", "deprecated", "readOnly", "writeOnly"])

const nullable = (shown: JsonObject, allowed: boolean): JsonObject => {
  const types = typeof shown.type === "string" ? [shown.type] : textsOf(shown, "type")
  if (!allowed && !types.includes("null")) return shown
  if (types.length === 0) return Object.keys(shown).length === 0 ? shown : { anyOf: [shown, { type: "null" }] }
  const values = listOf(shown, "enum")
  return {
    ...shown,
    type: types.includes("null") ? types : [...types, "null"],
    ...(values.length > 0 && !values.includes(null) && { enum: [...values, null] }),
  }
}
