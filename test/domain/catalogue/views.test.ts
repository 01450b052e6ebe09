import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import type { SearchHit } from "../../../domain/catalogue/Catalogue.ts"
import { endpointList, type SourceFilter, SourceList, sourceList, SourceView, sourceView } from "../../../domain/catalogue/views.ts"
import { byCountry, catalogue, grouped } from "./sample.ts"

type Filter = SourceFilter & { readonly offset?: number; readonly limit?: number; readonly hits?: ReadonlyArray<SearchHit> }
const list = ({ hits, limit = 20, offset = 0, ...filter }: Filter) => sourceList(catalogue, hits ?? null, filter, { offset, limit })
const slugs = (filter: Filter) => list(filter).sources.map((source) => source.slug)

describe("sourceList", () => {
  it("sourceList lists every source by id, including discovery-only sources", () => {
    const all = list({})
    assert.deepEqual(
      all.sources.map((source) => [source.slug, source.endpoint_count, source.available_in_v2]),
      [
        ["atlas", 1, true],
        ["drawer", 0, false],
        ["skies", 3, true],
      ],
    )
    assert.deepInclude(all, { protocol_version: "2.0.0", total: 3, catalog_total: 3, offset: 0, next_offset: null })
    assert.deepEqual(all.sources[0]?.input_types, ["airport.code", "country.code", "weather.day", "weather.units"])
  })

  it("sourceList pages without a gap or a repetition and ends with null", () => {
    const seen: Array<string> = []
    let offset: number | null = 0
    while (offset !== null) {
      const page: typeof SourceList.Type = list({ offset, limit: 2 })
      assert.strictEqual(page.offset, offset)
      seen.push(...page.sources.map((source) => source.slug))
      offset = page.next_offset
    }
    assert.deepEqual(seen, ["atlas", "drawer", "skies"])
    assert.strictEqual(list({ offset: 0, limit: 3 }).next_offset, null)
    assert.deepInclude(list({ offset: 99 }), { sources: [], total: 3, next_offset: null })
  })

  it("sourceList keeps the order of the search results and drops the rest", () => {
    const hit = (source: string, operation: string | null = null) => ({ source, operation })
    assert.deepEqual(slugs({ hits: [hit("skies", "tide.now"), hit("atlas"), hit("skies")] }), ["skies", "atlas"])
    assert.deepEqual(slugs({ hits: [hit("gone"), hit("drawer")] }), ["drawer"])
    assert.deepEqual(slugs({ hits: [] }), [])
    assert.deepInclude(list({ hits: [hit("skies"), hit("atlas")], limit: 1 }), { total: 2, catalog_total: 3, next_offset: 1 })
  })

  it("sourceList filters by category, tag, sector and capability together, and counts before and after the filter", () => {
    assert.deepEqual(slugs({ category: "Weather" }), ["skies"])
    assert.deepEqual(slugs({ tag: "maps" }), ["atlas"])
    assert.deepEqual(slugs({ sector: "travel" }), ["atlas", "skies"])
    assert.deepEqual(slugs({ sector: "travel", capability: "lookup", tag: "maps" }), ["atlas"])
    assert.deepEqual(slugs({ tag: "map" }), [])
    assert.deepInclude(list({ category: "weather" }), { total: 1, catalog_total: 3 })
  })

  it("sourceList gives the facets of the whole catalogue, sorted and unique, for any filter", () => {
    const facets = {
      categories: ["geography", "misc", "weather"],
      tags: ["Maps", "aviation", "metar"],
      sectors: ["media", "travel"],
      capabilities: ["lookup"],
    }
    assert.deepInclude(list({}), facets)
    assert.deepInclude(list({ hits: [], category: "none" }), facets)
  })

  it("sourceList encodes to JSON with exactly the documented members", () => {
    const json = Schema.encodeSync(Schema.toCodecJson(SourceList))(list({}))
    assert.sameMembers(Object.keys(Object(json)), [
      "protocol_version",
      "sources",
      "total",
      "catalog_total",
      "offset",
      "next_offset",
      "categories",
      "tags",
      "sectors",
      "capabilities",
    ])
  })
})

describe("sourceView", () => {
  it("sourceView shows the operations with their inputs and prices as JSON", () => {
    const skies = catalogue.find(({ source }) => source.id === "skies")
    assert.isDefined(skies)
    const json = Schema.encodeSync(Schema.toCodecJson(SourceView))(sourceView(skies))
    const [operation] = sourceView(skies).operations
    assert.deepEqual(JSON.parse(JSON.stringify(json)).operations[0], {
      id: "weather.at_airport",
      name: "Weather at an airport",
      input: operation?.input.map((input) => ({ ...input })),
      output: ["weather.celsius"],
      pricing: { model: "per_call", price: { amount: 0.0015, amount_micro_usd: "1500", currency: "USD" } },
      freshness_seconds: 60,
      source_id: "skies",
      variants: [],
    })
    assert.deepEqual(operation?.input[1], {
      field: "country.code",
      required: false,
      schema: { type: "string", description: "Country", examples: ["GB"], "x-slot": "country.code" },
    })
    assert.deepEqual(sourceView(skies).sources, ["skies"])
  })

  it("sourceView shows the other variants of an operation with their inputs and prices", () => {
    const source = { ...catalogue[0]!.source, operations: [byCountry] }
    const [operation] = sourceView({ source, members: [source] }).operations
    assert.deepEqual(
      operation?.variants.map(({ input, pricing }) => [input.map(({ field }) => field), pricing.price]),
      [[["country.code", "weather.month"], 9_000n]],
    )
  })

  it("sourceView shows a group as the union of its members' operations, each with the member that runs it", () => {
    const rain = grouped.find(({ source }) => source.id === "rain")!
    const view = sourceView(rain)
    assert.deepInclude(view, { id: "rain", name: "Rain", category: "weather", tags: ["gauge", "radar"], sources: ["gauge", "radar"] })
    assert.deepEqual(
      view.operations.map(({ id, source_id }) => `${source_id} ${id}`),
      ["gauge rain.today", "gauge rain.ever", "radar rain.today", "radar rain.soon"],
    )
    const summary = sourceList(grouped, null, {}, { offset: 0, limit: 50 }).sources.find(({ slug }) => slug === "rain")
    assert.deepInclude(summary, { endpoint_count: 4, available_in_v2: true })
  })

  it("sourceView names its parts for the OpenAPI document", () => {
    const { definitions } = Schema.toJsonSchemaDocument(Schema.Struct({ view: SourceView, list: SourceList }))
    const names = ["Source", "Operation", "OperationInput", "OperationPricing", "OperationVariant", "Money", "SourceList", "SourceSummary"]
    assert.sameMembers(Object.keys(definitions), names)
  })
})

describe("endpointList", () => {
  const rain = grouped.find(({ source }) => source.id === "rain")!
  const page = { offset: 0, limit: 20 }

  it("endpointList pages the endpoints of an entry with their names", () => {
    const first = endpointList(rain, null, { offset: 1, limit: 2 })
    assert.deepInclude(first, { protocol_version: "2.0.0", source_id: "rain", total: 4, offset: 1, next_offset: 3 })
    assert.deepEqual(
      first.endpoints.map(({ endpoint_id, id, source_id }) => [id, endpoint_id, source_id]),
      [
        ["rain.ever", "ever", "gauge"],
        ["rain.today", "today", "radar"],
      ],
    )
    assert.isNull(endpointList(rain, null, { offset: 2, limit: 2 }).next_offset)
  })

  it("endpointList only lists the search results among the members of an entry", () => {
    const hits = [
      { source: "radar", operation: "rain.soon" },
      { source: "elsewhere", operation: "rain.ever" },
      { source: "gauge", operation: null },
      { source: "gauge", operation: "rain.today" },
    ]
    assert.deepEqual(
      endpointList(rain, hits, page).endpoints.map(({ id, source_id }) => `${source_id} ${id}`),
      ["radar rain.soon", "gauge rain.today"],
    )
  })
})
