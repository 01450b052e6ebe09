import { assert } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { type InputField, type Operation, type Source, SourceFailure } from "../../../domain/catalogue/Source.ts"
import { microUsd } from "../../../domain/money/Money.ts"
import { readQuestion } from "../../../layers/planner/deterministic.ts"

/** A required input that only its description explains. */
export const field = (operation: string, name: string, type: string, description: string): InputField => ({
  field: `${operation}.${name}`,
  native: name,
  slot: `${operation}.${name}`,
  required: true,
  schema: Schema.Json,
  jsonSchema: { type, description },
})

/** An operation with such inputs. */
export const operation = (id: string, name: string, description: string, input: ReadonlyArray<InputField>): Operation => ({
  id,
  name,
  description,
  input,
  output: [],
  freshnessSeconds: 0,
  examples: [],
  variants: [],
  pricing: { model: "per_call", price: microUsd(1_000n) },
  run: () => Effect.fail(new SourceFailure({ code: "source_error", message: "Nothing is bought here." })),
})

/** How questions are read where one source is for sale. */
export const planningOf = (source: Source) => {
  const read = (question: string) =>
    readQuestion(question, { given: {}, limit: 10, catalogue: [{ source, members: [source] }], now: 0, withoutFallbacks: true }).draft
  /** The operations that a question buys, each with the values of its inputs. */
  const callsOf = (question: string) => {
    const draft = read(question)
    if (draft._tag !== "Planned") return assert.fail(`${draft._tag}: ${draft.message}`)
    return draft.plan.steps.map(({ input, operation }) => [
      operation,
      Object.values(input).map((each) => each._tag === "Value" && each.value),
    ])
  }
  return { read, callsOf }
}
