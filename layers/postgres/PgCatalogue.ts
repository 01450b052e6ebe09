import { Effect, Layer, Option } from "effect"
import { Catalogue, catalogueEntries, type CatalogueEntry, CatalogUnavailable, type SearchHit } from "../../domain/catalogue/Catalogue.ts"
import { type ImportedSource, SourceCompiler } from "../../domain/catalogue/ImportedSource.ts"
import { type Operation, type Source, Sources, variantsOf } from "../../domain/catalogue/Source.ts"
import { followCatalogue } from "./catalogueSnapshot.ts"
import { readPrices, withCurrentPrices, withoutPrice, writeFirstPrices } from "./PgPriceList.ts"
import { Database } from "./Database.ts"

type ImportedSources = ReadonlyMap<string, { readonly stored: ImportedSource; readonly source: Source | null }>

interface CatalogueSnapshot {
  readonly imported: ImportedSources
  readonly entries: ReadonlyArray<CatalogueEntry>
}

/** The built-in sources and the imported ones, with their current prices. */
const make = Effect.gen(function* () {
  const database = yield* Database
  const builtin = yield* Sources
  const taken = new Set(builtin.map(({ id }) => id))

  const load = Effect.fnUntraced(function* (before: CatalogueSnapshot | undefined) {
    const imported = yield* importedSources(before?.imported ?? new Map())
    const joined = [...imported.values()].flatMap(({ source }) => source ?? [])
    const sources = [...builtin, ...joined.filter(({ id }) => !taken.has(id))]
    const prices = yield* pricesOf(sources)
    const entries = catalogueEntries(sources.map((source) => withCurrentPrices(source, prices)))
    if (!sameTexts(before?.entries, entries)) yield* indexEntries(entries)
    return { imported, entries } satisfies CatalogueSnapshot
  })

  const { current: snapshot } = yield* followCatalogue("the catalogue", load)
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
const importedSources = Effect.fnUntraced(function* (before: ImportedSources) {
  const { reads } = yield* Database
  const compiler = yield* SourceCompiler
  const rows = yield* reads<ImportedSource>`
    select id, origin, allow_private as "allowPrivate", document from imported_source order by id`
  const compiled = yield* Effect.forEach(rows, (stored) => {
    const previous = before.get(stored.id)
    const same = previous && (["document", "origin", "allowPrivate"] as const).every((part) => previous.stored[part] === stored[part])
    if (same) return Effect.succeed(previous)
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
  const stored = yield* readPrices
  const missing = withoutPrice(sources, stored)
  if (missing.length === 0) return stored
  yield* writeFirstPrices(missing)
  return yield* readPrices
})

const sameTexts = (before: ReadonlyArray<CatalogueEntry> | undefined, after: ReadonlyArray<CatalogueEntry>) =>
  before !== undefined && JSON.stringify(before.map(searchedTexts)) === JSON.stringify(after.map(searchedTexts))
const searchedTexts = ({ source }: CatalogueEntry) => [
  source.id,
  source.description,
  source.operations.map(({ description, id }) => [id, description]),
]

/** Words that one search looks for at most. */
const maxWords = 16

/**
 * What has every word of a text, or one that begins with it, the best first. Words are stemmed, so that `validate` finds
 * `validation`; the title counts more than the rest. Text without a word finds nothing.
 */
export const searchEntries = Effect.fnUntraced(function* (text: string) {
  const { reads } = yield* Database
  const words = (
    text
      .toLowerCase()
      .normalize("NFKC")
      .match(/[\p{L}\p{N}]+/gu) ?? []
  ).slice(0, maxWords)
  if (words.length === 0) return []
  const query = words.map((word) => `${word}:*`).join(" & ")
  return yield* reads<SearchHit>`select source, nullif(operation, '') as operation
    from catalogue_entry, to_tsquery('english', ${query}) as query
    where words @@ query order by ts_rank(words, query) desc, source, operation`
})

/** Writes what changed of the index. Other nodes may offer other sources: theirs stay. */
export const indexEntries = Effect.fnUntraced(function* (entries: ReadonlyArray<CatalogueEntry>) {
  const { money: sql } = yield* Database
  const rows = entries.flatMap(({ members, source }) => [
    sourceRow(source, members),
    ...source.operations.map((operation) => operationRow(source, operation)),
  ])
  yield* sql`insert into catalogue_entry as e (source, operation, title, body)
    select source, operation, title, body
    from json_to_recordset(${JSON.stringify(rows)}::text::json) as r (source text, operation text, title text, body text)
    order by source, operation
    on conflict (source, operation) do update set title = excluded.title, body = excluded.body
      where (e.title, e.body) is distinct from (excluded.title, excluded.body)`
})

const sourceRow = (source: Source, members: ReadonlyArray<Source>) => ({
  source: source.id,
  operation: "",
  title: searchText(source.id, source.name, ...source.tags),
  body: searchText(
    source.description,
    source.category,
    source.provider,
    ...source.sectors,
    ...source.capabilities,
    ...members.flatMap(({ operations }) => operations.flatMap(({ id, name }) => [id, name])),
  ),
})

const operationRow = (source: Source, operation: Operation) => ({
  source: source.id,
  operation: operation.id,
  title: searchText(operation.id, operation.name),
  body: searchText(
    operation.description,
    ...operation.examples,
    ...operation.output,
    ...variantsOf(operation).flatMap(({ input }) => input.map(({ field }) => field)),
  ),
})

/** Dots and underscores part words: `bank.validate_iban` is found by `iban`. PostgreSQL's parser would take it for a host name. */
const searchText = (...parts: ReadonlyArray<string>): string =>
  parts
    .join(" ")
    .normalize("NFKC")
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .slice(0, 100_000)
