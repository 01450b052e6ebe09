import { type JsonSchema, Schema, SchemaRepresentation } from "effect"
import type { JsonObject } from "./Document.ts"
import { validateJson } from "./mismatchOf.ts"

/**
 * The codec of a schema that stands by itself. Patterns are shown and not applied, for they can run for ever, and therefore
 * `oneOf` is `anyOf`. What Effect cannot represent (`not`, structured enums, some intersections) is JSON that `mismatchOf` checks.
 */
export const inputCodec = (schema: JsonObject): Schema.Codec<unknown, unknown> => {
  const imported = effectCodec(schema)
  if (imported !== undefined) return imported
  return Schema.Json.check(
    Schema.makeFilter((value: Schema.Json) => {
      const found = validateJson({}, schema, value)
      return found === undefined ? true : found.pointer === "" ? found.reason : `${found.pointer} ${found.reason}`
    }),
  )
}

const anyOfInsteadOfOneOf = ({ oneOf, ...rest }: JsonSchema.JsonSchema): JsonSchema.JsonSchema => {
  if (!Array.isArray(oneOf)) return rest
  if (rest.anyOf === undefined) return { ...rest, anyOf: oneOf }
  return { ...rest, allOf: [...(Array.isArray(rest.allOf) ? rest.allOf : []), { anyOf: oneOf }] }
}

const effectCodec = (schema: JsonObject): Schema.Codec<unknown, unknown> | undefined => {
  try {
    const imported = SchemaRepresentation.fromJsonSchemaDocument(
      { dialect: "draft-2020-12", schema, definitions: {} },
      {
        patterns: "ignore",
        onEnter: anyOfInsteadOfOneOf,
      },
    )
    // What is imported consists of built-in schemas and checks, which need no services.
    return imported as Schema.Codec<unknown, unknown>
  } catch {
    return undefined
  }
}
