import { Schema } from "effect"
import type { RefusalClass } from "../../../domain/Refusal.ts"

/** The error envelope of one refusal, as the documents show it and clients decode it: its code, its message, its extra fields. */
export const envelope = (
  refusal: RefusalClass & { readonly name: string },
  description: string,
  /** Members that may stand beside `error`. */
  beside: Schema.Struct.Fields = {},
) => {
  const extra = Object.fromEntries(Object.entries(refusal.fields).map(([name, field]) => [name, Schema.toEncoded(field)]))
  const error = Schema.Struct({ code: Schema.Literal(refusal.code), message: Schema.String, ...extra })
  return Schema.Struct({ error, ...beside }).annotate({ identifier: refusal.name, description, httpApiStatus: refusal.status })
}
