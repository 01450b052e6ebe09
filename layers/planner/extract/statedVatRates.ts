import type { Mention } from "../../../domain/planning/read/Mention.ts"
import { rateOf } from "../../sources/tax-ids/vatRate.ts"
import { vatWords } from "./labels.ts"

/** `200 EUR net, 19% VAT, Germany`: a percentage that is the rate of all countries of the question. Another one changes what is requested, and is not read. */
export const statedVatRates = (text: string, earlier: ReadonlyArray<Mention>): ReadonlyArray<Mention> => {
  if (!vatWords.test(text)) return []
  const countries = new Set(earlier.flatMap(({ kind, value, weight }) => (kind === "country.code" && weight >= 0.5 ? [String(value)] : [])))
  // The rate of another day may be another.
  if (countries.size === 0 || earlier.some(({ kind }) => /^(?:date|calendar)\./u.test(kind))) return []
  const rates = [...countries].map((country) => rateOf(country, undefined)?.percent)
  return [...text.matchAll(/(?<![\d.,])(?<percent>\d{1,2}(?:[.,]\d)?)\s?%/gu)].flatMap(
    ({ 0: written, groups, index }): ReadonlyArray<Mention> => {
      const percent = (groups?.["percent"] ?? "").replace(",", ".")
      return rates.every((rate) => Number(rate) === Number(percent))
        ? [{ kind: "vat.percent", start: index, end: index + written.length, text: written, value: percent, weight: 0.9 }]
        : []
    },
  )
}
