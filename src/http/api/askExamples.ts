import { type MicroUsd, microUsd, toMoney } from "../../../domain/money/Money.ts"

const usd = (micro: number) => toMoney(microUsd(BigInt(micro)) as MicroUsd)

const id = "0199f0a4-7c1e-7b7a-9d51-3f0c2a6b8e03"
const resultRef = "0199f0a4-7c1e-7b7a-9d51-3f0c2a6b8e04"
const quote = "0199f0a4-7c1e-7b7a-9d51-3f0c2a6b8e05"
const entity = "s0#/places/1"

const state = {
  schema_version: "2",
  state_ref: "0199f0a4-7c1e-7b7a-9d51-3f0c2a6b8e06",
  revision: 2,
  expires_at: "2026-11-21T12:15:00.000Z",
  focus: { entity_refs: ["s0#/places/0", entity], goal_refs: ["g1"] },
  state_token: "3f0c2a6b8e01.bm90IGEgcmVhbCBzaWduYXR1cmUgYnV0IGFzIGxvbmc",
} as const

const question = { question: "When does the sun set in Springfield today?" }

export const askRequestExamples: Readonly<Record<string, unknown>> = {
  "asks.ask": { ...question, execution_mode: "auto", max_spend: 0.01 },
  "asks.plan": question,
  "asks.run": { quote_ref: quote, max_spend: 0.01 },
  "asks.continue": { state, action_id: "select_entity", input: { entity_ref: entity } },
}

const run = {
  id,
  ...question,
  answer: null,
  results: [],
  usage: { sources: [], cost: usd(0), held: usd(0) },
  balance: { remaining: usd(25_000_000) },
  errors: [],
}

const plan = {
  quote_ref: quote,
  expires_at: "2026-11-21T12:15:00.000Z",
  steps: [
    { source_id: "gazetteer", operation: "place.search", name: "Find places by name", conditional: false, estimated_cost: usd(1_000) },
    { source_id: "almanac", operation: "sun.times", name: "Sun times", conditional: false, estimated_cost: usd(500) },
  ],
  estimated_total: usd(1_500),
}

const planned = { ...run, status: "requires_approval", plan }

const completed = {
  ...run,
  status: "completed",
  plan,
  answer: {
    status: "answered",
    observations: [{ text: "The sun sets at 16:36.", evidence: [{ result_ref: resultRef, pointer: "/data/sun/set" }] }],
    limitations: [],
  },
  results: [
    { result_ref: resultRef, source: { provider: "Farthing", name: "Almanac" }, data: { sun: { set: "2026-11-21T16:36:00-06:00" } } },
  ],
  usage: { sources: [{ source_id: "almanac", operation: "sun.times", calls: 1, cost: usd(500) }], cost: usd(500), held: usd(0) },
}

export const askAnswerExamples: Readonly<Record<string, unknown>> = {
  "asks.ask": completed,
  "asks.plan": planned,
  "asks.run": completed,
  "asks.continue": completed,
  "asks.read": completed,
  "asks.cancel": { ...planned, status: "cancelled" },
  "asks.workflows": {
    workflows: [
      {
        slug: "sunset-at-airport",
        name: "Sunset at an airport",
        description: "Where an airport is, and when the sun sets there.",
        input: [{ field: "airport.iata", required: true, schema: { type: "string", pattern: "^[A-Z]{3}$" } }],
        steps: [
          { source_id: "airports", operation: "airport.lookup", name: "Look up an airport", conditional: false },
          { source_id: "almanac", operation: "sun.times", name: "Sun times", conditional: false },
        ],
        limitations: [],
      },
    ],
  },
}
