import type { AnswerTemplate } from "../template.ts"

/** Telephones, e-mail and domains. */
export const business: Readonly<Record<string, AnswerTemplate>> = {
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
      {
        text: "Behind the calling code a landline number has {phone.landline_length} digits and a mobile number {phone.mobile_length}.",
        facts: ["phone.landline_length", "phone.mobile_length"],
        detail: true,
      },
    ],
  },
  "phone.lookup": {
    sentences: [
      { text: "{phone.international} is a number of {phone.area} in {country.name|country}.", facts: ["phone.area", "phone.has_area"] },
      {
        text: "A {phone.type|words} number of {country.name|country} belongs to no area.",
        facts: ["phone.area", "phone.has_area"],
        when: { "phone.valid": true, "phone.has_area": false },
        detail: true,
      },
      ...[true, null].map((has) => ({
        text: "The area of {phone.international} is not known here.",
        facts: ["phone.area", "phone.has_area"],
        when: { "phone.valid": true, "phone.has_area": has, "phone.area": null },
        detail: true,
      })),
      {
        text: "The network of {phone.international} is not known here.",
        facts: ["phone.network"],
        when: { "phone.valid": true, "phone.network": null },
        detail: true,
      },
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
      {
        text: "It is a {phone.type|words} number of {country.name|country}.",
        facts: ["phone.type", "country.name"],
        when: { "phone.valid": true },
      },
      { text: "It is a {phone.type|words} number.", facts: ["phone.type"], when: { "phone.valid": true, "country.name": null } },
      {
        text: "The prefix of {phone.international} was given to {phone.network}; the number may have been taken along to another network since.",
        facts: ["phone.network"],
      },
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
