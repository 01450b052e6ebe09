import { Effect } from "effect"
import type { Dataset } from "../dataset/Dataset.ts"
import { defineOperation, defineVariant } from "../../../domain/catalogue/defineOperation.ts"
import { microUsd } from "../../../domain/money/Money.ts"
import type { ReadDataset } from "../dataset/openDataset.ts"
import { announcersOf, notAnnounceable } from "./announcedIn.ts"
import { addressOf, IpAddress, keyOf, numberOf, versionOf } from "./address.ts"
import { notPublic } from "./specialPurposes.ts"
import { Cidr } from "./subnet.ts"

/** 515,000 ranges that networks announce and their 84,000 autonomous systems, 75 MB with the keys, some 15 s to load. */
export const ipNetworks: Dataset = {
  name: "ip-networks",
  version: "asn and geo-whois-asn-country 2.3.2026061719, 2",
  tables: ["ip_network", "autonomous_system"],
  columns: {
    first_address: "text",
    last_address: "text",
    asn: "bigint",
    organisation: "text",
    ipv4_ranges: "int",
    ipv6_ranges: "int",
    ipv4_addresses: "bigint",
    country: "text",
    country_share: "float8",
  },
  reader: new URL("./networkReader.ts", import.meta.url),
}

interface NetworkRow {
  readonly first_address: string
  readonly last_address: string
  readonly asn: string
  readonly organisation: string
}

/** The network that announces an address, or undefined. Ranges do not overlap, so only the one that begins last before it can. */
const networkOf = (data: ReadDataset, address: string) => {
  const key = keyOf(numberOf(address), versionOf(address))
  return Effect.map(
    data(
      (sql) => sql<NetworkRow>`
        select first_address, last_address, asn::text, organisation from ip_network where first_address <= ${key} order by first_address desc limit 1`,
    ),
    ([row]) => (row && row.last_address >= key ? row : undefined),
  )
}

interface Named {
  readonly asn: string
  readonly organisation: string
}

/** What is found about an address, or about a network of addresses. */
interface Found {
  readonly address: string | null
  readonly version: number
  readonly cidr: string | null
  readonly holder: Named | undefined
  readonly percent: number | null
  readonly systems: ReadonlyArray<{ readonly name: string; readonly asn: string; readonly percent: number | null }>
  readonly count: number
  readonly range: readonly [start: string, end: string] | null
}

const view = ({ address, cidr, count, holder, percent, range, systems, version }: Found) => ({
  ip: { address, version, found: holder !== undefined },
  subnet: { cidr },
  network: {
    asn: holder?.asn ?? null,
    number: holder ? Number(holder.asn.slice(2)) : null,
    organisation: holder?.organisation ?? null,
    range_start: range?.[0] ?? null,
    range_end: range?.[1] ?? null,
    announced_percent: percent,
    operators: systems,
    operator_count: count,
  },
})

/** What is announced in a network of addresses. The operator of most of its addresses stands for it. */
const ofCidr = (data: ReadDataset, cidr: string) =>
  Effect.map(announcersOf(data, cidr), ({ announcers, network }) => ({
    data: view({
      address: network.first_address,
      version: network.version,
      cidr: network.cidr,
      holder: announcers[0],
      percent: announcers[0]?.percent ?? null,
      systems: announcers.map(({ asn, organisation, percent }) => ({ name: organisation, asn, percent })),
      count: announcers[0]?.systems ?? 0,
      range: null,
    }),
    documents: 1,
  }))

const ofAddress = (data: ReadDataset, address: string) => {
  const version = versionOf(address)
  const end = (key: string) => addressOf(BigInt(`0x${key.slice(1)}`), version)
  return Effect.map(networkOf(data, address), (row) => {
    const holder = row && { asn: `AS${row.asn}`, organisation: row.organisation }
    return {
      data: view({
        address,
        version,
        cidr: null,
        holder,
        percent: null,
        systems: holder ? [{ name: holder.organisation, asn: holder.asn, percent: null }] : [],
        count: holder ? 1 : 0,
        range: row ? [end(row.first_address), end(row.last_address)] : null,
      }),
      documents: 1,
      identifiers: { ip: address },
    }
  })
}

const pricing = { model: "per_call", price: microUsd(1_000n) } as const

export const ipNetwork = (data: ReadDataset) =>
  defineOperation({
    id: "ip.network",
    name: "Network operator of an IP address",
    description:
      "The autonomous system (AS) that announces a public IPv4 or IPv6 address on the internet: its number, the organisation that operates it, and the range of neighbouring " +
      "addresses that it announces. Of a network in CIDR notation, all that announce a part of it, with the one of most addresses first. The organisation may be a provider whose customer uses the address.",
    fields: { "ip.address": IpAddress },
    output: [
      "ip.address",
      "ip.version",
      "ip.found",
      "network.asn",
      "network.number",
      "network.organisation",
      "network.range_start",
      "network.range_end",
      "subnet.cidr",
      "network.announced_percent",
      "network.operators",
      "network.operator_count",
    ],
    pricing,
    freshnessSeconds: 7 * 86_400,
    examples: [
      "which AS announces 193.0.6.139",
      "what ASN does the network around 9.9.9.9 have",
      "autonomous system number for 2a00:1450:4001::1",
      "which company operates the network of 140.82.112.3",
      "internet provider of 81.2.69.142",
      "ISP behind 89.160.20.112?",
      "Which organisation does 185.199.108.153 belong to?",
      "Who is the network operator of 194.25.0.60?",
      "what hosting company has 104.16.0.1",
      "owner of the network around 200.160.2.3",
      "What is the AS number of the operator of 2620:fe::fe?",
      "to whom is 212.58.244.20 assigned",
      "holder of 17.0.0.0/8",
      "which company has the network 193.0.0.0/21",
      "ASN announcing 2a00:1450::/29",
      "who owns the block 140.82.112.0/20",
      "AS number of the range 194.25.0.0/16",
      "193.0.0.0/21 belongs to whom",
      "2001:4860:4860::8888 is registered to who",
      "whois 212.58.244.20",
      "who is 17.253.144.10 registered to",
      "firewall shows traffic to 17.253.144.10, is that Apple's network",
      "130.89.148.12 does it belong to a university",
      "what is 2001:4860:4860::8888, whose address",
      "abuse mail: who is the owner of 81.2.69.142",
    ],
    hints: {
      vocabulary:
        "whois provider isp operator owner organisation carrier hosting hoster belongs run runs block subnet cidr ip ips range registered who whom whose university firewall traffic abuse network",
      keywords: {
        "network.asn": "as number asn autonomous system",
        "network.number": "autonomous",
        "network.organisation":
          "operator operates owner owns provider isp company organisation organization network host hosting holder holds carrier belong assigned",
        "network.operators": "operators providers companies organisations networks all",
        "network.operator_count": "many operators",
      },
    },
    check: notPublic,
    run: (input) => ofAddress(data, input["ip.address"]),
    variants: [
      defineVariant({
        fields: {
          "subnet.cidr": Cidr("Public IPv4 network of at least 8 bits, or IPv6 network of at least 16, in CIDR notation.", "17.0.0.0/8"),
        },
        pricing,
        check: notAnnounceable,
        run: (input) => ofCidr(data, input["subnet.cidr"]),
      }),
    ],
  })
