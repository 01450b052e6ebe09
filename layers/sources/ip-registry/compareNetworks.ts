import { Effect } from "effect"
import { defineOperation } from "../../../domain/catalogue/defineOperation.ts"
import { microUsd } from "../../../domain/money/Money.ts"
import { addressOf, numberOf } from "./address.ts"
import { Cidr, subnetOf } from "./subnet.ts"

/** A network by its first and last address as numbers of 32 or 128 bits; null for a prefix length alone. */
interface Block {
  readonly version: 4 | 6
  readonly cidr: string
  readonly prefix: number
  readonly range: readonly [first: bigint, last: bigint] | null
}

/** The block of a notation, without host bits. */
const blockOf = (text: string): Block => {
  const { cidr, first_address, last_address, prefix_length, version } = subnetOf(text)
  const range = first_address === null || last_address === null ? null : ([numberOf(first_address), numberOf(last_address)] as const)
  return { version: version === 4 ? 4 : 6, cidr, prefix: prefix_length, range }
}

type Relation = "equal" | "inside" | "contains" | "disjoint"

/** Two networks in CIDR notation are the same, one is inside the other, or they have no address in common; null without their addresses. */
const relationOf = (first: Block, second: Block): Relation | null => {
  if (first.range === null || second.range === null) return null
  if (first.version !== second.version) return "disjoint"
  if (first.cidr === second.cidr) return "equal"
  const [[start, end], [from, to]] = [first.range, second.range]
  return from <= start && end <= to ? "inside" : start <= from && to <= end ? "contains" : "disjoint"
}

/** The smallest network that has all addresses of two networks of one version. */
const coverOf = (first: Block, second: Block): Block | undefined => {
  if (first.range === null || second.range === null || first.version !== second.version) return undefined
  const bits = first.version === 4 ? 32 : 128
  const difference = first.range[0] ^ second.range[0]
  const common = difference === 0n ? bits : bits - difference.toString(2).length
  return blockOf(`${addressOf(first.range[0], first.version)}/${Math.min(first.prefix, second.prefix, common)}`)
}

const areAdjacent = (first: Block, second: Block): boolean =>
  first.range !== null &&
  second.range !== null &&
  first.version === second.version &&
  (first.range[1] + 1n === second.range[0] || second.range[1] + 1n === first.range[0])

const compare = (first: Block, second: Block) => {
  const relation = relationOf(first, second)
  const cover = coverOf(first, second)
  const [larger, smaller] = first.prefix <= second.prefix ? [first, second] : [second, first]
  const isOneVersion = first.version === second.version
  const areHalves = relation === "disjoint" && first.prefix === second.prefix && cover?.prefix === first.prefix - 1
  return {
    first: first.cidr,
    second: second.cidr,
    first_version: first.version,
    second_version: second.version,
    same_version: isOneVersion,
    relation,
    overlap: relation === null ? null : relation !== "disjoint",
    adjacent: relation === null ? null : areAdjacent(first, second),
    joinable: relation === null ? null : areHalves,
    smallest_cover: cover?.cidr ?? null,
    cover_first: cover?.range ? addressOf(cover.range[0], cover.version) : null,
    cover_last: cover?.range ? addressOf(cover.range[1], cover.version) : null,
    // Text, because the counts of IPv6 networks are larger than a JSON number can hold.
    cover_addresses: cover?.range ? String(cover.range[1] - cover.range[0] + 1n) : null,
    larger_prefix: isOneVersion ? `/${larger.prefix}` : null,
    smaller_prefix: isOneVersion ? `/${smaller.prefix}` : null,
    fitting: isOneVersion ? String(1n << BigInt(smaller.prefix - larger.prefix)) : null,
  }
}

export const compareNetworks = defineOperation({
  id: "ip.compare_networks",
  name: "Compare two IP networks",
  description:
    "Whether two networks in CIDR notation (IPv4 or IPv6) are equal, one contains the other, or they have no address in common; the smallest network that covers both, " +
    "and whether they are adjacent and can be joined into it exactly. Of two prefix lengths alone, how many networks of one fit into one of the other. Bits behind the prefix are ignored.",
  fields: {
    "subnet.first": Cidr(
      "The first network in CIDR notation: an address, a slash and the prefix length, or a prefix length alone.",
      "10.9.16.0/24",
    ),
    "subnet.second": Cidr("The second network in CIDR notation.", "10.9.17.0/24"),
  },
  native: { "subnet.first": "first", "subnet.second": "second" },
  slots: { "subnet.first": "subnet.cidr", "subnet.second": "subnet.cidr" },
  output: [
    "subnet.first",
    "subnet.second",
    "subnet.first_version",
    "subnet.second_version",
    "subnet.same_version",
    "subnet.relation",
    "subnet.overlap",
    "subnet.adjacent",
    "subnet.joinable",
    "subnet.smallest_cover",
    "subnet.cover_first",
    "subnet.cover_last",
    "subnet.cover_addresses",
    "subnet.larger_prefix",
    "subnet.smaller_prefix",
    "subnet.fitting",
  ],
  pricing: { model: "per_call", price: microUsd(500n) },
  freshnessSeconds: 30 * 86_400,
  examples: [
    "do 10.4.0.0/14 and 10.6.128.0/17 overlap",
    "Does 172.20.0.0/16 overlap with 172.16.0.0/12?",
    "is 192.168.64.0/20 inside 192.168.0.0/16",
    "does 10.32.0.0/11 contain 10.48.0.0/16",
    "is 2001:db8:40::/48 part of 2001:db8::/32",
    "are 10.0.2.0/24 and 10.0.3.0/24 adjacent",
    "can 10.0.2.0/24 and 10.0.3.0/24 be merged into one prefix",
    "could 192.168.4.0/24 and 192.168.5.0/24 be summarised as a single network",
    "supernet of 172.16.8.0/24 and 172.16.15.0/24",
    "smallest prefix that covers 10.9.16.0/24 thru 10.9.23.0/24",
    "summary route for 192.168.16.0/24 to 192.168.31.0/24",
    "aggregate 203.0.113.0/26 and 203.0.113.64/26",
    "which single cidr block includes 100.64.8.0/22 and 100.64.12.0/22",
    "is the subnet 10.10.8.0/21 a subset of 10.10.0.0/18",
    "do the VPC ranges 10.0.0.0/16 and 10.0.128.0/20 conflict",
    "are 192.168.8.0/22 and 192.168.10.0/22 the same network",
    "compare 10.128.0.0/9 with 10.200.0.0/13",
    "how many /26 fit into a /20",
    "how many /64 subnets are in a /48",
    "are 198.51.100.0/25 and 198.51.100.128/25 disjoint",
  ],
  hints: {
    // The networks of addresses are no networks that the question means.
    statedOnly: ["subnet.first", "subnet.second"],
    vocabulary:
      "network networks subnet subnets cidr block blocks prefix prefixes range ranges ip ipv4 ipv6 vpc vpn route routes our their both two any common address addresses",
    keywords: {
      "subnet.overlap": "overlap overlaps overlapping conflict conflicts collide collides clash intersect intersects disjoint share",
      "subnet.relation":
        "inside within in part contain contains contained include includes included subset superset cover covers covered fall falls compare equal same identical belong belongs relation",
      "subnet.smallest_cover":
        "smallest single one cover covers supernet summary summarise summarize aggregate encloses enclosing includes spans spanning",
      "subnet.joinable": "join joined merge merged combine combined summarised summarized aggregated aggregate exactly collapse",
      "subnet.fitting": "many fit fits divide split count",
      "subnet.adjacent": "adjacent neighbouring neighboring contiguous consecutive siblings next",
    },
  },
  run: (input) =>
    Effect.sync(() => ({ data: { subnet: compare(blockOf(input["subnet.first"]), blockOf(input["subnet.second"])) }, documents: 1 })),
})
