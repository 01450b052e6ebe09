import { extractBIC, validateBIC, ValidationErrorsBIC } from "ibantools"
import { countryName } from "../country.ts"
import { bankOfBic, listsBicsOf } from "./banks.ts"
import type { BankReason } from "./iban.ts"

/** As people type it → electronic form: no white space or hyphens, upper case. */
export const electronicBic = (typed: string): string => typed.replace(/[\s-]+/g, "").toUpperCase()

/** Why a code is no BIC; empty for a BIC. */
const whyInvalid = (bic: string): ReadonlyArray<BankReason> => {
  if (![8, 11].includes(bic.length))
    return [{ code: "wrong_length", message: `It has ${bic.length} characters: a BIC has 8, or 11 with the branch.` }]
  const misplaced = [
    ["The first four characters are the bank's and must be letters", bic.slice(0, 4)],
    ["The fifth and sixth characters are the country's and must be two letters", bic.slice(4, 6)],
  ].flatMap(([rule = "", part = ""]) => (/\d/u.test(part) ? [{ code: "wrong_format", message: `${rule}, and ${part} has a digit.` }] : []))
  return misplaced.length > 0 ? misplaced : [...new Set(validateBIC(bic).errorCodes)].map((code) => bicReasons[code])
}

/** Everything that a business identifier code (ISO 9362) says about itself, and the name and city of a listed bank. */
export const describeBic = (bic: string) => {
  const reasons = whyInvalid(bic)
  const valid = reasons.length === 0
  const parts = valid ? extractBIC(bic) : undefined
  const country = parts?.countryCode ?? null
  const bank = valid ? bankOfBic(bic) : null
  return {
    country: { code: country, name: country === null ? null : countryName(country) },
    bank: {
      bic,
      bic8: valid ? bic.slice(0, 8) : null,
      bic11: valid ? bic.padEnd(11, "X") : null,
      valid,
      reasons,
      bank_code: parts?.bankCode ?? null,
      name: bank?.name ?? null,
      city: bank?.city ?? null,
      names_listed: country === null ? null : listsBicsOf(country),
      location_code: parts?.locationCode ?? null,
      branch_code: parts?.branchCode ?? null,
      primary_office: valid ? bic.length === 8 || bic.endsWith("XXX") : null,
      test_bic: parts?.testBIC ?? null,
      passive_participant: valid ? bic[7] === "1" : null,
    },
  }
}

const bicReasons: Readonly<Record<ValidationErrorsBIC, BankReason>> = {
  [ValidationErrorsBIC.NoBICProvided]: { code: "empty", message: "There is no BIC." },
  [ValidationErrorsBIC.NoBICCountry]: { code: "unknown_country", message: "Its fifth and sixth characters are not a country's code." },
  [ValidationErrorsBIC.WrongBICFormat]: {
    code: "wrong_format",
    message: "A BIC is six letters and two letters or digits, with or without three more letters or digits.",
  },
}
