import { Effect } from "effect"
import ipaddr from "ipaddr.js"
import { defineOperation } from "../../../domain/catalogue/defineOperation.ts"
import { microUsd } from "../../../domain/money/Money.ts"
import { addressSchema, numberOf, versionOf } from "./address.ts"

/** The address of a text, in its shortest form; undefined for other texts. One that is mapped into IPv6 stays one of IPv6. The deprecated form `::1.2.3.4` is refused. */
const writtenAddress = (text: string): string | undefined => {
  const trimmed = text.trim()
  if (!trimmed.includes(":")) return ipaddr.IPv4.isValidFourPartDecimal(trimmed) ? ipaddr.IPv4.parse(trimmed).toString() : undefined
  const isAddress = /^(?:[0-9a-f:]+|[0-9a-f:]*:ffff:(?:0:)?[\d.]+)$/iu.test(trimmed) && ipaddr.IPv6.isValid(trimmed)
  return isAddress ? ipaddr.IPv6.parse(trimmed).toRFC5952String() : undefined
}

const Address = addressSchema(
  {
    description: "IPv4 or IPv6 address in any notation, without prefix length or zone.",
    examples: ["2001:0db8:0000:0000:0000:ff00:0042:8329"],
  },
  writtenAddress,
)

/** The name below which a PTR record of an address is looked up (RFC 1035, RFC 3596). */
const pointerName = (address: string): string => {
  const bytes = ipaddr.parse(address).toByteArray()
  if (versionOf(address) === 4) return `${bytes.toReversed().join(".")}.in-addr.arpa`
  const digits = [...bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("")]
  return `${digits.toReversed().join(".")}.ip6.arpa`
}

const fullForm = (address: string): string =>
  ipaddr.IPv6.parse(address)
    .parts.map((group) => group.toString(16).padStart(4, "0"))
    .join(":")

/** An address of IPv6 that is a mapped one is its own mapped form. */
const mappedForm = (address: string): string | null => (ipaddr.IPv6.parse(address).isIPv4MappedAddress() ? address : null)

const hexadecimal = (address: string): string =>
  `0x${numberOf(address)
    .toString(16)
    .padStart(versionOf(address) === 4 ? 8 : 32, "0")}`

export const ipNotation = defineOperation({
  id: "ip.notation",
  name: "Ways to write an IP address",
  description:
    "An IPv4 or IPv6 address in its other notations: the shortest form (RFC 5952) and the full form with all eight groups of an IPv6 address, the address as a decimal and as a hexadecimal number, an IPv4 address " +
    "mapped into IPv6, and the name of its PTR record.",
  fields: { "ip.address": Address },
  output: ["ip.address", "ip.version", "ip.shortest", "ip.full", "ip.decimal", "ip.hexadecimal", "ip.mapped", "ip.pointer_name"],
  pricing: { model: "per_call", price: microUsd(500n) },
  freshnessSeconds: 30 * 86_400,
  examples: [
    "compress 2001:0db8:0000:0000:0000:ff00:0042:8329",
    "shortest form of 2001:0db8:0000:0042:0000:0000:0000:0007",
    "short notation of fe80:0000:0000:0000:0204:61ff:fe9d:f156",
    "full form of 2001:db8::1",
    "expand 2a02:8071::1 to all eight groups",
    "write 2001:67c:2e8:22::c100:68b out in full",
    "how is 2a00:1450:4001:82f::200e written without the double colon",
    "uncompressed version of fd12:3456::1",
    "193.0.6.139 as a decimal number",
    "8.8.8.8 as an integer",
    "192.168.1.1 in hexadecimal",
    "IPv4-mapped IPv6 address of 203.0.113.7",
    "in-addr.arpa name for 193.0.6.139",
  ],
  hints: {
    requestedByName: true,
    vocabulary: "ipv4 ipv6 form notation written write leading double colon",
    keywords: {
      "ip.shortest": "shortest short shorten shortened shorter compress compressed compression abbreviated abbreviate canonical collapsed",
      "ip.full": "full fully expand expanded expansion longest uncompressed exploded complete groups zeros",
      "ip.decimal": "decimal integer",
      "ip.hexadecimal": "hex hexadecimal",
      "ip.mapped": "mapped",
      "ip.pointer_name": "arpa",
    },
  },
  run: (input) => {
    const address = input["ip.address"]
    const isSix = versionOf(address) === 6
    return Effect.succeed({
      data: {
        ip: {
          address,
          version: versionOf(address),
          shortest: address,
          full: isSix ? fullForm(address) : address,
          decimal: String(numberOf(address)),
          hexadecimal: hexadecimal(address),
          mapped: isSix ? mappedForm(address) : `::ffff:${address}`,
          pointer_name: pointerName(address),
        },
      },
      documents: 1,
      identifiers: { ip: address },
    })
  },
})
