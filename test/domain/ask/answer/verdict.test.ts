import { assert, it } from "@effect/vitest"
import type { Schema } from "effect"
import { withVerdict } from "../../../../domain/ask/answer/verdict.ts"

const rate = { country: { code: "EE", name: "Estonia" }, vat: { percent: 24, former_percent: 22, lower_percents: [9, 13] } }
const stated = [
  { text: "Estonia is a country.", paths: [["country", "name"]] },
  { text: "The standard rate is 24 %.", paths: [["vat", "percent"]] },
]
const textsFor = (value: string, data: Schema.Json = rate, fact = "vat.percent") =>
  withVerdict(stated, data, { facts: [fact], value }).map(({ text }) => text)

it("the sentence with the fact comes first, with yes or no in front", () => {
  assert.deepStrictEqual(textsFor("24"), ["Yes. The standard rate is 24 %.", "Estonia is a country."])
  assert.deepStrictEqual(textsFor("21.5"), ["No. The standard rate is 24 %.", "Estonia is a country."])
})

it("a former value is no longer the answer, and a value of another fact decides nothing", () => {
  assert.strictEqual(textsFor("22")[0], "No. The standard rate is 24 %.")
  assert.deepStrictEqual(
    textsFor("9"),
    stated.map(({ text }) => text),
  )
})

it("an unknown fact, and one that no sentence states, decide nothing", () => {
  const own = stated.map(({ text }) => text)
  assert.deepStrictEqual(textsFor("24", { ...rate, vat: { percent: null } }), own)
  assert.deepStrictEqual(textsFor("Tallinn", rate, "capital.name"), own)
})

it("a name states what its code is, and the code is evidence too", () => {
  const [first] = withVerdict(stated, rate, { facts: ["country.code"], value: "ee" })
  assert.deepStrictEqual(first, {
    text: "Yes. Estonia is a country.",
    paths: [
      ["country", "name"],
      ["country", "code"],
    ],
  })
})

it("one of several values is right", () => {
  const data = { country: { calling_codes: ["+1 787", "+1 939"] } }
  const [first] = withVerdict([{ text: "The codes: +1 787, +1 939.", paths: [["country", "calling_codes"]] }], data, {
    facts: ["country.calling_codes"],
    value: "+1 939",
  })
  assert.strictEqual(first!.text, "Yes. The codes: +1 787, +1 939.")
})
