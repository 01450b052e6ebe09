import { type JsonSchema, Result, Schema, SchemaRepresentation } from "effect"
import type { InputField } from "../../../domain/catalogue/Source.ts"
import { type OpenApiDocument, followReferences, isObject, type Json, type JsonObject, listOf, memberOf, textOf } from "./Document.ts"
import { shortText } from "./names.ts"
import type { InputBinding } from "./InputBinding.ts"
import { standaloneSchema } from "./standaloneSchema.ts"
import { validateJson } from "./validateJson.ts"

const maxExamples = 4

/** A binding as the catalogue sees it. Its schemas are made when they are first looked at, and kept: most never are. */
export const inputField = (document: OpenApiDocument, binding: InputBinding, required: boolean): InputField => {
  const { field, native, slot } = binding
  let codec: Schema.Codec<unknown, unknown> | undefined
  let shown: JsonObject | undefined
  return {
    field,
    native,
    slot,
    required,
    get schema() {
      codec ??= inputCodec(standaloneSchema(document, binding.schema))
      return codec
    },
    get jsonSchema() {
      shown ??= describeInput(document, binding, this.schema)
      return shown
    },
  }
}

const describeInput = (document: OpenApiDocument, binding: InputBinding, codec: Schema.Codec<unknown, unknown>): JsonObject => {
  const shown = standaloneSchema(document, binding.schema)
  const description = shortText(textOf(binding.documented, "description") ?? textOf(shown, "description"), 1_000)
  const fits = Schema.decodeUnknownResult(codec, { onExcessProperty: "error" })
  const examples = [...examplesOf(document, binding.documented), ...listOf(shown, "examples")]
    .filter((example) => Result.isSuccess(fits(example)))
    .slice(0, maxExamples)
  const rest = Object.fromEntries(Object.entries(shown).filter(([name]) => name !== "examples" && name !== "description"))
  return { ...rest, ...(description !== "" && { description }), ...(examples.length > 0 && { examples }), "x-slot": binding.slot }
}

/** `example`, or the values of `examples`. */
const examplesOf = (document: OpenApiDocument, documented: JsonObject): ReadonlyArray<Json> => {
  const one = memberOf(documented, "example")
  const many = memberOf(documented, "examples")
  const named = isObject(many) ? Object.values(many).map((example) => memberOf(followReferences(document, example), "value")) : []
  return [one, ...named].filter((example) => example !== undefined)
}

/**
 * The codec of a schema that stands by itself. Patterns are shown and not applied, for they can run for ever, and therefore
 * `oneOf` is `anyOf`. What Effect cannot represent (`not`, structured enums, some intersections) is JSON that `mismatchOf` checks.
 */
export const inputCodec = (schema: JsonObject): Schema.Codec<unknown, unknown> => {
  const imported = effectCodec(schema)
  if (imported !== undefined) return imported
  return Schema.Json.check(
    Schema.makeFilter((value: Schema.Json) => {
      const mismatch = validateJson({}, schema, value)
      return mismatch === undefined ? true : mismatch.pointer === "" ? mismatch.reason : `${mismatch.pointer} ${mismatch.reason}`
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
