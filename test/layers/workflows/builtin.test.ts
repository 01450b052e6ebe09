import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Logger, Schedule, type Schema } from "effect"
import { composeAnswer, type StepOutcome } from "../../../domain/ask/answer/composeAnswer.ts"
import { at } from "../../../domain/ask/answer/documentValues.ts"
import { builtinTemplates } from "../../../domain/ask/answer/templates/builtin.ts"
import { ungrounded } from "../../domain/ask/answer/grounding.ts"
import type { Binding, Plan, PlannedStep } from "../../../domain/ask/Plan.ts"
import { Recipes, Workflows } from "../../../domain/workflow/Recipes.ts"
import { Planner } from "../../../domain/ask/Planner.ts"
import { catalogueEntries } from "../../../domain/catalogue/Catalogue.ts"
import { resolveInput } from "../../../domain/catalogue/resolveInput.ts"
import { Sources } from "../../../domain/catalogue/Source.ts"
import { toDecimal } from "../../../domain/money/Money.ts"
import { maximumPrice } from "../../../domain/workflow/compileWorkflow.ts"
import { layer as builtin } from "../../../layers/sources/builtin.ts"
import { builtinRecipes, layer as recipes, makeRecipes } from "../../../layers/workflows/recipes.ts"
import { layer as workflowPlanner } from "../../../layers/workflows/workflowPlanner.ts"
import { dataDatabase } from "../../support/database.ts"

const questions = Layer.succeed(Planner, Planner.of({ plan: () => Effect.succeed({ _tag: "Unsupported", message: "a question" }) }))
const everything = Layer.mergeAll(
  builtin.pipe(Layer.provide(dataDatabase)),
  recipes,
  workflowPlanner.pipe(Layer.provide([recipes, questions])),
)

const now = Date.UTC(2026, 10, 21, 8, 0)
const request = { given: {}, limit: 10, now, withoutFallbacks: false }

const planFor = (slug: string, input: Readonly<Record<string, Schema.Json>>) =>
  Effect.gen(function* () {
    const catalogue = catalogueEntries(yield* Sources)
    const { plan } = yield* Planner
    const draft = yield* plan({ ...request, catalogue, wish: { _tag: "Workflow", slug, input } })
    return draft._tag === "Planned" ? draft.plan : yield* Effect.die(draft.message)
  })

const valueOf = (binding: Binding, outcomes: ReadonlyArray<StepOutcome>): Schema.Json | undefined => {
  if (binding._tag === "Value") return binding.value
  const outcome = outcomes[binding.step]
  if (outcome?._tag !== "Delivered") return undefined
  const place = binding.list === undefined ? outcome.document.data : at(outcome.document.data, binding.list)
  return at(binding.list === undefined ? place : Array.isArray(place) ? place[0] : undefined, binding.pointer)
}

/** Makes the steps one after another, without fallbacks; of a list the first item is meant. */
const run = (plan: Plan) =>
  Effect.gen(function* () {
    const outcomes: Array<StepOutcome> = []
    for (const [index, step] of plan.steps.entries()) {
      const input = Object.fromEntries(Object.entries(step.input).map(([field, binding]) => [field, valueOf(binding, outcomes)]))
      outcomes.push(
        step.conditional ? { _tag: "NotMade" } : { _tag: "Delivered", resultRef: `r${index}`, document: yield* make(step, input) },
      )
    }
    return outcomes
  })

const make = (step: PlannedStep, input: Readonly<Record<string, unknown>>) =>
  Effect.gen(function* () {
    const source = (yield* Sources).find(({ id }) => id === step.source)
    const operation = source?.operations.find(({ id }) => id === step.operation)
    if (source === undefined || operation === undefined) return yield* Effect.die(`no source sells ${step.operation}`)
    const { values, variant } = yield* Effect.fromResult(resolveInput(operation, input))
    assert.strictEqual(variant.pricing.price, step.price.amount)
    const { data } = yield* variant.run(values, step.limit)
    return { source: { provider: source.provider, name: source.name }, metadata: { freshness_seconds: operation.freshnessSeconds }, data }
  }).pipe(
    Effect.retry({
      while: (error) => error._tag === "SourceFailure" && error.code === "source_unavailable",
      schedule: Schedule.upTo(Schedule.spaced("100 millis"), { duration: "500 seconds" }),
    }),
  )

/** Every recipe with inputs that it takes, and what the answer has to say. */
const uses: ReadonlyArray<readonly [slug: string, input: Readonly<Record<string, Schema.Json>>, says: ReadonlyArray<string>]> = [
  [
    "business-day-at-ip",
    { "ip.address": "193.0.6.139", "calendar.date": "2026-04-27" },
    ["Netherlands", "27 April 2026 is a public holiday", "It is not a business day: King's Day."],
  ],
  ["business-day-at-ip", { address: "2001:67c:2e8:22::c100:68b" }, ["Netherlands", "21 November 2026"]],
  ["visitor-locale", { "ip.address": "133.1.1.1" }, ["Japan", "Japanese", "Japanese Yen (JPY)", "¥"]],
  [
    "supplier-check",
    { iban: "GB29 NWBK 6016 1331 9268 19", vat_number: "FR40303265045", "domain.name": "www.example.co.uk" },
    ["is a valid IBAN", "FR40303265045", "example.co.uk"],
  ],
  ["supplier-check", { "phone.number": "044 668 18 00", "country.code": "CH" }, ["+41 44 668 18 00"]],
  [
    "contact-check",
    { "email.address": "info@bbc.co.uk", "phone.number": "+819012345678" },
    ["well-formed e-mail address", "co.uk", "mobile"],
  ],
  [
    "payment-days",
    { "bank.iban": "DE89370400440532013000", start_date: "2026-12-21", end_date: "2027-01-06" },
    ["is a valid IBAN of Germany", "11 business days"],
  ],
  ["country-brief", { code: "ke" }, ["Nairobi", "Kenyan Shilling", "Tanzania", "In 2026"]],
  ["currency-facts", { "currency.code": "XOF" }, ["West African CFA Franc", "8 countries"]],
  ["call-now", { "phone.number": "+41 44 668 18 00" }, ["fixed line", "Romansh", "Europe/Zurich", "21 November 2026"]],
  ["airport-sun", { iata: "KEF", "date.day": "2026-06-21" }, ["Keflavik", "Atlantic/Reykjavik", "sets at"]],
  [
    "flight-distance",
    { from: "LHR", to: "JFK", date_time: "2026-07-01T12:00" },
    ["5540.67 km", "it is 07:00 on 1 July 2026 in America/New_York", "5 hours behind"],
  ],
  ["place-sky", { "place.name": "Zermatt", "date.day": "2026-12-25" }, ["Europe/Zurich", "rises at", "phase of the moon"]],
  ["airports-near-place", { "place.name": "Innsbruck", radius_km: 60 }, ["INN"]],
]

layer(everything, { excludeTestServices: true, timeout: "600 seconds" })("workflows over the built-in sources", (it) => {
  it.effect(
    "every built-in workflow answers its example within its maximum price, with numbers from its documents only",
    () =>
      Effect.gen(function* () {
        const recipes = (yield* Recipes).forSale(catalogueEntries(yield* Sources))
        assert.sameMembers(
          [...new Set(uses.map(([slug]) => slug))],
          recipes.map(({ recipe }) => recipe.workflowId),
        )
        for (const [slug, input, says] of uses) {
          const plan = yield* planFor(slug, input)
          const most = maximumPrice(
            recipes.find(({ recipe }) => recipe.workflowId === slug)!,
            10,
          )
          assert.isTrue(plan.steps.reduce((total, { max }) => total + max, 0n) <= most, `${slug}: ${toDecimal(most)}`)
          for (const [index, step] of plan.steps.entries()) {
            for (const binding of Object.values(step.input)) assert.isTrue(binding._tag === "Value" || binding.step < index)
            assert.isTrue(step.insteadOf === null ? !step.conditional : step.conditional && step.insteadOf < index)
          }
          const outcomes = yield* run(plan)
          const answer = composeAnswer(plan, outcomes, builtinTemplates)
          assert.strictEqual(answer.status, "answered", slug)
          const sentences = answer.observations.map(({ text }) => text).join("\n")
          for (const text of says) assert.include(sentences, text, slug)
          const results = outcomes.flatMap((outcome) =>
            outcome._tag === "Delivered" ? [{ result_ref: outcome.resultRef, data: outcome.document.data }] : [],
          )
          for (const { evidence, text } of answer.observations) assert.deepEqual(ungrounded(text, evidence, results), [], text)
        }
      }),
    150_000,
  )

  it.effect("the workflows are listed as the API shows them", () =>
    Effect.gen(function* () {
      const { workflows } = (yield* Workflows).list(catalogueEntries(yield* Sources))
      assert.isAtLeast(workflows.length, 8)
      for (const { input, slug } of workflows)
        for (const { field, schema } of input) assert.isString(schema.description, `${slug} ${field}`)
      const sky = workflows.find(({ slug }) => slug === "place-sky")
      assert.deepEqual(
        sky?.steps.map(({ conditional, source_id }) => [source_id, conditional]),
        [
          ["gazetteer", false],
          ["clockwork", false],
          ["almanac", false],
          ["ephemeris", true],
          ["almanac", false],
        ],
      )
    }),
  )

  it.effect("an unknown workflow is refused, and questions go to the other planner", () =>
    Effect.gen(function* () {
      const catalogue = catalogueEntries(yield* Sources)
      const { plan } = yield* Planner
      const refused = yield* Effect.flip(plan({ ...request, catalogue, wish: { _tag: "Workflow", slug: "no\u0000thing", input: {} } }))
      assert.deepEqual([refused._tag, refused.field], ["invalid_request", "workflow.slug"])
      assert.include(refused.message, "airport-sun")
      const wrong = yield* Effect.flip(
        plan({ ...request, catalogue, wish: { _tag: "Workflow", slug: "airport-sun", input: { iata: "ZZZZ" } } }),
      )
      assert.deepEqual([wrong._tag, wrong.field], ["invalid_source_input", "airport.iata"])
      const question = yield* plan({ ...request, catalogue, wish: { _tag: "Question", question: "why?" } })
      assert.strictEqual(question._tag, "Unsupported")
    }),
  )

  it.effect("a workflow whose operation is withdrawn is left out, with one warning", () =>
    Effect.gen(function* () {
      const warned: Array<unknown> = []
      const heard = Logger.layer([Logger.make(({ message }) => warned.push(message))])
      const sources = (yield* Sources).filter(({ id }) => id !== "holidays" && id !== "ip-registry")
      const { forSale } = yield* makeRecipes([...builtinRecipes, { workflowId: "broken" }, builtinRecipes[0]]).pipe(Effect.provide(heard))
      const recipes = forSale(catalogueEntries(sources))
      const slugs = recipes.map(({ recipe }) => recipe.workflowId)
      assert.includeMembers(slugs, ["visitor-locale", "airport-sun", "supplier-check"])
      for (const gone of ["business-day-at-ip", "payment-days", "country-brief", "call-now", "broken"]) assert.notInclude(slugs, gone)
      assert.lengthOf(warned, 7)
      forSale(catalogueEntries(sources))
      assert.lengthOf(warned, 7)
    }),
  )
})
