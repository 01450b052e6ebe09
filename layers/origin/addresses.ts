import ipaddr from "ipaddr.js"
import { isIP } from "node:net"

/**
 * Whether an address, as a resolver or a URL gave it, is a host on the public internet. What is not known to be public is
 * not: version 6 counts inside 2000::/3 alone, where addresses are handed out, because a table of special ranges has gaps
 * (`::7f00:1` is loopback to some systems and ordinary to the table).
 */
export const isPublicAddress = (address: string): boolean => {
  if (isIP(address) === 0 || metadataAddresses.has(address)) return false
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== "unicast") return false
  return parsed instanceof ipaddr.IPv4 || (parsed.match(allocatedIpv6) && !embedsVersion4(parsed))
}

/**
 * Whether an origin that the operator allowed may be at this address: this machine and private networks too, but never
 * link-local and metadata addresses, which give credentials to any caller.
 */
export const isAllowedAddress = (address: string): boolean => {
  if (isPublicAddress(address)) return true
  if (isIP(address) === 0 || metadataAddresses.has(address)) return false
  const parsed = ipaddr.parse(address)
  if (parsed instanceof ipaddr.IPv6 && metadataNetworks.some((network) => parsed.match(network))) return false
  return privateRanges.has(parsed.range())
}
const allocatedIpv6 = ipaddr.IPv6.parseCIDR("2000::/3")
const privateRanges = new Set(["loopback", "private", "uniqueLocal", "carrierGradeNat"])
/** Metadata and control services of Alibaba and Azure: the first looks like a carrier's address, the second like a public one. */
const metadataAddresses = new Set(["100.100.100.200", "168.63.129.16"])
/** The IPv6 addresses of Amazon's and Google's metadata services, which lie in the range of private networks. */
const metadataNetworks = [ipaddr.IPv6.parseCIDR("fd00:ec2::/32"), ipaddr.IPv6.parseCIDR("fd20:ce::/32")]
/** An intra-site tunnel (RFC 5214): the last four bytes are a version 4 address that may be private. */
const embedsVersion4 = ({ parts }: ipaddr.IPv6): boolean => parts[5] === 0x5efe && (parts[4] === 0 || parts[4] === 0x200)
