import type { AnswerTemplate } from "../template.ts"

/** E-mail and domains. */
export const business: Readonly<Record<string, AnswerTemplate>> = {
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
