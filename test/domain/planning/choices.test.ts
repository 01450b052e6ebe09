import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import type { InputField } from "../../../domain/catalogue/Source.ts"
import { mentionedChoices } from "../../../domain/planning/match/choices.ts"
import { fieldProfileOf } from "../../../domain/planning/match/fieldProfile.ts"
import { clauseOf } from "../../../domain/planning/read/ParsedQuestion.ts"

const choicesIn = (choices: ReadonlyArray<string>, question: string) => {
  const field: InputField = {
    field: "search.kind",
    native: "kind",
    slot: "search.kind",
    required: false,
    schema: Schema.String,
    jsonSchema: { type: "string", enum: choices },
  }
  return mentionedChoices(choices, fieldProfileOf(field), clauseOf(question, 0, question.length)).map(({ choice }) => choice)
}

describe("the choice of an enumeration that a question mentions", () => {
  it.each([
    [["one_way", "round_trip"], "a one way flight to Rome", ["one_way"]],
    [["SUV", "Sedan"], "any SUVs or sedans", ["SUV", "Sedan"]],
  ] as const)("is named by its own words: %s in %s", (choices, question, expected) =>
    assert.deepStrictEqual(choicesIn(choices, question), [...expected]),
  )

  it.each([
    [["nonstop", "with_stops"], "a non-stop flight to Rome", "nonstop"],
    [["asc", "desc"], "sorted in descending order", "desc"],
    [["Sci-Fi", "Comedy"], "a science fiction film", "Sci-Fi"],
    [["Thriller", "Comedy"], "a list of thrill films", "Thriller"],
    [["electric", "petrol"], "an electrical car", "electric"],
  ] as const)("may be spelt apart, abbreviated or derived: %s in %s", (choices, question, expected) =>
    assert.deepStrictEqual(choicesIn(choices, question), [expected]),
  )

  it("does not exist where the same word may mean two choices", () =>
    assert.deepStrictEqual(choicesIn(["international_news", "international_sports"], "something intern"), []))

  it("does not exist where a short word only begins a choice", () =>
    assert.deepStrictEqual(choicesIn(["formal", "casual"], "a ticket for me"), []))

  it("may be the last word alone, written together", () =>
    assert.strictEqual(choicesIn(["non-stop", "direct"], "a flight nonstop").length, 1))
})
