import { boundsOf } from "./specialPurposes.ts"
import { registries, type RegistryKey } from "./registryOfCountry.ts"

/** Which registry looks after a block of addresses. */
export interface AddressBlock {
  readonly cidr: string
  readonly registry: (typeof registries)[RegistryKey]
  /** The block was given out before the registries were: networks in it may be looked after by another one. */
  readonly isLegacy: boolean
}

/** The blocks of 8 bits of the IPv4 address space of IANA, by their first number. `legacy` ones were given out before the registries were. */
const ipv4: ReadonlyArray<readonly [RegistryKey, allocated: string, legacy: string]> = [
  ["AFRINIC", "41 102 105 197", "154 196"],
  ["APNIC", "1 14 27 36 39 42 49 58-61 101 103 106 110-126 175 180 182 183 202 203 210 211 218-223", "43 133 150 153 163 171"],
  [
    "ARIN",
    "23 24 50 63-76 96-100 104 107 108 173 174 184 199 204-209 216",
    "3 4 6-9 11-13 15-22 26 28-30 32-35 38 40 44 45 47 48 52 54-56 128-132 134-140 142-144 146-149 152 155-162 164-170 172 192 198 214 215",
  ],
  ["LACNIC", "177 179 181 186 187 189 190 200 201", "191"],
  ["RIPE", "2 5 31 37 46 62 77-95 109 176 178 185 193-195 212 213 217", "25 51 53 57 141 145 151 188"],
]

/** The global unicast address assignments of IPv6 of IANA. */
const ipv6: ReadonlyArray<readonly [RegistryKey, blocks: string]> = [
  ["AFRINIC", "2001:4200::/23 2c00::/12"],
  ["APNIC", "2001:200::/23 2001:c00::/23 2001:e00::/23 2001:4400::/23 2001:8000::/19 2001:a000::/20 2001:b000::/20 2400::/12 2410::/12"],
  ["ARIN", "2001:400::/23 2001:1800::/23 2001:4800::/23 2600::/12 2610::/23 2620::/23 2630::/12"],
  ["LACNIC", "2001:1200::/23 2800::/12"],
  [
    "RIPE",
    "2001:600::/23 2001:800::/22 2001:1400::/22 2001:1a00::/23 2001:1c00::/22 2001:2000::/19 2001:4000::/23 2001:4600::/23 2001:4a00::/23 2001:4c00::/23 2001:5000::/20 2003::/18 2a00::/12 2a10::/12",
  ],
]

const numbersIn = (list: string): ReadonlyArray<number> =>
  list.split(" ").flatMap((part) => {
    const [first = 0, last = first] = part.split("-").map(Number)
    return Array.from({ length: last - first + 1 }, (_, i) => first + i)
  })

const blocks = [
  ...ipv4.flatMap(([registry, allocated, legacy]) =>
    [allocated, legacy].flatMap((list) =>
      numbersIn(list).map((number): AddressBlock => ({
        cidr: `${number}.0.0.0/8`,
        registry: registries[registry],
        isLegacy: list === legacy,
      })),
    ),
  ),
  ...ipv6.flatMap(([registry, list]) =>
    list.split(" ").map((cidr): AddressBlock => ({ cidr, registry: registries[registry], isLegacy: false })),
  ),
].map((block) => ({ block, ...boundsOf(block.cidr) }))

/** How much of a network IANA has given to registries. IPv4 has no more free blocks. */
export const assignedPart = ({ first, last, version }: ReturnType<typeof boundsOf>): "all" | "part" | "none" => {
  if (version === 4) return "all"
  const shared = blocks
    .filter((each) => each.version === version && each.first <= last && first <= each.last)
    .map((each) => (each.last < last ? each.last : last) - (each.first > first ? each.first : first) + 1n)
    .reduce((sum, size) => sum + size, 0n)
  return shared === 0n ? "none" : shared === last - first + 1n ? "all" : "part"
}

/** The block that IANA gave to a registry with all of these addresses, or undefined. */
export const blockOf = ({ first, last, version }: ReturnType<typeof boundsOf>): AddressBlock | undefined =>
  blocks.find((each) => each.version === version && each.first <= first && last <= each.last)?.block
