import type { Mention } from "../../../domain/planning/read/Mention.ts"
import { numbersIn } from "../../../domain/planning/read/numbers.ts"
import { taxWord } from "./labels.ts"

/** Digits with separators between thousands, in India also between hundreds of thousands, and before decimals. */
const digits = String.raw`\d{1,2}(?:,\d{2})+,\d{3}(?:\.\d{1,6})?|\d{1,3}(?:[ ,.'’]\d{3})+(?:[.,]\d{1,6})?|\d+(?:[.,]\d{1,6})?`
const written = new RegExp(
  String.raw`(?<![\p{L}\p{N}.,:/+-])(?:${digits})(?:\s(?:lakh|crore|thousand|million|billion)s?)?(?![\p{L}\p{N}%°:/-]|[.,]\d)`,
  "gu",
)

const besides = /^\s?$/u
/** What names a number as an amount that is not beside its currency. */
const amountWords = /\b(?:amounts?|invoices?|bills?|prices?|totals?|payments?|sums?)\b/iu

/** What names a number as an amount of money that a tax is in or is added to. */
const behindTaxed = /^\s?,?\s?(?:gross|net|brutto|netto|incl\p{L}*\.?|excl\p{L}*\.?|plus|before|without)(?!\p{L})/iu
const beforeTaxed =
  /\b(?:gross|net|brutto|netto)(?:\s(?:amount|price|total|value|of|is|was)){0,2}:?\s?$|\b(?:vat|gst|mwst|btw|iva|tva)\s(?:on|of|to|in|out\sof)\s?$/iu

const maxAmounts = 4

/**
 * Amounts of money: a number beside a currency (`1,250.50 JPY`), the one number with decimals of a question that names one currency (`yen … amount such as
 * 1,250.50`), or, without a currency, a number beside a tax (`1,190 incl. German VAT`) or the only one of a question that states a rate.
 */
export const moneyAmounts = (text: string, earlier: ReadonlyArray<Mention>): ReadonlyArray<Mention> => {
  const named = earlier.filter(({ kind, weight }) => kind === "currency.code" && weight >= 0.5)
  const isAtRate = earlier.some(({ kind }) => kind === "tax.percent")
  if (named.length === 0 && !isAtRate && !taxWord.test(text)) return []
  const numbers = [...text.matchAll(written)].filter(
    ({ 0: number, index }) =>
      !earlier.some(
        ({ end, kind, start, weight }) => weight >= 0.65 && kind !== "currency.code" && index < end && start < index + number.length,
      ),
  )
  const isTaxed = ({ 0: number, index }: RegExpExecArray) =>
    behindTaxed.test(text.slice(index + number.length)) || beforeTaxed.test(text.slice(0, index))
  const isBesideCurrency = ({ 0: number, index }: RegExpExecArray) =>
    named.some(
      ({ end, start }) =>
        (start >= index + number.length && besides.test(text.slice(index + number.length, start))) ||
        (end <= index && besides.test(text.slice(end, index))),
    )
  const beside = numbers.filter(named.length === 0 ? isTaxed : isBesideCurrency)
  const fractional = numbers.filter(({ 0: number }) => /[.,]\d+$/u.test(number))
  const amounts =
    beside.length > 0
      ? beside
      : isAtRate && numbers.length === 1
        ? numbers
        : amountWords.test(text) && fractional.length === 1 && new Set(named.map(({ value }) => value)).size === 1
          ? fractional
          : []
  return amounts.slice(0, maxAmounts).map(({ 0: number, index }) => ({
    kind: "currency.amount",
    start: index,
    end: index + number.length,
    text: number,
    value: isPlain(number) ? number : String(numbersIn(number)[0]?.value ?? number),
    weight: 0.6,
  }))
}

/** Without a scale (`2 lakh`) and separators of India (`1,20,000`), which the operations do not read. */
const isPlain = (number: string): boolean => !/\p{L}|,\d{2},/u.test(number)
