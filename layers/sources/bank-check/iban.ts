import { Schema } from "effect"
import { composeIBAN, getCountrySpecifications, isQRIBAN, validateIBAN, ValidationErrorsIBAN } from "ibantools"
import { countryName } from "../country.ts"
import { bankOfValidIban } from "./banks.ts"
import { bbanParts } from "./structure.ts"

/** A type, not an interface: only then is it known to be JSON. */
export type BankReason = { readonly code: string; readonly message: string }

export const Iban = (example: string) =>
  Schema.String.annotate({
    description: "International bank account number (ISO 13616), with or without spaces, in any case.",
    examples: [example],
  }).check(Schema.isBetweenLength(1, 64))

/** Countries that have IBANs, by their code. */
const countries = new Map(Object.entries(getCountrySpecifications()).filter(([, spec]) => spec.chars !== null))

/** Joined the schemes' geographical scope between November 2024 and May 2025, after ibantools' list. (European Payments Council) */
const joinedSepa: ReadonlySet<string> = new Set(["AL", "MD", "ME", "MK", "RS"])

export const isInSepa = (country: string): boolean => countries.get(country)?.SEPA === true || joinedSepa.has(country)

/** As people type it → electronic form: no separators, no leading "IBAN", upper case. What does not belong stays, and is found invalid. */
export const electronicIban = (typed: string): string =>
  typed
    .replace(/^\s*IBAN\b[\s:]*/i, "")
    .replace(/[\s.\-\u2010-\u2015\u200b\ufeff]+/g, "")
    .toUpperCase()

/** The electronic form in groups of four, as it is printed. */
export const printedIban = (electronic: string): string => electronic.replace(/(.{4})(?!$)/gu, "$1 ")

/** Country code, check digits and the last four characters stay readable. */
export const maskedIban = (electronic: string): string =>
  printedIban(
    electronic.length <= 8
      ? electronic.replace(/./gu, "*")
      : electronic.slice(0, 4) + "*".repeat(electronic.length - 8) + electronic.slice(-4),
  )

/** Everything that an IBAN says about itself. Parts are given only of an IBAN with the right length and format. */
export const describeIban = (iban: string) => {
  const reasons = whyInvalid(iban)
  const code = iban.slice(0, 2)
  const country = countries.get(code)
  const shaped = !reasons.some((reason) => reason.code !== "wrong_check_digits" && reason.code !== "wrong_national_check_digits")
  const bban = shaped ? iban.slice(4) : null
  const parts = bban === null ? undefined : bbanParts(code, bban)
  const bank = typeof parts?.bank === "string" && reasons.length === 0 ? bankOfValidIban(iban, parts.bank) : undefined
  return {
    country: { code: country ? code : null, name: country ? countryName(code) : null },
    bank: {
      iban,
      iban_formatted: printedIban(iban),
      valid: reasons.length === 0,
      reasons,
      check_digits: shaped ? iban.slice(2, 4) : null,
      expected_check_digits: bban === null ? null : (composeIBAN({ countryCode: code, bban })?.slice(2, 4) ?? null),
      expected_length: country?.chars ?? null,
      bban,
      bank_identifier: parts?.bank ?? null,
      name: bank?.name ?? null,
      names_listed: bank?.listed ?? null,
      branch_identifier: parts?.branch ?? null,
      account_number: parts?.account ?? null,
      national_check_digits: parts?.checkDigits ?? null,
      sepa: country ? isInSepa(code) : null,
      in_iban_registry: country?.IBANRegistry ?? null,
      qr_iban: shaped ? isQRIBAN(iban) : null,
    },
  }
}

const whyInvalid = (iban: string): ReadonlyArray<BankReason> => {
  if (!/^[A-Z0-9]*$/.test(iban)) return [{ code: "illegal_character", message: "An IBAN has only the letters A to Z and digits." }]
  const codes = new Set(validateIBAN(iban).errorCodes)
  // A checksum over a malformed account says nothing, though ibantools counts it as wrong.
  if (codes.has(ValidationErrorsIBAN.WrongBBANFormat) || codes.has(ValidationErrorsIBAN.WrongBBANLength)) {
    codes.delete(ValidationErrorsIBAN.WrongIBANChecksum)
    codes.delete(ValidationErrorsIBAN.WrongAccountBankBranchChecksum)
  }
  return [...codes].map((code) => (code === ValidationErrorsIBAN.WrongBBANLength ? wrongLength(iban) : ibanReasons[code]))
}

const wrongLength = (iban: string): BankReason => {
  const country = iban.slice(0, 2)
  return {
    code: "wrong_length",
    message: `It has ${iban.length} characters; an IBAN with ${country} has ${countries.get(country)?.chars ?? "another number"}.`,
  }
}

const ibanReasons: Readonly<Record<ValidationErrorsIBAN, BankReason>> = {
  [ValidationErrorsIBAN.NoIBANProvided]: { code: "empty", message: "There is no IBAN." },
  [ValidationErrorsIBAN.NoIBANCountry]: {
    code: "unknown_country",
    message: "It does not begin with the code of a country that has IBANs.",
  },
  [ValidationErrorsIBAN.WrongBBANLength]: { code: "wrong_length", message: "Its length is not the one of its country." },
  [ValidationErrorsIBAN.WrongBBANFormat]: {
    code: "wrong_format",
    message: "After the check digits it does not have its country's pattern of letters and digits.",
  },
  [ValidationErrorsIBAN.ChecksumNotNumber]: {
    code: "check_digits_not_numeric",
    message: "The third and fourth characters are not digits.",
  },
  [ValidationErrorsIBAN.WrongIBANChecksum]: {
    code: "wrong_check_digits",
    message: "The check digits do not match the account (ISO 7064, modulo 97): probably a typing error.",
  },
  [ValidationErrorsIBAN.WrongAccountBankBranchChecksum]: {
    code: "wrong_national_check_digits",
    message: "The country's own check digits inside the account do not match.",
  },
  [ValidationErrorsIBAN.QRIBANNotAllowed]: { code: "qr_iban", message: "It is a QR-IBAN." },
}
