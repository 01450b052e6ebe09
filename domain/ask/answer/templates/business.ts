import type { AnswerTemplate, SentenceTemplate } from "../template.ts"

const suffixFacts = ["domain.public_suffix", "domain.private_suffix", "domain.private_name", "domain.suffix_section"]

/** The first sentence about a name: nothing below such an ending can be registered or receive mail. */
const unlistedTopLevel = (facts: ReadonlyArray<string>): SentenceTemplate => ({
  text: "The Public Suffix List has no top-level domain {domain.top_level}: {domain.host} cannot exist on the internet unless it was added since.",
  facts,
  when: { "domain.top_level_listed": false, "domain.special_use": false },
})

/** E-mail and domains. */
export const business: Readonly<Record<string, AnswerTemplate>> = {
  "domain.parse": {
    sentences: [
      unlistedTopLevel([
        "domain.valid",
        "domain.name",
        "domain.host",
        "domain.subdomain",
        "domain.label",
        "domain.public_suffix",
        "domain.suffix_section",
        "domain.top_level",
        "domain.top_level_listed",
        "domain.registrable",
      ]),
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
      {
        text: "{domain.host_unicode} is written {domain.host} in ASCII.",
        facts: ["domain.host", "domain.host_unicode", "domain.internationalised"],
        when: { "domain.internationalised": true, "domain.name": null },
      },
      {
        text: "{domain.host} is itself a public suffix: names are registered below it.",
        facts: [...suffixFacts, "domain.name", "domain.registrable"],
        when: { "domain.suffix_section": "ICANN" },
      },
      {
        text: "{domain.host} is itself a public suffix, of the private section of the Public Suffix List: a company lets others have names below it.",
        facts: suffixFacts,
        when: { "domain.suffix_section": "private" },
      },
      { text: "{domain.host} is itself no public suffix.", facts: suffixFacts, when: { "domain.suffix_section": "none" }, detail: true },
      {
        text: "Its public suffix in the ICANN section of the Public Suffix List is {domain.public_suffix}.",
        facts: suffixFacts,
      },
      { text: "The subdomain is {domain.subdomain}.", facts: ["domain.subdomain"] },
      {
        text: "It lies below {domain.private_suffix}, under which a company lets others have names: counted from there its domain is {domain.private_name}.",
        facts: [...suffixFacts, "domain.name", "domain.registrable", "domain.subdomain"],
      },
      {
        text: "It is no domain name: {domain.reasons|messages}.",
        facts: ["domain.valid", "domain.reasons"],
        when: { "domain.valid": false },
      },
      {
        text: "{domain.host} has an underscore: it is a well-formed name of the DNS, and no valid name of a host.",
        facts: ["domain.valid", "domain.is_host_name"],
        when: { "domain.is_host_name": false },
      },
      {
        text: "{domain.host} is a well-formed name.",
        facts: ["domain.valid", "domain.is_host_name"],
        when: { "domain.is_host_name": true },
        detail: true,
      },
      { text: "Its top-level domain is {domain.top_level}.", facts: ["domain.top_level"], detail: true },
      {
        text: "The top-level domain {domain.top_level} exists: it is in the Public Suffix List.",
        facts: ["domain.top_level_listed", "domain.top_level"],
        when: { "domain.top_level_listed": true },
        detail: true,
      },
      {
        text: "The name is reserved for documentation, testing or local use.",
        facts: ["domain.valid", "domain.name", "domain.registrable", "domain.special_use"],
        when: { "domain.special_use": true },
      },
    ],
    limits: [{ text: "Whether the domain is registered was not checked." }],
  },
  "email.domain": {
    sentences: [
      unlistedTopLevel([
        "domain.name",
        "domain.host",
        "domain.top_level",
        "domain.top_level_listed",
        "email.disposable",
        "email.free_provider",
        "email.suggested_domain",
      ]),
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
        text: "{domain.host} is one keystroke or two swapped letters away from the large provider {email.suggested_domain}: it may be a typing error of it.",
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
        // Nothing else is known of an invalid address.
        facts: [
          "email.valid",
          "email.reasons",
          "email.address",
          "email.local_part",
          "email.role_account",
          "email.disposable",
          "email.free_provider",
          "email.suggested_domain",
          "domain.name",
          "domain.host",
        ],
        when: { "email.valid": false },
      },
      {
        text: "{domain.host} is a public suffix, below which organisations have domains of their own: something is probably missing after the @.",
        facts: ["email.valid", "email.suggested_domain", "domain.suffix_section"],
        when: { "domain.suffix_section": "ICANN" },
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
        text: "{domain.host} is one keystroke or two swapped letters away from the large provider {email.suggested_domain}: it may be a typing error of it.",
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
      {
        text: "The domain after the @ is {domain.host}; the registrable domain is {domain.name}.",
        facts: ["domain.name", "domain.host"],
      },
      {
        text: "The domain after the @ is {domain.host}.",
        facts: ["domain.name", "domain.host"],
        when: { "domain.name": null },
      },
      { text: "Without its tag {email.tag} it is {email.without_tag}.", facts: ["email.tag", "email.without_tag"] },
    ],
    limits: [{ text: "Whether the mailbox exists was not checked." }],
  },
}
