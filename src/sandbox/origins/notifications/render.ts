const placeholder = /\{\{\s*([A-Za-z_]\w{0,63})\s*\}\}/g

/** The variables of a text, each once, in order. */
export const variablesOf = (text: string): ReadonlyArray<string> => [...new Set([...text.matchAll(placeholder)].map(([, name]) => name!))]

type Variables = Readonly<Record<string, string | number | boolean>>

/** The text with its variables filled in. What a variable holds is text and never a placeholder itself. */
export const render = (text: string, variables: Variables): string =>
  text.replaceAll(placeholder, (whole, name: string) => (Object.hasOwn(variables, name) ? String(variables[name]) : whole))

export const missing = (text: string, variables: Variables): ReadonlyArray<string> =>
  variablesOf(text).filter((name) => !Object.hasOwn(variables, name))
