import { assert, it } from "@effect/vitest"
import { Schema } from "effect"
import type { InputField } from "../../../domain/catalogue/Source.ts"
import { fieldProfileOf } from "../../../domain/planning/match/fieldProfile.ts"
import { valueFor } from "../../../domain/planning/match/valueFor.ts"
import { makeSearch } from "../../../domain/planning/match/makeSearch.ts"
import { spansIn } from "../../../domain/planning/read/spans.ts"
import { stemsOf } from "../../../domain/planning/read/words.ts"
import { extract } from "../../../layers/planner/extract/extract.ts"
import { readQuestion } from "../../../layers/planner/deterministic.ts"
import { sourceOf } from "../../../scripts/eval/suites.ts"
import { operation } from "./untyped.ts"

const input = (name: string, schema: InputField["jsonSchema"], required = true): InputField => ({
  field: name,
  native: name,
  slot: name,
  required,
  schema: Schema.Json,
  jsonSchema: schema,
})

const now = Date.UTC(2026, 10, 23)

/** The value that an input with this name and schema gets from the words of a question. */
const valueOf = (question: string, words: string, name: string, schema: InputField["jsonSchema"]) => {
  const { parsed } = makeSearch(question, { given: {}, limit: 10, catalogue: [], now }, extract)
  const profile = fieldProfileOf(input(name, schema))
  const values = spansIn(parsed).flatMap((span) =>
    question.slice(span.start, span.end).trim() === words ? (valueFor(profile, span, parsed) ?? []) : [],
  )
  return [...new Set(values.map((value) => JSON.stringify(value)))]
}

it("a city that is itself an example of the description is written with its state, as the description requires", () => {
  const schema = { type: "string", description: "The city, in the format of 'City, State', such as 'Los Angeles, CA' or 'New York, NY'." }
  assert.deepStrictEqual(valueOf("Rent a car in Los Angeles from Monday.", "Los Angeles", "city", schema), ['"Los Angeles, CA"'])
  assert.deepStrictEqual(valueOf("Rent a car in Santa Rosa, CA for me.", "Santa Rosa, CA", "city", schema), ['"Santa Rosa, CA"'])
})

it("a date in the order that the description requires is kept as it is written", () => {
  const american = { type: "string", description: "The day of departure, formatted as 'MM/DD/YYYY'." }
  assert.deepStrictEqual(valueOf("A bus that leaves on 03/07/2027 please", "03/07/2027", "departure_date", american), ['"03/07/2027"'])
})

it("an instant is the date with the clock time beside it, as the description writes instants", () => {
  const instant = { type: "string", description: "The new date and time in ISO-8601 format, such as '2023-04-15T13:45:00Z'." }
  const value = (question: string) => valueOf(question, "15 April 2027", "new_date", instant)
  assert.deepStrictEqual(value("Move it to 15 April 2027 at 1:45 pm please"), ['"2027-04-15T13:45:00Z"'])
  assert.deepStrictEqual(value("Move it to 15 April 2027 please"), ['"2027-04-15T00:00:00Z"'])
})

it("a country is written as its two letters where the description requires them", () => {
  const schema = { type: "string", description: "The country as ISO 3166-1 alpha-2 code." }
  assert.deepStrictEqual(valueOf("The weather in Leeds, Ireland today", "Ireland", "country", schema), ['"IE"'])
  assert.deepStrictEqual(valueOf("The weather in Leeds, Ireland today", "Ireland", "country", { type: "string" }), ['"Ireland"'])
})

it("a number, in words too, is the choice of an enumeration of numbers, and no other number is", () => {
  const schema = { type: "integer", enum: [1, 2, 3, 4] }
  assert.deepStrictEqual(valueOf("A bus for two people from Miami", "two", "passengers", schema), ["2"])
  assert.deepStrictEqual(valueOf("A bus for nine people from Miami", "nine", "passengers", schema), [])
})

it("the plural of an abbreviation has its stem", () => {
  assert.deepStrictEqual(stemsOf("SUVs and URLs"), [...stemsOf("SUV and URL")])
})

const source = sourceOf("films", [
  operation("films.find", "Find movies", "Finds movies by director, cast and genre.", [
    input("directed_by", { type: "string", description: "The name of the director of the movie" }, false),
    input("cast", { type: "string", description: "The name of an actor in the cast of the movie" }, false),
  ]),
  operation("map.directions", "Get directions", "Gets directions for a journey on the fastest route.", [
    input("start_location", { type: "string", description: "The starting point of the journey." }),
    input("end_location", { type: "string", description: "The destination point of the journey." }),
  ]),
])

const callsOf = (question: string) => {
  const { draft } = readQuestion(question, {
    given: {},
    limit: 10,
    catalogue: [{ source, members: [source] }],
    now,
    withoutFallbacks: true,
  })
  if (draft._tag !== "Planned") return assert.fail(`${draft._tag}: ${draft.message}`)
  return draft.plan.steps.map(({ input: inputs }) =>
    Object.fromEntries(Object.entries(inputs).map(([name, binding]) => [name, binding._tag === "Value" ? binding.value : binding])),
  )
}

it("two clauses that fill different inputs of one operation are one call, and two with a value of their own for one input are two", () => {
  assert.deepStrictEqual(callsOf("Can you find movies that are directed by Satoshi Kon and include Akiko Kawase in the cast?"), [
    { directed_by: "Satoshi Kon", cast: "Akiko Kawase" },
  ])
  assert.strictEqual(
    callsOf("Find movies directed by Satoshi Kon, and find movies with Akiko Kawase and Rhys Ifans in the cast directed by Gavin Hood.")
      .length,
    2,
  )
})

it("the inputs of one operation get the values that fit best together: where a journey begins and where it ends", () => {
  assert.deepStrictEqual(callsOf("Get directions from Sydney to Melbourne using the fastest route."), [
    { start_location: "Sydney", end_location: "Melbourne" },
  ])
})
