import ipaddr from "ipaddr.js"

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
