import { fileURLToPath } from "node:url"
import { batches, type Chunk } from "../dataset/Dataset.ts"
import { cidrsOf, flattenRanges, type IpRange } from "./ranges.ts"
import { linesOf } from "./lines.ts"
import { keyOf, numberOf, versionOf } from "./address.ts"

/** The lines `first,last,country` of one of the package's files, in order, addresses as decimal numbers. */
function* rangesIn(version: 4 | 6): Iterable<IpRange> {
  const file = import.meta.resolve(`@ip-location-db/geo-whois-asn-country/geo-whois-asn-country-ipv${version}-num.csv`)
  for (const line of linesOf(fileURLToPath(file))) {
    const [first, last, country] = line.trimEnd().split(",")
    // AN (the Netherlands Antilles) was dissolved in 2010; what is still under its name is in any of its six islands.
    if (first && last && country && country !== "AN") yield { first: BigInt(first), last: BigInt(last), country }
  }
}

/** The ranges of one version in order, without overlaps. */
export function* countryRanges(version: 4 | 6): Iterable<IpRange> {
  for (const range of flattenRanges(rangesIn(version))) if (!isRegistryPlaceholder(range, version)) yield range
}

function* rows(): Iterable<readonly [first: string, last: string, country: string]> {
  for (const version of [4, 6] as const)
    for (const { country, first, last } of countryRanges(version)) yield [keyOf(first, version), keyOf(last, version), country]
}

/** The rows of the registry. */
export function* chunks(): Iterable<Chunk> {
  for (const portion of batches(rows(), 2_000))
    yield {
      table: "ip_range",
      columns: {
        first_address: portion.map(([first]) => first),
        last_address: portion.map(([, last]) => last),
        country: portion.map(([, , country]) => country),
      },
    }
}

/**
 * Blocks that IANA assigned whole to a registry, and the country of the registry itself. The package gives that country to
 * every part of the block without other data: it places most of Japan's and China's older IPv6 networks (WIDE, CERNET …) in
 * Australia, the seat of APNIC, and many of Africa's in Mauritius. Such ranges are left out.
 */
const registryBlocks = [
  ["2001:200::", 23, "AU"],
  ["2001:c00::", 22, "AU"],
  ["2001:4400::", 23, "AU"],
  ["2001:8000::", 19, "AU"],
  ["2001:a000::", 20, "AU"],
  ["2001:b000::", 20, "AU"],
  ["2001:4200::", 23, "MU"],
  ["41.0.0.0", 8, "MU"],
  ["102.0.0.0", 8, "MU"],
  ["105.0.0.0", 8, "MU"],
  ["154.0.0.0", 8, "MU"],
  ["196.0.0.0", 7, "MU"],
] as const

const registryRanges = registryBlocks.map(([block, length, country]) => {
  const [first, version] = [numberOf(block), versionOf(block)]
  return { version, country, first, last: first + (1n << BigInt((version === 4 ? 32 : 128) - length)) - 1n }
})

/** Whether a range says only which registry looks after it. In IPv4 the rest of a block is seldom one CIDR block, and what was given out mostly is. */
export const isRegistryPlaceholder = (range: IpRange, version: 4 | 6): boolean =>
  registryRanges.some(
    (block) => block.version === version && block.country === range.country && range.first <= block.last && range.last >= block.first,
  ) &&
  (version === 6 || cidrsOf(range.first, range.last, 32).length > 1)
