import { Effect, Schema } from "effect"
import type { CatalogueEntry } from "../catalogue/Catalogue.ts"
import type { InputField, Operation } from "../catalogue/Source.ts"
import { type ListedEndpoint, endpointId, type Listing } from "./Listing.ts"

/**
 * A listed API as the directory shows it: its endpoints are its operations, with the names `path.…`, `query.…`, `header.…` and `body` for
 * the parts of a request. It is called under `/<slug>/…` and not by the routes that call a source, so nothing here runs.
 */
export const listingEntry = (listing: Listing): CatalogueEntry => {
  const source = {
    id: listing.slug,
    name: listing.name,
    provider: listing.publisher,
    description: `An API of ${listing.publisher}. Call it under /${listing.slug}/ with the methods and paths of its operations.`,
    category: "listed APIs",
    tags: ["listed"],
    sectors: [],
    capabilities: [],
    jurisdiction: "worldwide",
    attribution: listing.publisher,
    sourceUrl: "",
    logoUrl: "",
    relayed: true,
    operations: listing.endpoints.map((endpoint) => operationOf(listing, endpoint)),
  } as const
  return { source, members: [source] }
}

const operationOf = ({ slug }: Listing, endpoint: ListedEndpoint): Operation => ({
  id: endpointId(endpoint),
  name: endpoint.name,
  description: `${endpoint.description ?? endpoint.name} (${endpoint.method} /${slug}${endpoint.path})`,
  input: (endpoint.input ?? []).map(fieldOf),
  output: endpoint.output ?? [],
  pricing: endpoint.pricing,
  freshnessSeconds: 0,
  examples: [],
  variants: [],
  run: () => Effect.die("A listed API is relayed and never run as a source."),
})

const fieldOf = ({ field, required, jsonSchema }: NonNullable<ListedEndpoint["input"]>[number]): InputField => ({
  field,
  native: field,
  slot: field,
  required,
  schema: Schema.Unknown,
  jsonSchema,
})
