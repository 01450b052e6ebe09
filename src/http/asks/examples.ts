import { runExample } from "../runs/example.ts"
import { usd } from "../../../rails/http/describe.ts"

export const questionExample = { question: "When does the sun set in Springfield today?" }

const entity = "s0#/places/1"
const resultRef = "0199f0a4-7c1e-7b7a-9d51-3f0c2a6b8e04"

export const continuationExample = {
  state: {
    schema_version: "2",
    state_ref: "0199f0a4-7c1e-7b7a-9d51-3f0c2a6b8e06",
    revision: 2,
    expires_at: "2026-11-21T12:15:00.000Z",
    focus: { entity_refs: ["s0#/places/0", entity], goal_refs: ["g1"] },
    state_token: "3f0c2a6b8e01.bm90IGEgcmVhbCBzaWduYXR1cmUgYnV0IGFzIGxvbmc",
  },
  action_id: "select_entity",
  input: { entity_ref: entity },
}

const run = {
  id: "0199f0a4-7c1e-7b7a-9d51-3f0c2a6b8e03",
  ...questionExample,
  answer: null,
  results: [],
  usage: { sources: [], cost: usd(0), held: usd(0) },
  balance: { remaining: usd(25_000_000) },
  errors: runExample.errors,
}

const plan = {
  quote_ref: "0199f0a4-7c1e-7b7a-9d51-3f0c2a6b8e05",
  expires_at: "2026-11-21T12:15:00.000Z",
  steps: [
    {
      source_id: "gazetteer",
      operation: "place.search",
      name: "Find places by name",
      conditional: false,
      inputs: { "place.name": "Springfield" },
      estimated_cost: usd(1_000),
    },
    {
      source_id: "almanac",
      operation: "sun.times",
      name: "Sun times",
      conditional: false,
      inputs: {
        "geo.latitude": { from_step: 0, pointer: "/place/matches/*/latitude" },
        "geo.longitude": { from_step: 0, pointer: "/place/matches/*/longitude" },
      },
      estimated_cost: usd(500),
    },
  ],
  estimated_total: usd(1_500),
}

export const listedExample = {
  id: run.id,
  status: "requires_approval",
  ...questionExample,
  workflow: null,
  estimated_total: plan.estimated_total,
  expires_at: plan.expires_at,
  approval_required_reason: null,
  cost: usd(0),
  held: usd(0),
  created_at: "2026-11-21T12:00:00.000Z",
  finished_at: null,
}

export const plannedExample = { ...run, status: "requires_approval", plan }

export const completedExample = {
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
  usage: {
    sources: [{ source_id: "almanac", operation: "sun.times", calls: 1, cost: usd(500), payment_ids: [resultRef] }],
    cost: usd(500),
    held: usd(0),
  },
}

export const workflowExample = {
  slug: "sunset-at-airport",
  name: "Sunset at an airport",
  description: "Where an airport is, and when the sun sets there.",
  input: [{ field: "airport.iata", required: true, schema: { type: "string", pattern: "^[A-Z]{3}$" } }],
  steps: [
    { source_id: "airports", operation: "airport.lookup", name: "Look up an airport", conditional: false },
    { source_id: "almanac", operation: "sun.times", name: "Sun times", conditional: false },
  ],
  limitations: [],
}
