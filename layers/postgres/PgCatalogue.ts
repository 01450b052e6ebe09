import { Effect, Layer, Option } from "effect"
import { Catalogue, CatalogUnavailable } from "../../domain/catalogue/Catalogue.ts"
import { type Entry, entriesOf } from "../../domain/catalogue/Entry.ts"
import { type ImportedSource, SourceCompiler } from "../../domain/catalogue/Imported.ts"
import { type Source, Sources } from "../../domain/catalogue/Source.ts"
import { follow } from "./catalogue/following.ts"
import { priced, readPrices, unpriced, writeFirstPrices } from "./catalogue/prices.ts"
import { indexEntries, searchEntries } from "./catalogue/searching.ts"
import { Database } from "./Database.ts"

type Imported = ReadonlyMap<string, { readonly stored: ImportedSource; readonly source: Source | null }>

interface Snapshot {
  readonly imported: Imported
  readonly entries: ReadonlyArray<Entry>
}

/** The sources that ship with the gateway and those that joined, with their current prices. */
const make = Effect.gen(function* () {
  const database = yield* Database
  const builtin = yield* Sources
  const taken = new Set(builtin.map(({ id }) => id))

  const load = Effect.fnUntraced(function* (before: Snapshot | undefined) {
    const imported = yield* importedSources(before?.imported ?? new Map())
    const joined = [...imported.values()].flatMap(({ source }) => source ?? [])
    const sources = [...builtin, ...joined.filter(({ id }) => !taken.has(id))]
    const prices = yield* pricesOf(sources)
    const entries = entriesOf(sources.map((source) => priced(source, prices)))
    if (!sameOffer(before?.entries, entries)) yield* indexEntries(entries)
    return { imported, entries } satisfies Snapshot
  })

  const snapshot = yield* follow("the catalogue", load)
  return Catalogue.of({
    current: Effect.map(snapshot, ({ entries }) => entries),
    search: (text) =>
      searchEntries(text).pipe(
        Effect.provideService(Database, database),
        Effect.tapError((error) => Effect.logError("the catalogue could not be searched", error)),
        Effect.mapError(() => new CatalogUnavailable({ message: "The directory cannot be searched now. Retry shortly." })),
      ),
  })
})

export const PgCatalogue = Layer.effect(Catalogue, make)

/** Only documents that changed are compiled; one that no longer can be is left out, and the log says why. */
const importedSources = Effect.fnUntraced(function* (before: Imported) {
  const { reads } = yield* Database
  const compiler = yield* SourceCompiler
  const rows = yield* reads<ImportedSource>`
    select id, origin, allow_private as "allowPrivate", document from imported_source order by id`
  const compiled = yield* Effect.forEach(rows, (stored) => {
    const known = before.get(stored.id)
    const same = known && (["document", "origin", "allowPrivate"] as const).every((part) => known.stored[part] === stored[part])
    if (same) return Effect.succeed(known)
    return compiler.compile(stored).pipe(
      Effect.tapError((error) => Effect.logError(`the source ${stored.id} cannot be offered`, error)),
      Effect.option,
      Effect.map((compiled) => ({ stored, source: Option.getOrNull(compiled)?.source ?? null })),
    )
  })
  return new Map(compiled.map((item) => [item.stored.id, item]))
})

/** The prices of all that is offered. An operation without a price row gets its own default as its first one. */
const pricesOf = Effect.fnUntraced(function* (sources: ReadonlyArray<Source>) {
  const known = yield* readPrices
  const missing = unpriced(sources, known)
  if (missing.length === 0) return known
  yield* writeFirstPrices(missing)
  return yield* readPrices
})

const sameOffer = (before: ReadonlyArray<Entry> | undefined, after: ReadonlyArray<Entry>) =>
  before !== undefined && JSON.stringify(before.map(named)) === JSON.stringify(after.map(named))
const named = ({ source }: Entry) => [source.id, source.description, source.operations.map(({ description, id }) => [id, description])]
