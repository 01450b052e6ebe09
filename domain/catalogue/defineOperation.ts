import { type Effect, Schema, SchemaAST } from "effect"
import type { Answer, InputField, Operation, Pricing, SourceFailure, Unfit } from "./Source.ts"

type FactType = `${string}.${string}`
type Fields = Readonly<Record<FactType, Schema.Codec<unknown, unknown>>>
type Input<F extends Fields> = Schema.Struct.Type<F>

interface Definition<F extends Fields> {
  /** `<domain>.<action>` */
  readonly id: FactType
  readonly name: string
  readonly description: string
  /** Dotted fact type → codec of the JSON value, with `description` and `examples`. `Schema.optionalKey` makes it optional. */
  readonly fields: F
  /** The source's own names, where they are not the last segment of the fact type. */
  readonly native?: { readonly [K in keyof F]?: string }
  /** Dotted fact types of the answer. Each is a path into `data`: `bank.iban` is found at `/bank/iban`. */
  readonly output: ReadonlyArray<FactType>
  readonly pricing: Pricing
  readonly freshnessSeconds: number
  readonly examples: ReadonlyArray<string>
  /** What no field can say alone (a range's ends, a region and its country): 422 before any money is touched. */
  readonly check?: (input: Input<F>) => Unfit | undefined
  readonly run: (input: Input<F>, limit: number) => Effect.Effect<Answer, SourceFailure>
}

/** An operation written as data plus a `run` whose input is typed by its fields. A wrong definition throws when it is loaded. */
export const defineOperation = <const F extends Fields>(definition: Definition<F>): Operation => {
  const { id, name, description, output, pricing, freshnessSeconds, examples, check, run } = definition
  const natives: Readonly<Record<string, string | undefined>> = definition.native ?? {}
  const input = Object.entries(definition.fields).map(([field, schema]) => inputField(field, natives[field] ?? lastSegment(field), schema))
  if (new Set(input.map((field) => field.native)).size < input.length) throw new Error(`${id}: two inputs have the same native name`)
  return {
    id,
    name,
    description,
    input,
    output,
    pricing,
    freshnessSeconds,
    examples,
    // The only casts: `resolveInput` decoded each value with the codec that types it here.
    ...(check && { check: (values: Readonly<Record<string, unknown>>) => check(values as Input<F>) }),
    run: (values, limit) => run(values as Input<F>, limit),
  }
}

export const lastSegment = (dotted: string): string => dotted.slice(dotted.lastIndexOf(".") + 1)

const inputField = (field: string, native: string, schema: Schema.Codec<unknown, unknown>): InputField => ({
  field,
  native,
  required: !SchemaAST.isOptional(schema.ast),
  schema,
  jsonSchema: jsonSchemaOf(field, schema),
})

/**
 * JSON Schema (2020-12) of a field's encoded form, without references, so that it can stand anywhere. A `description` or
 * `examples` on the decoded side of a transformation describe the field just as well, and are taken when the encoded side has none.
 */
const jsonSchemaOf = (field: string, schema: Schema.Codec<unknown, unknown>): Readonly<Record<string, unknown>> => {
  const document = Schema.toJsonSchemaDocument(schema, { referencePolicy: () => undefined, onExcessProperty: "error" })
  if (Object.keys(document.definitions).length > 0) throw new Error(`${field}: a recursive schema cannot stand by itself`)
  const annotations = SchemaAST.resolve(schema.ast)
  const encode = Schema.encodeUnknownSync(schema)
  const description = document.schema.description ?? annotations?.description
  const examples =
    document.schema.examples ?? (Array.isArray(annotations?.examples) ? annotations.examples.map((example) => encode(example)) : undefined)
  return { ...document.schema, ...(description !== undefined && { description }), ...(examples !== undefined && { examples }) }
}
