import { Result, Schema, SchemaRepresentation } from "effect"

/**
 * Whether a value is what a JSON Schema (2020-12) asks for. A schema that cannot be read asks for nothing. Patterns, which a
 * publisher may have written to cost more time than there is, are left to the operation's own codec.
 */
export const fitsSchema = (schema: Readonly<Record<string, unknown>>, value: Schema.Json): boolean => {
  const read = Result.try(() =>
    SchemaRepresentation.fromJsonSchemaDocument(
      { dialect: "draft-2020-12", schema: plain(schema), definitions: {} },
      { patterns: "ignore" },
    ),
  )
  return Result.isFailure(read) || Schema.is(read.success)(value)
}

const plain = (schema: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(schema).filter(([keyword]) => !keyword.startsWith("x-")))
