import { Schema } from "effect"
import { readFileSync } from "node:fs"
import { operationsOf, questions, secondQuestions } from "../../test/ask/questions.ts"

/** A question about the built-in sources and the operations of a right plan: any of each list, beside the search for a place. None: no plan is right. */
export interface BuiltinQuestion {
  readonly id: string
  readonly text: string
  readonly operations: ReadonlyArray<ReadonlyArray<string>>
  /** Field → the value that a right plan binds to it. */
  readonly inputs: Readonly<Record<string, Schema.Json>>
  /** Written by outsiders from the names of the sources: as buyers ask. */
  readonly isOutside: boolean
  /** Written from the operations: half of them only look like a question that one answers, so they count less where a share is learnt. */
  readonly isTraining: boolean
}

/** The day on which the lists of questions are read. */
export const questionsReadAt = Date.UTC(2026, 10, 23, 9)

const outside = new URL("../../test/ask/outside-questions.jsonl", import.meta.url)

const OutsideQuestion = Schema.Struct({
  id: Schema.String,
  question: Schema.String,
  half: Schema.String,
  operations: Schema.optionalKey(Schema.Array(Schema.Array(Schema.String))),
})

const buyers = new URL("../../test/ask/buyers-questions.jsonl", import.meta.url)
const office = new URL("../../test/ask/office-questions.jsonl", import.meta.url)
/** Sets that were judged one after the other. */
const judged = ["jobs", "errand", "day", "desk", "plain", "week", "staff"].map(
  (name) => new URL(`../../test/ask/${name}-questions.jsonl`, import.meta.url),
)
const training = new URL("trainingQuestions.jsonl", import.meta.url)

/** Written from the operations alone: questions that one of them answers, and questions that only look like it. */
const TrainingQuestion = Schema.Struct({
  question: Schema.String,
  operations: Schema.Array(Schema.Array(Schema.String)),
  inputs: Schema.optionalKey(Schema.Record(Schema.String, Schema.Json)),
})

/** The half that may be learnt from of questions that outsiders wrote from the names of the sources. */
const BuyersQuestion = Schema.Struct({
  id: Schema.String,
  question: Schema.String,
  operations: Schema.Array(Schema.Array(Schema.String)),
})

const linesOf = <A>(file: URL, schema: Schema.Codec<A, unknown>) =>
  readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => Schema.decodeUnknownSync(schema)(JSON.parse(line)))

/** The operations of the steps, beside the ones that only may be bought to find an input. */
const stepsOf = (steps: Extract<(typeof questions)[number]["expect"], { readonly outcome: "plan" }>["steps"]) => {
  const needed = steps.filter(({ optional }) => optional !== true).map((step) => operationsOf(step))
  const others = needed.filter((operations) => !operations.includes("place.search"))
  return others.length > 0 ? others : needed
}

/** Questions that outsiders wrote as staff of companies. Without `operations`, whether a plan is right is not labelled. */
const OfficeQuestion = Schema.Struct({
  id: Schema.String,
  question: Schema.String,
  operations: Schema.optionalKey(Schema.Array(Schema.Array(Schema.String))),
})

/** Every question that may be learnt from: the half `last` and the held-out questions are not among them. */
export const builtinQuestions: ReadonlyArray<BuiltinQuestion> = [
  ...[...questions, ...secondQuestions].map(({ expect, id, question }) => ({
    id,
    text: question,
    operations: expect.outcome === "unsupported" ? [] : stepsOf(expect.steps),
    inputs: {},
    isOutside: false,
    isTraining: false,
  })),
  ...linesOf(training, TrainingQuestion).map(({ inputs = {}, operations, question }, place) => ({
    id: `t${place + 1}`,
    text: question,
    operations,
    inputs,
    isOutside: false,
    isTraining: true,
  })),
  ...linesOf(outside, OutsideQuestion)
    .filter(({ half }) => half === "fit")
    .map(({ id, operations = [], question }) => ({ id, text: question, operations, inputs: {}, isOutside: true, isTraining: false })),
  ...[office, ...judged]
    .flatMap((file) => linesOf(file, OfficeQuestion))
    .flatMap(({ id, operations, question }) =>
      operations === undefined ? [] : [{ id, text: question, operations, inputs: {}, isOutside: true, isTraining: false }],
    ),
  ...linesOf(buyers, BuyersQuestion).map(({ id, operations, question }) => ({
    id,
    text: question,
    operations,
    inputs: {},
    isOutside: true,
    isTraining: false,
  })),
]
