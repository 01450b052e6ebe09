import { extractBIC, validateBIC, ValidationErrorsBIC } from "ibantools"
import { countryName } from "../country.ts"
import type { BankReason } from "./iban.ts"

/** As people type it → electronic form: no white space or hyphens, upper case. */
export const electronicBic = (typed: string): string => typed.replace(/[\s-]+/g, "").toUpperCase()

/** Everything that a business identifier code (ISO 9362) says about itself. Whether the bank exists is not in it. */
export const describeBic = (bic: string) => {
  const reasons = [8, 11].includes(bic.length)
    ? [...new Set(validateBIC(bic).errorCodes)].map((code) => bicReasons[code])
    : [{ code: "wrong_length", message: `It has ${bic.length} characters: a BIC has 8, or 11 with the branch.` }]
  const valid = reasons.length === 0
  const parts = valid ? extractBIC(bic) : undefined
  const country = parts?.countryCode ?? null
  return {
    country: { code: country, name: country === null ? null : countryName(country) },
    bank: {
      bic,
      bic8: valid ? bic.slice(0, 8) : null,
      bic11: valid ? bic.padEnd(11, "X") : null,
      valid,
      reasons,
      bank_code: parts?.bankCode ?? null,
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
