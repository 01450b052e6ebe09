import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { Effect, Schema } from "effect"
import { defineOperation } from "../../../domain/catalogue/defineOperation.ts"
import { microUsd } from "../../../domain/money/Money.ts"
import { describeDomain } from "./parseDomain.ts"

const require = createRequire(import.meta.url)

/** The 355 largest providers. */
const largeProviders = new Set<string>(require("email-providers/common.json"))

/** A list of domains as the text of its JSON: 2.5 MB, where a set of them would take 15. */
const textOf = (file: string): string => readFileSync(require.resolve(file), "latin1")
const lists = { disposable: textOf("disposable-email-domains/index.json"), provider: textOf("email-providers/all.json") }

const isListed = (name: keyof typeof lists, domain: string): boolean => lists[name].includes(`"${domain}"`)

/** What is known of the domain of e-mail addresses: of a host in ASCII, and of the registrable domain that it is below. */
export const mailDomainFacts = (host: string, registrable: string | null) => {
  const isOn = (name: keyof typeof lists) => isListed(name, host) || (registrable !== null && isListed(name, registrable))
  // The providers of disposable addresses are among the providers.
  const disposable = isOn("disposable")
  const free = !disposable && isOn("provider")
  return {
    // A list of disposable domains is never complete: that one is not on it says nothing.
    disposable: disposable ? true : free ? false : null,
    free_provider: free,
    suggested_domain: suggestionFor(registrable ?? host),
  }
}

/** The large provider whose domain differs by one letter, by two swapped ones or by a missing one; null without such a provider, and for a large provider itself. */
const suggestionFor = (domain: string): string | null =>
  largeProviders.has(domain) ? null : ([...largeProviders].find((large) => large.length >= 7 && isOneEditAway(domain, large)) ?? null)

const isOneEditAway = (a: string, b: string): boolean => {
  if (Math.abs(a.length - b.length) > 1) return false
  let start = 0
  while (start < a.length && a[start] === b[start]) start++
  const [restA, restB] = [a.slice(start), b.slice(start)]
  return (
    restA.slice(1) === restB.slice(1) ||
    restA === restB.slice(1) ||
    restA.slice(1) === restB ||
    (restA[0] === restB[1] && restA[1] === restB[0] && restA.slice(2) === restB.slice(2))
  )
}

export const describeMailDomain = defineOperation({
  id: "email.domain",
  name: "Describe a mail domain",
  description:
    "Whether a domain is one of disposable (throwaway, temporary) e-mail addresses or of a provider of free ones (freemail), of which large provider it may be a typing " +
    "error, and whether it is reserved. From lists; no server is queried.",
  fields: {
    "domain.name": Schema.String.annotate({ description: "Domain of e-mail addresses.", examples: ["mailinator.com"] }).check(
      Schema.isBetweenLength(1, 2_048),
    ),
  },
  output: [
    "domain.name",
    "domain.host",
    "email.disposable",
    "email.free_provider",
    "email.suggested_domain",
    "domain.special_use",
    "domain.top_level",
    "domain.top_level_listed",
  ],
  pricing: { model: "per_call", price: microUsd(500n) },
  freshnessSeconds: 30 * 86_400,
  examples: [
    "does gmial.com look like a mistyped mail domain",
    "is yopmail.com a disposable mail domain",
    "is guerrillamail.com a throwaway e-mail provider",
    "does gmx.net give free e-mail addresses",
    "freemail or company: web.de",
    "is gmial.com a typo of a mail provider",
    "is hotnail.com misspelled",
    "temporary mail domain? 10minutemail.com",
    "are addresses of seznam.cz freemail",
    "typing error in the mail domain yahooo.com",
    "someone registered with an address at mailinator.com, throwaway or proper mail provider",
    "addresses at gmial.com, is that a typo of a big provider",
  ],
  hints: {
    vocabulary:
      "email address addresses throwaway throw away trash fake proper real normal mailbox provider providers registered signed trial someone user customer big come comes",
    keywords: {
      "email.disposable": "throwaway throw away temporary disposable burner",
      "email.free_provider": "freemail free provider company",
      "email.suggested_domain": "typo misspelled spelling error mistake",
    },
  },
  run: (input) =>
    Effect.sync(() => {
      const { domain } = describeDomain(input["domain.name"])
      const { host, name, special_use, top_level, top_level_listed } = domain
      const email = host === null ? { disposable: null, free_provider: null, suggested_domain: null } : mailDomainFacts(host, name)
      return { data: { domain: { name, host, special_use, top_level, top_level_listed }, email }, documents: 1 }
    }),
})
