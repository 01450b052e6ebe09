import { Effect, Schema } from "effect"
import { defineOperation } from "../../../domain/catalogue/defineOperation.ts"
import type { InputProblem } from "../../../domain/catalogue/Source.ts"
import { microUsd } from "../../../domain/money/Money.ts"
import { addressOf, addressText, numberOf, parseAddress, versionOf } from "./address.ts"

/** What is wrong with the notation of a network, or undefined. */
export const networkProblem = (text: string): string | undefined => {
  const [, address = "", prefix = ""] = /^([^/]*)\/(\d{1,3})$/u.exec(text.trim()) ?? []
  if (prefix === "") return "must be a network in CIDR notation such as 10.20.0.0/22 or 2001:db8::/48, or a prefix length such as /22"
  if (address !== "" && parseAddress(address) === undefined)
    return `must have an IPv4 or IPv6 address before the slash, and ${address} is not one`
  // An IPv4 address inside IPv6 has a prefix length of IPv6, and would be read as one of IPv4.
  if (address.includes(":") && versionOf(addressText(parseAddress(address)!)) === 4)
    return "must be written as an IPv4 network: an IPv4 address inside IPv6 has another prefix length"
  const [bits, family] = address === "" || address.includes(":") ? [128, "an IPv6 address"] : [32, "an IPv4 address"]
  return Number(prefix) > bits ? `must have a prefix length from 0 to ${bits}: ${family} has ${bits} bits` : undefined
}

/** A network in CIDR notation. */
export const Cidr = (description: string, example: string) =>
  Schema.String.annotate({ description, examples: [example] }).check(
    Schema.isBetweenLength(2, 64),
    Schema.makeFilter((text: string) => networkProblem(text) ?? true),
  )

/** The network of a valid notation. Without an address, all that needs one is null. */
export const subnetOf = (text: string) => {
  const [given = "", digits = ""] = text.trim().split("/")
  const prefix = Number(digits)
  const version = given.includes(":") || (given === "" && prefix > 32) ? 6 : 4
  const bits = version === 4 ? 32 : 128
  const size = 1n << BigInt(bits - prefix)
  const address = given === "" ? null : addressText(parseAddress(given)!)
  const first = address === null ? null : (numberOf(address) / size) * size
  const at = (offset: bigint) => (first === null ? null : addressOf(first + offset, version))
  const network = at(0n)
  // The first address of an IPv4 network names it and the last one is for broadcasts, except in /31 (RFC 3021) and /32.
  const reserved = version === 4 && prefix < 31 ? 1n : 0n
  return {
    cidr: `${network ?? ""}/${prefix}`,
    version,
    prefix_length: prefix,
    // IPv6 has no netmasks.
    netmask: version === 4 ? addressOf((1n << 32n) - size, 4) : null,
    // The inverse of the netmask, as access lists of routers take it.
    wildcard_mask: version === 4 ? addressOf(size - 1n, 4) : null,
    // Text, because the count of an IPv6 network is larger than a JSON number can hold.
    addresses: String(size),
    usable_hosts: version === 4 ? Number(size - 2n * reserved) : null,
    network,
    first_address: network,
    last_address: at(size - 1n),
    first_host: version === 4 ? at(reserved) : null,
    last_host: version === 4 ? at(size - 1n - reserved) : null,
    broadcast: reserved > 0n ? at(size - 1n) : null,
    inside: address === network ? null : address,
  }
}

/** What is wrong with a network of a prefix length alone, where its addresses matter. */
export const withoutAddress = (input: { readonly "subnet.cidr": string }): InputProblem | undefined =>
  subnetOf(input["subnet.cidr"]).network === null
    ? { field: "subnet.cidr", reason: "needs the address of the network before the slash." }
    : undefined

export const subnet = defineOperation({
  id: "ip.subnet",
  name: "Addresses of an IP network",
  description:
    "First and last address, number of addresses, netmask, wildcard (inverse) mask, broadcast address and usable hosts of an IP network in CIDR notation (IPv4 or IPv6), private ones included. " +
    "An address inside the network is answered with the address of the network. A prefix length alone has the numbers and the netmask.",
  fields: {
    "subnet.cidr": Cidr(
      "IPv4 or IPv6 network in CIDR notation: an address, a slash and the prefix length. A prefix length alone is one of IPv4 up to /32, and of IPv6 above.",
      "10.20.0.0/22",
    ),
  },
  output: [
    "subnet.cidr",
    "subnet.version",
    "subnet.prefix_length",
    "subnet.netmask",
    "subnet.wildcard_mask",
    "subnet.addresses",
    "subnet.usable_hosts",
    "subnet.network",
    "subnet.first_address",
    "subnet.last_address",
    "subnet.first_host",
    "subnet.last_host",
    "subnet.broadcast",
    "subnet.inside",
  ],
  pricing: { model: "per_call", price: microUsd(500n) },
  freshnessSeconds: 30 * 86_400,
  examples: [
    "how many addresses are in a /22 (ipv4)",
    "last ip in 192.168.40.0/21",
    "netmask of /27",
    "What is the last address of 192.168.10.0/26?",
    "how many usable hosts has 172.16.32.0/20",
    "broadcast address of 10.1.2.0/23",
    "first and last address of 2001:db8:40::/44",
    "subnet mask for 10.64.0.0/14",
    "size of the network 100.64.0.0/10",
    "which network is 10.20.3.77/22 in",
    "IP range of 203.0.113.128/25",
    "number of hosts in a /28 subnet",
    "network address of 192.168.77.200/27",
    "wildcard mask of 10.50.0.0/19",
    "inverse mask for 192.168.12.0/22 in an access list",
    "which network does 192.168.9.77/28 belong to",
  ],
  hints: {
    vocabulary: "subnet network cidr block prefix slash ip ips ipv4 ipv6 range address addresses number calculator fit",
    keywords: {
      "subnet.addresses": "many addresses ips size count total",
      "subnet.usable_hosts": "usable hosts host devices machines fit",
      "subnet.netmask": "netmask mask",
      "subnet.wildcard_mask": "wildcard inverse mask acl",
      "subnet.network": "belong belongs",
      "subnet.first_address": "first start begin lowest range",
      "subnet.last_address": "last end highest final range",
      "subnet.first_host": "first usable host",
      "subnet.last_host": "last usable host",
      "subnet.broadcast": "broadcast",
      "subnet.prefix_length": "prefix length",
    },
  },
  run: (input) => Effect.sync(() => ({ data: { subnet: subnetOf(input["subnet.cidr"]) }, documents: 1 })),
})
