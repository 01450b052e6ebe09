import { Result, Schema } from "effect"
import type { Binding, PlannedStep } from "../ask/Plan.ts"
import type { SourceOperation } from "../catalogue/find.ts"
import { InvalidSourceInput, resolveInput } from "../catalogue/resolveInput.ts"
import { type InputField, type Operation, type Variant, variantsOf } from "../catalogue/Source.ts"
import { maximumCost } from "../pricing/price.ts"

/** The step and its fallbacks, without the operations that refuse the inputs; the first refusal if all operations refuse them. */
export const plannedSteps = (
  offers: ReadonlyArray<SourceOperation>,
  bindings: Readonly<Record<string, Binding>>,
  place: number,
  { limit, withoutFallbacks }: { readonly limit: number; readonly withoutFallbacks: boolean },
): Result.Result<ReadonlyArray<PlannedStep>, InvalidSourceInput> => {
  const tried = offers.map((offer) => ({ offer, found: askable(offer, bindings) }))
  const able = tried.flatMap(({ found, offer }) => (Result.isSuccess(found) ? [{ offer, variant: found.success }] : []))
  const refused = tried.flatMap(({ found }) => (Result.isFailure(found) ? [found.failure] : []))
  if (able.length === 0 && refused[0] !== undefined) return Result.fail(refused[0])
  const chosen = withoutFallbacks ? able.slice(0, 1) : able
  return Result.succeed(
    chosen.map(({ offer: { operation, source }, variant }, index) => ({
      source: source.id,
      operation: operation.id,
      name: operation.name,
      input: bindings,
      conditional: index > 0,
      insteadOf: index > 0 ? place : null,
      price: { id: variant.pricing.id ?? null, model: variant.pricing.model, amount: variant.pricing.price },
      max: maximumCost(variant.pricing, limit),
      limit,
    })),
  )
}

/** The variant that takes these inputs, if it accepts the values that are known before the run. */
const askable = (
  { operation }: SourceOperation,
  bindings: Readonly<Record<string, Binding>>,
): Result.Result<Variant, InvalidSourceInput> => {
  const fields = Object.keys(bindings)
  const values = Object.entries(bindings).flatMap(([field, binding]) => (binding._tag === "Value" ? [[field, binding.value] as const] : []))
  const variant = variantFor(operation, fields)
  // Values of earlier steps are not known yet, so only the known values are checked by the codecs.
  if (variant === undefined || values.length === fields.length)
    return Result.map(resolveInput(operation, Object.fromEntries(values)), (resolved) => resolved.variant)
  const problem = values
    .map(([field, value]) =>
      problemWith(
        variant.input.find((input) => input.field === field),
        value,
      ),
    )
    .find(Boolean)
  return problem === undefined ? Result.succeed(variant) : Result.fail(problem)
}

const problemWith = (input: InputField | undefined, value: Schema.Json): InvalidSourceInput | undefined => {
  if (input === undefined) return undefined
  const decoded = Schema.decodeResult(input.schema, { onExcessProperty: "error" })(value)
  if (Result.isSuccess(decoded)) return undefined
  const message = `${input.field} does not fit: ${decoded.failure.message}`
  return new InvalidSourceInput({ field: input.field, message, expected: [input.field], missing: [], schema: input.jsonSchema })
}

/** The first variant of an operation that takes all these fields and requires no others. */
export const variantFor = (operation: Operation, fields: ReadonlyArray<string>): Variant | undefined =>
  variantsOf(operation).find(
    ({ input }) =>
      fields.every((field) => input.some((inputField) => inputField.field === field)) &&
      input.every((inputField) => !inputField.required || fields.includes(inputField.field)),
  )
