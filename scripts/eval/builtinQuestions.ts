import { Schema } from "effect"
import { readFileSync } from "node:fs"
import { operationsOf, questions, secondQuestions } from "../../test/ask/questions.ts"

/** A question about the built-in sources and the operations of a right plan: any of each list, beside the search for a place. None: no plan is right. */
export interface BuiltinQuestion {
  readonly id: string
  readonly text: string
  readonly operations: ReadonlyArray<ReadonlyArray<string>>
  readonly isOutside: boolean
}

/** The day on which the lists of questions are read. */
export const questionsReadAt = Date.UTC(2026, 10, 22, 9)

const outside = new URL("../../test/ask/outside-questions.jsonl", import.meta.url)

const OutsideQuestion = Schema.Struct({
  id: Schema.String,
  question: Schema.String,
  half: Schema.String,
  operations: Schema.optionalKey(Schema.Array(Schema.Array(Schema.String))),
})

/** The operations of the steps, beside the ones that only may be bought to find an input. */
const stepsOf = (steps: Extract<(typeof questions)[number]["expect"], { readonly outcome: "plan" }>["steps"]) => {
  const needed = steps.filter(({ optional }) => optional !== true).map((step) => operationsOf(step))
  const others = needed.filter((operations) => !operations.includes("place.search"))
  return others.length > 0 ? others : needed
}

/** Every question that may be learnt from: the half `last` and the held-out questions are not among them. */
export const builtinQuestions: ReadonlyArray<BuiltinQuestion> = [
  ...[...questions, ...secondQuestions].map(({ expect, id, question }) => ({
    id,
    text: question,
    operations: expect.outcome === "unsupported" ? [] : stepsOf(expect.steps),
    isOutside: false,
  })),
  ...readFileSync(outside, "utf8")
    .trim()
    .split("\n")
    .map((line) => Schema.decodeSync(Schema.fromJsonString(OutsideQuestion))(line))
    .filter(({ half }) => half === "fit")
    .map(({ id, operations = [], question }) => ({ id, text: question, operations, isOutside: true })),
]
