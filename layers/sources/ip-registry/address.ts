import { Schema, SchemaTransformation } from "effect"
import ipaddr from "ipaddr.js"
import type { InputProblem } from "../../../domain/catalogue/Source.ts"

/**
 * Accepts only the usual notation of an address: no hexadecimal, octal or shortened IPv4, no zone, no prefix length. An IPv4 address
 * inside IPv6 (`::ffff:192.0.2.1`) is that IPv4 address.
 */
export const parseAddress = (text: string): ParsedAddress | undefined => {
  const trimmed = text.trim()
  const isAddress = trimmed.includes(":")
    ? /^[0-9a-f:.]+$/iu.test(trimmed) && ipaddr.IPv6.isValid(trimmed)
    : ipaddr.IPv4.isValidFourPartDecimal(trimmed)
  return isAddress ? ipaddr.process(trimmed) : undefined
}

/** An IP address, decoded to its usual writing: RFC 5952 for IPv6, dotted for IPv4 and for IPv4 that is mapped into IPv6. */
export const IpAddress = Schema.String.annotate({
  description: "IPv4 or IPv6 address that is used on the public internet, without prefix length or zone.",
  examples: ["193.0.6.139"],
})
  .check(
    Schema.isBetweenLength(2, 64),
    Schema.makeFilter(
      (text: string) =>
        parseAddress(text) !== undefined ||
        "must be an IPv4 address such as 193.0.6.139 or an IPv6 address such as 2001:67c:2e8:22::c100:68b",
    ),
  )
  .pipe(
    Schema.decodeTo(
      Schema.String,
      SchemaTransformation.transform({ decode: (text: string) => addressText(parseAddress(text)!), encode: (address: string) => address }),
    ),
  )

/** Addresses outside the public internet are refused before a call, because they belong to no country. */
export const notPublic = (input: { readonly "ip.address": string }): InputProblem | undefined => {
  const address = input["ip.address"]
  const use = specialUses[ipaddr.parse(address).range()] ?? (isGlobal(address) ? undefined : "not assigned to anybody")
  return use === undefined ? undefined : { field: "ip.address", reason: `${address} is ${use}; it belongs to no country.` }
}

/** IANA has given out IPv6 addresses only from 2000::/3. */
const isGlobal = (address: string): boolean => versionOf(address) === 4 || numberOf(address) >> 125n === 1n

/** What the special ranges of the IANA registries (RFC 6890 and later) are for. */
const specialUses: Readonly<Record<string, string>> = {
  unspecified: 'the unspecified address or part of "this network"',
  broadcast: "the broadcast address",
  multicast: "a multicast address",
  linkLocal: "link-local: it exists in every local network",
  loopback: "a loopback address: it is every machine's own",
  carrierGradeNat: "shared address space behind a provider's translation, not reachable from the internet (RFC 6598)",
  private: "private: many networks use it at once, and it is not reachable from the internet (RFC 1918)",
  uniqueLocal: "a unique local address of some private network (RFC 4193)",
  deprecatedSiteLocal: "site-local, which is no longer used (RFC 3879)",
  discard: "only for discarding (RFC 6666)",
  reserved: "reserved for documentation, testing or protocols",
  benchmarking: "reserved for benchmarks",
  deprecatedOrchid: "a cryptographic hash, not an address (ORCHID)",
  orchid2: "a cryptographic hash, not an address (ORCHIDv2)",
  droneRemoteIdProtocolEntityTags: "a drone's tag, not an address (RFC 9374)",
  segmentRouting: "a segment identifier (RFC 9602)",
  teredo: "a Teredo tunnel address: ask for the IPv4 address inside it",
  "6to4": "a 6to4 address: ask for the IPv4 address inside it",
  rfc6052: "an address translated from IPv4: ask for the IPv4 address inside it",
  rfc6145: "an address translated from IPv4: ask for the IPv4 address inside it",
}

/** An address as its parser understands it. */
export type ParsedAddress = ReturnType<typeof ipaddr.process>

/** The usual writing: dotted for IPv4, RFC 5952 for IPv6. */
export const addressText = (address: ParsedAddress): string => ("octets" in address ? address.toString() : address.toRFC5952String())

export const versionOf = (address: string): 4 | 6 => (address.includes(":") ? 6 : 4)

/** The address as a number of 32 or 128 bits. */
export const numberOf = (address: string): bigint =>
  ipaddr
    .parse(address)
    .toByteArray()
    .reduce((number, byte) => number * 256n + BigInt(byte), 0n)

export const addressOf = (number: bigint, version: 4 | 6): string => {
  const size = version === 4 ? 4 : 16
  return addressText(ipaddr.fromByteArray(Array.from({ length: size }, (_, i) => Number((number >> BigInt(8 * (size - 1 - i))) & 255n))))
}

/** The version and the address in hexadecimal digits: in the order of text, addresses are in their own order. */
export const keyOf = (number: bigint, version: 4 | 6): string => `${version}${number.toString(16).padStart(version === 4 ? 8 : 32, "0")}`
