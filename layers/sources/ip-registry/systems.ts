import { type IpRange } from "./ranges.ts"
import { useOfAs } from "./asNumber.ts"

/** A range of addresses that an autonomous system announces. */
export interface AnnouncedRange {
  readonly version: 4 | 6
  readonly first: bigint
  readonly last: bigint
  readonly asn: bigint
  readonly organisation: string
}

/** All that the ranges of one autonomous system say about it. */
export interface AutonomousSystem {
  readonly asn: bigint
  readonly organisation: string
  readonly ipv4Ranges: number
  readonly ipv6Ranges: number
  readonly ipv4Addresses: bigint
  /** The country in which more than half of its addresses are, of the IPv4 ones if it has any. */
  readonly country: string | null
  /** The percentage of them. */
  readonly share: number | null
}

interface Count {
  readonly organisation: string
  readonly ranges: { 4: number; 6: number }
  readonly addresses: { 4: bigint; 6: bigint }
  readonly countries: { readonly 4: Map<string, bigint>; readonly 6: Map<string, bigint> }
}

/** The autonomous systems of ranges in order, with the countries of the addresses, which are in order and do not overlap either. */
export const systemsOf = (
  ranges: Iterable<AnnouncedRange>,
  countriesOf: (version: 4 | 6) => Iterable<IpRange>,
): ReadonlyArray<AutonomousSystem> => {
  const counts = new Map<bigint, Count>()
  const countries = { 4: overlapping(countriesOf(4)), 6: overlapping(countriesOf(6)) }
  for (const range of ranges) {
    const { asn, first, last, organisation, version } = range
    if (useOfAs(Number(asn)).kind !== "public") continue
    let count = counts.get(asn)
    if (count === undefined)
      counts.set(
        asn,
        (count = { organisation, ranges: { 4: 0, 6: 0 }, addresses: { 4: 0n, 6: 0n }, countries: { 4: new Map(), 6: new Map() } }),
      )
    count.ranges[version]++
    count.addresses[version] += last - first + 1n
    for (const { country, size } of countries[version](range)) {
      const inCountry = count.countries[version]
      inCountry.set(country, (inCountry.get(country) ?? 0n) + size)
    }
  }
  return [...counts].map(([asn, count]) => ({
    asn,
    organisation: count.organisation,
    ipv4Ranges: count.ranges[4],
    ipv6Ranges: count.ranges[6],
    ipv4Addresses: count.addresses[4],
    ...mainCountry(count),
  }))
}

const mainCountry = ({ addresses, countries, ranges }: Count): Pick<AutonomousSystem, "country" | "share"> => {
  const version = ranges[4] > 0 ? 4 : 6
  const [country, size] = [...countries[version]].reduce<readonly [string | null, bigint]>(
    (largest, each) => (each[1] > largest[1] ? each : largest),
    [null, 0n],
  )
  const share = Number((size * 1_000n) / addresses[version]) / 10
  return share > 50 ? { country, share } : { country: null, share: null }
}

/** How many addresses each country has of a range, for ranges that are given in order. */
const overlapping = (countries: Iterable<IpRange>) => {
  const iterator = countries[Symbol.iterator]()
  let next = iterator.next()
  return ({ first, last }: { readonly first: bigint; readonly last: bigint }): ReadonlyArray<{ country: string; size: bigint }> => {
    const sizes: Array<{ country: string; size: bigint }> = []
    while (next.done !== true && next.value.first <= last) {
      const { value } = next
      const from = value.first > first ? value.first : first
      const to = value.last < last ? value.last : last
      if (from <= to) sizes.push({ country: value.country, size: to - from + 1n })
      // The rest of it may be in the next range.
      if (value.last > last) break
      next = iterator.next()
    }
    return sizes
  }
}
