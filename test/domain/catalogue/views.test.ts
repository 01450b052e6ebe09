import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { SourceList, sourceList, SourceView, sourceView } from "../../../domain/catalogue/views.ts"
import { catalogue } from "./sample.ts"

const list = (filter: Partial<Parameters<typeof sourceList>[1]>) => sourceList(catalogue, { offset: 0, limit: 20, ...filter })
const slugs = (filter: Partial<Parameters<typeof sourceList>[1]>) => list(filter).sources.map((source) => source.slug)

describe("sourceList", () => {
  it("lists everything by id, discovery-only sources included", () => {
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

  it("pages without a gap or a repetition, and ends with null", () => {
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

  it("finds every word of the search, somewhere, in any case", () => {
    assert.deepEqual(slugs({ search: "PILOTS  metar" }), ["skies"])
    assert.deepEqual(slugs({ search: "country profile" }), ["atlas"])
    assert.deepEqual(slugs({ search: "tide.now" }), ["skies"])
    assert.deepEqual(slugs({ search: "skies" }), ["drawer", "skies"])
    assert.deepEqual(slugs({ search: "pilots geography" }), [])
    assert.deepEqual(slugs({ search: ".*" }), [])
    assert.deepEqual(slugs({ search: "   " }), ["atlas", "drawer", "skies"])
  })

  it("filters by category, tag, sector and capability together; totals count after and before", () => {
    assert.deepEqual(slugs({ category: "Weather" }), ["skies"])
    assert.deepEqual(slugs({ tag: "maps" }), ["atlas"])
    assert.deepEqual(slugs({ sector: "travel" }), ["atlas", "skies"])
    assert.deepEqual(slugs({ sector: "travel", capability: "lookup", search: "world" }), ["atlas"])
    assert.deepEqual(slugs({ tag: "map" }), [])
    assert.deepInclude(list({ category: "weather" }), { total: 1, catalog_total: 3 })
  })

  it("gives the facets of the whole catalogue, sorted and once each, whatever the filter", () => {
    const facets = {
      categories: ["geography", "misc", "weather"],
      tags: ["Maps", "aviation", "metar"],
      sectors: ["media", "travel"],
      capabilities: ["lookup"],
    }
    assert.deepInclude(list({}), facets)
    assert.deepInclude(list({ search: "nothing has this" }), facets)
  })

  it("encodes to JSON with exactly the documented members", () => {
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
  it("shows the operations with their inputs and the prices they were given, as JSON", () => {
    const [skies] = catalogue
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
      schema: { type: "string", description: "Country", examples: ["GB"] },
    })
    assert.deepEqual(sourceView(skies).sources, ["skies"])
  })

  it("names its parts for the OpenAPI document", () => {
    const { definitions } = Schema.toJsonSchemaDocument(Schema.Struct({ view: SourceView, list: SourceList }))
    const names = ["Source", "Operation", "OperationInput", "OperationPricing", "OperationVariant", "Money", "SourceList", "SourceSummary"]
    assert.sameMembers(Object.keys(definitions), names)
  })
})
