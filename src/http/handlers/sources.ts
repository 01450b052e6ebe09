import { Effect, Schema } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Catalogue } from "../../../domain/catalogue/Catalogue.ts"
import { findSource } from "../../../domain/catalogue/find.ts"
import { SourceList, sourceList, SourceView, sourceView } from "../../../domain/catalogue/views.ts"
import { Api } from "../api/Api.ts"
import { answer, json } from "../respond.ts"

const encodeList = Schema.encodeSync(SourceList)
const encodeSource = Schema.encodeSync(SourceView)
const snapshot = Effect.flatMap(Catalogue, (catalogue) => catalogue.current)

export const SourcesHandlers = HttpApiBuilder.group(Api, "sources", (handlers) =>
  handlers
    .handleRaw(
      "list",
      Effect.fnUntraced(function* ({ query }) {
        const { sources } = yield* snapshot
        return json(encodeList(sourceList(sources, { ...query, offset: query.offset ?? 0, limit: query.limit ?? 20 })))
      }, answer),
    )
    .handleRaw(
      "source",
      Effect.fnUntraced(function* ({ params }) {
        const { sources } = yield* snapshot
        return json(encodeSource(sourceView(yield* Effect.fromResult(findSource(sources, params.source_id)))))
      }, answer),
    ),
)
