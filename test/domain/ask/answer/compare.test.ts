import { assert, describe, it } from "@effect/vitest"
import type { Schema } from "effect"
import { composeAnswer, type StepOutcome } from "../../../../domain/ask/answer/composeAnswer.ts"
import type { Plan, PlannedComparison } from "../../../../domain/ask/Plan.ts"
import { microUsd } from "../../../../domain/money/Money.ts"
import { ungrounded } from "./grounding.ts"

const planOf = (comparison: PlannedComparison): Plan => ({
  steps: comparison.things.map(() => ({
    source: "atlas",
    operation: "country.profile",
    name: "Describe a country",
    input: {},
    conditional: false,
    insteadOf: null,
    price: { id: null, model: "per_call", amount: microUsd(1_000n) },
    max: microUsd(1_000n),
    limit: 10,
  })),
  goals: comparison.things.map(({ step }) => ({ ref: `g${step + 1}`, text: "compare", step, facts: [comparison.fact] })),
  comparison,
  limitations: [],
})

const outcomesOf = (documents: ReadonlyArray<Schema.Json>): ReadonlyArray<StepOutcome> =>
  documents.map((data, place) => ({
    _tag: "Delivered",
    resultRef: `r${place + 1}`,
    document: { source: { provider: "P", name: "Atlas" }, metadata: {}, data },
  }))

const compared = (comparison: Omit<PlannedComparison, "things">, labels: ReadonlyArray<string>, documents: ReadonlyArray<Schema.Json>) => {
  const things = labels.map((label, step) => ({ label, step }))
  const answer = composeAnswer(planOf({ ...comparison, things }), outcomesOf(documents), () => undefined)
  const results = documents.map((data, place) => ({ result_ref: `r${place + 1}`, data }))
  for (const { evidence, text } of answer.observations) assert.deepEqual(ungrounded(text, evidence, results), [], text)
  return { first: answer.observations[0]?.text, limitations: answer.limitations.join(" ") }
}

const area = {
  fact: "country.area_km2",
  name: "area",
  relation: "more",
  unit: "square kilometres",
  words: { less: "smaller", more: "larger" },
} as const
const sized = (size: number | null) => ({ country: { area_km2: size } })

describe("the first sentence of a comparison", () => {
  it("the one with more is named first, with both values and their unit", () =>
    assert.strictEqual(
      compared(area, ["Ukraine", "Turkey"], [sized(603_550), sized(783_562)]).first,
      "The area of Turkey is larger than that of Ukraine: 783562 against 603550 square kilometres.",
    ))

  it("exact numbers are texts, and are compared as numbers", () => {
    const rate = { ...area, fact: "vat.percent", name: "VAT rate", unit: "percent", words: { less: "lower", more: "higher" } } as const
    const rates = ["9", "25.5", "18"].map((percent) => ({ vat: { percent } }))
    assert.strictEqual(
      compared(rate, ["A", "B", "C"], rates).first,
      "The VAT rate of B is higher than those of C and A: 25.5 against 18 and 9 percent.",
    )
  })

  it("where the one with less is requested, it is named first", () =>
    assert.strictEqual(
      compared({ ...area, relation: "less" }, ["Turkey", "Malta", "Chad"], [sized(783_562), sized(316), sized(1_284_000)]).first,
      "The area of Malta is smaller than those of Turkey and Chad: 316 against 783562 and 1284000 square kilometres.",
    ))

  it("estimates that lie close to each other are not put in order", () => {
    const people = { ...area, isEstimate: true }
    assert.strictEqual(
      compared(people, ["A", "B"], [sized(100), sized(134)]).first,
      "The area of A and B is too close to be put in order: 100 and 134 square kilometres.",
    )
    assert.match(compared(people, ["A", "B"], [sized(100), sized(135)]).first ?? "", /^The area of B is larger than that of A/u)
  })

  it("equal values are called the same, and a tie at the top has no single first", () => {
    assert.strictEqual(compared(area, ["A", "B"], [sized(7), sized(7)]).first, "The area of A and B is the same: 7 square kilometres.")
    assert.match(compared(area, ["A", "B", "C"], [sized(7), sized(7), sized(1)]).first ?? "", /^No one of them alone: /u)
  })

  it("lists are compared by their length, and moments as instants whatever their offset", () => {
    const neighbours = { fact: "country.neighbours", name: "number of neighbours", relation: "more", unit: "", words: area.words } as const
    const list = (...codes: ReadonlyArray<string>) => ({ country: { neighbours: codes.map((code) => ({ code })) } })
    assert.strictEqual(
      compared(neighbours, ["Chad", "Malta"], [list("LY", "NE"), list()]).first,
      "The number of neighbours of Chad is larger than that of Malta: 2 against 0.",
    )
    const sunrise = { fact: "sun.sunrise", name: "sunrise", relation: "less", unit: "", words: { less: "earlier", more: "later" } } as const
    const rises = (at: string) => ({ sun: { sunrise: at } })
    assert.strictEqual(
      compared(sunrise, ["Kolkata", "Perth"], [rises("2026-11-24T05:04:00+05:30"), rises("2026-11-24T05:05:00+08:00")]).first,
      "The sunrise of Perth is earlier than that of Kolkata: 24 November 2026 at 05:05 (+08:00) against 24 November 2026 at 05:04 (+05:30).",
    )
  })

  it("whether a fact is the same is answered with the fact of each", () => {
    const country = { fact: "country.name", name: "country", relation: "same" } as const
    const of = (address: string, name: string) => ({ ip: { address }, country: { name } })
    assert.strictEqual(
      compared(country, ["133.11.0.1", "147.46.10.1"], [of("133.11.0.1", "Japan"), of("147.46.10.1", "South Korea")]).first,
      "The country of 133.11.0.1 and 147.46.10.1 is not the same: Japan and South Korea.",
    )
    assert.strictEqual(
      compared(country, ["8.8.8.8", "8.8.4.4"], [of("8.8.8.8", "the US"), of("8.8.4.4", "the US")]).first,
      "The country of 8.8.8.8 and 8.8.4.4 is the same: the US.",
    )
  })

  it("of moments the days are compared where the question asks for the day", () => {
    const back = { fact: "time.clocks_back", name: "clocks back", relation: "same", ofDays: true } as const
    const at = (moment: string) => ({ time: { clocks_back: moment } })
    const { first } = compared(back, ["Sydney", "Auckland"], [at("2027-04-04T03:00:00+11:00"), at("2027-04-04T03:00:00+13:00")])
    assert.strictEqual(first, "The day of the clocks back of Sydney and Auckland is the same: 4 April 2027.")
    const other = compared(back, ["Sydney", "Berlin"], [at("2027-04-04T03:00:00+11:00"), at("2027-10-31T03:00:00+02:00")])
    assert.include(other.first ?? "", "is not the same")
  })

  it("a number of the question that no result has is not repeated", () =>
    assert.strictEqual(
      compared(
        { fact: "phone.number", name: "number", relation: "same" },
        ["0041 44 668 18 00", "+41446681800"],
        [{ phone: { number: "+41446681800" } }, { phone: { number: "+41446681800" } }],
      ).first,
      "The number of the first and +41446681800 is the same: +41446681800.",
    ))

  it("results of which one lacks the value are not compared, and the answer says so", () => {
    const { first, limitations } = compared(area, ["Turkey", "Nowhere"], [sized(783_562), sized(null)])
    assert.notMatch(first ?? "", /larger/u)
    assert.include(limitations, "The results cannot be compared")
  })
})
