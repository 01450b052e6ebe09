import { assert, describe, it } from "@effect/vitest"
import { makeSearch } from "../../../domain/planning/match/makeSearch.ts"
import { isWordedWith, learntWording, wordingModelOf, wordingOf, wordingTerms } from "../../../domain/planning/match/wording.ts"
import { extract } from "../../../layers/planner/extract/extract.ts"
import { builtinEntries } from "./catalogue.ts"

const now = Date.UTC(2026, 10, 22, 9)
const termsOf = (question: string) => {
  const { parsed } = makeSearch(question, { given: {}, limit: 10, catalogue: builtinEntries, now }, extract)
  return wordingTerms(parsed.question, parsed.mentions)
}

describe("the wording of a question", () => {
  it("has its words, its pairs of neighbours and its first word, with the kinds of values in place of the values", () => {
    const terms = termsOf("capital of Peru")
    for (const term of ["capital", "capital of", "^ capital", "of ‹country.code›", "has ‹country.code›"])
      assert.isTrue(terms.has(term), term)
    assert.isFalse(terms.has("peru"))
  })

  it.each([
    ["when does it get dark in Riga on 3 May 2027", ["place.search", "sun.times"]],
    ["which public holidays does Malta have from 24 December 2026 to 2 January 2027", ["calendar.holidays_between"]],
    ["how do I write 0171 2345678 internationally, it is German", ["phone.lookup"]],
  ] as const)("speaks for the operation that answers: %s", (question, chain) => {
    const { evidenceFor } = wordingOf(learntWording, termsOf(question))
    assert.isAbove(evidenceFor(chain), 0)
    assert.isBelow(evidenceFor(["tax.vat_format"]), -2)
  })

  it("speaks for a chain of calls as much as for each of them, and neither for nor against an operation that it was not learnt for", () => {
    const { evidenceFor } = wordingOf(learntWording, termsOf("currency of the country of 8.8.8.8"))
    assert.isAtLeast(evidenceFor(["ip.country", "currency.of_country"]), evidenceFor(["currency.of_country"]))
    assert.isAtLeast(evidenceFor(["ip.country", "currency.of_country"]), evidenceFor(["ip.country"]))
    assert.strictEqual(evidenceFor(["acme.forecast"]), 0)
  })

  it("gives a question without a known term the share of each operation among the questions", () => {
    const model = wordingModelOf({ operations: ["a.a", "b.b", "none"], bias: [Math.log(2), 0, 0], terms: { sun: [0, 4] } })
    const nothing = wordingOf(model, new Set(["rain"]))
    assert.closeTo(nothing.none, 1 / 4, 1e-9)
    assert.closeTo(nothing.evidenceFor(["a.a"]), 0, 1e-3)
    assert.isAbove(wordingOf(model, new Set(["sun"])).evidenceFor(["a.a"]), 3 - 1e-9)
    assert.isTrue(isWordedWith(model, "a.a", "sun"))
    assert.isFalse(isWordedWith(model, "b.b", "sun"))
  })
})
