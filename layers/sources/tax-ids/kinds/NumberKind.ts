/** Where the check digits of a number are: `from` counts from the end if it is negative. Null: the number has none that are published. */
export type CheckDigits = { readonly from: number; readonly length: number } | null

/** A kind of number that a country gives to persons, taxpayers, companies or accounts. */
export interface NumberKind {
  /** `ES.DNI`: the country and the usual abbreviation; `INT.LEI` of a number of all countries. */
  readonly code: string
  /** Null of a number of all countries. */
  readonly country: string | null
  readonly name: string
  /** What the country calls it: several countries may use one name. */
  readonly names: ReadonlyArray<string>
  /** Of a number without separators in upper case. */
  readonly shape: RegExp
  readonly written: string
  readonly checkDigits: CheckDigits
  readonly prefixes: ReadonlyArray<{ readonly prefix: string; readonly meaning: string }>
  /** Undefined for a kind of which only the form is known. */
  readonly isValid?: (number: string) => boolean
  readonly format: (number: string) => string
}

/** A module of stdnum. */
export interface Validator {
  readonly validate: (number: string) => { readonly isValid: boolean }
  readonly format: (number: string) => string
}

export const last: CheckDigits = { from: -1, length: 1 }
export const lastTwo: CheckDigits = { from: -2, length: 2 }
export const none: CheckDigits = null

export const kind = (
  country: string,
  id: string,
  name: string,
  names: ReadonlyArray<string>,
  shape: RegExp,
  written: string,
  checkDigits: CheckDigits,
  validator: Validator,
): NumberKind => ({
  code: `${country}.${id}`,
  country,
  name,
  names,
  shape,
  written,
  checkDigits,
  prefixes: [],
  // No country gives a number of one digit repeated; the check digits of some fit.
  isValid: (number) => !/^(\d)\1+$/u.test(number) && validator.validate(number).isValid,
  format: validator.format,
})

/** Upper case, without what people write between the digits. The sign of the century belongs to a Finnish or Swedish number. */
export const bareNumber = (typed: string, { code, country, shape }: NumberKind): string => {
  const whole = withoutSeparators(typed, code)
  // `PT 501964843`: people write the country before a number that has no letters there.
  const rest = country !== null && whole.startsWith(country) ? whole.slice(country.length) : whole
  return !shape.test(whole) && shape.test(rest) ? rest : whole
}

const withoutSeparators = (typed: string, code: string): string => {
  const text = typed
    .toUpperCase()
    .replace(/[\u2010-\u2015\u2212]/gu, "-")
    .replace(/[\s.,:;_/()'’\u2010-\u2015\u200b\ufeff]+/gu, "")
  if (code === "FI.HETU") return text
  const bare = text.replaceAll("-", "")
  if (code !== "SE.PNR") return bare
  // The check digit does not depend on the century.
  const digits = bare.replaceAll("+", "")
  const sign = text.includes("+") ? "+" : "-"
  return /^(?:\d{2})?\d{10}$/u.test(digits) ? `${digits.slice(-10, -4)}${sign}${digits.slice(-4)}` : bare
}

const digits = Array.from("0123456789")
const characters = [...digits, ...Array.from("ABCDEFGHIJKLMNOPQRSTUVWXYZ")]

/** What can be in place of check digits: one of two or more is always a digit. */
const fillings = (length: number): ReadonlyArray<string> =>
  length === 1 ? characters : Array.from({ length: 10 ** length }, (_, number) => String(number).padStart(length, "0"))

/** The only number with this one's other digits that is valid; undefined without one, and with several. */
const onlyValid = (before: string, after: string, length: number, isValid: (number: string) => boolean): string | undefined => {
  const valid = fillings(length).flatMap((filling) => (isValid(before + filling + after) ? [before + filling + after] : []))
  return valid.length === 1 ? valid[0] : undefined
}

/** The number with the check digits that its other digits require. */
export const corrected = (number: string, checkDigits: CheckDigits, isValid: (number: string) => boolean): string | undefined => {
  if (checkDigits === null) return undefined
  const at = checkDigits.from < 0 ? number.length + checkDigits.from : checkDigits.from
  return onlyValid(number.slice(0, at), number.slice(at + checkDigits.length), checkDigits.length, isValid)
}

/** The number with the check digits added, if it was written without them. */
export const completed = (number: string, checkDigits: CheckDigits, isValid: (number: string) => boolean): string | undefined => {
  if (checkDigits === null) return undefined
  const full = number.length + checkDigits.length
  const at = checkDigits.from < 0 ? full + checkDigits.from : checkDigits.from
  return onlyValid(number.slice(0, at), number.slice(at), checkDigits.length, isValid)
}
