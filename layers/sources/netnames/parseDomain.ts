import { domainToASCII, domainToUnicode } from "node:url"
import { parse } from "tldts"
import { countries } from "../atlas/countries.ts"

/** A type, not an interface: only then is it known to be JSON. */
export type DomainReason = { readonly code: string; readonly message: string }

/** Describes a host, or the host of a URL or an e-mail address. One trailing dot means the root and is removed. */
export const describeDomain = (typed: string) => describeHost(hostOf(typed).replace(/\.$/u, ""))

/** Everything that a host name says about itself and that the Public Suffix List knows of it. */
export const describeHost = (host: string) => {
  // The list is written in both scripts, but the parts of a name only in its own: all is computed in ASCII and shown in both.
  // Node cuts a host at a slash or similar character and decodes %61 to an a, so such text is refused first.
  const ascii = /[%/\\?#@]/u.test(host) ? "" : domainToASCII(host)
  const parsed = parse(ascii, { allowPrivateDomains: false, extractHostname: false })
  const isIp = parsed.isIp === true
  const registered = parsed.domain ?? parsed.publicSuffix ?? ""
  const reasons = isIp ? [reason("ip_address")] : whyInvalid(ascii, registered)
  const valid = reasons.length === 0
  // Under a suffix that the list does not have, nothing is registered, and tldts takes the last two parts.
  const part = (text: string | null): string | null => (valid && parsed.isIcann === true && text ? text : null)
  const domain = part(parsed.domain)
  const inPrivate = valid ? privateSuffix(ascii) : undefined
  return {
    domain: {
      name: domain,
      name_unicode: domain && unicode(domain),
      host: valid ? ascii : null,
      host_unicode: valid ? unicode(ascii) : null,
      valid,
      // RFC 952 and 1123: a name of the DNS may have underscores (`_dmarc`), that of a host not.
      is_host_name: valid ? !ascii.includes("_") : null,
      reasons,
      subdomain: part(parsed.subdomain),
      label: part(parsed.domainWithoutSuffix),
      public_suffix: part(parsed.publicSuffix),
      private_suffix: inPrivate?.suffix ?? null,
      private_name: inPrivate?.name ?? null,
      // The section of the list in which the host itself is a suffix.
      suffix_section: valid ? (ascii === inPrivate?.suffix ? "private" : ascii === part(parsed.publicSuffix) ? "ICANN" : "none") : null,
      top_level: valid ? topLevelOf(ascii) : null,
      top_level_listed: valid ? parsed.isIcann === true || isListedTopLevel(topLevelOf(ascii)) : null,
      registrable: domain !== null,
      internationalised: valid && /(^|\.)xn--/u.test(ascii),
      special_use: valid ? specialUse(ascii) : null,
    },
  }
}

/** Names that look like Punycode and are not stay as they are. */
const unicode = (ascii: string): string => domainToUnicode(ascii) || ascii

/** The host of a URL or of an e-mail address, or the text itself; nothing where a URL has none. */
const hostOf = (typed: string): string => {
  const text = typed.trim()
  if (/^\[?[0-9a-f.]*:[0-9a-f.]*:[0-9a-f:.]*\]?$/iu.test(text)) return text.startsWith("[") ? text : `[${text}]`
  if (/^[a-z][a-z0-9+.-]*:\/\//iu.test(text)) return URL.parse(text)?.hostname ?? ""
  return (text.split(/[/?#]/u)[0] ?? "").replace(/^.*@/u, "").replace(/:\d{1,5}$/u, "")
}

/** The suffix under which a company lets others have names (`github.io`), where the host is one or is below one, and the name below it. */
const privateSuffix = (host: string): { readonly suffix: string | null; readonly name: string | null } | undefined => {
  const parsed = parse(host, { allowPrivateDomains: true, extractHostname: false })
  return parsed.isPrivate === true ? { suffix: parsed.publicSuffix, name: parsed.domain } : undefined
}

const topLevelOf = (host: string): string => host.slice(host.lastIndexOf(".") + 1)

/** Whether the ICANN section, which has every delegated top-level domain, has a rule for this one. Of some it has rules only for the names below (`*.ck`, `co.za`). */
const isListedTopLevel = (topLevel: string): boolean =>
  parse(`a.${topLevel}`, { extractHostname: false }).isIcann === true || topLevelsOfCountries.has(topLevel)

const topLevelsOfCountries: ReadonlySet<string> = new Set(
  [...countries.values()].flatMap(({ topLevelDomains }) => topLevelDomains.map((name) => domainToASCII(name.replace(/^\./u, "")))),
)

/** Names that are never registered (RFC 2606, 6761, 6762, 7686, 8375 and ICANN's .internal). */
const specialUse = (host: string): boolean =>
  /(^|\.)(example|invalid|localhost|local|test|onion|alt|internal|arpa|example\.(com|net|org))$/u.test(host)

/** `registered` is the part that one registers, or the public suffix where the name is one. */
const whyInvalid = (ascii: string, registered: string): ReadonlyArray<DomainReason> => {
  if (ascii === "") return [reason("not_a_name")]
  const labels = ascii.split(".")
  if (ascii.length > 253) return [reason("too_long")]
  if (labels.some((label) => label === "")) return [reason("empty_label")]
  if (labels.some((label) => label.length > 63)) return [reason("label_too_long")]
  if (labels.some((label) => !/^[a-z0-9_-]+$/u.test(label))) return [reason("illegal_character")]
  if (labels.some((label) => /^-|-$/u.test(label))) return [reason("hyphen")]
  if (/^\d+$/u.test(labels.at(-1)!)) return [reason("numeric_top_level")]
  // Registries take letters, digits and hyphens (RFC 1123). Names below, such as `_dmarc`, are up to the holder.
  if (registered.includes("_")) return [reason("underscore")]
  return []
}

const reason = (code: keyof typeof reasons): DomainReason => ({ code, message: reasons[code] })

const reasons = {
  ip_address: "It is an IP address, not a name.",
  not_a_name: "It has no host, or signs that no name can have.",
  too_long: "A name has at most 253 characters.",
  empty_label: "There is nothing between two dots, or before the first.",
  label_too_long: "Between two dots there are at most 63 characters.",
  illegal_character: "A name has only letters, digits, hyphens and, before the domain, underscores.",
  hyphen: "No part of a name begins or ends with a hyphen.",
  numeric_top_level: "The last part of a name is not a number.",
  underscore: "The part that one registers has no underscores.",
} as const
