import { assert, it } from "@effect/vitest"
import { Result, type Schema } from "effect"
import { microUsd } from "../../../domain/money/Money.ts"
import { checkRecipe } from "../../../domain/workflow/checkRecipe.ts"
import { compileWorkflow, maximumPrice } from "../../../domain/workflow/compileWorkflow.ts"
import { type Recipe, readRecipe } from "../../../domain/workflow/Recipe.ts"
import { workflowsView } from "../../../domain/workflow/Recipes.ts"
import { shop, withoutSource } from "./shop.ts"

const where = {
  stepId: "where",
  description: "the country",
  operationId: "$sourceDescriptions.cheap.ip.country",
  parameters: [{ name: "ip.address", value: "$inputs.ip.address" }],
  outputs: { country: "$response.body#/country/code" },
  "x-fallback": ["$sourceDescriptions.dear.ip.country"],
}
const day = {
  stepId: "day",
  description: "the holiday",
  operationId: "$sourceDescriptions.days.calendar.is_holiday",
  parameters: [
    { name: "country.code", value: "$steps.where.outputs.country" },
    { name: "calendar.date", value: "$inputs.calendar.date" },
    { name: "region.code", value: "$inputs.region.code" },
  ],
  outputs: { holiday: "$response.body#/calendar/is_holiday" },
}
const recipe: Recipe = {
  workflowId: "holiday-at-ip",
  summary: "Holiday at an address",
  description: "Whether it is a holiday there.",
  inputs: {
    type: "object",
    properties: { "ip.address": {}, "calendar.date": { default: "$today" }, "region.code": {} },
    required: ["ip.address"],
  },
  steps: [where, day],
  outputs: { holiday: "$steps.day.outputs.holiday", country: "$steps.where.outputs.country" },
  "x-limitations": ["Users may be elsewhere."],
}
const terms = { limit: 10, now: Date.UTC(2026, 10, 21, 23, 59), withoutFallbacks: false }

const checked = (wanted: Recipe, catalogue = shop) => Result.getOrThrow(checkRecipe(wanted, catalogue))
const mistakes = (wanted: Recipe, catalogue = shop) =>
  Result.match(checkRecipe(wanted, catalogue), { onSuccess: (): ReadonlyArray<string> => [], onFailure: (mistakes) => mistakes })
const compiled = (input: Record<string, Schema.Json>, wanted = recipe, more = {}) => {
  const draft = Result.getOrThrow(compileWorkflow(checked(wanted), input, { ...terms, ...more }))
  if (draft._tag !== "Planned") throw new Error(draft._tag)
  return draft.plan
}
const refusal = (input: Record<string, Schema.Json>, wanted = recipe) =>
  Result.match(compileWorkflow(checked(wanted), input, terms), { onSuccess: () => undefined, onFailure: (refused) => refused })

it("a recipe compiles to a priced plan: fallbacks after their steps, references backward", () => {
  const plan = compiled({ address: "193.0.6.139" })
  assert.deepEqual(plan, {
    goals: [
      { ref: "g1", text: "the holiday", step: 2, facts: ["calendar.is_holiday"] },
      { ref: "g2", text: "the country", step: 0, facts: ["country.code"] },
    ],
    steps: [
      {
        source: "cheap",
        operation: "ip.country",
        name: "Country of an address",
        input: { "ip.address": { _tag: "Value", value: "193.0.6.139" } },
        conditional: false,
        insteadOf: null,
        price: { id: "p800", model: "per_call", amount: microUsd(800n) },
        max: microUsd(800n),
        limit: 10,
      },
      {
        source: "dear",
        operation: "ip.country",
        name: "Country of an address",
        input: { "ip.address": { _tag: "Value", value: "193.0.6.139" } },
        conditional: true,
        insteadOf: 0,
        price: { id: "p1000", model: "per_call", amount: microUsd(1000n) },
        max: microUsd(1000n),
        limit: 10,
      },
      {
        source: "days",
        operation: "calendar.is_holiday",
        name: "Is it a holiday",
        input: {
          "country.code": { _tag: "From", step: 0, pointer: "/country/code" },
          "calendar.date": { _tag: "Value", value: "2026-11-21" },
        },
        conditional: false,
        insteadOf: null,
        price: { id: "p1000", model: "per_call", amount: microUsd(1000n) },
        max: microUsd(1000n),
        limit: 10,
      },
    ],
    limitations: ["Users may be elsewhere.", "calendar.date was not given: 2026-11-21 (UTC) is assumed."],
  })
  assert.strictEqual(maximumPrice(checked(recipe), 10), 2_800n)
})

it("fallbacks are left out on request, and so is a source that refuses the input", () => {
  const cheap = compiled({ "ip.address": "193.0.6.139", "calendar.date": "2026-12-25", "region.code": "CH-ZH" }, recipe, {
    withoutFallbacks: true,
  })
  assert.deepEqual(
    cheap.steps.map(({ source }) => source),
    ["cheap", "days"],
  )
  assert.deepEqual(cheap.steps[1]?.input["country.code"], { _tag: "From", step: 0, pointer: "/country/code" })
  assert.deepEqual(cheap.steps[1]?.input["region.code"], { _tag: "Value", value: "CH-ZH" })
  assert.deepEqual(cheap.limitations, ["Users may be elsewhere."])
  const six = compiled({ "ip.address": "2001:db8::1" })
  assert.deepEqual(
    six.steps.map(({ conditional, source }) => [source, conditional]),
    [
      ["dear", false],
      ["days", false],
    ],
  )
})

it("unknown, missing and malformed inputs of a recipe are refused", () => {
  assert.deepEqual([refusal({})?.field, refusal({})?.missing], ["ip.address", ["ip.address"]])
  assert.deepEqual(
    [refusal({ "ip.address": "1", colour: "red" })?.field, refusal({ "ip.address": "1", colour: "red" })?.expected],
    ["colour", ["ip.address", "calendar.date", "region.code"]],
  )
  assert.strictEqual(refusal({ "ip.address": "1", "calendar.date": "soon" })?.field, "calendar.date")
  assert.strictEqual(refusal({ "ip.address": 7 })?.field, "ip.address")
  assert.strictEqual(refusal({ "ip.address": "x".repeat(41) })?.field, "ip.address")
  const both = { ...recipe, steps: [{ ...where, "x-fallback": [] }, day] } as const
  assert.include(refusal({ "ip.address": "2001:db8::1" }, both)?.message, "it is no IPv4 address")
})

it("a recipe takes one item of a list, is priced by its documents, and skips steps without inputs", () => {
  const town = {
    stepId: "town",
    description: "the town",
    operationId: "$sourceDescriptions.towns.place.search",
    parameters: [{ name: "place.name", value: "$inputs.place.name" }],
    outputs: { zone: "$response.body#/place/matches/*/zone", all: "$response.body#/place/matches" },
  }
  const now = {
    stepId: "now",
    description: "the time",
    operationId: "$sourceDescriptions.towns.time.now",
    parameters: [{ name: "time.zone", value: "$steps.town.outputs.zone" }],
    outputs: { local: "$response.body#/time/local" },
  }
  const wanted: Recipe = {
    ...recipe,
    inputs: { type: "object", properties: { "place.name": {}, "ip.address": {} }, minProperties: 1 },
    steps: [town, now, where],
    outputs: { local: "$steps.now.outputs.local", country: "$steps.where.outputs.country" },
  }
  const plan = compiled({ "place.name": "Bern" }, wanted, { limit: 7 })
  assert.deepEqual(
    plan.steps.map(({ max, operation }) => [operation, max]),
    [
      ["place.search", 700n],
      ["time.now", 500n],
    ],
  )
  assert.deepEqual(plan.steps[1]?.input, { "time.zone": { _tag: "From", step: 0, list: "/place/matches", pointer: "/zone" } })
  assert.deepEqual(
    plan.goals.map(({ text }) => text),
    ["the time"],
  )
  assert.include(plan.limitations, "Left out because its input is missing: the country.")
  const other = compiled({ "ip.address": "1" }, wanted)
  assert.deepEqual(
    other.steps.map(({ source }) => source),
    ["cheap", "dear"],
  )
  assert.include(refusal({}, wanted)?.message, "at least one of place.name, ip.address")
  assert.deepEqual(refusal({}, wanted)?.missing, ["place.name", "ip.address"])
  assert.strictEqual(
    refusal({ "place.name": "Bern" }, { ...wanted, inputs: { ...wanted.inputs, minProperties: 2 } })?.code,
    "invalid_source_input",
  )
  assert.deepEqual(
    workflowsView([checked(wanted)]).workflows[0]?.steps.map(({ conditional, operation }) => [operation, conditional]),
    [
      ["place.search", true],
      ["time.now", true],
      ["ip.country", true],
      ["ip.country", true],
    ],
  )
})

it("a recipe is listed with its inputs and steps", () => {
  const { workflows } = workflowsView([checked(recipe)])
  assert.deepEqual(
    workflows[0]?.input.map(({ field, required }) => [field, required]),
    [
      ["ip.address", true],
      ["calendar.date", false],
      ["region.code", false],
    ],
  )
  assert.deepEqual(workflows[0]?.steps, [
    { source_id: "cheap", operation: "ip.country", name: "Country of an address", conditional: false },
    { source_id: "dear", operation: "ip.country", name: "Country of an address", conditional: true },
    { source_id: "days", operation: "calendar.is_holiday", name: "Is it a holiday", conditional: false },
  ])
  assert.deepInclude(workflows[0]?.input[1]?.schema, { default: "$today", description: "Day." })
  assert.deepEqual([workflows[0]?.slug, workflows[0]?.limitations], ["holiday-at-ip", ["Users may be elsewhere."]])
})

it("a recipe is valid without a fallback that is not for sale, but not without an operation", () => {
  assert.deepEqual(checked(recipe, withoutSource("dear")).warnings, ["step where: ip.country of dear is not for sale"])
  assert.include(mistakes(recipe, withoutSource("days")), "step day: calendar.is_holiday of days is not for sale")
})

it("the mistakes of a recipe are named", () => {
  const parameter = (name: string, value: Schema.Json): Recipe => ({
    ...recipe,
    steps: [where, { ...day, parameters: day.parameters.map((each) => (each.name === name ? { name, value } : each)) }],
  })
  const expect = (wanted: Recipe, ...parts: ReadonlyArray<string>) => {
    const actual = mistakes(wanted)
    for (const part of parts)
      assert.isTrue(
        actual.some((mistake) => mistake.includes(part)),
        `${part}: ${actual.join("; ")}`,
      )
  }
  expect({ ...recipe, steps: [day, where] }, "no earlier step where has an output country")
  expect(parameter("country.code", "$steps.day.outputs.holiday"), "no earlier step day")
  expect(parameter("country.code", "$steps.where.outputs.name"), "no earlier step where has an output name")
  expect(parameter("country.code", "$steps.where"), "is not an expression of this subset")
  expect(parameter("country.code", "$inputs.country"), "there is no input country")
  expect(parameter("country.code", "switzerland"), "country.code: ")
  expect(parameter("country.code", "$inputs.ip.address"), "input ip.address is already a ip.address")
  expect(
    parameter("calendar.date", "$steps.where.outputs.country"),
    "it takes a calendar.date, not what where gives as country",
    "input calendar.date is not used by any parameter",
  )
  expect({ ...recipe, inputs: { ...recipe.inputs, required: ["ip.address", "colour"] } }, "input colour is required and not described")
  expect(
    { ...recipe, inputs: { ...recipe.inputs, properties: { ...recipe.inputs.properties, "calendar.date": { default: "soon" } } } },
    'calendar.date: "soon"',
  )
  expect({ ...recipe, steps: [where, where, day] }, "another step has this id")
  expect(
    { ...recipe, steps: [{ ...where, outputs: { country: "$response.body#/country/name" } }, day] },
    "ip.country of cheap does not have it",
  )
  expect({ ...recipe, steps: [{ ...where, outputs: { country: "$response.header.x" } }, day] }, "is not a place in the answer")
  expect({ ...recipe, steps: [{ ...where, parameters: [] }, day] }, "ip.country cannot be called with")
  expect(
    { ...recipe, steps: [{ ...where, parameters: [...where.parameters, { name: "ip.colour", value: 1 }] }, day] },
    "cannot be called with ip.address, ip.colour",
  )
  expect({ ...recipe, steps: [{ ...where, operationId: "ip.country" }, day] }, "ip.country does not name an operation")
  expect({ ...recipe, outputs: {} }, "it has no outputs")
  expect({ ...recipe, outputs: { a: "$steps.where" } }, "$steps.where is not an output of a step")
})

it("a recipe with jumps, loops or conditions is refused", () => {
  assert.isTrue(Result.isSuccess(readRecipe(recipe)))
  for (const more of [{ onSuccess: [{ type: "goto", stepId: "where" }] }, { onFailure: [] }, { successCriteria: [] }])
    assert.isTrue(Result.isFailure(readRecipe({ ...recipe, steps: [{ ...where, ...more }, day] })), JSON.stringify(more))
  for (const more of [{ steps: [] }, { workflowId: "../etc" }, { dependsOn: ["x"] }, { steps: Array.from({ length: 17 }, () => where) }])
    assert.isTrue(Result.isFailure(readRecipe({ ...recipe, ...more })), JSON.stringify(more).slice(0, 60))
  assert.isTrue(Result.isFailure(readRecipe(null)))
})
