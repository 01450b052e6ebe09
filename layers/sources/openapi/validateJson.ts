import { Equal } from "effect"
import {
  type OpenApiDocument,
  isObject,
  type Json,
  type JsonObject,
  listOf,
  memberOf,
  objectOf,
  resolvePointer,
  textsOf,
} from "./Document.ts"

/** Where a value does not fit its schema: an RFC 6901 pointer into the value, and the rest of a sentence about it. */
export interface Mismatch {
  readonly pointer: string
  readonly reason: string
}

/** What one check may look at. A schema that needs more of it, or a value, is refused rather than trusted. */
const maxSteps = 2_000_000
/** How many references and combinations may say something about one and the same value. */
const maxApplied = 64

/**
 * Where a value does not fit a schema of this document, references followed as they come. It is read as an API's authors
 * mean it: members that nothing mentions are welcome unless `additionalProperties` is false, `oneOf` is `anyOf`, null is
 * welcome where `nullable` or the type says so, and a write-only member is never missed. `pattern` (which can run for ever),
 * `format`, `not` and conditions are not looked at. An interpreter instead of a compiled codec, since it costs no memory for
 * the operations that are never called, takes every schema there is, and 64-bit integers, and is bounded in its steps.
 */
export const validateJson = (document: OpenApiDocument, schema: Json, value: Json): Mismatch | undefined => {
  const check = new Check(document)
  try {
    return check.value(schema, value, [], 0)
  } catch (error) {
    if (error instanceof TooManySteps) return { pointer: "", reason: "is too large to be checked" }
    throw error
  }
}

class TooManySteps extends Error {}
type Path = ReadonlyArray<string | number>
type MaybeMismatch = Mismatch | undefined

class Check {
  readonly #document: OpenApiDocument
  #steps = 0

  constructor(document: OpenApiDocument) {
    this.#document = document
  }

  value(schema: Json, value: Json, path: Path, applied: number): MaybeMismatch {
    this.#step(1)
    if (schema === false) return mismatch(path, "is not expected")
    if (!isObject(schema) || applied > maxApplied || (value === null && allowsNull(schema))) return undefined
    return (
      this.#reference(schema, value, path, applied) ??
      this.#kind(schema, value, path) ??
      this.#combined(schema, value, path, applied) ??
      this.#content(schema, value, path)
    )
  }

  #step(by: number): void {
    this.#steps += by
    if (this.#steps > maxSteps) throw new TooManySteps()
  }

  #reference(schema: JsonObject, value: Json, path: Path, applied: number): MaybeMismatch {
    if (typeof schema.$ref !== "string") return undefined
    const target = resolvePointer(this.#document, schema.$ref)
    return target === undefined ? undefined : this.value(target, value, path, applied + 1)
  }

  #kind(schema: JsonObject, value: Json, path: Path): MaybeMismatch {
    const types = typesOf(schema)
    if (types.length > 0 && !types.some((type) => kinds[type]?.(value))) return mismatch(path, `must be ${types.join(" or ")}`)
    const allowed = Array.isArray(schema.enum) ? schema.enum : []
    this.#step(allowed.length)
    if (allowed.length > 0 && !allowed.some((one) => same(one, value))) return mismatch(path, "must be one of the values that are allowed")
    return schema.const !== undefined && !same(schema.const, value) ? mismatch(path, "must be the value that is allowed") : undefined
  }

  #combined(schema: JsonObject, value: Json, path: Path, applied: number): MaybeMismatch {
    for (const every of listOf(schema, "allOf")) {
      const problem = this.value(every, value, path, applied + 1)
      if (problem) return problem
    }
    for (const alternatives of [listOf(schema, "anyOf"), listOf(schema, "oneOf")]) {
      let first: MaybeMismatch
      const fits = alternatives.some((one) => {
        const problem = this.value(one, value, path, applied + 1)
        first ??= problem
        return problem === undefined
      })
      if (alternatives.length > 0 && !fits) return alternatives.length === 1 ? first : mismatch(path, "fits none of its forms")
    }
    return undefined
  }

  #content(schema: JsonObject, value: Json, path: Path): MaybeMismatch {
    if (typeof value === "string") return bounded(schema, "Length", "characters", () => Array.from(value).length, path)
    if (typeof value === "number") return outOfRange(schema, value, path)
    if (Array.isArray(value)) return bounded(schema, "Items", "items", () => value.length, path) ?? this.#items(schema, value, path)
    return isObject(value) ? this.#members(schema, value, path) : undefined
  }

  #items(schema: JsonObject, value: ReadonlyArray<Json>, path: Path): MaybeMismatch {
    const first = listOf(schema, "prefixItems")
    const rest = schema.items === undefined || Array.isArray(schema.items) ? true : schema.items
    if (first.length === 0 && rest === true) return undefined
    for (const [index, item] of value.entries()) {
      const problem = this.value(first[index] ?? rest, item, [...path, index], 0)
      if (problem) return problem
    }
    return undefined
  }

  #members(schema: JsonObject, value: JsonObject, path: Path): MaybeMismatch {
    const properties = objectOf(schema, "properties")
    const missing = textsOf(schema, "required").find((name) => {
      this.#step(1)
      return !Object.hasOwn(value, name) && memberOf(memberOf(properties, name), "writeOnly") !== true
    })
    if (missing !== undefined) return mismatch(path, `lacks the member ${JSON.stringify(missing)}`)
    const patterned = Object.keys(objectOf(schema, "patternProperties")).length > 0
    const rest = schema.additionalProperties === undefined || patterned ? true : schema.additionalProperties
    for (const [name, member] of Object.entries(value)) {
      const problem = this.value(memberOf(properties, name) ?? rest, member, [...path, name], 0)
      if (problem) return problem
    }
    return undefined
  }
}

const kinds: Readonly<Record<string, (value: Json) => boolean>> = {
  null: (value) => value === null,
  string: (value) => typeof value === "string",
  boolean: (value) => typeof value === "boolean",
  number: (value) => typeof value === "number",
  integer: Number.isInteger,
  array: Array.isArray,
  object: isObject,
}

/** Types that JSON Schema does not know (`file`, `any`) say nothing. */
const typesOf = (schema: JsonObject): ReadonlyArray<string> => {
  const types = typeof schema.type === "string" ? [schema.type] : textsOf(schema, "type")
  return types.every((type) => Object.hasOwn(kinds, type)) ? types : []
}

const allowsNull = (schema: JsonObject): boolean =>
  schema.nullable === true || schema["x-nullable"] === true || typesOf(schema).includes("null")

const same = (a: Json, b: Json): boolean => a === b || (typeof a === "object" && typeof b === "object" && Equal.equals(a, b))

const bounded = (schema: JsonObject, of: string, what: string, size: () => number, path: Path): MaybeMismatch => {
  const [least, most] = [schema[`min${of}`], schema[`max${of}`]]
  if (typeof least === "number" && size() < least) return mismatch(path, `must have at least ${least} ${what}`)
  return typeof most === "number" && size() > most ? mismatch(path, `must have at most ${most} ${what}`) : undefined
}

/** 3.0 says `exclusiveMinimum: true` beside `minimum`, 3.1 the number itself. */
const outOfRange = (schema: JsonObject, value: number, path: Path): MaybeMismatch => {
  const { exclusiveMaximum, exclusiveMinimum, maximum, minimum } = schema
  const above = typeof exclusiveMinimum === "number" ? exclusiveMinimum : exclusiveMinimum === true ? minimum : undefined
  const below = typeof exclusiveMaximum === "number" ? exclusiveMaximum : exclusiveMaximum === true ? maximum : undefined
  if (typeof above === "number" && value <= above) return mismatch(path, `must be above ${above}`)
  if (typeof below === "number" && value >= below) return mismatch(path, `must be below ${below}`)
  if (typeof minimum === "number" && value < minimum) return mismatch(path, `must be at least ${minimum}`)
  return typeof maximum === "number" && value > maximum ? mismatch(path, `must be at most ${maximum}`) : undefined
}

const mismatch = (path: Path, reason: string): Mismatch => ({
  pointer: path.map((token) => `/${String(token).replaceAll("~", "~0").replaceAll("/", "~1")}`).join(""),
  reason,
})
