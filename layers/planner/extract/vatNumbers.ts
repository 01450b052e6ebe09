import { type Mention, overlapsAny, withoutOverlapped } from "../../../domain/planning/read/Mention.ts"
import { checkVat } from "../../sources/tax-ids/checkVat.ts"
import { readVatNumber, type VatFormat, vatFormats } from "../../sources/tax-ids/vatNumber.ts"
import { beginningsOf, withoutWords } from "./groups.ts"
import { mention } from "./identifiers.ts"
import { hasLabelOfPaper, isAboutEori, vatWords } from "./labels.ts"

/** `15.08.2020`, `2013-10-01`. */
const dateInDigits =
  /(?<![\p{L}\p{N}]|\d[.-])(?:(?:0?[1-9]|[12]\d|3[01])([.-])(?:0?[1-9]|1[0-2])\1(?:19|20)\d{2}|(?:19|20)\d{2}([.-])(?:0[1-9]|1[0-2])\2(?:0[1-9]|[12]\d|3[01]))(?![\p{L}\p{N}]|[.-]\d)/gu

export const vatNumbers = (question: string): ReadonlyArray<Mention> => {
  if (isAboutEori(question)) return []
  const isSpoken = vatWords.test(question)
  const text = question.replace(dateInDigits, (date) => "|".repeat(date.length))
  const shaped = [...text.matchAll(/\b(?!VAT\b|UID\b)(?=((?:[A-Z]{2}|CHE-?)[ -]?[A-Z0-9](?:[ .-]?[A-Z0-9]){5,14})\b)/gu)].flatMap(
    (match) => {
      // A following word in lower case ends the number; further groups of digits belong to it.
      const run = match[1] ?? ""
      const format = vatFormats.find(({ prefix }) => bare(run).startsWith(prefix) || (prefix === "EL" && run.startsWith("GR")))
      const value = format && ownNumber(run, format)
      if (value === undefined || !/\d{3}/u.test(bare(value))) return []
      const { fits } = verdictOn(value)
      return fits || isSpoken ? [{ fits, mention: mention("tax.vat_number", match, value, isSpoken ? 1 : 0.9) }] : []
    },
  )
  // `VAT NO ATU12345678`: a word in front is no prefix where the number has one of its own.
  const isOfFitting = overlapsAny(shaped.flatMap((each) => (each.fits ? [each.mention] : [])))
  const prefixed = withoutOverlapped(
    shaped.flatMap((each) => (each.fits || !isOfFitting(each.mention) ? [each.mention] : [])),
    (_other, _mention, isBefore) => isBefore,
  )
  if (prefixed.length > 0 || !isSpoken) return prefixed
  // A letter before or behind the digits belongs to it: Spanish `B12345674`, Dutch `123456782B90`.
  return [...text.matchAll(/(?<![\p{L}\p{N}+])[A-Z]?\d(?:[ .-]{0,2}\d){6,14}(?:[A-Z](?:\d{2})?)?(?![\p{L}\p{N}])/gu)].flatMap((match) =>
    hasLabelOfPaper(text, match.index) || isAmount(text, match.index, match[0]) ? [] : [mention("tax.vat_number", match, match[0], 0.92)],
  )
}

/** `net 2.380.000 pesos`: digits in groups of thousands beside what an amount has. */
const isAmount = (text: string, start: number, run: string): boolean =>
  /^\d{1,3}(?:[.,]\d{3})+(?:[.,]\d{2})?$/u.test(run) &&
  (/(?:\b(?:net|gross|netto|brutto|amount|total|price|sum)(?:\s(?:of|is))?|\p{Sc})\s?$/iu.test(text.slice(0, start)) ||
    /^\s?(?:\p{Sc}|[A-Z]{3}\b|(?:pesos?|euros?|dollars?|pounds?|rupees?|rand|reais|kronor|kroner|yen|won|forints?|zloty|lei|francs?|dirhams?|riyals?)\b)/u.test(
      text.slice(start + run.length),
    ))

const bare = (run: string): string => run.replace(/[ .-]/gu, "")

const verdictOn = (run: string): { readonly fits: boolean; readonly isRight: boolean } => {
  const read = readVatNumber(run, undefined)
  if ("field" in read) return { fits: false, isRight: false }
  const { checkDigits, format } = checkVat(read)
  return { fits: format, isRight: format && checkDigits !== false }
}

/**
 * Where the number of a run of groups ends: where its check digits match, else where its country's form is met, else before words. Undefined for
 * `DE VAT 136695976`: no number has three letters behind its prefix.
 */
const ownNumber = (run: string, { digits, prefix }: VatFormat): string | undefined => {
  const beginnings = beginningsOf(run)
  const met = beginnings.find((each) => verdictOn(each).isRight) ?? beginnings.find((each) => verdictOn(each).fits)
  if (met !== undefined) return met
  if (new RegExp(String.raw`^${prefix}[ .-]+[A-Z]{3}`, "u").test(run)) return undefined
  // One or two letters may end the number of a country whose form ends in letters.
  const endsInLetters = /\[A-[A-Z0-9]+\]\??\)?\$$/u.test(digits.source)
  return endsInLetters && !/[ .-][A-Z]{3,}$/u.test(run) ? run : withoutWords(run)
}

/** `EL`, `XI` beside a word for the tax: with which a VAT number begins. In a text of capitals alone, they are words. */
export const vatPrefixes = (text: string): ReadonlyArray<Mention> =>
  vatWords.test(text) && /\p{Ll}/u.test(text)
    ? [...text.matchAll(/(?<![\p{L}\p{N}])[A-Z]{2,3}(?![\p{L}\p{N}-]|\s?\d)/gu)]
        .filter(([code]) => vatFormats.some(({ prefix }) => prefix === code))
        .map((match) => mention("vat.prefix", match, match[0], 0.6))
    : []
