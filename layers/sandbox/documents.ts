import { Data, Effect } from "effect"
import { SqlError } from "effect/sql/SqlError"
import { Database } from "../postgres/Database.ts"

export type DocumentTable =
  | "origin_notifications.subscriber"
  | "origin_notifications.template"
  | "origin_notifications.notification"
  | "origin_webhooks.delivery"

/** A stored thing: its identity and times, and what an origin says about it. */
export interface SandboxDocument {
  readonly id: string
  readonly createdAt: string
  readonly updatedAt: string
  readonly doc: Readonly<Record<string, unknown>>
  /** Its place in the order in which things came. */
  readonly seq: number
}

/** Another document of the table has the same value where values are unique. */
export class DuplicateDocument extends Data.TaggedError("DuplicateDocument") {}

type Doc = SandboxDocument["doc"]

const iso = (column: string) => `to_char(${column}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
const columns = `id, doc, seq::float8 as seq, ${iso("created_at")} as "createdAt", ${iso("updated_at")} as "updatedAt"`

/** Documents of one table, in PostgreSQL: an origin that is killed has lost nothing that it answered. */
export const documents = (table: DocumentTable) => ({
  add: Effect.fnUntraced(function* (id: string, doc: Doc) {
    const { money: sql } = yield* Database
    const rows = yield* sql<SandboxDocument>`insert into ${sql.literal(table)} (id, doc) values (${id}, ${JSON.stringify(doc)}::text::json)
      returning ${sql.literal(columns)}`.pipe(Effect.catch(duplicateOr))
    return rows[0]!
  }),
  /** Reads, decides and writes under the document's lock. Undefined where there is none. */
  change: Effect.fnUntraced(function* <E, R>(id: string, decide: (now: SandboxDocument) => Effect.Effect<Doc, E, R>) {
    const { money: sql } = yield* Database
    const changing = Effect.gen(function* () {
      const [now] = yield* sql<SandboxDocument>`select ${sql.literal(columns)} from ${sql.literal(table)} where id = ${id} for update`
      if (now === undefined) return undefined
      const doc = yield* decide(now)
      const rows =
        yield* sql<SandboxDocument>`update ${sql.literal(table)} set doc = ${JSON.stringify(doc)}::text::json, updated_at = farthing_now()
        where id = ${id} returning ${sql.literal(columns)}`.pipe(Effect.catch(duplicateOr))
      return rows[0]
    })
    return yield* sql.withTransaction(changing)
  }),
  find: Effect.fnUntraced(function* (id: string) {
    const { money: sql } = yield* Database
    const rows = yield* sql<SandboxDocument>`select ${sql.literal(columns)} from ${sql.literal(table)} where id = ${id}`
    return rows[0]
  }),
  /** The newest first, older than `before`, whose document contains `like`. */
  list: Effect.fnUntraced(function* (page: { readonly before: number; readonly limit: number; readonly like: Doc }) {
    const { money: sql } = yield* Database
    return yield* sql<SandboxDocument>`select ${sql.literal(columns)} from ${sql.literal(table)}
      where seq < ${page.before}::float8 and doc::jsonb @> ${JSON.stringify(page.like)}::text::jsonb order by seq desc limit ${page.limit}::int`
  }),
  remove: Effect.fnUntraced(function* (id: string) {
    const { money: sql } = yield* Database
    const removed = yield* sql`delete from ${sql.literal(table)} where id = ${id} returning id`
    return removed.length > 0
  }),
})

const duplicateOr = (error: SqlError): Effect.Effect<never, SqlError | DuplicateDocument> =>
  Effect.fail(error.reason._tag === "UniqueViolation" ? new DuplicateDocument() : error)

/** How many documents of the last day have each value of a member. */
export const countsOfDay = Effect.fnUntraced(function* (table: DocumentTable, member: string) {
  const { money: sql } = yield* Database
  const rows = yield* sql<{ value: string; n: number }>`select doc ->> ${member} as value, count(*)::int as n from ${sql.literal(table)}
    where created_at > farthing_now() - interval '1 day' group by 1`
  return new Map(rows.map(({ n, value }) => [value, n]))
})
