import { assert, it } from "@effect/vitest"
import { withEnglishMonths } from "../../../layers/planner/extract/foreignMonths.ts"
import { plansAt } from "./plansAt.ts"

const { inputsOf } = plansAt(Date.UTC(2026, 10, 29, 9))

it.each([
  ["is 12 des 2026 a holiday in Norway", "2026-12-12"],
  ["is 24 de diciembre a holiday in Spain", "2026-12-24"],
  ["is 3 de mayo de 2027 a holiday in Spain", "2027-05-03"],
  ["is 3 grudnia 2026 a holiday in Poland", "2026-12-03"],
  ["is 15. März 2027 a holiday in Germany", "2027-03-15"],
  ["is 24. December a holiday in Poland", "2026-12-24"],
])("%s: the month has its name in another language", (question, day) => assert.strictEqual(inputsOf(question)["calendar.date"], day))

it.each([
  // A word of English, without a year.
  "5 mars bars",
  // A short name without a year.
  "5 des oeufs",
  // October in Croatian, November in Polish.
  "11 listopada 2026",
  "24 December 2026",
])("%s stays as it is", (text) => assert.strictEqual(withEnglishMonths(text), text))

it("all positions stay", () => {
  for (const text of ["am 30. Februar 2027 in Berlin", "el 24 de diciembre de 2026 a las 10", "le 3 août 2027."])
    assert.strictEqual(withEnglishMonths(text).length, text.length)
})
