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
