import { Schema, SchemaTransformation } from "effect"
import ipaddr from "ipaddr.js"

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

/** A text that `read` understands as an address, decoded to what it returns. */
export const addressSchema = (
  annotations: { readonly description: string; readonly examples: readonly [string] },
  read: (text: string) => string | undefined,
) =>
  Schema.String.annotate(annotations)
    .check(
      Schema.isBetweenLength(2, 64),
      Schema.makeFilter(
        (text: string) =>
          read(text) !== undefined || "must be an IPv4 address such as 193.0.6.139 or an IPv6 address such as 2001:67c:2e8:22::c100:68b",
      ),
    )
    .pipe(
      Schema.decodeTo(
        Schema.String,
        SchemaTransformation.transform({ decode: (text: string) => read(text)!, encode: (address: string) => address }),
      ),
    )

/** An IP address, decoded to its usual writing: RFC 5952 for IPv6, dotted for IPv4 and for IPv4 that is mapped into IPv6. */
export const IpAddress = addressSchema(
  { description: "IPv4 or IPv6 address that is used on the public internet, without prefix length or zone.", examples: ["193.0.6.139"] },
  (text) => {
    const address = parseAddress(text)
    return address && addressText(address)
  },
)

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
