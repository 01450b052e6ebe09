import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { SourceList, SourceView } from "../../../domain/catalogue/views.ts"
import { Access, Gatekeeper, IntFromQuery } from "./access.ts"
import { onSources, onSourceList } from "./refusals.ts"
import { resultLimit } from "./runAnswers.ts"

export class SourcesGroup extends HttpApiGroup.make("sources")
  .add(
    HttpApiEndpoint.get("list", "/v2/sources", {
      query: {
        search: Schema.optionalKey(Schema.String.check(Schema.isMaxLength(200))),
        category: Schema.optionalKey(Schema.String),
        tag: Schema.optionalKey(Schema.String),
        sector: Schema.optionalKey(Schema.String),
        capability: Schema.optionalKey(Schema.String),
        offset: Schema.optionalKey(IntFromQuery(0, Number.MAX_SAFE_INTEGER)),
        limit: resultLimit,
      },
      success: Schema.toEncoded(SourceList),
      error: onSourceList,
    }).annotate(Access, { scope: "sources:read", paid: false }),
    HttpApiEndpoint.get("source", "/v2/sources/:source_id", {
      params: { source_id: Schema.String },
      success: Schema.toEncoded(SourceView),
      error: onSources,
    }).annotate(Access, { scope: "sources:read", paid: false }),
  )
  .middleware(Gatekeeper) {}
