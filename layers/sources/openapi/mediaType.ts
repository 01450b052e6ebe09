export interface MediaType {
  /** Type and subtype in lower case, without parameters. */
  readonly essence: string
  readonly kind: "json" | "form" | "text" | "other"
}

/** What a media type (`application/json; charset=utf-8`), or a range of them, stands for. */
export const mediaType = (written: string): MediaType => {
  const essence = (written.split(";")[0] ?? "").trim().toLowerCase()
  return { essence, kind: kindOf(essence) }
}

const kindOf = (essence: string): MediaType["kind"] => {
  if (/^(application|text)\/([\w.!#$&^-]+\+)?json$/.test(essence) || essence === "*/*" || essence === "application/*") return "json"
  if (essence === "application/x-www-form-urlencoded") return "form"
  return essence.startsWith("text/") ? "text" : "other"
}
