import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { EndpointList, SourceList, SourceView } from "../../../domain/catalogue/views.ts"
import { Access, Gatekeeper, IntFromQuery } from "./access.ts"
import { onEndpoints, onSources, onSourceList } from "./refusals.ts"
import { resultLimit } from "./runAnswers.ts"

const search = Schema.optionalKey(Schema.String.check(Schema.isMaxLength(200)))
const page = { offset: Schema.optionalKey(IntFromQuery(0, Number.MAX_SAFE_INTEGER)), limit: resultLimit }
const byId = { source_id: Schema.String }
const reading = { scope: "sources:read", paid: false } as const

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
      error: onSourceList,
    }).annotate(Access, reading),
    HttpApiEndpoint.get("source", "/v2/sources/:source_id", {
      params: byId,
      success: Schema.toEncoded(SourceView),
      error: onSources,
    }).annotate(Access, reading),
    HttpApiEndpoint.get("endpoints", "/v2/sources/:source_id/endpoints", {
      params: byId,
      query: { search, ...page },
      success: Schema.toEncoded(EndpointList),
      error: onEndpoints,
    }).annotate(Access, reading),
  )
  .middleware(Gatekeeper) {}
