import { Schema } from "effect"
import { readFileSync } from "node:fs"

/**
 * Questions that buyers type, over the built-in catalogue, with their expected outcomes: `questions.jsonl`, one JSON
 * object per line. They were written before the planner was tuned; `questions.test.ts` compares them with the answers of the
 * sources.
 *
 * `kind` groups them for a report. `expect.outcome` is one of
 * - `plan`: planned, bought and answered, without a question back;
 * - `needs_input`: an input is missing. `give` has the buyer's answer for each field; a request for any of these fields is
 *   right;
 * - `needs_selection`: a name means several things, which shows before anything is bought. The candidate is taken whose label, description or attributes have one
 *   of the texts in `select`;
 * - `unsupported`: no source answers it (422).
 */
export type Question = typeof Question.Type

/** A value, or a day counted from today (UTC): `{"today": 1}` is tomorrow. */
const Value = Schema.Union([Schema.Struct({ today: Schema.Int }), Schema.Json])

/** A call that has to be made. */
const Step = Schema.Struct({
  /** Several where any of them answers as well. */
  operation: Schema.Union([Schema.String, Schema.NonEmptyArray(Schema.String)]),
  /** Dotted field → its value, or several that mean the same. Fields that are not named here are not looked at. */
  input: Schema.optionalKey(Schema.Record(Schema.String, Value)),
  /** Fields that are taken from an earlier step's Result, by JSON Pointer (`/data/…`). */
  from: Schema.optionalKey(Schema.Record(Schema.String, Schema.Struct({ step: Schema.Int, pointer: Schema.String }))),
  /** A way to an input that may also be found otherwise: buying it is right, and so is not buying it. */
  optional: Schema.optionalKey(Schema.Boolean),
})

const fields = {
  /** In any order. No others may be bought, except as fallbacks. */
  steps: Schema.NonEmptyArray(Step),
  /** Values that some Result of the run must have at a JSON Pointer. */
  facts: Schema.Array(Schema.Struct({ pointer: Schema.String, value: Value })),
  /** Texts that have to occur in the observations. */
  answer: Schema.optionalKey(Schema.Array(Schema.String)),
}

const Question = Schema.Struct({
  id: Schema.String,
  kind: Schema.Literals(["single", "chain", "several", "ambiguous", "missing", "out of scope"]),
  question: Schema.String,
  expect: Schema.Union([
    Schema.Struct({ outcome: Schema.Literal("plan"), ...fields }),
    Schema.Struct({ outcome: Schema.Literal("needs_input"), give: Schema.Record(Schema.String, Schema.Json), ...fields }),
    Schema.Struct({
      outcome: Schema.Literal("needs_selection"),
      select: Schema.NonEmptyArray(Schema.String),
      ...fields,
    }),
    Schema.Struct({ outcome: Schema.Literal("unsupported") }),
  ]),
})

const listed = (file: string): ReadonlyArray<Question> =>
  readFileSync(new URL(file, import.meta.url), "utf8")
    .trim()
    .split("\n")
    .map((line) => Schema.decodeSync(Schema.fromJsonString(Question), { onExcessProperty: "error" })(line))

export const questions = listed("questions.jsonl")

/** A second list, written from the directory alone. The planner was improved on the first 60; the last 60 were first planned when it was finished. */
export const secondQuestions = listed("second-questions.jsonl")

/** The operations that a step may be. */
export const operationsOf = ({ operation }: typeof Step.Type): ReadonlyArray<string> =>
  typeof operation === "string" ? [operation] : operation

/** The values that an expected one stands for. `now` is milliseconds since 1970. */
export const valuesOf = (expected: typeof Value.Type, now: number): ReadonlyArray<Schema.Json> => {
  if (isDay(expected)) return [new Date(now + expected.today * 86_400_000).toISOString().slice(0, 10)]
  return Array.isArray(expected) ? expected : [expected]
}

/** Whether an input is what was expected, however it is written: `GB29 NWBK…` and `gb29nwbk…`, `26.2` and `"26.2"`. */
export const isInput = (expected: typeof Value.Type, actual: unknown, now: number): boolean =>
  valuesOf(expected, now).some((value) => bare(value) === bare(actual))

/** Whether a Result has what was expected at a place; lists are compared as they are. */
export const isFact = (expected: typeof Value.Type, actual: unknown, now: number): boolean =>
  JSON.stringify(isDay(expected) ? valuesOf(expected, now)[0] : expected) === JSON.stringify(actual)

const isDay = (value: typeof Value.Type): value is { readonly today: number } =>
  typeof value === "object" && value !== null && "today" in value && typeof value.today === "number"

const bare = (value: unknown): string =>
  String(value)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}@]/gu, "")
