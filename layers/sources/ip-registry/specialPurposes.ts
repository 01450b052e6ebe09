import type { InputProblem } from "../../../domain/catalogue/Source.ts"
import { numberOf, versionOf } from "./address.ts"

/** A range that no single network on the internet uses as its own, or that has a technical purpose. */
export interface SpecialRange {
  readonly cidr: string
  readonly kind: SpecialKind
  /** What an address in it is. */
  readonly use: string
  readonly reference: string
  /** Whether its addresses can be reached from the internet as those of one service. */
  readonly isGlobal: boolean
}

type SpecialKind =
  | "benchmarking"
  | "broadcast"
  | "documentation"
  | "link_local"
  | "loopback"
  | "multicast"
  | "private"
  | "protocol"
  | "reserved"
  | "shared"
  | "translation"
  | "unspecified"

const range =
  (isGlobal: boolean) =>
  (cidr: string, kind: SpecialKind, use: string, reference: string): SpecialRange => ({ cidr, kind, use, reference, isGlobal })

const local = range(false)
const reachable = range(true)

const privateUse = "private: many networks use it at once, and it is not reachable from the internet"
const documentation = "reserved for documentation and examples: no network has it"

/**
 * The special-purpose address registries of IANA (RFC 6890) with the multicast ranges (RFC 5771, RFC 4291) and the site-local addresses that are no longer
 * used. Of ranges inside one another the smallest states what an address is.
 */
export const specialRanges: ReadonlyArray<SpecialRange> = [
  local("0.0.0.0/8", "unspecified", 'part of "this network", and no address of a host', "RFC 791"),
  local("0.0.0.0/32", "unspecified", 'the unspecified address: "this host on this network"', "RFC 1122"),
  local("10.0.0.0/8", "private", privateUse, "RFC 1918"),
  local(
    "100.64.0.0/10",
    "shared",
    "shared address space for carrier-grade NAT: a provider uses it between its customers and its address translation, and it is not reachable from the internet",
    "RFC 6598",
  ),
  local("127.0.0.0/8", "loopback", "a loopback address: it is every machine's own", "RFC 1122"),
  local(
    "169.254.0.0/16",
    "link_local",
    "link-local: it exists in every local network, and machines without a DHCP server give it to themselves",
    "RFC 3927",
  ),
  local("172.16.0.0/12", "private", privateUse, "RFC 1918"),
  local("192.0.0.0/24", "protocol", "reserved for protocols of the IETF", "RFC 6890"),
  local("192.0.0.0/29", "protocol", "for the transition to IPv6 inside a provider's network (DS-Lite)", "RFC 7335"),
  local("192.0.0.8/32", "protocol", "the dummy address of translators to IPv6", "RFC 7600"),
  reachable("192.0.0.9/32", "protocol", "the anycast address of the Port Control Protocol", "RFC 7723"),
  reachable("192.0.0.10/32", "protocol", "the anycast address of TURN", "RFC 8155"),
  local("192.0.0.170/31", "protocol", "for finding a translator of addresses (NAT64, DNS64)", "RFC 8880"),
  local("192.0.2.0/24", "documentation", documentation, "RFC 5737"),
  reachable("192.31.196.0/24", "protocol", "of the AS112 project, which answers reverse queries for private addresses", "RFC 7535"),
  reachable("192.52.193.0/24", "protocol", "for multicast through tunnels (AMT)", "RFC 7450"),
  local("192.88.99.0/24", "reserved", "of the former relays between IPv4 and IPv6 (6to4), and no longer used", "RFC 7526"),
  local("192.168.0.0/16", "private", privateUse, "RFC 1918"),
  reachable("192.175.48.0/24", "protocol", "of the AS112 project, which answers reverse queries for private addresses", "RFC 7534"),
  local("198.18.0.0/15", "benchmarking", "reserved for benchmarks of network devices", "RFC 2544"),
  local("198.51.100.0/24", "documentation", documentation, "RFC 5737"),
  local("203.0.113.0/24", "documentation", documentation, "RFC 5737"),
  local("224.0.0.0/4", "multicast", "a multicast address: it names a group of receivers", "RFC 5771"),
  local("224.0.0.0/24", "multicast", "a multicast address for the control of one local network", "RFC 5771"),
  local("233.252.0.0/24", "documentation", documentation, "RFC 6676"),
  local("239.0.0.0/8", "multicast", "a multicast address inside one organisation", "RFC 2365"),
  local("240.0.0.0/4", "reserved", "reserved for future use", "RFC 1112"),
  local("255.255.255.255/32", "broadcast", "the broadcast address of the local network", "RFC 919"),
  local("::/128", "unspecified", "the unspecified address", "RFC 4291"),
  local("::1/128", "loopback", "a loopback address: it is every machine's own", "RFC 4291"),
  local("::ffff:0:0:0/96", "translation", "an address translated from IPv4: ask for the IPv4 address inside it", "RFC 6145"),
  reachable("64:ff9b::/96", "translation", "an address translated from IPv4: ask for the IPv4 address inside it", "RFC 6052"),
  local("64:ff9b:1::/48", "translation", "an address translated from IPv4 inside one network", "RFC 8215"),
  local("100::/64", "protocol", "only for discarding", "RFC 6666"),
  local("100:0:0:1::/64", "protocol", "a dummy prefix, to which nothing is sent", "RFC 9780"),
  local("2001::/23", "protocol", "reserved for protocols of the IETF", "RFC 2928"),
  local("2001::/32", "translation", "a Teredo tunnel address: ask for the IPv4 address inside it", "RFC 4380"),
  reachable("2001:1::1/128", "protocol", "the anycast address of the Port Control Protocol", "RFC 7723"),
  reachable("2001:1::2/128", "protocol", "the anycast address of TURN", "RFC 8155"),
  reachable("2001:1::3/128", "protocol", "the anycast address for the registration of services (DNS-SD)", "RFC 9665"),
  local("2001:2::/48", "benchmarking", "reserved for benchmarks of network devices", "RFC 5180"),
  reachable("2001:3::/32", "protocol", "for multicast through tunnels (AMT)", "RFC 7450"),
  reachable("2001:4:112::/48", "protocol", "of the AS112 project, which answers reverse queries for private addresses", "RFC 7535"),
  local("2001:10::/28", "protocol", "a cryptographic hash, not an address (ORCHID)", "RFC 4843"),
  reachable("2001:20::/28", "protocol", "a cryptographic hash, not an address (ORCHIDv2)", "RFC 7343"),
  reachable("2001:30::/28", "protocol", "a drone's tag, not an address", "RFC 9374"),
  local("2001:db8::/32", "documentation", documentation, "RFC 3849"),
  local("2002::/16", "translation", "a 6to4 address: ask for the IPv4 address inside it", "RFC 3056"),
  reachable("2620:4f:8000::/48", "protocol", "of the AS112 project, which answers reverse queries for private addresses", "RFC 7534"),
  local("3fff::/20", "documentation", documentation, "RFC 9637"),
  local("5f00::/16", "protocol", "a segment identifier of a router", "RFC 9602"),
  local("fc00::/7", "private", "a unique local address of some private network, not reachable from the internet", "RFC 4193"),
  local("fe80::/10", "link_local", "link-local: it exists in every local network", "RFC 4291"),
  local("fec0::/10", "reserved", "site-local, which is no longer used", "RFC 3879"),
  local("ff00::/8", "multicast", "a multicast address: it names a group of receivers", "RFC 4291"),
]

interface Bounds {
  readonly version: 4 | 6
  readonly first: bigint
  readonly last: bigint
}

/** The first and the last address of a network in CIDR notation. */
export const boundsOf = (cidr: string): Bounds => {
  const [address = "", prefix = ""] = cidr.split("/")
  const version = versionOf(address)
  const size = 1n << BigInt((version === 4 ? 32 : 128) - Number(prefix))
  const first = (numberOf(address) / size) * size
  return { version, first, last: first + size - 1n }
}

const bounded = specialRanges
  .map((special) => ({ special, ...boundsOf(special.cidr) }))
  .sort((a, b) => (a.last - a.first < b.last - b.first ? -1 : 1))

/** The smallest special range that has all of these addresses, or undefined. */
export const specialRangeOf = ({ first, last, version }: Bounds): SpecialRange | undefined =>
  bounded.find((each) => each.version === version && each.first <= first && last <= each.last)?.special

/** The special ranges that are inside a network, without those inside one of them. */
export const specialRangesIn = ({ first, last, version }: Bounds): ReadonlyArray<SpecialRange> => {
  const inside = bounded.filter((each) => each.version === version && first <= each.first && each.last <= last)
  return inside
    .filter((each) => !inside.some((other) => other !== each && other.first <= each.first && each.last <= other.last))
    .map(({ special }) => special)
}

/** IANA has given out IPv6 addresses only from 2000::/3. */
const isAssigned = ({ first, version }: Bounds): boolean => version === 4 || first >> 125n === 1n

/** Ranges whose addresses are reachable but of no network: that of the IPv4 address inside, and hashes and tags in place of addresses. */
const ofNoNetwork: ReadonlySet<string> = new Set(["64:ff9b::/96", "2001:20::/28", "2001:30::/28"])

/** Addresses outside the public internet are refused before a call, because they belong to no country. */
export const notPublic = (input: { readonly "ip.address": string }): InputProblem | undefined => {
  const address = input["ip.address"]
  const bounds = boundsOf(`${address}/${versionOf(address) === 4 ? 32 : 128}`)
  const special = specialRangeOf(bounds)
  if ((special?.isGlobal === true && !ofNoNetwork.has(special.cidr)) || (special === undefined && isAssigned(bounds))) return undefined
  const use = special ? `${special.use} (${special.reference})` : "not assigned to anybody"
  return { field: "ip.address", reason: `${address} is ${use}; it belongs to no country.` }
}
