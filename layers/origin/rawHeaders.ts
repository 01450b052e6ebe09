import type { Dispatcher } from "undici"

/** Names and values as they were on the wire: order, case and duplicates kept, one character a byte. */
export type RawHeaders = ReadonlyArray<readonly [name: string, value: string]>

export const rawHeaders = ({ rawHeaders: raw }: Dispatcher.DispatchController): RawHeaders => {
  if (!Array.isArray(raw)) return []
  const text = raw.map((part) => (typeof part === "string" ? part : part.toString("latin1")))
  return Array.from({ length: text.length >> 1 }, (_, index) => [text[index * 2] ?? "", text[index * 2 + 1] ?? ""] as const)
}

/** The length an answer declares; NaN where it declares none. */
export const declaredLength = (headers: RawHeaders): number =>
  Number(headers.find(([name]) => name.toLowerCase() === "content-length")?.[1] ?? Number.NaN)
