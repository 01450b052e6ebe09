import { Schema } from "effect"
import { Money } from "../money/Money.ts"
import type { CatalogueEntry, SearchHit } from "./Catalogue.ts"
import { lastSegment } from "./defineOperation.ts"
import { type SourceOperation, operationsOf } from "./find.ts"
import { type Variant, variantsOf } from "./Source.ts"

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
  available_in_v2: Schema.Boolean.annotate({
    description:
      "Whether `/v1/execute` and `/v2/sources/{source_id}/run` call it. A listed API has `false`: its operations are shown, and it is called under `/{slug}/…`. A discovery-only source has `false` and no operations.",
  }),
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

export const EndpointView = Schema.Struct({
  ...OperationView.fields,
  /** The id's last segment, which names the operation too where no other one ends in it. */
  endpoint_id: Schema.String,
  description: Schema.String,
  examples: Strings,
}).annotate({ identifier: "Endpoint" })

export const EndpointList = Schema.Struct({
  protocol_version: Schema.String,
  source_id: Schema.String,
  endpoints: Schema.Array(EndpointView),
  total: Schema.Int,
  offset: Schema.Int,
  next_offset: Schema.NullOr(Schema.Int),
}).annotate({ identifier: "EndpointList" })

export interface PageRange {
  readonly offset: number
  readonly limit: number
}

export interface SourceFilter {
  readonly category?: string | undefined
  readonly tag?: string | undefined
  readonly sector?: string | undefined
  readonly capability?: string | undefined
}

/** One page of the catalogue: by id, or, where something was searched, the best hit first. The facets are those of the whole catalogue. */
export const sourceList = (
  catalogue: ReadonlyArray<CatalogueEntry>,
  hits: ReadonlyArray<SearchHit> | null,
  filter: SourceFilter,
  page: PageRange,
): typeof SourceList.Type => {
  const filtered = catalogue.filter(matches(filter))
  const { items, ...rest } = pageOf(
    hits === null ? filtered : inOrder(filtered, ({ members, source }) => rankIn(hits, source.id, members)),
    page,
  )
  const facet = (valuesOf: (source: CatalogueEntry["source"]) => ReadonlyArray<string>) =>
    distinct(catalogue, (entry) => valuesOf(entry.source))
  return {
    protocol_version: protocolVersion,
    sources: items.map(sourceSummary),
    catalog_total: catalogue.length,
    ...rest,
    categories: facet((source) => [source.category]),
    tags: facet((source) => source.tags),
    sectors: facet((source) => source.sectors),
    capabilities: facet((source) => source.capabilities),
  }
}

export const sourceSummary = (entry: CatalogueEntry): typeof SourceSummary.Type => {
  const { category, capabilities, description, id, name, sectors, tags } = entry.source
  const operations = operationsOf(entry).map(({ operation }) => operation)
  return {
    slug: id,
    name,
    description,
    category,
    tags,
    sectors,
    capabilities,
    input_types: distinct(operations.flatMap(variantsOf), ({ input }) => input.map((field) => field.field)),
    endpoint_count: operations.length,
    available_in_v2: operations.length > 0 && entry.source.relayed !== true,
  }
}

/** `sources` lists the members whose operations these are: of a source that is no group, itself. */
export const sourceView = (entry: CatalogueEntry): typeof SourceView.Type => {
  const { category, description, id, jurisdiction, logoUrl, name, sectors, tags } = entry.source
  return {
    id,
    name,
    description,
    category,
    tags,
    sectors,
    jurisdiction,
    operations: operationsOf(entry).map(operationView),
    logo_url: logoUrl,
    sources: entry.members.map((member) => member.id),
  }
}

/** One page of what an entry offers: by id, or, where something was searched, the best hit first. */
export const endpointList = (entry: CatalogueEntry, hits: ReadonlyArray<SearchHit> | null, page: PageRange): typeof EndpointList.Type => {
  const offers = operationsOf(entry)
  const rank = ({ operation, source }: SourceOperation) =>
    hits!.findIndex((hit) => hit.source === source.id && hit.operation === operation.id)
  const { items, ...rest } = pageOf(hits === null ? offers : inOrder(offers, rank), page)
  const endpoints = items.map(({ operation, source }) => ({
    ...operationView({ operation, source }),
    endpoint_id: source.relayed === true ? operation.id : lastSegment(operation.id),
    description: operation.description,
    examples: operation.examples,
  }))
  return { protocol_version: protocolVersion, source_id: entry.source.id, endpoints, ...rest }
}

export const operationView = ({ operation, source }: SourceOperation): typeof OperationView.Type => ({
  id: operation.id,
  name: operation.name,
  input: inputView(operation),
  output: operation.output,
  pricing: operation.pricing,
  freshness_seconds: operation.freshnessSeconds,
  source_id: source.id,
  variants: operation.variants.map((variant) => ({ input: inputView(variant), pricing: variant.pricing })),
})

const inputView = ({ input }: Variant) => input.map(({ field, required, jsonSchema }) => ({ field, required, schema: jsonSchema }))

const pageOf = <A>(items: ReadonlyArray<A>, { limit, offset }: PageRange) => ({
  items: items.slice(offset, offset + limit),
  total: items.length,
  offset,
  next_offset: offset + limit < items.length ? offset + limit : null,
})

/** The items with a rank, best first. 0 is the best rank; -1 leaves an item out. */
const inOrder = <A>(items: ReadonlyArray<A>, rankOf: (item: A) => number): ReadonlyArray<A> =>
  items
    .map((item) => ({ item, rank: rankOf(item) }))
    .filter(({ rank }) => rank >= 0)
    .sort((a, b) => a.rank - b.rank)
    .map(({ item }) => item)

/** The rank of a group is the rank of its first hit: the group itself or a member. */
const rankIn = (hits: ReadonlyArray<SearchHit>, id: string, members: CatalogueEntry["members"]): number =>
  hits.findIndex((hit) => hit.source === id || members.some((member) => member.id === hit.source))

const matches = (filter: SourceFilter): ((entry: CatalogueEntry) => boolean) => {
  const is = (wanted: string | undefined, values: ReadonlyArray<string>) =>
    wanted === undefined || values.some((value) => value.toLowerCase() === wanted.toLowerCase())
  return ({ source }) =>
    is(filter.category, [source.category]) &&
    is(filter.tag, source.tags) &&
    is(filter.sector, source.sectors) &&
    is(filter.capability, source.capabilities)
}

const distinct = <A>(items: ReadonlyArray<A>, valuesOf: (item: A) => ReadonlyArray<string>): Array<string> =>
  [...new Set(items.flatMap(valuesOf))].sort()
