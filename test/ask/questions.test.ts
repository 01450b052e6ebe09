import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Result, Schedule } from "effect"
import { builtinTemplates } from "../../domain/ask/answer/templates/builtin.ts"
import { sentencesFor } from "../../domain/ask/answer/describe.ts"
import { at } from "../../domain/ask/answer/documentValues.ts"
import { resolveInput } from "../../domain/catalogue/resolveInput.ts"
import { Sources } from "../../domain/catalogue/Source.ts"
import { layer as builtin } from "../../layers/sources/builtin.ts"
import { dataDatabase } from "../support/database.ts"
import { isFact, isInput, operationsOf, type Question, questions, secondQuestions, valuesOf } from "./questions.ts"

type Expected = Exclude<Question["expect"], { readonly outcome: "unsupported" }>
type Step = Expected["steps"][number]

/** The first of the sources that takes the inputs answers, the cheapest before the others, as in a plan. */
const buy = (operation: string, input: Readonly<Record<string, unknown>>) =>
  Effect.gen(function* () {
    const offers = (yield* Sources)
      .flatMap((source) => source.operations.filter(({ id }) => id === operation))
      .sort((a, b) => Number(a.pricing.price - b.pricing.price))
    const resolved = offers.map((offer) => resolveInput(offer, input))
    const { values, variant } = yield* Effect.fromResult(resolved.find(Result.isSuccess) ?? resolved[0]!)
    return { operation, data: (yield* variant.run(values, 10)).data }
  }).pipe(
    Effect.retry({
      while: (error) => error._tag === "SourceFailure" && error.code === "source_unavailable",
      schedule: Schedule.upTo(Schedule.spaced("100 millis"), { duration: "500 seconds" }),
    }),
  )

const inputOf = (step: Step, results: ReadonlyArray<unknown>, now: number) => ({
  ...Object.fromEntries(Object.entries(step.input ?? {}).map(([field, value]) => [field, valuesOf(value, now)[0]])),
  ...Object.fromEntries(Object.entries(step.from ?? {}).map(([field, { pointer, step }]) => [field, at(results[step], pointer)])),
})

/** The day on which the lists are read, whatever day it is: what is expected of "next" and "tomorrow" holds for it. */
const now = Date.UTC(2026, 10, 21)

layer(builtin.pipe(Layer.provide(dataDatabase)), { excludeTestServices: true, timeout: "600 seconds" })("the questions", (it) => {
  it.each([
    ["first", questions],
    ["second", secondQuestions],
  ])("the %s list has at least 60 questions with distinct ids, of every kind", (_, list) => {
    assert.strictEqual(new Set(list.map(({ id }) => id)).size, list.length)
    const count = (kind: Question["kind"]) => list.filter((question) => question.kind === kind).length
    assert.isAtLeast(count("single"), 25)
    assert.isAtLeast(count("chain"), 12)
    assert.isAtLeast(count("several"), 8)
    assert.isAtLeast(count("ambiguous"), 5)
    assert.isAtLeast(count("missing"), 5)
    assert.isAtLeast(count("out of scope"), 10)
  })

  it("an input matches in any spelling of the same value", () => {
    assert.isTrue(isInput("GB29NWBK60161331926819", "gb29 nwbk 6016 1331 9268 19", now))
    assert.isTrue(isInput(26.2, "26.2", now))
    assert.isTrue(isInput(["km", "kilometre"], "Kilometre", now))
    assert.isTrue(isInput({ today: 1 }, "2026-11-22", now))
    assert.isFalse(isInput({ today: 1 }, "2026-11-21", now))
    assert.isFalse(isInput("LHR", "JFK", now))
  })

  it.effect(
    "every expected answer of the question lists is what the sources answer",
    () =>
      Effect.gen(function* () {
        for (const { expect, id } of [...questions, ...secondQuestions]) {
          if (expect.outcome === "unsupported") continue
          // What any of several operations may answer is expected of each.
          for (let alternative = 0; alternative < Math.max(...expect.steps.map((step) => operationsOf(step).length)); alternative++) {
            const results: Array<Effect.Success<ReturnType<typeof buy>>> = []
            for (const step of expect.steps)
              results.push(yield* buy(operationsOf(step)[alternative] ?? operationsOf(step)[0]!, inputOf(step, results, now)))
            for (const { pointer, value } of expect.facts)
              assert.isTrue(
                results.some((result) => isFact(value, at(result, pointer), now)),
                `${id}: ${pointer} of ${JSON.stringify(results).slice(0, 2_000)}`,
              )
            const sentences = results
              .flatMap(({ data, operation }) => sentencesFor(data, [], builtinTemplates(operation)))
              .map(({ text }) => text)
            for (const text of expect.answer ?? []) assert.include(sentences.join("\n"), text, id)
          }
        }
      }),
    300_000,
  )
})
