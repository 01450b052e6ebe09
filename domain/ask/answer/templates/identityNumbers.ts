import type { AnswerTemplate } from "../template.ts"
import { insideFacts, insideSentences } from "./insideNumbers.ts"

/** Numbers of companies, persons and taxpayers, and the forms of numbers. */
export const identityNumbers: Readonly<Record<string, AnswerTemplate>> = {
  "tax.validate_vat": {
    sentences: [
      {
        text: "{tax.vat_number} is a well-formed VAT number of {country.name|country}, and its check digits are right.",
        facts: ["tax.valid", "tax.vat_number", "tax.check_digits_valid", "country.name", "country.code", ...insideFacts("tax")],
        when: { "tax.check_digits_valid": true },
      },
      {
        text: "{tax.vat_number} has the form of a VAT number of {country.name|country}.",
        facts: ["tax.valid", "tax.vat_number", "tax.format_valid", "country.name", "country.code", ...insideFacts("tax")],
        when: { "tax.valid": true, "tax.check_digits_valid": null },
      },
      {
        text: "{tax.vat_number} is not a valid VAT number of {country.name|country}: {tax.reasons|messages}.",
        facts: [
          "tax.valid",
          "tax.vat_number",
          "tax.reasons",
          "tax.check_digits_valid",
          "tax.format_valid",
          "tax.contained_number",
          "tax.contained_type",
          "tax.holder_kind",
        ],
        when: { "tax.valid": false },
      },
      ...insideSentences("tax", "VAT number", "tax.valid"),
    ],
    limits: [
      { text: "Whether the VAT number was given to somebody was not checked." },
      {
        text: "The check digits were not verified: a typing error can go unnoticed.",
        when: { "tax.valid": true, "tax.check_digits_valid": null },
      },
    ],
  },
  "tax.vat_format": {
    sentences: [
      {
        text: "VAT numbers with the prefix {vat.prefix} are those of {vat.used_in|country}.",
        facts: ["vat.prefix", "vat.used_in", "country.name", "country.code"],
      },
      { text: "After {vat.prefix} come {vat.after_prefix}.", facts: ["vat.after_prefix"] },
      { text: "There is another prefix: {vat.others|prefixes}.", facts: ["vat.prefix", "vat.others", "vat.after_prefix"] },
    ],
  },
  "tax.vat_of_company": {
    sentences: [
      {
        text: "The VAT number that belongs to the {company.number_type} {company.number} of {country.name|country} is {company.vat_number}.",
        facts: ["company.vat_number", "company.vat_prefix", "company.number", "company.number_type", "country.name", "country.code"],
      },
    ],
    limits: [{ text: "Whether the company exists and is registered for VAT was not checked." }],
  },
  "company.validate_number": {
    sentences: [
      {
        text: "{company.number_formatted} is a well-formed {company.number_type} ({company.number_type_local}) of {country.name|country}, and its check digits are right.",
        facts: [
          "company.valid",
          "company.number",
          "company.number_type",
          "company.number_type_local",
          "company.number_formatted",
          "company.corrected_number",
          "company.completed_number",
          ...insideFacts("company"),
        ],
        when: { "company.valid": true, "company.has_check_digits": true },
      },
      {
        text: "{company.number_formatted} has the form of a {company.number_type} ({company.number_type_local}) of {country.name|country}; such a number has no check digits.",
        facts: [
          "company.valid",
          "company.number",
          "company.number_type",
          "company.number_type_local",
          "company.number_formatted",
          "company.has_check_digits",
          "company.corrected_number",
          "company.completed_number",
          ...insideFacts("company"),
        ],
        when: { "company.valid": true, "company.has_check_digits": false },
      },
      {
        text: "Such a number has check digits.",
        facts: ["company.has_check_digits"],
        when: { "company.has_check_digits": true },
        detail: true,
      },
      {
        text: "{company.number} is not a valid company number of {country.name|country}; tried: {company.types_tried|names}.",
        facts: [
          "company.valid",
          "company.number",
          "company.types_tried",
          "company.corrected_number",
          "company.completed_number",
          "company.contained_number",
          "company.contained_type",
          "company.holder_kind",
        ],
        when: { "company.valid": false },
      },
      ...insideSentences("company", "number", "company.valid"),
      {
        text: "With the check digits that its other digits require it is {company.corrected_number}.",
        facts: ["company.valid", "company.corrected_number", "company.completed_number"],
      },
      {
        text: "If its check digits are missing, the whole number is {company.completed_number}.",
        facts: ["company.valid", "company.completed_number", "company.corrected_number"],
      },
    ],
    limits: [{ text: "Whether the company exists was not checked." }],
  },
  "id.validate_number": {
    sentences: [
      {
        text: "Yes: the form and the check digits of {id.number_formatted} fit the {id.name}.",
        facts: ["id.valid", "id.format_valid", "id.name", "id.kind", "id.corrected_number", "id.completed_number", ...insideFacts("id")],
        when: { "id.valid": true, "id.has_check_digits": true },
      },
      {
        text: "The form of {id.number_formatted} fits the {id.name}; such a number has no check digits that can be verified.",
        facts: [
          "id.valid",
          "id.format_valid",
          "id.name",
          "id.kind",
          "id.has_check_digits",
          "id.corrected_number",
          "id.completed_number",
          ...insideFacts("id"),
        ],
        when: { "id.valid": true, "id.has_check_digits": false },
      },
      {
        text: "No: {id.number} is no valid {id.name}. {id.reason}",
        facts: [
          "id.valid",
          "id.format_valid",
          "id.reason",
          "id.name",
          "id.kind",
          "id.corrected_number",
          "id.completed_number",
          "id.contained_number",
          "id.contained_type",
          "id.holder_kind",
        ],
        when: { "id.valid": false },
      },
      ...insideSentences("id", "number", "id.valid"),
      { text: "Its other form is {id.other_form}.", facts: ["id.other_form"] },
      {
        text: "It has no other form: only book numbers (ISBN) of the older kind have one.",
        facts: ["id.other_form"],
        when: { "id.other_form": null, "id.valid": true },
        detail: true,
      },
      { text: "Its first digits are those of {id.state}.", facts: ["id.state"] },
      {
        text: "With the check digits that its other characters require it is {id.corrected_number}.",
        facts: ["id.valid", "id.corrected_number", "id.reason", "id.completed_number"],
      },
      {
        text: "If its check digits are missing, the whole number is {id.completed_number}.",
        facts: ["id.valid", "id.completed_number", "id.corrected_number", "id.reason"],
      },
      { text: "It is a number of {country.name|country}.", facts: ["country.name", "country.code"], detail: true },
    ],
    limits: [{ text: "Whether the number was ever issued is not checked." }],
  },
  "id.number_format": {
    sentences: [
      { text: "The form of the {id.name} ({id.kind}): {id.written}.", facts: ["id.written", "id.name", "id.kind"] },
      { text: "It has check digits.", facts: ["id.has_check_digits"], when: { "id.has_check_digits": true } },
      { text: "It has no check digits that can be verified.", facts: ["id.has_check_digits"], when: { "id.has_check_digits": false } },
      {
        text: "Its {id.holder_letter} letter says whose it is: {id.holder_letters|meanings}.",
        facts: ["id.holder_letter", "id.holder_letters", "id.prefixes"],
        when: { "id.holder_letters": { atLeast: 1 } },
      },
      {
        text: "Which prefixes it has, and what they mean, is not known.",
        facts: ["id.prefixes"],
        when: { "id.prefixes": { atMost: 0 }, "id.holder_letters": { atMost: 0 } },
      },
      {
        text: "Its letters do not say whose it is.",
        facts: ["id.holder_letter", "id.holder_letters"],
        when: { "id.holder_letter": null },
        detail: true,
      },
      { text: "Its prefixes: {id.prefixes|meanings}.", facts: ["id.prefixes", "id.written"], when: { "id.prefixes": { atLeast: 1 } } },
    ],
  },
}
