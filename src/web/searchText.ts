/** The named search parameters that have a text. The router reads `tag=7` as a number: a filter is a text again. */
export const searchText = <N extends string>(search: Readonly<Record<string, unknown>>, names: ReadonlyArray<N>): { [K in N]?: string } => {
  const texts: { [K in N]?: string } = {}
  for (const name of names) {
    const value = search[name]
    if (value !== undefined && value !== null && value !== "" && typeof value !== "object") texts[name] = String(value)
  }
  return texts
}
