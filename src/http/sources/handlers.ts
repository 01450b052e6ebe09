import { Effect, Option, Schema, Semaphore } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { CatalogBusy, Catalogue, type CatalogueEntry } from "../../../domain/catalogue/Catalogue.ts"
import { findSource } from "../../../domain/catalogue/find.ts"
import { EndpointList, endpointList, SourceList, sourceList, SourceView, sourceView } from "../../../domain/catalogue/views.ts"
import { type Listing, Listings } from "../../../domain/listing/Listing.ts"
import { listingEntry } from "../../../domain/listing/listingEntry.ts"
import { answer } from "../../../rails/http/respond.ts"
import { Settings } from "../../Settings.ts"
import { Api } from "../Api.ts"
import { defaultPageSize } from "./api.ts"

const encodeList = Schema.encodeSync(SourceList)
const encodeSource = Schema.encodeSync(SourceView)
const encodeEndpoints = Schema.encodeSync(EndpointList)

/** The sources, and the listed APIs that can be called now. A source wins over an API of its name. Made again only after a change. */
const directory = () => {
  let last: { readonly from: readonly [object, object]; readonly all: ReadonlyArray<CatalogueEntry> } | undefined
  const join = (entries: ReadonlyArray<CatalogueEntry>, listings: ReadonlyMap<string, Listing>) => {
    if (last?.from[0] === entries && last.from[1] === listings) return last.all
    const taken = new Set(entries.map(({ source }) => source.id))
    const active = [...listings.values()].filter(({ slug, status }) => status === "active" && !taken.has(slug))
    const all = [...entries, ...active.map(listingEntry)].toSorted((a, b) => (a.source.id < b.source.id ? -1 : 1))
    last = { from: [entries, listings], all }
    return all
  }
  return Effect.gen(function* () {
    const entries = yield* Effect.flatMap(Catalogue, (catalogue) => catalogue.current)
    return join(entries, yield* Effect.flatMap(Listings, (listed) => listed.current))
  })
}

const search = (text: string | undefined) =>
  text === undefined || text.trim() === "" ? Effect.succeed(null) : Effect.flatMap(Catalogue, (catalogue) => catalogue.search(text))
const pageOf = ({ limit = defaultPageSize, offset = 0 }: { readonly limit?: number; readonly offset?: number }) => ({ limit, offset })

/** The directory. All organisations read it, so it has a concurrency bound of its own. */
export const SourcesHandlers = HttpApiBuilder.group(
  Api,
  "sources",
  Effect.fnUntraced(function* (handlers) {
    const { directoryConcurrency } = yield* Settings
    const current = directory()
    const readers = yield* Semaphore.make(directoryConcurrency)
    const bounded = <A, E, R>(read: Effect.Effect<A, E, R>) =>
      Effect.flatMap(readers.withPermitsIfAvailable(1)(read), (result) =>
        Option.isSome(result)
          ? Effect.succeed(result.value)
          : new CatalogBusy({ message: "The directory has too many readers. Nothing was charged. Retry shortly." }),
      )
    return handlers
      .handle(
        "list",
        Effect.fnUntraced(
          function* ({ query }) {
            const [entries, hits] = yield* Effect.all([current, search(query.search)])
            return encodeList(sourceList(entries, hits, query, pageOf(query)))
          },
          bounded,
          answer,
        ),
      )
      .handle(
        "source",
        Effect.fnUntraced(
          function* ({ params }) {
            return encodeSource(sourceView(yield* Effect.fromResult(findSource(yield* current, params.source_id))))
          },
          bounded,
          answer,
        ),
      )
      .handle(
        "endpoints",
        Effect.fnUntraced(
          function* ({ params, query }) {
            const entry = yield* Effect.fromResult(findSource(yield* current, params.source_id))
            return encodeEndpoints(endpointList(entry, yield* search(query.search), pageOf(query)))
          },
          bounded,
          answer,
        ),
      )
  }),
)
