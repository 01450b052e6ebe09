/** Data of a source that is too large to keep in memory: it lives in tables of its own, filled once from a package. */
export interface Dataset {
  readonly name: string
  /** Changes whenever the package or the way it is read does; another version replaces every row. */
  readonly version: string
  readonly tables: ReadonlyArray<string>
  /** Columns by name; the types are those of the arrays that travel to `unnest`. */
  readonly columns: Readonly<Record<string, ColumnType>>
  /** A module that exports the rows as `chunks`. It is only loaded in a process of its own, which takes its memory with it. */
  readonly reader: URL
}

export interface Reader {
  readonly chunks: () => Iterable<Chunk> | Promise<Iterable<Chunk>>
}

export type ColumnType = "text" | "bigint" | "int" | "float8" | "boolean"

/** Rows of one table, column by column, at most a few thousand: one statement each. */
export interface Chunk {
  readonly table: string
  readonly columns: Readonly<Record<string, ReadonlyArray<string | number | bigint | boolean | null>>>
}

/** Rows in portions of a few thousand. */
export function* batches<Row>(rows: Iterable<Row>, size = 5_000): Iterable<ReadonlyArray<Row>> {
  let portion: Array<Row> = []
  for (const row of rows) {
    portion.push(row)
    if (portion.length < size) continue
    yield portion
    portion = []
  }
  if (portion.length > 0) yield portion
}
