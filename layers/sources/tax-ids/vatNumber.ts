import type { InputProblem } from "../../../domain/catalogue/Source.ts"

/** A VAT number split as its country defines: the prefix and what follows it, without separators and suffixes. */
export interface VatNumber {
  readonly format: VatFormat
  readonly national: string
}

/** Upper case, without what people put between the digits. The + and * of some old Irish numbers belong to them. */
const compact = (typed: string): string => typed.toUpperCase().replace(/[\s.,:;_/\\\-\u2010-\u2015\u200b\ufeff]+/gu, "")

/** The number, or why its country cannot be determined. */
export const readVatNumber = (typed: string, country: string | undefined): VatNumber | InputProblem => {
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
  const format = own?.format ?? vatFormats.find((candidate) => candidate.country === country)!
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

/** The number in the form that an invoice to another country shows. */
export const invoiceText = ({ format, national }: VatNumber): string =>
  `${format.prefix}${national}${format.prefix === "NO" && format.digits.test(national) ? "MVA" : ""}`

/** How a country writes its VAT numbers: `digits` is what follows the prefix, without separators. */
export interface VatFormat {
  readonly prefix: string
  /** ISO 3166-1 alpha-2; Northern Ireland (XI) is in GB, and Greece's prefix is EL. */
  readonly country: string
  readonly digits: RegExp
  /** What may follow and is not part of the number: the Swiss name of the tax, the Norwegian MVA. */
  readonly suffix?: RegExp
  readonly shape: string
}

const vatFormat = (prefix: string, digits: RegExp, shape: string, country = prefix, suffix?: RegExp): VatFormat => ({
  prefix,
  country,
  digits,
  shape,
  ...(suffix && { suffix }),
})

const british = /^(\d{9}|\d{12}|GD[0-4]\d{2}|HA[5-9]\d{2})$/u
const britishShape = "9 or 12 digits, or GD or HA and 3 digits"

/** After the European Commission's VIES, and the tax authorities of the countries outside of the Union. */
export const vatFormats: ReadonlyArray<VatFormat> = [
  vatFormat("AT", /^U\d{8}$/u, "U and 8 digits"),
  vatFormat("BE", /^[01]\d{9}$/u, "10 digits, of which the first is 0 or 1"),
  vatFormat("BG", /^\d{9,10}$/u, "9 or 10 digits"),
  vatFormat("CY", /^\d{8}[A-Z]$/u, "8 digits and a letter"),
  vatFormat("CZ", /^\d{8,10}$/u, "8 to 10 digits"),
  vatFormat("DE", /^[1-9]\d{8}$/u, "9 digits"),
  vatFormat("DK", /^\d{8}$/u, "8 digits"),
  vatFormat("EE", /^\d{9}$/u, "9 digits"),
  vatFormat("EL", /^\d{9}$/u, "9 digits", "GR"),
  vatFormat("ES", /^([A-Z]\d{7}[A-Z0-9]|\d{8}[A-Z])$/u, "9 characters, of which the first or the last is a letter"),
  vatFormat("FI", /^\d{8}$/u, "8 digits"),
  vatFormat("FR", /^[A-HJ-NP-Z0-9]{2}\d{9}$/u, "2 characters and 9 digits"),
  vatFormat("GB", british, britishShape),
  vatFormat("HR", /^\d{11}$/u, "11 digits"),
  vatFormat("HU", /^\d{8}$/u, "8 digits"),
  vatFormat("IE", /^(\d{7}[A-W][A-IW]?|\d[A-Z+*]\d{5}[A-W])$/u, "7 digits and 1 or 2 letters, or a digit, a letter, 5 digits and a letter"),
  vatFormat("IT", /^\d{11}$/u, "11 digits"),
  vatFormat("LT", /^(\d{9}|\d{12})$/u, "9 or 12 digits"),
  vatFormat("LU", /^\d{8}$/u, "8 digits"),
  vatFormat("LV", /^\d{11}$/u, "11 digits"),
  vatFormat("MT", /^\d{8}$/u, "8 digits"),
  vatFormat("NL", /^\d{9}B\d{2}$/u, "9 digits, B and 2 digits"),
  vatFormat("PL", /^\d{10}$/u, "10 digits"),
  vatFormat("PT", /^[1-9]\d{8}$/u, "9 digits"),
  vatFormat("RO", /^[1-9]\d{1,9}$/u, "2 to 10 digits"),
  vatFormat("SE", /^\d{10}01$/u, "12 digits, of which the last two are 01"),
  vatFormat("SI", /^[1-9]\d{7}$/u, "8 digits"),
  vatFormat("SK", /^[1-9]\d{9}$/u, "10 digits"),
  vatFormat("XI", british, britishShape, "GB"),
  vatFormat("CHE", /^\d{9}$/u, "9 digits, with or without MWST, TVA or IVA", "CH", /(MWST|TVA|IVA|TPV)$/u),
  vatFormat("NO", /^\d{9}$/u, "9 digits, with or without MVA", "NO", /MVA$/u),
]

export const vatCountries: ReadonlySet<string> = new Set(vatFormats.map(({ country }) => country))
