import { assert } from "@effect/vitest"
import type { Plan } from "../../../domain/ask/Plan.ts"
import { readQuestion } from "../../../layers/planner/deterministic.ts"
import { builtinEntries } from "./catalogue.ts"

/** How questions over the built-in catalogue are planned at a moment, in milliseconds since 1970. */
export const plansAt = (now: number) => {
  const draftOf = (question: string, given: Readonly<Record<string, string>> = {}) =>
    readQuestion(question, { given, limit: 10, catalogue: builtinEntries, now, withoutFallbacks: true }).draft
  const planOf = (question: string): Plan => {
    const draft = draftOf(question)
    return draft._tag === "Planned" ? draft.plan : assert.fail(`${question}: ${draft._tag}: ${draft.message}`)
  }
  /** The inputs of the last step that the question gives. */
  const inputsOf = (question: string): Readonly<Record<string, unknown>> =>
    Object.fromEntries(
      Object.entries(planOf(question).steps.at(-1)!.input).flatMap(([field, binding]) =>
        binding._tag === "Value" ? [[field, binding.value]] : [],
      ),
    )
  return { draftOf, planOf, inputsOf }
}
