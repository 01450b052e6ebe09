import validator from "validator/lib/isEmail.js"
import { mailDomainFacts } from "./mailDomains.ts"
import { describeHost, type DomainReason } from "./parseDomain.ts"

/** Everything that the text of an e-mail address shows. No mail server is called. */
export const describeEmail = (typed: string) => {
  const { displayName, address } = split(typed.trim())
  const at = address.lastIndexOf("@")
  const local = at < 0 ? address : address.slice(0, at)
  const { domain } = describeHost(at < 0 ? "" : address.slice(at + 1))
  const reasons = whyInvalid(address, local, at, domain)
  const valid = reasons.length === 0
  const normal = valid && domain.host !== null ? `${local}@${domain.host}` : null
  const [base = "", tag] = splitTag(local)
  return {
    email: {
      address: normal,
      valid,
      reasons,
      display_name: displayName,
      local_part: valid ? local : null,
      // The sender's tag, as many providers read it; the standard leaves it to them.
      tag: valid ? (tag ?? null) : null,
      without_tag: valid ? `${base}@${domain.host}` : null,
      role_account: valid ? roles.has(base.toLowerCase()) : null,
      needs_smtputf8: valid ? /[^\u0020-\u007e]/u.test(local) : null,
      ...(valid && domain.host !== null
        ? mailDomainFacts(domain.host, domain.name)
        : { disposable: null, free_provider: null, suggested_domain: null }),
    },
    domain: {
      name: valid ? domain.name : null,
      host: valid ? domain.host : null,
      host_unicode: valid ? domain.host_unicode : null,
      special_use: valid ? domain.special_use : null,
      suffix_section: valid ? domain.suffix_section : null,
    },
  }
}

/** `Ada <ada@example.org>` and `mailto:` are how addresses are copied. */
const split = (text: string): { readonly displayName: string | null; readonly address: string } => {
  const named = /^(?<name>[^<>]*)<(?<address>[^<>]*)>$/u.exec(text)?.groups
  const address = (named?.address ?? text).replace(/^mailto:/iu, "").trim()
  return { displayName: named?.name?.trim().replace(/^"(.*)"$/u, "$1") || null, address }
}

const splitTag = (local: string): ReadonlyArray<string> => {
  const plus = local.startsWith('"') ? -1 : local.indexOf("+")
  return plus > 0 ? [local.slice(0, plus), local.slice(plus + 1)] : [local]
}

/** validator's rules, which are those of RFC 5321 and 5322 without comments and address literals; here with the reason why. */
const whyInvalid = (
  address: string,
  local: string,
  at: number,
  domain: ReturnType<typeof describeHost>["domain"],
): ReadonlyArray<DomainReason> => {
  if (at < 0) return [reason("no_at_sign")]
  if (local === "") return [reason("no_local_part")]
  if (Buffer.byteLength(local) > 64) return [reason("local_part_too_long")]
  if (!local.startsWith('"') && /^\.|\.$|\.\./u.test(local)) return [reason("dots")]
  if (!domain.valid) return [{ code: `domain_${domain.reasons[0]?.code ?? "invalid"}`, message: domain.reasons[0]?.message ?? "" }]
  if (domain.host === null || !domain.host.includes(".")) return [reason("no_top_level")]
  if (domain.host.includes("_")) return [reason("domain_underscore")]
  if (domain.top_level_listed === false && domain.special_use === false)
    return [{ code: "unlisted_top_level", message: `The Public Suffix List has no top-level domain ${domain.top_level}.` }]
  if (local.length + domain.host.length + 1 > 254) return [reason("too_long")]
  return validator.default(`${local}@${domain.host}`) && !/[\r\n\0]/u.test(address) ? [] : [reason("illegal_character")]
}

const reason = (code: keyof typeof reasons): DomainReason => ({ code, message: reasons[code] })

const reasons = {
  no_at_sign: "It has no @.",
  no_local_part: "There is nothing before the @.",
  local_part_too_long: "Before the @ there are at most 64 bytes.",
  dots: "Before the @, a dot is neither first nor last, nor beside another.",
  no_top_level: "After the @ there is no domain with a dot.",
  domain_underscore: "A mail domain has no underscores.",
  too_long: "An address has at most 254 characters.",
  illegal_character: "The part before the @ has characters that must be quoted or are not allowed.",
} as const

/** Mailboxes of a function, not of a person (RFC 2142 and custom). */
const roles: ReadonlySet<string> = new Set(
  "abuse accounting accounts admin administrator billing careers compliance contact customerservice dpo enquiries feedback finance ftp hello help helpdesk hostmaster hr info invoices it jobs kontakt legal list list-request mail mailer-daemon marketing media news newsletter no-reply noc noreply office orders postmaster press privacy recruiting root sales security service shop staff subscribe support sysadmin tech team unsubscribe usenet uucp web webmaster www".split(
    " ",
  ),
)
