import { Schema } from "effect"
import { Money } from "../Money.ts"
import type { Operation, Source } from "./Source.ts"

/** The version that the catalogue's answers carry, the same as the interface description's. */
export const protocolVersion = "2.0.0"

const Strings = Schema.Array(Schema.String)

export const SourceSummary = Schema.Struct({
  slug: Schema.String,
  name: Schema.String,
  description: Schema.String,
  category: Schema.String,
  tags: Strings,
  sectors: Strings,
  capabilities: Strings,
  input_types: Strings,
  endpoint_count: Schema.Int,
  available_in_v2: Schema.Boolean,
}).annotate({ identifier: "SourceSummary" })

export const SourceList = Schema.Struct({
  protocol_version: Schema.String,
  sources: Schema.Array(SourceSummary),
  total: Schema.Int,
  catalog_total: Schema.Int,
  offset: Schema.Int,
  next_offset: Schema.NullOr(Schema.Int),
  categories: Strings,
  tags: Strings,
  sectors: Strings,
  capabilities: Strings,
}).annotate({ identifier: "SourceList" })

export const OperationInput = Schema.Struct({
  field: Schema.String,
  required: Schema.Boolean,
  schema: Schema.Record(Schema.String, Schema.Unknown),
}).annotate({ identifier: "OperationInput" })

export const OperationPricing = Schema.Struct({
  model: Schema.Literals(["per_call", "per_result", "free"]),
  price: Money,
}).annotate({ identifier: "OperationPricing" })

export const OperationView = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  input: Schema.Array(OperationInput),
  output: Strings,
  pricing: OperationPricing,
  freshness_seconds: Schema.Int,
  source_id: Schema.String,
  variants: Schema.Array(
    Schema.Struct({ input: Schema.Array(OperationInput), pricing: OperationPricing }).annotate({ identifier: "OperationVariant" }),
  ),
}).annotate({ identifier: "Operation" })

export const SourceView = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  description: Schema.String,
  category: Schema.String,
  tags: Strings,
  sectors: Strings,
  jurisdiction: Schema.String,
  operations: Schema.Array(OperationView),
  logo_url: Schema.String,
  sources: Strings,
}).annotate({ identifier: "Source" })

export interface SourceFilter {
  /** Every word must stand somewhere in id, name, description, tags, operation ids or operation names; case does not matter. */
  readonly search?: string
  readonly category?: string
  readonly tag?: string
  readonly sector?: string
  readonly capability?: string
  readonly offset: number
  readonly limit: number
}

/** One page of the catalogue, ordered by id. The facets are those of the whole catalogue, whatever the filter. */
export const sourceList = (catalogue: ReadonlyArray<Source>, filter: SourceFilter): typeof SourceList.Type => {
  const found = catalogue.filter(matches(filter)).sort((a, b) => (a.id < b.id ? -1 : 1))
  const end = filter.offset + filter.limit
  return {
    protocol_version: protocolVersion,
    sources: found.slice(filter.offset, end).map(sourceSummary),
    total: found.length,
    catalog_total: catalogue.length,
    offset: filter.offset,
    next_offset: end < found.length ? end : null,
    categories: facet(catalogue, (source) => [source.category]),
    tags: facet(catalogue, (source) => source.tags),
    sectors: facet(catalogue, (source) => source.sectors),
    capabilities: facet(catalogue, (source) => source.capabilities),
  }
}

export const sourceSummary = (source: Source): typeof SourceSummary.Type => ({
  slug: source.id,
  name: source.name,
  description: source.description,
  category: source.category,
  tags: source.tags,
  sectors: source.sectors,
  capabilities: source.capabilities,
  input_types: facet(source.operations, (operation) => operation.input.map((field) => field.field)),
  endpoint_count: source.operations.length,
  available_in_v2: source.operations.length > 0,
})

/** `sources` lists the members whose operations these are: of a source that is no group, itself. */
export const sourceView = (source: Source): typeof SourceView.Type => ({
  id: source.id,
  name: source.name,
  description: source.description,
  category: source.category,
  tags: source.tags,
  sectors: source.sectors,
  jurisdiction: source.jurisdiction,
  operations: source.operations.map((operation) => operationView(source.id, operation)),
  logo_url: source.logoUrl,
  sources: [source.id],
})

export const operationView = (sourceId: string, operation: Operation): typeof OperationView.Type => ({
  id: operation.id,
  name: operation.name,
  input: operation.input.map(({ field, required, jsonSchema }) => ({ field, required, schema: jsonSchema })),
  output: operation.output,
  pricing: operation.pricing,
  freshness_seconds: operation.freshnessSeconds,
  source_id: sourceId,
  variants: [],
})

const matches = (filter: SourceFilter): ((source: Source) => boolean) => {
  const words = (filter.search ?? "").toLowerCase().split(/\s+/).filter(Boolean)
  const is = (wanted: string | undefined, values: ReadonlyArray<string>) =>
    wanted === undefined || values.some((value) => value.toLowerCase() === wanted.toLowerCase())
  return (source) => {
    if (!is(filter.category, [source.category]) || !is(filter.tag, source.tags)) return false
    if (!is(filter.sector, source.sectors) || !is(filter.capability, source.capabilities)) return false
    if (words.length === 0) return true
    const text = searchable(source).toLowerCase()
    return words.every((word) => text.includes(word))
  }
}

const searchable = (source: Source): string =>
  [
    source.id,
    source.name,
    source.description,
    ...source.tags,
    ...source.operations.flatMap((operation) => [operation.id, operation.name]),
  ].join("\n")

const facet = <A>(items: ReadonlyArray<A>, valuesOf: (item: A) => ReadonlyArray<string>): Array<string> =>
  [...new Set(items.flatMap(valuesOf))].sort()
