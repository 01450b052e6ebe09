import { Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import { fromTables, type RailUnavailable } from "./RailUnavailable.ts"

/** Newest first; `before` is an id, and ids begin with the time of their creation. Times are milliseconds since 1970. */
export interface Page {
  readonly before?: string | undefined
  readonly from?: number | undefined
  readonly to?: number | undefined
  readonly limit: number
}

interface Row {
  readonly doc: string
}

type Params = ReadonlyArray<unknown>
type Query<A> = Effect.Effect<A, RailUnavailable>

/** A table whose column `doc` holds the whole row as JSON. The other columns exist for queries and are written beside it. */
export const documentTable = <A>(sql: SqlClient, table: string, key: "id" | "org", schema: Schema.Codec<A, unknown>) => {
  const json = Schema.fromJsonString(schema)
  const decode = Schema.decodeUnknownSync(json)
  const encode = Schema.encodeSync(json)

  const all = (statement: string, params: Params): Query<ReadonlyArray<A>> =>
    fromTables(Effect.map(sql.unsafe<Row>(statement, params), (rows) => rows.map(({ doc }) => decode(doc))))

  return {
    decode,
    encode,
    /** `rest` begins behind the name of the table. */
    where: (rest: string, params: Params) => all(`select doc::text as doc from ${table} ${rest}`, params),
    one: (rest: string, params: Params): Query<A | undefined> =>
      Effect.map(all(`select doc::text as doc from ${table} ${rest}`, params), ([row]) => row),
    /** Of a statement that answers this table's `doc`. */
    all,
    /** Of one organisation, or of all if it is null. */
    page: (organisation: string | null, { before, from, limit, to }: Page) =>
      all(
        `select doc::text as doc from ${table} where ($1::text is null or org = $1::text::uuid) and ($2::text is null or id < $2::text::uuid)
           and ($3::text is null or created_at >= at_ms($3::text::float8)) and ($4::text is null or created_at < at_ms($4::text::float8))
         order by id desc limit $5::text::int`,
        [organisation, before ?? null, from === undefined ? null : String(from), to === undefined ? null : String(to), String(limit)],
      ),
    /** Reads the row under its lock, changes it and saves it, in one transaction. Undefined if there is no such row. */
    change: (id: string, change: (row: A) => A, save: (row: A) => Effect.Effect<unknown, { readonly message: string }>) =>
      fromTables(
        sql.withTransaction(
          Effect.gen(function* () {
            const [row] = yield* sql.unsafe<Row>(`select doc::text as doc from ${table} where ${key} = $1::text::uuid for update`, [
              asUuid(id),
            ])
            if (row === undefined) return undefined
            const before = decode(row.doc)
            const after = change(before)
            if (after !== before) yield* save(after)
            return after
          }),
        ),
      ),
  }
}

/** An id from a request, or null if it is no UUID. The comparison stays one of UUIDs, so that the index is used. */
export const asUuid = (id: string): string | null => (/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(id) ? id : null)
