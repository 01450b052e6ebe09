export const vatWords =
  /\b(?:vat|tva|ust\.?[ -]?id(?:[ .-]?nr)?|umsatzsteuer-?id\p{L}*|mwst|btw|iva|moms|vies|tax (?:id|number|identification))\b/iu

/** What is levied on an amount. */
export const taxWord = /\b(?:vat|gst|hst|mwst|ust|iva|tva|btw|moms|tax)\b/iu

const numberWord = String.raw`(?:\s*-?(?:numbers?|nummer|no|nr|num|id|code|#)(?![\p{L}\p{N}])\.?)`
const papers = String.raw`(?:invoice|order|receipt|bill|contract|quote|delivery(?:\s+note)?|ticket|case|reference|ref|p\.?o\.?|article|item|product|policy|booking)`
const parties = String.raw`(?:customer|client|account|supplier|vendor|member|employee|user)`
const between = String.raw`\s*(?:is|of)?\s*[:#]?\s*$`

const otherLabel = new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${papers}\.?${numberWord}?|${parties}\.?${numberWord})${between}`, "iu")
const taxLabel = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?:p\.?\s?iva|partita\s+iva|rsin|vat|btw|tva|iva|mwst|uid|tax)${numberWord}?${between}`,
  "iu",
)

const longestLabel = 40

const before = (text: string, index: number): string => text.slice(Math.max(0, index - longestLabel), index)

/** `invoice no. 136695976`, `customer number 0041…`: whether a number has the label of a paper or of a party in front of it. */
export const hasLabelOfPaper = (text: string, index: number): boolean => otherLabel.test(before(text, index))

/** `P.IVA IT 00743110157`, `RSIN 004495445`. */
export const hasLabelOfTax = (text: string, index: number): boolean =>
  taxLabel.test(before(text, index).replace(/(?<=[\s:])[A-Z]{2}\s*$/u, ""))

/** The customs' number of a company has the form of a VAT number or an IBAN: only what is called one of them too is read as one. */
export const isAboutEori = (text: string): boolean => /\beori\b/iu.test(text) && !/\biban\b/iu.test(text) && !vatWords.test(text)
