import { type Effect, Schema, SchemaAST } from "effect"
import type { InputField, InputProblem, Operation, PlanningHints, Pricing, SourceAnswer, SourceFailure, Variant } from "./Source.ts"

type FactType = `${string}.${string}`
type Fields = Readonly<Record<FactType, Schema.Codec<unknown, unknown>>>
type Input<F extends Fields> = Schema.Struct.Type<F>

interface VariantDefinition<F extends Fields> {
  /** Dotted fact type → codec of the JSON value, with `description` and `examples`. `Schema.optionalKey` makes it optional. */
  readonly fields: F
  /** The source's own names, where they are not the last segment of the fact type. */
  readonly native?: { readonly [K in keyof F]?: string }
  /** The fact type of what fills a field, where it is not the field's own: `route.from` takes an `airport.iata`. */
  readonly slots?: { readonly [K in keyof F]?: FactType }
  readonly pricing: Pricing
  /** What no field can say alone (a range's ends, a region and its country): 422 before any money is touched. */
  readonly check?: (input: Input<F>) => InputProblem | undefined
  readonly run: (input: Input<F>, limit: number) => Effect.Effect<SourceAnswer, SourceFailure>
}

interface Definition<F extends Fields> extends VariantDefinition<F> {
  /** `<domain>.<action>` */
  readonly id: FactType
  readonly name: string
  readonly description: string
  /** Dotted fact types of the answer. Each is a path into `data`: `bank.iban` is found at `/bank/iban`. */
  readonly output: ReadonlyArray<FactType>
  readonly freshnessSeconds: number
  readonly examples: ReadonlyArray<string>
  /** Other inputs of the same operation, each set with its own price: `defineVariant`. */
  readonly variants?: ReadonlyArray<Variant>
  /** For the planner of questions: synonyms, assumed values, the list that an answer is. */
  readonly hints?: PlanningHints
  /** What the inputs may mean, without charge. */
  readonly meaningsOf?: Operation["meaningsOf"]
}

/** An operation written as data plus a `run` whose input is typed by its fields. A wrong definition throws when it is loaded. */
export const defineOperation = <const F extends Fields>(definition: Definition<F>): Operation => {
  const { id, name, description, output, freshnessSeconds, examples, variants = [], hints, meaningsOf } = definition
  const own = { ...(hints && { hints }), ...(meaningsOf && { meaningsOf }) }
  return { id, name, description, output, freshnessSeconds, examples, variants, ...own, ...defineVariant(definition) }
}

/** Another way to ask an operation. The variant runs whose inputs were given; the operation itself comes first. */
export const defineVariant = <const F extends Fields>(definition: VariantDefinition<F>): Variant => {
  const { pricing, check, run } = definition
  const natives: Readonly<Record<string, string | undefined>> = definition.native ?? {}
  const slots: Readonly<Record<string, string | undefined>> = definition.slots ?? {}
  const input = Object.entries(definition.fields).map(([field, schema]) =>
    inputField(field, natives[field] ?? lastSegment(field), slots[field] ?? field, schema),
  )
  const twice = input.find((field, i) => input.some((other, j) => j < i && other.native === field.native))
  if (twice) throw new Error(`${twice.field}: two inputs have the native name ${twice.native}`)
  return {
    input,
    pricing,
    // The only casts: `resolveInput` decoded each value with the codec that types it here.
    ...(check && { check: (values: Readonly<Record<string, unknown>>) => check(values as Input<F>) }),
    run: (values, limit) => run(values as Input<F>, limit),
  }
}

export const lastSegment = (dotted: string): string => dotted.slice(dotted.lastIndexOf(".") + 1)

const inputField = (field: string, native: string, slot: string, schema: Schema.Codec<unknown, unknown>): InputField => ({
  field,
  native,
  slot,
  required: !SchemaAST.isOptional(schema.ast),
  schema,
  jsonSchema: { ...jsonSchemaOf(field, schema), "x-slot": slot },
})

/**
 * JSON Schema (2020-12) of a field's encoded form, without references, so that it is valid at any place of a document. A `description` or
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
