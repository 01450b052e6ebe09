import { assert, describe, it } from "@effect/vitest"
import { numbersIn } from "../../../domain/planning/read/numbers.ts"
import { segmentsOf } from "../../../domain/planning/read/segments.ts"
import { spansOf } from "../../../domain/planning/read/spans.ts"
import { fold, stemOf, wordsOf } from "../../../domain/planning/read/words.ts"

describe("words", () => {
  it("the forms of a word have one stem", () => {
    for (const [one, other] of [
      ["country", "countries"],
      ["convert", "converting"],
      ["validate", "validation"],
      ["holiday", "holidays"],
      ["movie", "movies"],
      ["calorie", "calories"],
      ["family", "families"],
      ["supply", "supplies"],
      ["anomaly", "anomalies"],
      ["box", "boxes"],
      ["api", "apis"],
    ] as const)
      assert.strictEqual(stemOf(one), stemOf(other), one)
    assert.notStrictEqual(stemOf("use"), stemOf("us"))
  })

  it("the words of camelCase and snake_case names are split", () => {
    assert.deepStrictEqual(
      wordsOf("getIPCountry_byName").map(({ text }) => text),
      ["get", "IP", "Country", "by", "Name"],
    )
    assert.strictEqual(fold("Zürich"), "zurich")
  })

  it("the version of a protocol belongs to its name", () => {
    assert.deepStrictEqual(
      wordsOf("IPv6 of 15kg").map(({ text }) => text),
      ["IPv6", "of", "15", "kg"],
    )
  })
})

describe("numbers", () => {
  it("numbers are read with separators, scales, units and in words", () => {
    const read = (text: string) => numbersIn(text).map(({ unit, value }) => [value, unit])
    assert.deepStrictEqual(read("1,250.5 kg"), [[1250.5, "kg"]])
    assert.deepStrictEqual(read("5%"), [[5, "%"]])
    assert.deepStrictEqual(read("three nights"), [[3, "nights"]])
    assert.deepStrictEqual(read("2 million"), [[2_000_000, undefined]])
    assert.deepStrictEqual(read("2.5 crore litres, 1,50,000 acres"), [
      [25_000_000, "litres"],
      [150_000, "acres"],
    ])
  })
})

describe("segments", () => {
  const texts = (question: string) => segmentsOf(question, []).map(({ text }) => text.trim())

  it("a segment begins at a sentence and at a new question", () => {
    assert.deepStrictEqual(texts("What time is it? When is sunset and how long is the day?"), [
      "What time is it?",
      "When is sunset and",
      "how long is the day?",
    ])
  })

  it("the number of segments is bounded", () => {
    assert.isAtMost(segmentsOf("what is it and ".repeat(200), []).length, 10)
  })
})

describe("spans", () => {
  it("quoted texts, names, numbers and lists are spans", () => {
    const spans = spansOf("Find 'The Alchemist' for user AB-12 in New York with [1, 2, 3]", [])
    const values = (shape: string) => spans.filter((span) => span.shape === shape).map(({ value }) => value)
    assert.deepStrictEqual(values("quoted"), ["The Alchemist"])
    assert.include(values("code"), "AB-12")
    assert.include(values("proper"), "New York")
    assert.deepStrictEqual(values("list"), [["1", "2", "3"].map(Number)])
  })
})
