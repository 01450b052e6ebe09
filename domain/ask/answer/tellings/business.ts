import type { Telling } from "../Sentence.ts"

/** Numbers of companies and taxes, telephones, e-mail and domains. */
export const business: Readonly<Record<string, Telling>> = {
  "tax.validate_vat": {
    say: [
      {
        text: "{tax.vat_number} is a well-formed VAT number of {country.name|country}, and its check digits are right.",
        tells: ["tax.valid", "tax.vat_number", "tax.check_digits_valid", "country.name", "country.code"],
        when: { "tax.check_digits_valid": true },
      },
      {
        text: "{tax.vat_number} has the form of a VAT number of {country.name|country}.",
        tells: ["tax.valid", "tax.vat_number", "tax.format_valid", "country.name", "country.code"],
        when: { "tax.valid": true, "tax.check_digits_valid": null },
      },
      {
        text: "{tax.vat_number} is not a valid VAT number of {country.name|country}: {tax.reasons|messages}.",
        tells: ["tax.valid", "tax.vat_number", "tax.reasons", "tax.check_digits_valid", "tax.format_valid"],
        when: { "tax.valid": false },
      },
    ],
    limits: [
      { text: "Whether the VAT number was given to somebody was not checked." },
      {
        text: "The check digits were not verified: a typing error can go unnoticed.",
        when: { "tax.valid": true, "tax.check_digits_valid": null },
      },
    ],
  },
  "company.validate_number": {
    say: [
      {
        text: "{company.number_formatted} is a well-formed {company.number_type} ({company.number_type_local}) of {country.name|country}.",
        tells: ["company.valid", "company.number", "company.number_type", "company.number_type_local", "company.number_formatted"],
        when: { "company.valid": true },
      },
      {
        text: "{company.number} is not a valid company number of {country.name|country}; tried: {company.types_tried|names}.",
        tells: ["company.valid", "company.number", "company.types_tried"],
        when: { "company.valid": false },
      },
    ],
    limits: [{ text: "Whether the company exists was not checked." }],
  },
  "phone.lookup": {
    say: [
      {
        text: "{phone.international} is a number that the numbering plan of {country.name|country} assigns.",
        tells: ["phone.valid", "phone.number", "phone.possible", "phone.international", "country.code", "country.name"],
        when: { "phone.valid": true },
      },
      {
        text: "{phone.international} is a valid number of no one country.",
        tells: ["phone.valid", "phone.international", "phone.non_geographic"],
        when: { "phone.valid": true, "country.name": null },
      },
      {
        text: "It is not a valid phone number: {phone.reasons|messages}.",
        tells: ["phone.valid", "phone.reasons", "phone.possible"],
        when: { "phone.valid": false },
      },
      { text: "It is a {phone.type|words} number.", tells: ["phone.type"], when: { "phone.valid": true } },
      {
        text: "In international form it is {phone.international} ({phone.number} without spaces), and within the country {phone.national}.",
        tells: ["phone.international", "phone.number", "phone.national", "phone.uri"],
        when: { "phone.valid": true },
      },
      { text: "Its calling code is {phone.calling_code}.", tells: ["phone.calling_code"], detail: true },
    ],
    limits: [{ text: "Whether somebody answers the number was not checked." }],
  },
  "domain.parse": {
    say: [
      {
        text: "The registrable domain of {domain.host} is {domain.name}.",
        tells: ["domain.name", "domain.host", "domain.registrable"],
        when: { "domain.valid": true, "domain.internationalised": false },
      },
      {
        text: "{domain.host_unicode} is written {domain.host} in ASCII; its registrable domain is {domain.name_unicode}.",
        tells: ["domain.name", "domain.host", "domain.host_unicode", "domain.name_unicode", "domain.internationalised"],
        when: { "domain.internationalised": true },
      },
      { text: "Its public suffix is {domain.public_suffix}.", tells: ["domain.public_suffix"] },
      { text: "The subdomain is {domain.subdomain}.", tells: ["domain.subdomain"] },
      { text: "It lies below {domain.private_suffix}, under which a company lets others have names.", tells: ["domain.private_suffix"] },
      {
        text: "It is no domain name: {domain.reasons|messages}.",
        tells: ["domain.valid", "domain.reasons"],
        when: { "domain.valid": false },
      },
      { text: "{domain.host} is a well-formed name.", tells: ["domain.valid"], when: { "domain.valid": true }, detail: true },
      {
        text: "The name is reserved for documentation, testing or local use.",
        tells: ["domain.special_use"],
        when: { "domain.special_use": true },
      },
    ],
    limits: [{ text: "Whether the domain is registered was not checked." }],
  },
  "email.check": {
    say: [
      {
        text: "{email.address} is a well-formed e-mail address.",
        tells: ["email.valid", "email.address", "email.local_part"],
        when: { "email.valid": true },
      },
      {
        text: "It is not a valid e-mail address: {email.reasons|messages}.",
        tells: ["email.valid", "email.reasons"],
        when: { "email.valid": false },
      },
      {
        text: "It belongs to a function ({email.local_part}), not to a person.",
        tells: ["email.role_account"],
        when: { "email.role_account": true },
      },
      {
        text: "{email.local_part} is not known as the mailbox of a function.",
        tells: ["email.role_account"],
        when: { "email.role_account": false },
        detail: true,
      },
      { text: "Its domain is {domain.name}.", tells: ["domain.name", "domain.host"] },
      { text: "Without its tag {email.tag} it is {email.without_tag}.", tells: ["email.tag", "email.without_tag"] },
    ],
    limits: [{ text: "Whether the mailbox exists was not checked." }],
  },
}
