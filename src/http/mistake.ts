import type { Schema } from "effect"
import { InvalidRequest } from "../../domain/Refusal.ts"

/** What a schema found wrong, as a sentence that names the parameter or member and says what to do. */
export const mistakeOf = (said: string, kind: "parameter" | "member"): { readonly message: string; readonly field: string | undefined } => {
  const line = said.replaceAll(/\s+/g, " ").slice(0, 300)
  const path = / at ((?:\["[^"]+"\])+)/.exec(line)?.[1] ?? ""
  const field = path === "" ? undefined : [...path.matchAll(/\["([^"]+)"\]/g)].map(([, name]) => name).join(".")
  const rule = line.replace(/ at \[.*$/, "")
  return { field, message: field === undefined ? `${line}.` : sentence(field, rule, kind) }
}

const sentence = (field: string, rule: string, kind: "parameter" | "member"): string => {
  if (rule.includes("excess property")) return `This route has no ${kind} "${field}". Remove it.`
  if (rule.includes("Missing key")) return `The ${kind} "${field}" is missing. Send it.`
  // A query has text; what is not text is a list of it.
  if (kind === "parameter" && rule === "Expected string") return `Send the parameter "${field}" once.`
  return `${field}: ${rule}.`
}

/** 400 for a body that its schema does not take. */
export const malformed = (error: Schema.SchemaError) => new InvalidRequest({ message: mistakeOf(error.message, "member").message })
