/** A function of a question's text that keeps its last result: one question is read many times over. */
export const remembered = <A>(of: (question: string) => A): ((question: string) => A) => {
  let last: { readonly question: string; readonly value: A } | undefined
  return (question) => (last?.question === question ? last : (last = { question, value: of(question) })).value
}

/** A function of a parsed question that keeps its result as long as that is in use. */
export const rememberedFor = <T extends object, A>(of: (parsed: T) => A): ((parsed: T) => A) => {
  const values = new WeakMap<T, { readonly value: A }>()
  return (parsed) => {
    const entry = values.get(parsed)
    if (entry !== undefined) return entry.value
    const value = of(parsed)
    values.set(parsed, { value })
    return value
  }
}
