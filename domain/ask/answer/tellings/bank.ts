import type { Telling } from "../Sentence.ts"

export const bank: Readonly<Record<string, Telling>> = {
  "bank.validate_iban": {
    say: [
      {
        text: "{bank.iban_formatted} is a valid IBAN of {country.name|country}.",
        tells: ["bank.valid", "bank.iban", "bank.iban_formatted", "country.code", "country.name"],
        when: { "bank.valid": true },
      },
      {
        text: "{bank.iban_formatted} is not a valid IBAN: {bank.reasons|messages}.",
        tells: ["bank.valid", "bank.reasons", "bank.iban"],
        when: { "bank.valid": false },
      },
      {
        text: "Its country is {country.name|country}.",
        tells: ["country.code", "country.name"],
        when: { "bank.valid": false },
        detail: true,
      },
      {
        text: "Its check digits are {bank.check_digits} and should be {bank.expected_check_digits}.",
        tells: ["bank.valid", "bank.check_digits", "bank.expected_check_digits"],
        when: { "bank.valid": false },
      },
      { text: "An IBAN of {country.name|country} has {bank.expected_length} characters.", tells: ["bank.expected_length"], detail: true },
      {
        text: "The bank is {bank.bank_identifier} and the account {bank.account_number}.",
        tells: ["bank.bank_identifier", "bank.account_number"],
        when: { "bank.valid": true, "bank.branch_identifier": null },
      },
      {
        text: "The bank is {bank.bank_identifier}, the branch {bank.branch_identifier} and the account {bank.account_number}.",
        tells: ["bank.bank_identifier", "bank.branch_identifier", "bank.account_number"],
        when: { "bank.valid": true },
      },
      { text: "{country.name|country} takes part in SEPA.", tells: ["bank.sepa"], when: { "bank.sepa": true }, detail: true },
      { text: "{country.name|country} does not take part in SEPA.", tells: ["bank.sepa"], when: { "bank.sepa": false }, detail: true },
    ],
    limits: [{ text: "Whether the account exists was not checked." }],
  },
  "bank.iban_format": {
    say: [
      { text: "Printed, it is {bank.iban_formatted}; electronically, {bank.iban}.", tells: ["bank.iban", "bank.iban_formatted"] },
      { text: "Masked, it is {bank.iban_masked}.", tells: ["bank.iban_masked"] },
      { text: "It is not a valid IBAN.", tells: ["bank.valid"], when: { "bank.valid": false } },
      { text: "It is a valid IBAN.", tells: ["bank.valid"], when: { "bank.valid": true }, detail: true },
    ],
  },
  "bank.validate_bic": {
    say: [
      {
        text: "{bank.bic} is a well-formed BIC of {country.name|country}.",
        tells: ["bank.valid", "bank.bic", "country.code", "country.name"],
        when: { "bank.valid": true },
      },
      {
        text: "{bank.bic} is not a valid BIC: {bank.reasons|messages}.",
        tells: ["bank.valid", "bank.reasons", "bank.bic"],
        when: { "bank.valid": false },
      },
      { text: "The bank is {bank.bank_code}, the place {bank.location_code}.", tells: ["bank.bank_code", "bank.location_code"] },
      {
        text: "It is the bank's primary office.",
        tells: ["bank.primary_office", "bank.branch_code"],
        when: { "bank.primary_office": true },
      },
      {
        text: "The branch is {bank.branch_code}.",
        tells: ["bank.primary_office", "bank.branch_code"],
        when: { "bank.primary_office": false },
      },
    ],
    limits: [{ text: "Whether the bank exists was not checked." }],
  },
}
