import type { Mention } from "../../../domain/planning/read/Mention.ts"

const taxes = String.raw`(?:vat|gst|hst|mwst|ust|iva|tva|btw|moms|(?:sales\s|service\s)?tax)`
const percent = String.raw`(?<![\d.,])(?<percent>\d{1,2}(?:[.,]\d{1,3})?)\s?(?:%|percent\b|per\scent\b)`

/** `15% VAT`, `VAT at 15%`, `GST … its 15% inclusive`, `gross at 15%, how much VAT is in it`. */
const beside = [
  new RegExp(String.raw`${percent}(?=\s(?:\p{L}+\s)?${taxes}\b)`, "giu"),
  new RegExp(String.raw`(?<=\b${taxes}\s(?:rate\s)?(?:at|of|is|was|@|=)?\s?)${percent}`, "giu"),
  new RegExp(String.raw`(?<=\b${taxes}\b[^.?!]{0,60}\s)${percent}(?=\s(?:incl|excl|on\stop|rate)\p{L}*)`, "giu"),
  new RegExp(String.raw`(?<=\b(?:gross|net)\sat\s)${percent}(?=[^.!]{0,60}\b${taxes}\b)`, "giu"),
]

/** What makes another amount of the one that is written. */
const calculating = /\b(?:quantity|qty|pieces?|pcs|units?|items?|each|times|discount|rebate|reduction|instal?lments?|tips?)\b/iu

/** The percentage of a tax that a question states, where it states one. The rate of a country that the question names is read as that. */
export const statedTaxRates = (text: string, earlier: ReadonlyArray<Mention>): ReadonlyArray<Mention> => {
  if (calculating.test(text)) return []
  const stated = new Map(
    beside
      .flatMap((pattern) => [...text.matchAll(pattern)])
      .map(({ 0: written, groups, index }) => [index, { written, value: (groups?.["percent"] ?? "").replace(",", ".") }]),
  )
  const isOne = new Set([...stated.values()].map(({ value }) => value)).size === 1
  if (!isOne || earlier.some(({ kind }) => kind === "vat.percent")) return []
  return [...stated].map(([start, { value, written }]) => ({
    kind: "tax.percent",
    start,
    end: start + written.length,
    text: written,
    value,
    weight: 0.9,
  }))
}
