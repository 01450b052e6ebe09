import type { AnswerTemplate } from "../template.ts"

/** Numbers of accounts and banks. */
export const bank: Readonly<Record<string, AnswerTemplate>> = {
  "bank.validate_iban": {
    sentences: [
      {
        text: "{bank.iban_formatted} is a valid IBAN of {country.name|country}.",
        // The bank of a number is only worth knowing where the number is valid.
        facts: ["bank.valid", "bank.iban", "bank.iban_formatted", "country.code", "country.name", "bank.name", "bank.bank_identifier"],
        when: { "bank.valid": true },
      },
      {
        text: "{bank.iban_formatted} is not a valid IBAN: {bank.reasons|messages}.",
        facts: ["bank.valid", "bank.reasons", "bank.iban", "bank.name", "bank.bank_identifier"],
        when: { "bank.valid": false },
      },
      {
        text: "Its country is {country.name|country}.",
        facts: ["country.code", "country.name"],
        when: { "bank.valid": false },
        detail: true,
      },
      {
        text: "Its check digits are {bank.check_digits} and should be {bank.expected_check_digits}.",
        facts: ["bank.valid", "bank.check_digits", "bank.expected_check_digits"],
        when: { "bank.valid": false },
      },
      { text: "An IBAN of {country.name|country} has {bank.expected_length} characters.", facts: ["bank.expected_length"], detail: true },
      {
        text: "The bank code is {bank.bank_identifier} and the account {bank.account_number}.",
        facts: ["bank.bank_identifier", "bank.name", "bank.account_number"],
        when: { "bank.valid": true, "bank.branch_identifier": null },
      },
      {
        text: "The bank code is {bank.bank_identifier}, the branch code {bank.branch_identifier} and the account {bank.account_number}.",
        facts: ["bank.bank_identifier", "bank.name", "bank.branch_identifier", "bank.account_number"],
        when: { "bank.valid": true },
      },
      {
        text: "The bank of this code is {bank.name}.",
        facts: ["bank.name", "bank.names_listed", "bank.bank_identifier"],
        when: { "bank.valid": true },
      },
      {
        text: "No bank of {country.name|country} with the code {bank.bank_identifier} is in the lists.",
        facts: ["bank.name", "bank.names_listed", "bank.bank_identifier"],
        when: { "bank.valid": true, "bank.name": null, "bank.names_listed": true },
      },
      {
        text: "The name of the bank is not known: no source lists this bank code of {country.name|country}.",
        detail: true,
        facts: ["bank.name", "bank.names_listed"],
        when: { "bank.valid": true, "bank.name": null, "bank.names_listed": false },
      },
      {
        text: "Of a wrong IBAN the bank is not looked up.",
        facts: ["bank.name", "bank.names_listed"],
        when: { "bank.valid": false, "bank.name": null },
        detail: true,
      },
      { text: "{country.name|country} takes part in SEPA.", facts: ["bank.sepa"], when: { "bank.sepa": true }, detail: true },
      { text: "{country.name|country} does not take part in SEPA.", facts: ["bank.sepa"], when: { "bank.sepa": false }, detail: true },
    ],
    limits: [{ text: "Whether the account exists was not checked." }],
  },
  "bank.of_iban": {
    sentences: [
      {
        text: "{bank.iban_formatted} is a valid IBAN: its length, format and check digits are right.",
        facts: ["bank.valid"],
        when: { "bank.valid": true },
        detail: true,
      },
      { text: "The bank of {bank.iban_formatted} is {bank.name}.", facts: ["bank.name", "bank.found", "bank.iban", "bank.iban_formatted"] },
      { text: "Its BIC is {bank.bic}.", facts: ["bank.bic"] },
      {
        text: "Its BIC begins with {bank.bic_begins}: several of its offices have one, and the IBAN does not say which.",
        facts: ["bank.bic", "bank.bic_begins"],
        when: { "bank.bic": null },
      },
      {
        text: "The lists have no BIC of it.",
        facts: ["bank.bic"],
        when: { "bank.found": true, "bank.bic": null, "bank.bic_begins": null },
      },
      {
        text: "Its name is not in the lists.",
        facts: ["bank.name"],
        when: { "bank.found": true, "bank.name": null },
      },
      {
        text: "The lists have no bank with the code {bank.bank_identifier}.",
        facts: ["bank.name", "bank.found", "bank.bic", "bank.iban", "bank.iban_formatted"],
        when: { "bank.found": false },
      },
      { text: "Its bank code is {bank.bank_identifier}.", facts: ["bank.bank_identifier"], detail: true },
    ],
    limits: [{ text: "Whether the account exists was not checked." }],
  },
  "bank.of_code": {
    sentences: [
      { text: "The German bank code {bank.bank_identifier} is that of {bank.name}.", facts: ["bank.bank_identifier", "bank.name"] },
      { text: "Its BIC is {bank.bic}.", facts: ["bank.bic"] },
      { text: "The list of the Bundesbank has no BIC of it.", facts: ["bank.bic"], when: { "bank.bic": null } },
    ],
  },
  "bank.iban_of_account": {
    sentences: [
      {
        text: "The IBAN is {bank.iban_formatted} ({country.name|country}).",
        facts: ["bank.iban", "bank.iban_formatted", "bank.check_digits", "bank.bban", "country.code", "country.name"],
      },
      { text: "Its bank is {bank.name}.", facts: ["bank.name", "bank.found"] },
      { text: "The bank's BIC is {bank.bic}.", facts: ["bank.bic"] },
      {
        text: "The list of the Bundesbank has no bank with this code.",
        facts: ["bank.iban", "bank.iban_formatted", "bank.name", "bank.found", "bank.bic"],
        when: { "bank.found": false },
      },
    ],
    limits: [
      {
        text: "Whether the account exists was not checked. Some banks make the IBANs of a few accounts by rules of their own: the bank has the last word.",
      },
    ],
  },
  "bank.iban_of_country": {
    sentences: [
      {
        text: "IBANs that begin with {country.code} are those of {country.name|country}.",
        facts: ["country.name", "country.code"],
        when: { "bank.uses_iban": true },
        detail: true,
      },
      {
        text: "An IBAN of {country.name|country} has {bank.iban_length} characters.",
        facts: ["bank.uses_iban", "bank.iban_length", "bank.iban_parts"],
      },
      {
        text: "{country.name|country} does not use IBANs.",
        facts: ["bank.uses_iban", "bank.iban_length", "bank.iban_parts"],
        when: { "bank.uses_iban": false },
      },
      { text: "Its parts: {bank.iban_parts|places}.", facts: ["bank.iban_parts", "bank.iban_length"] },
      {
        text: "The country is not in the registry of IBANs: they are used in it, but not everywhere accepted.",
        facts: ["bank.in_iban_registry", "bank.uses_iban"],
        when: { "bank.uses_iban": true, "bank.in_iban_registry": false },
      },
      { text: "{country.name|country} takes part in SEPA.", facts: ["bank.sepa"], when: { "bank.sepa": true }, detail: true },
      { text: "{country.name|country} does not take part in SEPA.", facts: ["bank.sepa"], when: { "bank.sepa": false }, detail: true },
    ],
  },
  "bank.iban_format": {
    sentences: [
      { text: "Printed, it is {bank.iban_formatted}; electronically, {bank.iban}.", facts: ["bank.iban", "bank.iban_formatted"] },
      { text: "Masked, it is {bank.iban_masked}.", facts: ["bank.iban_masked"] },
      { text: "It is not a valid IBAN.", facts: ["bank.valid"], when: { "bank.valid": false } },
      { text: "It is a valid IBAN.", facts: ["bank.valid"], when: { "bank.valid": true }, detail: true },
    ],
  },
  "bank.validate_bic": {
    sentences: [
      {
        text: "{bank.bic} is a well-formed BIC of {country.name|country}.",
        facts: ["bank.valid", "bank.bic", "country.code", "country.name"],
        when: { "bank.valid": true },
      },
      {
        text: "{bank.bic} is not a valid BIC: {bank.reasons|messages}.",
        facts: ["bank.valid", "bank.reasons", "bank.bic"],
        when: { "bank.valid": false },
      },
      {
        text: "The bank of this code is {bank.name}.",
        facts: ["bank.name", "bank.names_listed", "bank.bank_code", "bank.bic"],
      },
      { text: "It is in {bank.city}.", facts: ["bank.city"] },
      { text: "Its city is not in the list.", facts: ["bank.city"], when: { "bank.valid": true, "bank.city": null } },
      {
        text: "Its bank code is {bank.bank_code} and its location code {bank.location_code}.",
        facts: ["bank.valid", "bank.bic", "bank.name", "bank.names_listed", "bank.bank_code", "bank.location_code"],
      },
      {
        text: "It is the bank's primary office.",
        facts: ["bank.primary_office", "bank.branch_code"],
        when: { "bank.primary_office": true },
      },
      {
        text: "The branch is {bank.branch_code}.",
        facts: ["bank.primary_office", "bank.branch_code"],
        when: { "bank.primary_office": false },
      },
    ],
    limits: [
      { text: "Whether the bank exists was not checked." },
      {
        text: "The name of the bank is unknown: no source has a list of the banks of {country.name|country}.",
        when: { "bank.valid": true, "bank.names_listed": false },
      },
      {
        text: "The name of the bank is unknown: the lists have no bank with this BIC.",
        when: { "bank.valid": true, "bank.names_listed": true, "bank.name": null },
      },
    ],
  },
}
