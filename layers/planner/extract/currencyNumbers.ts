import type { Mention } from "../../../domain/planning/read/Mention.ts"

/** `ISO 4217 number 392`. */
export const currencyNumbers = (text: string): ReadonlyArray<Mention> =>
  /\b(?:currenc(?:y|ies)|4217)\b/iu.test(text)
    ? [...text.matchAll(/(?<!\d|ISO )\b\d{3}\b(?!\d)/gu)].map((found) => ({
        kind: "currency.number",
        start: found.index,
        end: found.index + 3,
        text: found[0],
        value: found[0],
        weight: 0.85,
      }))
    : []
