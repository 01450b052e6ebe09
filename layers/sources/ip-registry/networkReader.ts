import { fileURLToPath } from "node:url"
import { batches, type Chunk } from "../dataset/Dataset.ts"
import { keyOf } from "./address.ts"
import { linesOf } from "./lines.ts"

/** RFC 6996: from here on AS numbers are private, and say nothing about who announces a range. */
const firstPrivateAsn = 4_200_000_000n

/** The rows `first,last,AS number,name` of one of the package's files, in order, addresses as decimal numbers; a name may be in quotes. */
function* rows(): Iterable<readonly [first: string, last: string, asn: bigint, organisation: string]> {
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
        yield [keyOf(start, version), keyOf(end, version), BigInt(asn), name.replace(/^"(.*)"$/u, "$1").replaceAll('""', '"')]
    }
  }
}

/** The rows of the networks. */
export function* chunks(): Iterable<Chunk> {
  for (const portion of batches(rows(), 2_000))
    yield {
      table: "ip_network",
      columns: {
        first_address: portion.map(([first]) => first),
        last_address: portion.map(([, last]) => last),
        asn: portion.map(([, , asn]) => asn),
        organisation: portion.map(([, , , organisation]) => organisation),
      },
    }
}
