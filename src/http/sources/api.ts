import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { CatalogBusy } from "../../../domain/catalogue/Catalogue.ts"
import { InvalidQuery } from "../../../domain/catalogue/find.ts"
import { EndpointList, SourceList, SourceView } from "../../../domain/catalogue/views.ts"
import { describe, usd } from "../../../rails/http/describe.ts"
import { envelope } from "../../../rails/http/errors.ts"
import { IntFromQuery } from "../../../rails/http/query.ts"
import { Guarded, RoutePolicy } from "../../../rails/http/RoutePolicy.ts"
import { catalogueErrors, sourceNotFoundError } from "../paid/errors.ts"
import { resultLimit } from "../runs/api.ts"

export const defaultPageSize = 20

const search = Schema.optionalKey(Schema.String.check(Schema.isMaxCodePoints(200)))
const page = { offset: Schema.optionalKey(IntFromQuery(0, Number.MAX_SAFE_INTEGER, 0)), limit: resultLimit(defaultPageSize) }
const params = { source_id: Schema.String }
const policy = { scope: "sources:read", paid: false } as const

const directoryErrors = [envelope(CatalogBusy, "The directory has too many readers at once."), ...catalogueErrors] as const
const sourceErrors = [sourceNotFoundError, ...directoryErrors] as const

const sourceListErrors = Schema.Struct({
  protocol_version: Schema.String,
  errors: Schema.Array(Schema.Struct({ code: Schema.String, message: Schema.String, field: Schema.optionalKey(Schema.String) })),
})

const operation = {
  id: "bank.validate_iban",
  name: "Validate an IBAN",
  input: [{ field: "bank.iban", required: true, schema: { type: "string", description: "IBAN in any case.", "x-slot": "bank.iban" } }],
  output: ["bank.iban", "bank.valid"],
  pricing: { model: "per_call", price: usd(2_000) },
  freshness_seconds: 2_592_000,
  source_id: "bank-check",
  variants: [],
}

const source = {
  name: "Bank check",
  description: "Checks bank identifiers.",
  category: "finance",
  tags: ["iban"],
  sectors: ["banking"],
}

const listExample = {
  protocol_version: "2.0.0",
  sources: [
    { slug: "bank-check", ...source, capabilities: ["validate"], input_types: ["bank.iban"], endpoint_count: 1, available_in_v2: true },
  ],
  total: 1,
  catalog_total: 21,
  offset: 0,
  next_offset: null,
  categories: ["finance"],
  tags: ["iban"],
  sectors: ["banking"],
  capabilities: ["validate"],
}

export class SourcesGroup extends HttpApiGroup.make("sources")
  .add(
    HttpApiEndpoint.get("list", "/v2/sources", {
      query: {
        search,
        category: Schema.optionalKey(Schema.String),
        tag: Schema.optionalKey(Schema.String),
        sector: Schema.optionalKey(Schema.String),
        capability: Schema.optionalKey(Schema.String),
        ...page,
      },
      success: Schema.toEncoded(SourceList),
      error: [
        ...directoryErrors,
        envelope(InvalidQuery, "Invalid directory filter."),
        sourceListErrors.annotate({
          identifier: "GatewayInvalidQuery",
          description: "An invalid query, in this shared route's own shape.",
          httpApiStatus: 400,
        }),
        sourceListErrors.annotate({
          identifier: "GatewayMissingKey",
          description: "A missing key, in this shared route's own shape.",
          httpApiStatus: 401,
        }),
      ],
    })
      .annotate(RoutePolicy, policy)
      .annotateMerge(describe({ summary: "Browse the directory", responses: { 200: listExample } })),
    HttpApiEndpoint.get("source", "/v2/sources/:source_id", {
      params,
      success: Schema.toEncoded(SourceView),
      error: sourceErrors,
    })
      .annotate(RoutePolicy, policy)
      .annotateMerge(
        describe({
          summary: "Read a source: operations, inputs and current prices",
          responses: {
            200: {
              id: "bank-check",
              ...source,
              jurisdiction: "worldwide",
              operations: [operation],
              logo_url: "data:image/svg+xml,…",
              sources: ["bank-check"],
            },
          },
        }),
      ),
    HttpApiEndpoint.get("endpoints", "/v2/sources/:source_id/endpoints", {
      params,
      query: { search, ...page },
      success: Schema.toEncoded(EndpointList),
      error: [...sourceErrors, envelope(InvalidQuery, "Invalid filter of the endpoint index.")],
    })
      .annotate(RoutePolicy, policy)
      .annotateMerge(
        describe({
          summary: "Search the endpoints of a source",
          responses: {
            200: {
              protocol_version: "2.0.0",
              source_id: "bank-check",
              endpoints: [
                {
                  ...operation,
                  endpoint_id: "validate_iban",
                  description: "Checks country, length, format and check digits.",
                  examples: ["Check the IBAN DE89370400440532013000"],
                },
              ],
              total: 1,
              offset: 0,
              next_offset: null,
            },
          },
        }),
      ),
  )
  .middleware(Guarded) {}
