import { Effect, Layer, Logger, Redacted, type Schema } from "effect"
import { FetchHttpClient } from "effect/http"
import type { Draft } from "../../../../domain/ask/Plan.ts"
import { type PlanRequest, Planner } from "../../../../domain/ask/Planner.ts"
import { layer as modelPlanner } from "../../../../layers/planner/model/ModelPlanner.ts"
import type { ModelSettings } from "../../../../layers/planner/model/ModelSettings.ts"
import { Shortlist } from "../../../../layers/planner/model/Shortlist.ts"
import { shop } from "../../../domain/workflow/shop.ts"
import { type Behaviour, type Kind, modelEndpoint } from "./endpoint.ts"

const offers = shop.flatMap(({ members }) => members.flatMap((source) => source.operations.map((operation) => ({ source, operation }))))
const one = (id: string) => offers.find(({ operation }) => operation.id === id)!
const [cheap, dear] = offers.filter(({ operation }) => operation.id === "ip.country")

const shortlist = Layer.succeed(
  Shortlist,
  Shortlist.of({
    of: () => ({
      operations: [[cheap!, dear!], [one("calendar.is_holiday")], [one("place.search")], [one("time.now")]],
      entities: [{ text: "193.0.6.139", kind: "ip.address", value: "193.0.6.139" }],
    }),
  }),
)

export const unsure: Draft = { _tag: "Unsupported", message: "the draft made without the model", confidence: 0.3 }
const question = "Is 25 December 2026 a holiday at 193.0.6.139?"
export const planRequest = (more: Partial<PlanRequest> = {}): PlanRequest => ({
  wish: { _tag: "Question", question },
  given: {},
  limit: 10,
  catalogue: shop,
  now: Date.UTC(2026, 10, 21),
  withoutFallbacks: false,
  ...more,
})

export const step = (
  operation: string,
  inputs: ReadonlyArray<Schema.Json>,
  more: Readonly<Record<string, Schema.Json>> = {},
): Schema.Json => ({
  operation,
  inputs,
  answers: true,
  facts: [],
  ...more,
})
export const value = (field: string, value: Schema.Json): Schema.Json => ({ field, value, from: null })
export const from = (field: string, step: number, output: string): Schema.Json => ({ field, value: null, from: { step, output } })
export const where = (more = {}) => step("cheap/ip.country", [value("ip.address", "193.0.6.139")], { answers: false, ...more })
export const day = (more: ReadonlyArray<Schema.Json> = [from("country.code", 0, "country.code"), value("calendar.date", "2026-12-25")]) =>
  step("days/calendar.is_holiday", more, { facts: ["calendar.is_holiday", "made.up"] })
export const good: Schema.Json = { supported: true, steps: [where(), day()] }
export const plan = (reply: Schema.Json): Behaviour => ({ _tag: "Plan", reply })

/**
 * A model planner over a planner that is not sure, with its model's API on this machine. Under a TestClock, so that no answer
 * is too late but where the test says so.
 */
export const fixture = Effect.fnUntraced(function* (kind: Kind, settings: Partial<ModelSettings> = {}, draft: Draft = unsure) {
  const endpoint = yield* modelEndpoint(kind)
  const all: ModelSettings = {
    kind,
    url: kind === "openai" ? `${endpoint.url}/v1` : endpoint.url,
    model: "test-model",
    key: Redacted.make("secret-of-the-operator"),
    required: false,
    timeoutMs: 2_000,
    threshold: 0.6,
    ...settings,
  }
  const inner = Layer.succeed(Planner, Planner.of({ plan: () => Effect.succeed(draft) }))
  const warned: Array<unknown> = []
  const log = Logger.layer([Logger.make(({ message }) => warned.push(message))])
  const { plan } = yield* Effect.service(Planner).pipe(
    Effect.provide(yield* Layer.build(modelPlanner(all).pipe(Layer.provide([inner, shortlist, FetchHttpClient.layer])))),
  )
  return { ...endpoint, warned, plan: (wanted: PlanRequest) => Effect.provide(plan(wanted), log) }
})
