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

const format = (prefix: string, digits: RegExp, shape: string, country = prefix, suffix?: RegExp): VatFormat => ({
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
  format("AT", /^U\d{8}$/u, "U and 8 digits"),
  format("BE", /^[01]\d{9}$/u, "10 digits, of which the first is 0 or 1"),
  format("BG", /^\d{9,10}$/u, "9 or 10 digits"),
  format("CY", /^\d{8}[A-Z]$/u, "8 digits and a letter"),
  format("CZ", /^\d{8,10}$/u, "8 to 10 digits"),
  format("DE", /^[1-9]\d{8}$/u, "9 digits"),
  format("DK", /^\d{8}$/u, "8 digits"),
  format("EE", /^\d{9}$/u, "9 digits"),
  format("EL", /^\d{9}$/u, "9 digits", "GR"),
  format("ES", /^([A-Z]\d{7}[A-Z0-9]|\d{8}[A-Z])$/u, "9 characters, of which the first or the last is a letter"),
  format("FI", /^\d{8}$/u, "8 digits"),
  format("FR", /^[A-HJ-NP-Z0-9]{2}\d{9}$/u, "2 characters and 9 digits"),
  format("GB", british, britishShape),
  format("HR", /^\d{11}$/u, "11 digits"),
  format("HU", /^\d{8}$/u, "8 digits"),
  format("IE", /^(\d{7}[A-W][A-IW]?|\d[A-Z+*]\d{5}[A-W])$/u, "7 digits and 1 or 2 letters, or a digit, a letter, 5 digits and a letter"),
  format("IT", /^\d{11}$/u, "11 digits"),
  format("LT", /^(\d{9}|\d{12})$/u, "9 or 12 digits"),
  format("LU", /^\d{8}$/u, "8 digits"),
  format("LV", /^\d{11}$/u, "11 digits"),
  format("MT", /^\d{8}$/u, "8 digits"),
  format("NL", /^\d{9}B\d{2}$/u, "9 digits, B and 2 digits"),
  format("PL", /^\d{10}$/u, "10 digits"),
  format("PT", /^[1-9]\d{8}$/u, "9 digits"),
  format("RO", /^[1-9]\d{1,9}$/u, "2 to 10 digits"),
  format("SE", /^\d{10}01$/u, "12 digits, of which the last two are 01"),
  format("SI", /^[1-9]\d{7}$/u, "8 digits"),
  format("SK", /^[1-9]\d{9}$/u, "10 digits"),
  format("XI", british, britishShape, "GB"),
  format("CHE", /^\d{9}$/u, "9 digits, with or without MWST, TVA or IVA", "CH", /(MWST|TVA|IVA|TPV)$/u),
  format("NO", /^\d{9}$/u, "9 digits, with or without MVA", "NO", /MVA$/u),
]

export const countries: ReadonlySet<string> = new Set(vatFormats.map(({ country }) => country))
