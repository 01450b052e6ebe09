import { Result, Schema } from "effect"
import { Refusal } from "../Refusal.ts"
import { lastSegment } from "./defineOperation.ts"
import { sanitize, listNames } from "../sanitize.ts"
import { type InputField, type Operation, type Variant, variantsOf } from "./Source.ts"

/** 422: an input is unknown, given twice, missing or malformed. `field` is the first offending one; nothing was reserved. */
export class InvalidSourceInput extends Refusal("invalid_source_input", 422, {
  field: Schema.String,
  expected: Schema.Array(Schema.String),
  missing: Schema.Array(Schema.String),
  schema: Schema.Record(Schema.String, Schema.Unknown),
}) {}

/** The resolved request: the variant whose inputs were given, and their decoded values by dotted name. */
export interface ResolvedInput {
  readonly variant: Variant
  readonly values: Readonly<Record<string, unknown>>
}

/**
 * The decoded inputs of an operation from a JSON object in which each is named by its dotted name, by the source's native
 * name, or by its last segment where only one input ends in it. An exact name wins over a shorter one. The first variant
 * that takes all that was given, and needs no more, is meant; where none does, the nearest one says what is wrong.
 */
export const resolveInput = (
  operation: Operation,
  body: Readonly<Record<string, unknown>>,
): Result.Result<ResolvedInput, InvalidSourceInput> => {
  const readings = variantsOf(operation).map((variant) => read(operation, variant, body))
  const meant = readings.find(({ missing, misnamed }) => misnamed.length === 0 && missing.length === 0) ?? nearest(readings)
  const { decoders, given, missing, misnamed, variant } = meant
  const refuse = (field: string, message: string) =>
    Result.fail(
      new InvalidSourceInput({
        field,
        message,
        expected: variant.input.map((input) => input.field),
        missing: missing.map((absent) => absent.field),
        schema: inputSchema(operation),
      }),
    )
  if (misnamed[0]) return refuse(misnamed[0].field, misnamed[0].message)
  if (missing[0]) return refuse(missing[0].field, missingFields(missing, operation))

  const decoded: Array<[string, unknown]> = []
  for (const field of variant.input) {
    const input = given.get(field)
    const result = input && decoders.get(field)?.(input.value)
    if (result === undefined) continue
    if (Result.isFailure(result)) return refuse(field.field, malformed(field, result.failure.message))
    decoded.push([field.field, result.success])
  }
  const values = Object.fromEntries(decoded)
  const unfit = variant.check?.(values)
  return unfit ? refuse(unfit.field, `${unfit.field} does not fit: ${unfit.reason}`) : Result.succeed({ variant, values })
}

interface Reading {
  readonly variant: Variant
  readonly decoders: Prepared["decoders"]
  readonly given: ReadonlyMap<InputField, { readonly name: string; readonly value: unknown }>
  readonly misnamed: ReadonlyArray<{ readonly field: string; readonly message: string }>
  readonly missing: ReadonlyArray<InputField>
}

/** What a body says, taken as the inputs of one variant. */
const read = (operation: Operation, variant: Variant, body: Readonly<Record<string, unknown>>): Reading => {
  const { byName, decoders } = prepare(variant.input)
  const given = new Map<InputField, { readonly name: string; readonly value: unknown }>()
  const misnamed: Array<{ readonly field: string; readonly message: string }> = []
  // Own keys and a Map: names such as `__proto__` and `constructor` are names like any other.
  for (const name of Object.keys(body)) {
    const named = byName.get(name)
    const [field, another] = named ?? []
    const earlier = field && given.get(field)
    if (field === undefined && variantsOf(operation).some(({ input }) => prepare(input).byName.has(name)))
      misnamed.push({ field: sanitize(name), message: mixedVariants(operation, name) })
    else if (field === undefined || another !== undefined)
      misnamed.push({ field: sanitize(name), message: unknownName(operation, name, named) })
    else if (earlier)
      misnamed.push({ field: field.field, message: `"${earlier.name}" and "${name}" both give ${field.field}; send it once.` })
    else given.set(field, { name, value: body[name] })
  }
  return { variant, decoders, given, misnamed, missing: variant.input.filter((field) => field.required && !given.has(field)) }
}

/** The variant that knows most of what was given, then the one that lacks least. */
const nearest = (readings: ReadonlyArray<Reading>): Reading =>
  readings.reduce((best, next) => {
    const worse = next.given.size - best.given.size || best.missing.length - next.missing.length
    return worse > 0 ? next : best
  })

/** JSON Schema (2020-12) of an operation's whole input object, keyed by dotted names: one of several where it has variants. */
export const inputSchema = (operation: Operation): Readonly<Record<string, unknown>> => {
  const schemas = variantsOf(operation).map(variantSchema)
  return schemas.length === 1 ? schemas[0]! : { type: "object", anyOf: schemas }
}

const variantSchema = ({ input }: Variant): Readonly<Record<string, unknown>> => ({
  type: "object",
  properties: Object.fromEntries(input.map((field) => [field.field, field.jsonSchema])),
  required: input.filter((field) => field.required).map((field) => field.field),
  additionalProperties: false,
})

interface Prepared {
  readonly byName: ReadonlyMap<string, ReadonlyArray<InputField>>
  readonly decoders: ReadonlyMap<InputField, (value: unknown) => Result.Result<unknown, { readonly message: string }>>
}
// Kept with the list of inputs, which copies of an operation (with other prices) share.
const prepared = new WeakMap<ReadonlyArray<InputField>, Prepared>()

const prepare = (input: ReadonlyArray<InputField>): Prepared => {
  const cached = prepared.get(input)
  if (cached) return cached
  const byName = new Map<string, Array<InputField>>()
  for (const nameOf of [dotted, native, (field: InputField) => lastSegment(field.field)]) {
    const names = Map.groupBy(input, nameOf)
    for (const [name, fields] of names) if (!byName.has(name)) byName.set(name, fields)
  }
  const decoders = new Map(input.map((field) => [field, Schema.decodeUnknownResult(field.schema, { onExcessProperty: "error" })]))
  const made = { byName, decoders }
  prepared.set(input, made)
  return made
}
const dotted = (field: InputField): string => field.field
const native = (field: InputField): string => field.native

const unknownName = (operation: Operation, name: string, meant: ReadonlyArray<InputField> | undefined): string =>
  meant
    ? `"${sanitize(name)}" could be ${meant.map(dotted).slice(0, 12).join(" or ")}; use the dotted name.`
    : `"${sanitize(name)}" is not an input of ${operation.id}. It takes ${taken(operation)}.`

const mixedVariants = (operation: Operation, name: string): string =>
  `"${sanitize(name)}" does not go together with the other inputs. ${operation.id} takes ${taken(operation)}: send the inputs of one of these.`

/** `a, b or c, d`: what each variant takes. */
const taken = (operation: Operation): string =>
  variantsOf(operation)
    .map(({ input }) => listNames(input.map(dotted)) || "none")
    .join(" or ")

const missingFields = (missing: ReadonlyArray<InputField>, operation: Operation): string => {
  const sentence = `${listNames(missing.map(dotted))} ${missing.length === 1 ? "is" : "are"} missing. Send ${missing.map(sample).slice(0, 3).join(", ")}.`
  return operation.variants.length === 0 ? sentence : `${sentence} ${operation.id} takes ${taken(operation)}.`
}

const malformed = (field: InputField, problem: string): string =>
  `${field.field} is malformed: ${sanitize(problem)}. Send ${sample(field)}.`

/** `"bank.iban": "GB29…"` where the field has an example, else a pointer to its schema. */
const sample = (field: InputField): string => {
  const [example] = Array.isArray(field.jsonSchema.examples) ? field.jsonSchema.examples : []
  return example === undefined
    ? `"${field.field}" as its schema says`
    : `for instance "${field.field}": ${sanitize(JSON.stringify(example))}`
}
