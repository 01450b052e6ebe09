import { assert, it } from "@effect/vitest"
import { Schema } from "effect"
import { composeAnswer, type Document, type StepOutcome, stepOutcomeOf } from "../../../../domain/ask/answer/composeAnswer.ts"
import { at } from "../../../../domain/ask/answer/documentValues.ts"
import { builtinTemplates } from "../../../../domain/ask/answer/templates/builtin.ts"
import { ungrounded } from "./grounding.ts"
import { fill, templateMistake } from "../../../../domain/ask/answer/template.ts"
import type { Plan, PlannedGoal, PlannedStep } from "../../../../domain/ask/Plan.ts"
import { CallId } from "../../../../domain/money/ids.ts"
import { microUsd } from "../../../../domain/money/Money.ts"

const step = (operation: string, more: Partial<PlannedStep> = {}): PlannedStep => ({
  source: "atlas",
  operation,
  name: operation,
  input: {},
  conditional: false,
  insteadOf: null,
  price: { id: null, model: "per_call", amount: microUsd(1_000n) },
  max: microUsd(1_000n),
  limit: 10,
  ...more,
})

const goal = (step: number, facts: ReadonlyArray<string> = [], text = "what is it"): PlannedGoal => ({
  ref: `g${step + 1}`,
  text,
  step,
  facts,
})

const plan = (steps: ReadonlyArray<PlannedStep>, goals: ReadonlyArray<PlannedGoal>, limitations: ReadonlyArray<string> = []): Plan => ({
  steps,
  goals,
  limitations,
})

const document = (data: Schema.Json, metadata: Readonly<Record<string, unknown>> = {}): Document => ({
  source: { provider: "P", name: "Atlas" },
  metadata,
  data,
})

const delivered = (data: Schema.Json, resultRef = "r1", metadata = {}): StepOutcome => ({
  _tag: "Delivered",
  resultRef,
  document: document(data, metadata),
})

const laos = {
  country: { name: "Laos", code: "LA", capital: "Vientiane", calling_codes: ["+856"] },
  currency: { code: "LAK", name: "Laotian Kip", others: [] },
}

it("an answer has the requested facts, with pointers to them", () => {
  const answer = composeAnswer(plan([step("country.profile")], [goal(0, ["country.capital"])]), [delivered(laos)], builtinTemplates)
  assert.deepEqual(answer, {
    status: "answered",
    observations: [
      {
        text: "The capital of Laos is Vientiane.",
        evidence: [
          { result_ref: "r1", pointer: "/data/country/name" },
          { result_ref: "r1", pointer: "/data/country/capital" },
        ],
      },
    ],
    limitations: [],
  })
})

it("an answer says which goals failed and why, and which fallback answered", () => {
  const steps = [
    step("country.profile", { source: "cheap" }),
    step("country.profile", { source: "dear", conditional: true, insteadOf: 0 }),
    step("country.neighbours"),
    step("time.now"),
  ]
  const goals = [goal(0, ["country.capital"]), goal(2, [], "who are its neighbours"), goal(3, [], "the time")]
  const outcomes: ReadonlyArray<StepOutcome> = [
    { _tag: "Failed", reason: "The source did not answer within 10 s." },
    delivered(laos),
    { _tag: "Failed", reason: "It broke." },
    { _tag: "NotMade" },
  ]
  const answer = composeAnswer(plan(steps, goals, ["The question does not mention fog."]), outcomes, builtinTemplates)
  assert.strictEqual(answer.status, "partial")
  assert.lengthOf(answer.observations, 1)
  assert.deepEqual(answer.limitations, [
    "The question does not mention fog.",
    "dear answered in place of cheap, which did not (The source did not answer within 10 s.).",
    "Not answered: who are its neighbours. atlas: It broke.",
    "Not answered: the time. An input of it was not delivered, so it was not bought.",
  ])
  const nothing = composeAnswer(plan(steps, goals), [{ _tag: "NotMade" }, { _tag: "NotMade" }], builtinTemplates)
  assert.deepEqual([nothing.status, nothing.observations, nothing.limitations.length], ["unanswered", [], 3])
})

it("a fallback of a fallback answers, and a step that two goals share is described once", () => {
  const steps = [
    step("country.profile"),
    step("country.profile", { insteadOf: 0 }),
    step("country.profile", { insteadOf: 1, source: "last" }),
  ]
  const outcomes: ReadonlyArray<StepOutcome> = [{ _tag: "Failed", reason: "No." }, { _tag: "Failed", reason: "No." }, delivered(laos)]
  const answer = composeAnswer(plan(steps, [goal(0, ["country.capital"]), goal(0, ["country.capital"])]), outcomes, builtinTemplates)
  assert.deepEqual(
    answer.observations.map(({ text }) => text),
    ["The capital of Laos is Vientiane."],
  )
  assert.strictEqual(answer.status, "answered")
})

it("an answer says how old the data may be, and that lists are cut", () => {
  const metadata = { retrieved_at: "2026-11-21T08:17:33.120Z", freshness_seconds: 604_800 }
  const nearby = {
    airport: { name: "A", iata: "AAA", distance_km: 1.5, count: 1, radius_km: 10, complete: false, nearby: [{ name: "A", iata: "AAA" }] },
  }
  const { limitations } = composeAnswer(plan([step("airport.nearby")], [goal(0)]), [delivered(nearby, "r1", metadata)], builtinTemplates)
  assert.deepEqual(limitations, [
    "There may be more airports within that distance: only the nearest were delivered.",
    "As of 21 November 2026 at 08:17 UTC, as published: the data of Atlas may be up to 7 days old.",
  ])
})

it("a document without a template is described by its facts, lists, extremes and sums", () => {
  const pets = {
    total: 3,
    shop: { city: "Bern", open: true },
    pets: [
      { id: 9, name: "Rex", price: 20, quantity: 1 },
      { id: 4, name: "Ada", price: 10, quantity: 2 },
    ],
    none: [],
    nil: null,
  }
  const { observations } = composeAnswer(plan([step("pet.list")], [goal(0)]), [delivered(pets)], builtinTemplates)
  assert.deepEqual(
    observations.map(({ text }) => text),
    [
      "Total 3.",
      "Shop: city Bern; open yes.",
      "Pets: 2 entries: Rex and Ada.",
      "Price: from 10 to 20.",
      "Quantity: from 1 to 2, 3 in all.",
      "None: none.",
    ],
  )
  assert.deepEqual(observations[3]?.evidence, [
    { result_ref: "r1", pointer: "/data/pets/1/price" },
    { result_ref: "r1", pointer: "/data/pets/0/price" },
  ])
  const one = (facts: ReadonlyArray<string>, data: Schema.Json) =>
    composeAnswer(plan([step("pet.get")], [goal(0, facts)]), [delivered(data)], builtinTemplates).observations
  // An imported operation has its first level under its domain.
  assert.deepEqual(one(["pet.name"], { name: "Rex", age: 3 }), [
    { text: "Name: Rex.", evidence: [{ result_ref: "r1", pointer: "/data/name" }] },
  ])
  assert.deepEqual(one(["pet.name"], [{ name: "Rex" }])[0]?.text, "Results: 1 entry: Rex.")
  assert.deepEqual(one([], "plain text")[0], { text: "The answer is plain text.", evidence: [{ result_ref: "r1", pointer: "/data" }] })
})

it("a captured call with its document is delivered; a held or released one is not", () => {
  const call = { id: CallId.make("c"), lastError: "It broke.", delivered: true, state: "captured" } as const
  assert.deepEqual(stepOutcomeOf(call, document(1)), { _tag: "Delivered", resultRef: "c", document: document(1) })
  assert.deepEqual(stepOutcomeOf({ ...call, state: "refunded" }, document(1))._tag, "Delivered")
  assert.deepEqual(stepOutcomeOf({ ...call, state: "refunded", delivered: false }, null)._tag, "Failed")
  assert.deepEqual(stepOutcomeOf({ ...call, state: "released" }, null), { _tag: "Failed", reason: "It broke." })
  assert.deepEqual(stepOutcomeOf({ ...call, state: "reserved" }, document(1))._tag, "Failed")
  assert.deepEqual(stepOutcomeOf(undefined, null), { _tag: "NotMade" })
})

it("a sentence with a missing value is left out, and a template with digits is invalid", () => {
  assert.isUndefined(fill({ text: "{a} and {b.c}" }, { a: 1 }))
  assert.isUndefined(fill({ text: "{a}" }, { a: null }))
  assert.isUndefined(fill({ text: "{a|names}" }, { a: [] }))
  assert.strictEqual(fill({ text: "{a|titles}" }, { a: ["saturday", "sunday"] })?.text, "Saturday and Sunday")
  assert.strictEqual(fill({ text: "{a|count} of {b}" }, { a: [], b: "x" })?.text, "0 of x")
  assert.strictEqual(fill({ text: "{a}" }, { a: "{b} $& $1", b: "no" })?.text, "{b} $& $1")
  assert.isString(templateMistake({ text: "It has 3 {a}." }))
  assert.isString(templateMistake({ text: "It has {a|shout}." }))
  assert.isString(templateMistake({ text: "It has {A}." }))
})

it("lists of the maximum length that a source may send are read", () => {
  const counts = Array.from({ length: 300_000 }, (_, i) => i)
  const answer = composeAnswer(plan([step("pet.list")], [goal(0)]), [delivered({ counts })], builtinTemplates)
  assert.include(JSON.stringify(answer.observations), "from 0 to 299999")
})

const Facts = Schema.Array(Schema.Literals(["a.b", "pet.name", "country.capital", "a.a", "total"])).check(Schema.isMaxLength(3))

it.prop(
  "for any document, every pointer resolves and every number in the answer comes from the document",
  [Schema.Json, Facts, Schema.Literals(["pet.list", "country.profile", "airport.nearby", "place.search", "calendar.is_holiday"])],
  ([data, facts, operation]) => {
    const answer = composeAnswer(plan([step(operation)], [goal(0, facts)]), [delivered(data)], builtinTemplates)
    for (const { evidence, text } of answer.observations) {
      for (const { pointer } of evidence) assert.isTrue(pointer.startsWith("/data") && at({ data }, pointer) !== undefined, pointer)
      assert.deepEqual(ungrounded(text, evidence, [{ result_ref: "r1", data }]), [], text)
      assert.isAtMost(text.length, 4_000)
      assert.notMatch(text, /[\p{Cc}\u2028]/u)
    }
  },
  { arbitrary: { runs: 500 } },
)

it("where a step was not made, what it would have been made from is stated, but not the search for an entity", () => {
  const from = { _tag: "From", step: 0, pointer: "/country/code" } as const
  const answer = (input: PlannedStep["input"]) =>
    composeAnswer(
      plan([step("country.profile"), step("currency.of_country", { input })], [goal(1)]),
      [delivered(laos), { _tag: "NotMade" }],
      builtinTemplates,
    )
  const partial = answer({ "country.code": from })
  assert.strictEqual(partial.status, "partial")
  assert.include(
    partial.observations.map(({ text }) => text),
    "The capital of Laos is Vientiane.",
  )
  assert.include(partial.limitations.join(" "), "Not answered: what is it.")
  assert.deepEqual(answer({ "country.code": { ...from, list: "/place/matches" } }).observations, [])
})

it("of several things in one part of a question, the one that failed is named", () => {
  const of = (town: string) => step("place.search", { input: { "place.name": { _tag: "Value", value: town } } })
  const answer = composeAnswer(
    plan([of("Graz"), of("Linz")], [goal(0, [], "people in Graz and Linz"), goal(1, [], "people in Graz and Linz")]),
    [delivered({ place: { matches: [] } }), { _tag: "Failed", reason: "It broke." }],
    builtinTemplates,
  )
  assert.include(answer.limitations.join(" "), "Not answered: people in Graz and Linz (Linz).")
})
