import { Effect } from "effect"
import type { Hit } from "../../../domain/catalogue/Catalogue.ts"
import type { Entry } from "../../../domain/catalogue/Entry.ts"
import { type Operation, type Source, variantsOf } from "../../../domain/catalogue/Source.ts"
import { Database } from "../Database.ts"

/** Words that one search looks for at most. */
const mostWords = 16

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
  ).slice(0, mostWords)
  if (words.length === 0) return []
  const query = words.map((word) => `${word}:*`).join(" & ")
  return yield* reads<Hit>`select source, nullif(operation, '') as operation
    from catalogue_entry, to_tsquery('english', ${query}) as query
    where words @@ query order by ts_rank(words, query) desc, source, operation`
})

/** Writes what changed of the index. Other nodes may offer other sources: theirs stay. */
export const indexEntries = Effect.fnUntraced(function* (entries: ReadonlyArray<Entry>) {
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
  title: text(source.id, source.name, ...source.tags),
  body: text(
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
  title: text(operation.id, operation.name),
  body: text(
    operation.description,
    ...operation.examples,
    ...operation.output,
    ...variantsOf(operation).flatMap(({ input }) => input.map(({ field }) => field)),
  ),
})

/** Dots and underscores part words: `bank.validate_iban` is found by `iban`. PostgreSQL's parser would take it for a host name. */
const text = (...parts: ReadonlyArray<string>): string =>
  parts
    .join(" ")
    .normalize("NFKC")
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .slice(0, 100_000)
