import type { Unfit } from "../../../domain/catalogue/Source.ts"
import { type VatFormat, vatFormats } from "./vatFormats.ts"

/** A VAT number as its country reads it: the prefix and what follows it, without separators and suffixes. */
export interface VatNumber {
  readonly format: VatFormat
  readonly national: string
}

/** Upper case, without what people put between the digits. The + and * of some old Irish numbers belong to them. */
const compact = (typed: string): string => typed.toUpperCase().replace(/[\s.,:;_/\\\-\u2010-\u2015\u200b\ufeff]+/gu, "")

/** The number, or why the country that it is from cannot be told. */
export const readVatNumber = (typed: string, country: string | undefined): VatNumber | Unfit => {
  const text = compact(typed)
  const named = prefixed(text)
  if (country === undefined)
    return (
      named ?? {
        field: "country.code",
        reason: `without it, tax.vat_number must begin with the prefix of a country: ${vatFormats.map(({ prefix }) => prefix).join(", ")}.`,
      }
    )
  const own = named?.format.country === country ? named : undefined
  const format = own?.format ?? vatFormats.find((known) => known.country === country)!
  const bare = { format, national: withoutSuffix(format, text) }
  // Two letters that begin a number can be its own: those of a French key, say.
  if (format.digits.test(bare.national)) return bare
  if (own) return own
  if (named && named.format.digits.test(named.national))
    return {
      field: "country.code",
      reason: `the number begins with ${named.format.prefix}, which is the prefix of ${named.format.country}.`,
    }
  return bare
}

const prefixed = (text: string): VatNumber | undefined => {
  const written = text.startsWith("GR") ? `EL${text.slice(2)}` : text
  const format = vatFormats.find(({ prefix }) => written.startsWith(prefix))
  return format && { format, national: withoutSuffix(format, written.slice(format.prefix.length)) }
}

const withoutSuffix = ({ suffix }: VatFormat, text: string): string => (suffix ? text.replace(suffix, "") : text)

/** As it stands on an invoice for another country. */
export const invoiceText = ({ format, national }: VatNumber): string =>
  `${format.prefix}${national}${format.prefix === "NO" && format.digits.test(national) ? "MVA" : ""}`
