import type { AnswerTemplate } from "../template.ts"

/** Numbers of companies and taxes, telephones, e-mail and domains. */
export const business: Readonly<Record<string, AnswerTemplate>> = {
  "tax.validate_vat": {
    sentences: [
      {
        text: "{tax.vat_number} is a well-formed VAT number of {country.name|country}, and its check digits are right.",
        facts: ["tax.valid", "tax.vat_number", "tax.check_digits_valid", "country.name", "country.code"],
        when: { "tax.check_digits_valid": true },
      },
      {
        text: "{tax.vat_number} has the form of a VAT number of {country.name|country}.",
        facts: ["tax.valid", "tax.vat_number", "tax.format_valid", "country.name", "country.code"],
        when: { "tax.valid": true, "tax.check_digits_valid": null },
      },
      {
        text: "{tax.vat_number} is not a valid VAT number of {country.name|country}: {tax.reasons|messages}.",
        facts: ["tax.valid", "tax.vat_number", "tax.reasons", "tax.check_digits_valid", "tax.format_valid"],
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
  "company.validate_number": {
    sentences: [
      {
        text: "{company.number_formatted} is a well-formed {company.number_type} ({company.number_type_local}) of {country.name|country}.",
        facts: [
          "company.valid",
          "company.number",
          "company.number_type",
          "company.number_type_local",
          "company.number_formatted",
          "company.corrected_number",
          "company.completed_number",
        ],
        when: { "company.valid": true },
      },
      {
        text: "{company.number} is not a valid company number of {country.name|country}; tried: {company.types_tried|names}.",
        facts: ["company.valid", "company.number", "company.types_tried", "company.corrected_number", "company.completed_number"],
        when: { "company.valid": false },
      },
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
  "phone.dialling": {
    sentences: [
      {
        text: "In {country.name|country} calls to other countries begin with {phone.international_prefix}.",
        facts: ["phone.international_prefix", "phone.international_prefixes"],
      },
      {
        text: "In {country.name|country} calls to other countries begin with the prefix of a carrier: {phone.international_prefixes|names}.",
        facts: ["phone.international_prefix", "phone.international_prefixes"],
        when: { "phone.international_prefix": null },
      },
      { text: "National numbers are dialled with a leading {phone.trunk_prefix}.", facts: ["phone.trunk_prefix"] },
      {
        text: "{country.name|country} has no trunk prefix: national numbers are dialled as they are.",
        facts: ["phone.trunk_prefix"],
        when: { "phone.trunk_prefix": null },
      },
      {
        text: "From other countries {country.name|country} is called with {phone.calling_code}.",
        facts: ["phone.calling_code", "phone.international_prefix"],
      },
    ],
  },
  "phone.lookup": {
    sentences: [
      {
        text: "{phone.international} has the form of a number of {country.name|country}, but its range is kept for films and examples: no subscriber has it.",
        facts: [
          "phone.valid",
          "phone.number",
          "phone.possible",
          "phone.international",
          "phone.type",
          "phone.fictitious",
          "country.code",
          "country.name",
        ],
        when: { "phone.fictitious": true },
      },
      {
        text: "{phone.international} is in a range that is kept for films and examples: no subscriber has it.",
        facts: ["phone.valid", "phone.number", "phone.possible", "phone.international", "phone.type", "phone.fictitious"],
        when: { "phone.fictitious": true, "country.name": null },
      },
      {
        text: "{phone.international} is a number that the numbering plan of {country.name|country} assigns.",
        facts: ["phone.valid", "phone.number", "phone.possible", "phone.international", "phone.fictitious", "country.code", "country.name"],
        when: { "phone.valid": true, "phone.fictitious": false },
      },
      {
        text: "{phone.international} is a valid number of no one country.",
        facts: ["phone.valid", "phone.international", "phone.non_geographic"],
        when: { "phone.valid": true, "country.name": null },
      },
      {
        text: "It is not a valid phone number: {phone.reasons|messages}.",
        facts: ["phone.valid", "phone.reasons", "phone.possible"],
        when: { "phone.valid": false },
      },
      { text: "It is a {phone.type|words} number.", facts: ["phone.type"], when: { "phone.valid": true } },
      {
        text: "In international form it is {phone.international} ({phone.number} without spaces), and within the country {phone.national}.",
        facts: ["phone.international", "phone.number", "phone.national", "phone.uri"],
        when: { "phone.valid": true },
      },
      { text: "Its calling code is {phone.calling_code}.", facts: ["phone.calling_code"], detail: true },
    ],
    limits: [{ text: "Whether somebody answers the number was not checked." }],
  },
  "domain.parse": {
    sentences: [
      {
        text: "The registrable domain of {domain.host} is {domain.name}.",
        facts: ["domain.name", "domain.host", "domain.registrable"],
        when: { "domain.valid": true, "domain.internationalised": false },
      },
      {
        text: "{domain.host_unicode} is written {domain.host} in ASCII; its registrable domain is {domain.name_unicode}.",
        facts: ["domain.name", "domain.host", "domain.host_unicode", "domain.name_unicode", "domain.internationalised"],
        when: { "domain.internationalised": true },
      },
      { text: "Its public suffix is {domain.public_suffix}.", facts: ["domain.public_suffix"] },
      { text: "The subdomain is {domain.subdomain}.", facts: ["domain.subdomain"] },
      { text: "It lies below {domain.private_suffix}, under which a company lets others have names.", facts: ["domain.private_suffix"] },
      {
        text: "It is no domain name: {domain.reasons|messages}.",
        facts: ["domain.valid", "domain.reasons"],
        when: { "domain.valid": false },
      },
      { text: "{domain.host} is a well-formed name.", facts: ["domain.valid"], when: { "domain.valid": true }, detail: true },
      {
        text: "The name is reserved for documentation, testing or local use.",
        facts: ["domain.special_use"],
        when: { "domain.special_use": true },
      },
    ],
    limits: [{ text: "Whether the domain is registered was not checked." }],
  },
  "email.domain": {
    sentences: [
      {
        text: "Addresses of {domain.host} are disposable: the domain is on the list of such domains.",
        facts: ["email.disposable"],
        when: { "email.disposable": true },
      },
      {
        text: "{domain.host} is not on the list of disposable domains, which is never complete.",
        facts: ["email.disposable"],
        when: { "email.disposable": null },
      },
      {
        text: "{domain.host} is a provider of free addresses, not of disposable ones.",
        facts: ["email.disposable", "email.free_provider"],
        when: { "email.disposable": false },
      },
      {
        text: "{domain.host} is on no list of providers of free addresses.",
        facts: ["email.free_provider"],
        when: { "email.free_provider": false },
      },
      {
        text: "{domain.host} differs by one letter from the large provider {email.suggested_domain}: it may be a typing error of it.",
        facts: ["email.suggested_domain"],
      },
      {
        text: "{domain.host} does not differ by one letter from any large provider.",
        facts: ["email.suggested_domain"],
        when: { "email.suggested_domain": null },
        detail: true,
      },
      {
        text: "{domain.host} is reserved for documentation, testing or local use: no mail of the internet reaches it.",
        facts: ["email.disposable", "email.free_provider", "domain.special_use"],
        when: { "domain.special_use": true },
      },
    ],
    limits: [{ text: "The lists are never complete, and no server was queried." }],
  },
  "email.check": {
    sentences: [
      {
        text: "{email.address} is a well-formed e-mail address.",
        facts: ["email.valid", "email.address", "email.local_part"],
        when: { "email.valid": true },
      },
      {
        text: "It is not a valid e-mail address: {email.reasons|messages}.",
        facts: ["email.valid", "email.reasons"],
        when: { "email.valid": false },
      },
      {
        text: "It belongs to a function ({email.local_part}), not to a person.",
        facts: ["email.role_account"],
        when: { "email.role_account": true },
      },
      {
        text: "{email.local_part} is not known as the mailbox of a function.",
        facts: ["email.role_account"],
        when: { "email.role_account": false },
        detail: true,
      },
      {
        text: "Addresses of {domain.host} are disposable: the domain is on the list of such domains.",
        facts: ["email.disposable"],
        when: { "email.disposable": true },
        detail: true,
      },
      {
        text: "{domain.host} is not on the list of disposable domains, which is never complete.",
        facts: ["email.disposable"],
        when: { "email.disposable": null },
        detail: true,
      },
      {
        text: "{domain.host} is a provider of free addresses, not of disposable ones.",
        facts: ["email.disposable", "email.free_provider"],
        when: { "email.disposable": false },
        detail: true,
      },
      {
        text: "{domain.host} is on no list of providers of free addresses.",
        facts: ["email.free_provider"],
        when: { "email.free_provider": false },
        detail: true,
      },
      {
        text: "{domain.host} differs by one letter from the large provider {email.suggested_domain}: it may be a typing error of it.",
        facts: ["email.suggested_domain"],
      },
      {
        text: "{domain.host} does not differ by one letter from any large provider.",
        facts: ["email.suggested_domain"],
        when: { "email.suggested_domain": null },
        detail: true,
      },
      {
        text: "{domain.host} is reserved for documentation, testing or local use: no mail of the internet reaches it.",
        facts: ["email.valid", "email.address", "domain.special_use"],
        when: { "domain.special_use": true },
      },
      { text: "Its domain is {domain.name}.", facts: ["domain.name", "domain.host"] },
      { text: "Without its tag {email.tag} it is {email.without_tag}.", facts: ["email.tag", "email.without_tag"] },
    ],
    limits: [{ text: "Whether the mailbox exists was not checked." }],
  },
}
