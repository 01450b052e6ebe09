import { Effect, Option, Schema, Semaphore } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Busy, Catalogue } from "../../../domain/catalogue/Catalogue.ts"
import { findSource } from "../../../domain/catalogue/find.ts"
import { EndpointList, endpointList, SourceList, sourceList, SourceView, sourceView } from "../../../domain/catalogue/views.ts"
import { Settings } from "../../Settings.ts"
import { Api } from "../api/Api.ts"
import { answer, json } from "../respond.ts"

const encodeList = Schema.encodeSync(SourceList)
const encodeSource = Schema.encodeSync(SourceView)
const encodeEndpoints = Schema.encodeSync(EndpointList)

const current = Effect.flatMap(Catalogue, (catalogue) => catalogue.current)
const search = (text: string | undefined) =>
  text === undefined || text.trim() === "" ? Effect.succeed(null) : Effect.flatMap(Catalogue, (catalogue) => catalogue.search(text))
const pageOf = ({ limit = 20, offset = 0 }: { readonly limit?: number; readonly offset?: number }) => ({ limit, offset })

/** The directory. It is read by everybody, so it has a bound of its own. */
export const SourcesHandlers = HttpApiBuilder.group(
  Api,
  "sources",
  Effect.fnUntraced(function* (handlers) {
    const { directoryConcurrency } = yield* Settings
    const readers = yield* Semaphore.make(directoryConcurrency)
    const reading = <A, E, R>(read: Effect.Effect<A, E, R>) =>
      Effect.flatMap(readers.withPermitsIfAvailable(1)(read), (found) =>
        Option.isSome(found) ? Effect.succeed(found.value) : new Busy({ message: "The directory has too many readers. Retry shortly." }),
      )
    return handlers
      .handleRaw(
        "list",
        Effect.fnUntraced(
          function* ({ query }) {
            const [entries, hits] = yield* Effect.all([current, search(query.search)])
            return json(encodeList(sourceList(entries, hits, query, pageOf(query))))
          },
          reading,
          answer,
        ),
      )
      .handleRaw(
        "source",
        Effect.fnUntraced(
          function* ({ params }) {
            return json(encodeSource(sourceView(yield* Effect.fromResult(findSource(yield* current, params.source_id)))))
          },
          reading,
          answer,
        ),
      )
      .handleRaw(
        "endpoints",
        Effect.fnUntraced(
          function* ({ params, query }) {
            const entry = yield* Effect.fromResult(findSource(yield* current, params.source_id))
            return json(encodeEndpoints(endpointList(entry, yield* search(query.search), pageOf(query))))
          },
          reading,
          answer,
        ),
      )
  }),
)
