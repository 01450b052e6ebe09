import { fileURLToPath } from "node:url"
import { batches, type Chunk } from "../dataset/Dataset.ts"
import { keyOf } from "./address.ts"
import { linesOf } from "./lines.ts"
import { countryRanges } from "./reader.ts"
import { type AnnouncedRange, systemsOf } from "./systems.ts"

/** RFC 6996: from here on AS numbers are private, and say nothing about who announces a range. */
const firstPrivateAsn = 4_200_000_000n

/** The ranges `first,last,AS number,name` of the package's files, in order, addresses as decimal numbers; a name may be in quotes. */
function* announced(): Iterable<AnnouncedRange> {
  for (const version of [4, 6] as const) {
    const file = import.meta.resolve(`@ip-location-db/asn/asn-ipv${version}-num.csv`)
    let end = -1n
    for (const line of linesOf(fileURLToPath(file))) {
      const { asn, first, last, name } = /^(?<first>\d+),(?<last>\d+),(?<asn>\d+),(?<name>.*?)\r?$/u.exec(line)?.groups ?? {}
      if (first === undefined || last === undefined || asn === undefined || name === undefined) continue
      // One range of the package begins inside the range before it.
      const start = BigInt(first) > end ? BigInt(first) : end + 1n
      end = BigInt(last)
      if (start <= end && BigInt(asn) < firstPrivateAsn)
        yield {
          version,
          first: start,
          last: end,
          asn: BigInt(asn),
          organisation: name.replace(/^"(.*)"$/u, "$1").replaceAll('""', '"'),
        }
    }
  }
}

/** The rows of the networks, then those of the autonomous systems. */
export function* chunks(): Iterable<Chunk> {
  for (const portion of batches(announced(), 2_000))
    yield {
      table: "ip_network",
      columns: {
        first_address: portion.map(({ first, version }) => keyOf(first, version)),
        last_address: portion.map(({ last, version }) => keyOf(last, version)),
        asn: portion.map(({ asn }) => asn),
        organisation: portion.map(({ organisation }) => organisation),
      },
    }
  for (const portion of batches(systemsOf(announced(), countryRanges), 2_000))
    yield {
      table: "autonomous_system",
      columns: {
        asn: portion.map(({ asn }) => asn),
        organisation: portion.map(({ organisation }) => organisation),
        ipv4_ranges: portion.map(({ ipv4Ranges }) => ipv4Ranges),
        ipv6_ranges: portion.map(({ ipv6Ranges }) => ipv6Ranges),
        ipv4_addresses: portion.map(({ ipv4Addresses }) => ipv4Addresses),
        country: portion.map(({ country }) => country),
        country_share: portion.map(({ share }) => share),
      },
    }
}
