import { Effect, Schema } from "effect"
import { defineOperation } from "../../../domain/catalogue/defineOperation.ts"
import type { Source } from "../../../domain/catalogue/Source.ts"
import { microUsd } from "../../../domain/money/Money.ts"
import { gaps } from "./gaps.ts"
import { logo } from "../logo.ts"
import { describeEmail } from "./checkEmail.ts"
import { describeMailDomain } from "./mailDomains.ts"
import { describeDomain } from "./parseDomain.ts"

const month = 30 * 86_400

const parseDomain = defineOperation({
  id: "domain.parse",
  name: "Take a domain name apart",
  description:
    "Finds the registrable domain, the public suffix and the subdomain of a host name, URL or e-mail address after the Public Suffix List, writes it in ASCII " +
    "(Punycode) and in its own script, and says why it is no name, whether it can be that of a host (without underscores), and whether its top-level domain is listed. Whether it is registered is not checked; nothing is looked up.",
  fields: {
    "domain.name": Schema.String.annotate({
      description: "Domain or host name, or a URL or e-mail address that has one, in any script.",
      examples: ["www.example.co.uk"],
    }).check(Schema.isBetweenLength(1, 2_048)),
  },
  output: [
    "domain.name",
    "domain.name_unicode",
    "domain.host",
    "domain.host_unicode",
    "domain.valid",
    "domain.is_host_name",
    "domain.reasons",
    "domain.subdomain",
    "domain.label",
    "domain.public_suffix",
    "domain.private_suffix",
    "domain.private_name",
    "domain.suffix_section",
    "domain.top_level",
    "domain.top_level_listed",
    "domain.registrable",
    "domain.internationalised",
    "domain.special_use",
  ],
  pricing: { model: "per_call", price: microUsd(500n) },
  freshnessSeconds: month,
  hints: {
    keywords: { "domain.is_host_name": "hostname hostnames underscore underscores" },
    vocabulary:
      "contain contains mistype form normal letters readable mean means stand stands unicode punycode ascii umlaut encoded decoded written looks look registrable root suffix ending allowed may begin begins hyphen hyphens dash label labels character characters link goes browser phishing only exist exists real tld web address website end ends",
  },
  examples: [
    "which part of a.b.example.com.au can one register",
    "is under_score.org a valid domain",
    "what TLD has shop.example.io",
    "the domain without www of https://www.shop.acme.co.nz/x",
    "does the TLD .con exist",
    "is .gmbh a real ending for a domain",
    "can a web address end in .banana",
    "convert xn--mnchen-3ya.de back to unicode",
    "What is the registrable domain of www.example.co.uk?",
    "Which public suffix does news.bbc.co.uk have?",
    "Write münchen.de in Punycode",
    "What is xn--mnchen-3ya.de in Unicode?",
    "Which domain does the URL https://shop.example.com.au/cart belong to?",
    "Is user.github.io a subdomain or a domain?",
    "What is the top-level domain of example.com.br?",
    "What's the subdomain in mail.google.com?",
    "Is example.invalid a valid domain name?",
    "Split the host name a.b.c.co.jp into its parts",
    "link goes to xn--pypal-4ve.com, what does it look like in the browser",
    "from mail.shop.example.co.uk I need only the registrable domain",
    "may a domain begin with a hyphen: -acme.com",
    "hostname -acme-.com allowed",
    "may a hostname have an underscore, such as db_1.example.org",
    "how do I write łódź.pl for a DNS provider that takes only ASCII",
  ],
  run: (input) =>
    Effect.sync(() => {
      const data = describeDomain(input["domain.name"])
      return { data, documents: 1, ...(data.domain.name !== null && { identifiers: { domain: data.domain.name } }) }
    }),
})

const checkEmail = defineOperation({
  id: "email.check",
  name: "Check an e-mail address",
  description:
    "Checks the syntax of an e-mail address (RFC 5321 and 5322, without comments and address literals) and that its top-level domain is listed, normalises it, and finds its domain, tag and whether it " +
    "belongs to a function such as info or sales, is disposable (throwaway) or of a provider of free addresses (freemail), or is probably misspelled. No server is asked: whether the mailbox exists is not known.",
  fields: {
    "email.address": Schema.String.annotate({
      description: "E-mail address, with or without a display name or mailto:.",
      examples: ["Ada.Lovelace+news@Example.org"],
    }).check(Schema.isBetweenLength(1, 512)),
  },
  output: [
    "email.address",
    "email.valid",
    "email.reasons",
    "email.display_name",
    "email.local_part",
    "email.tag",
    "email.without_tag",
    "email.role_account",
    "email.needs_smtputf8",
    "email.disposable",
    "email.free_provider",
    "email.suggested_domain",
    "domain.name",
    "domain.host",
    "domain.host_unicode",
    "domain.special_use",
    "domain.suffix_section",
  ],
  pricing: { model: "per_call", price: microUsd(500n) },
  freshnessSeconds: month,
  examples: [
    "is bob@@example.com well formed",
    "syntax of jane.o'neil@example.ie ok?",
    "a..b@example.net - allowed or not",
    "normalise JOHN+news@Example.org",
    "Is ada@example.org a valid e-mail address?",
    "Check the email address john..doe@example.com",
    "Is info@bbc.co.uk a role account?",
    "Normalise Ada.Lovelace+news@EXAMPLE.org",
    "Which domain does jane@mail.example.co.uk belong to?",
    "Is the address foo@bar a valid email?",
    "Validate the email jane.doe@gmail.com",
    "Is sales@example.com a personal address?",
    "is x@yopmail.com a disposable address",
    "throwaway mailbox or not: test@guerrillamail.com",
    "is maria@gmx.net a freemail address or one of a company",
    "is the domain of peter@gmial.com misspelled",
    "is anna..meyer@example.de a correctly written e-mail address",
    "syntactically possible or not: max..m@example.com",
    "customer registered with jonas@mailinator.com, is that a throw-away mail provider",
  ],
  hints: {
    vocabulary:
      "correct acceptable well formed spelling typo syntax allowed wrong mistake address mailbox proper typed lead leads who uses use provider written syntactically syntactic possible impossible import rejects rejected throw away registered come comes bounce bounces",
    keywords: {
      "domain.host": "after",
      "email.disposable": "throwaway throw away temporary disposable burner",
      "email.free_provider": "freemail free provider company",
      "email.suggested_domain": "typo misspelled spelling mistake",
    },
  },
  run: (input) =>
    Effect.sync(() => {
      const data = describeEmail(input["email.address"])
      return { data, documents: 1, ...(data.email.address !== null && { identifiers: { email: data.email.address } }) }
    }),
})

export const netnames: Source = {
  id: "netnames",
  name: "Net Names",
  provider: "Farthing",
  description:
    "Takes domain names and e-mail addresses apart, checks and normalises them. Computed in the gateway; nothing is looked up on the network.",
  category: "network",
  tags: ["domain", "e-mail", "idn", "public suffix list", "punycode", "tld", "validation"],
  sectors: ["crm", "cybersecurity", "e-commerce"],
  capabilities: ["format", "parse", "validate"],
  jurisdiction: "worldwide",
  attribution:
    "tldts by Rémi Berson (MIT) with Mozilla's Public Suffix List (MPL-2.0); validator.js by Chris O'Hara (MIT); disposable-email-domains by Ilya Volodin (MIT); email-providers by Derhuerst (ISC); IDNA by Node.js and ICU.",
  sourceUrl: "https://github.com/remusao/tldts",
  logoUrl: logo("NN", "#2f6b2f"),
  gaps,
  operations: [parseDomain, checkEmail, describeMailDomain],
}
