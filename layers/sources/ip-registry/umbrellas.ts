import { cidrsOf } from "./cidrs.ts"
import { numberOf, versionOf } from "./numbers.ts"
import type { IpRange } from "./ranges.ts"

/**
 * Blocks that IANA gave whole to a registry, and the country of the registry itself. The package takes that country for
 * every part of the block of which it knows nothing else, so that most of Japan's and China's older IPv6 networks (WIDE,
 * CERNET …) are said to be in Australia, the seat of APNIC, and many of Africa's in Mauritius. There it says nothing.
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
