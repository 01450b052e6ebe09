import type { Mention } from "../../../domain/planning/read/Mention.ts"

type Basis = "net" | "gross"

/** `VAT`, `the German VAT`, `19 % MwSt`. */
const tax = String.raw`(?:(?:\p{L}[\p{L}.]*|\d{1,2}(?:[.,]\d{1,2})?\s?%)\s){0,4}(?:vat|gst|hst|pst|qst|rst|igic|ipsi|tax|mwst|ust|iva|tva|btw|moms)\b`

/** Behind an amount and its currency: `EUR net`, `incl. Dutch VAT`, `plus VAT`. */
const behind: ReadonlyArray<readonly [Basis, RegExp]> = [
  ["gross", /^\s?[,(]?\s?(?<word>gross|brutto|ttc)\b/iu],
  ["net", /^\s?[,(]?\s?(?<word>net|netto|ht)\b(?!\s+of\b)/iu],
  ["gross", new RegExp(String.raw`^\s?[,(]?\s?(?<word>incl(?:uding|usive|\.)?(?:\sof)?)\s?${tax}`, "iu")],
  ["gross", new RegExp(String.raw`^\s?[,(]?\s?(?<word>with)\s?${tax}\s(?:inside|included|inclusive|in\sit)\b`, "iu")],
  [
    "gross",
    /^\s?[,(]?\s?(?:if\s|and\s)?(?:(?:it|that|this)?['’]?s\s|(?:it|that|this)\sis\s)?\d{1,2}(?:[.,]\d+)?\s?%\s(?<word>incl(?:usive|uded|\.)?)/iu,
  ],
  ["net", new RegExp(String.raw`^\s?[,(]?\s?(?<word>excl(?:uding|usive|\.)?(?:\sof)?|ex|plus|before|without)\s?${tax}`, "iu")],
]

/** Before an amount: `gross EUR 119`, `gross is 119`, `VAT in 119 EUR`, `add VAT to 100 EUR`, `VAT on 100 EUR`. `net of` comes before what is requested, or before what is given: it means neither. */
const before: ReadonlyArray<readonly [Basis, RegExp]> = [
  ["gross", /\b(?<word>gross|brutto)(?:\s(?:amount|price|total|value|invoice))?(?:\s(?:is|was|at|=))?:?\s?$/iu],
  ["net", /\b(?<word>net|netto)(?:\s(?:amount|price|total|value|invoice))?(?:\s(?:is|was|at|=))?:?\s?$/iu],
  ["gross", /\b(?:in|out\sof|from)\s(?:an?|the)\s(?<word>gross|brutto)\s(?:amount|price|total|value|sum)\sof\s?$/iu],
  ["gross", new RegExp(String.raw`${tax}\s(?:is\s|are\s)?(?:included\s|contained\s)?(?<word>in|out\sof)\s?(?:a\s|the\s)?$`, "iu")],
  [
    "gross",
    new RegExp(String.raw`\b(?:take|remove|deduct|strip|get)\s(?:the\s)?${tax}\s(?<word>off|from|out\sof)\s?(?:a\s|the\s)?$`, "iu"),
  ],
  ["net", new RegExp(String.raw`${tax}\s(?<word>on\stop\sof)\s?(?:a\s|the\s)?$`, "iu")],
  ["net", new RegExp(String.raw`\badd\s${tax}\s(?<word>to)\s?(?:a\s|the\s)?$`, "iu")],
  [
    "net",
    new RegExp(
      String.raw`(?<!\bno\s|\bwithout\s)${tax}\s(?:rate\s)?(?:(?:at|of)\s\d{1,2}(?:[.,]\d+)?\s?%\s)?(?<word>on)\s?(?:an?\s|the\s|sales?\sof\s|invoices?\s(?:of|over)\s)?$`,
      "iu",
    ),
  ],
]

const width = 48

/** Whether a tax is in an amount of money (gross) or is added to it (net), by the words beside the amount. */
export const amountBasis = (text: string, earlier: ReadonlyArray<Mention>): ReadonlyArray<Mention> =>
  earlier
    .filter(({ kind }) => kind === "currency.amount")
    .flatMap((amount): ReadonlyArray<Mention> => {
      const { end, start } = withCurrency(text, amount, earlier)
      const from = Math.max(0, start - width)
      return (
        stated(behind, text.slice(end, end + width), end) ?? stated(before, text.slice(from, start).replace(/\p{Sc}\s?$/u, ""), from) ?? []
      )
    })

const stated = (patterns: typeof behind, stretch: string, offset: number): ReadonlyArray<Mention> | undefined => {
  for (const [basis, pattern] of patterns) {
    const match = pattern.exec(stretch)
    const word = match?.groups?.["word"]
    if (match === null || word === undefined) continue
    const start = offset + match.index + match[0].indexOf(word)
    const assumed = /^on$/iu.test(word) ? { assumed: "The amount is taken as net: the tax comes on top of it." } : {}
    return [{ kind: "amount.basis", start, end: start + word.length, text: word, value: basis, weight: 0.9, ...assumed }]
  }
  return undefined
}

/** The stretch of an amount and the currency beside it. */
const withCurrency = (
  text: string,
  { end, start }: Mention,
  earlier: ReadonlyArray<Mention>,
): { readonly start: number; readonly end: number } => {
  const beside = earlier.filter(
    (other) =>
      other.kind === "currency.code" && (/^\s?$/u.test(text.slice(end, other.start)) || /^\s?$/u.test(text.slice(other.end, start))),
  )
  const touching = beside.filter((other) => other.end <= start || other.start >= end)
  return { start: Math.min(start, ...touching.map((other) => other.start)), end: Math.max(end, ...touching.map((other) => other.end)) }
}
