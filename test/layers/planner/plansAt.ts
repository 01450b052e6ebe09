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
  /** What the question gives for a field, step by step. */
  const valuesOf = (question: string, name: string) =>
    planOf(question).steps.flatMap(({ input }) => {
      const binding = input[name]
      return binding?._tag === "Value" ? [binding.value] : []
    })
  /** The parts of the question that no step of the plan uses. */
  const leftOf = (question: string): ReadonlyArray<string> =>
    planOf(question).limitations.flatMap((text) => /^No step of the plan uses "(.*)"\.$/u.exec(text)?.[1] ?? [])
  return { draftOf, planOf, inputsOf, valuesOf, leftOf }
}
